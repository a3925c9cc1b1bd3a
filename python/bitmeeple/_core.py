"""Picks the build of the compiled core for this processor and takes its place.

``bitmeeple._core`` is one of ``_core_v3`` (x86-64-v3, uses BMI2) and ``_core_baseline``; results
are the same. The environment variable ``BITMEEPLE_ISA`` (``baseline`` or ``v3``) forces one.
"""

import importlib
import importlib.util
import os
import sys

from bitmeeple import _cpu

_KNOWN = ("v3", "baseline")  # best first


def choose_isa(forced: str | None, built: list[str], runs_v3: bool, slow_pdep: bool) -> str:
    """The build to import.

    Parameters
    ----------
    forced
        Value of ``BITMEEPLE_ISA``, None if it is not set.
    built
        The builds that this installation has.
    runs_v3, slow_pdep
        What the processor says.

    Raises
    ------
    ImportError
        The forced build is unknown, missing, or cannot run here.
    """
    if forced:
        if forced not in built:
            raise ImportError(f"BITMEEPLE_ISA={forced!r}: this installation has {built}")
        if forced == "v3" and not runs_v3:
            raise ImportError("BITMEEPLE_ISA='v3': this processor cannot run it")
        return forced
    good = [isa for isa in built if isa != "v3" or (runs_v3 and not slow_pdep)]
    runnable = good or [isa for isa in built if isa != "v3" or runs_v3]
    if not runnable:
        raise ImportError(f"no build of bitmeeple's core runs on this processor; built: {built}")
    return runnable[0]


def _built() -> list[str]:
    return [isa for isa in _KNOWN if importlib.util.find_spec(f"bitmeeple._core_{isa}")]


_isa = choose_isa(os.environ.get("BITMEEPLE_ISA"), _built(), _cpu.runs_v3(), _cpu.has_slow_pdep())
sys.modules[__name__] = importlib.import_module(f"bitmeeple._core_{_isa}")
