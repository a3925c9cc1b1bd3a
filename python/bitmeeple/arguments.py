"""Arguments that many functions take."""

from __future__ import annotations

MAX_THREADS = 1024


def checked_int(value: object, name: str, lowest: int, highest: int) -> int:
    """An int argument in a range; bools and floats are refused."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} is an int, not {type(value).__name__}")
    number: int = value.__index__()
    if not lowest <= number <= highest:
        raise ValueError(f"{name} is {number}; allowed is {lowest} .. {highest}")
    return number
