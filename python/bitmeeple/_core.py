"""The compiled core for this processor.

``bitmeeple._core`` is ``_bindings``, the compiled classes, over the games of ``_core_v3``
(x86-64-v3, uses BMI2) or ``_core_baseline``; results are the same. The environment variable
``BITMEEPLE_ISA`` (``baseline`` or ``v3``) forces one.
"""

import importlib
import os
import sys

from bitmeeple import _bindings, _cpu
from bitmeeple.isa import built, choose

_isa = choose(os.environ.get("BITMEEPLE_ISA"), built(), _cpu.runs_v3(), _cpu.has_slow_pdep())
_bindings.use(importlib.import_module(f"bitmeeple._core_{_isa}"))
sys.modules[__name__] = _bindings
