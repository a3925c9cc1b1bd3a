"""Instruction sets: the builds of the compiled core, and the one for this processor."""

from __future__ import annotations

import importlib.util

KNOWN = ("v3", "baseline")  # best first; v3 is x86-64-v3, which has BMI2


def built() -> list[str]:
    """The builds that this installation has, best first."""
    return [isa for isa in KNOWN if importlib.util.find_spec(f"bitmeeple._core_{isa}")]


def choose(forced: str | None, built: list[str], runs_v3: bool, slow_pdep: bool) -> str:
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
