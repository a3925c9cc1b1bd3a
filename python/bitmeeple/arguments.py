"""Arguments that many functions take."""

from __future__ import annotations

import os

MAX_THREADS = 1024


def available_threads() -> int:
    """CPUs that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1


def checked_int(value: object, name: str, lowest: int, highest: int) -> int:
    """An int argument in a range; bools and floats are refused."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} is an int, not {type(value).__name__}")
    number: int = value.__index__()
    if not lowest <= number <= highest:
        raise ValueError(f"{name} is {number}; allowed is {lowest} .. {highest}")
    return number
