"""Picks the build of the compiled core for this processor and takes its place.

``bitmeeple._core`` is one of ``_core_v3`` (x86-64-v3, uses BMI2) and ``_core_baseline``; results
are the same. The environment variable ``BITMEEPLE_ISA`` (``baseline`` or ``v3``) forces one.
"""

import importlib
import os
import sys

from bitmeeple import _cpu
from bitmeeple.isa import built, choose

_isa = choose(os.environ.get("BITMEEPLE_ISA"), built(), _cpu.runs_v3(), _cpu.has_slow_pdep())
sys.modules[__name__] = importlib.import_module(f"bitmeeple._core_{_isa}")
