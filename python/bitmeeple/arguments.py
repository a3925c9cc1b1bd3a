"""Arguments of public calls: one check for each kind, the same on both implementations.

Messages say what was given and what is allowed, on one line whatever was given.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

from bitmeeple.constants import POLICIES

MAX_WORD = (1 << 64) - 1
"""The greatest seed and the greatest stream."""

MAX_THREADS = 1024
_LONGEST = 60


def shown(value: object) -> str:
    """``repr`` for a message: on one line, at most 60 characters.

    Examples
    --------
    >>> shown("x" * 100)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx..."
    >>> shown(10**9999)
    'a number above 2**64-1'
    """
    if isinstance(value, int) and not -(1 << 63) <= value <= MAX_WORD:
        return "a number above 2**64-1" if value > 0 else "a number below -2**63"
    text = " ".join(repr(value).split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def as_int(value: Any, what: str) -> int:
    """An int of anything with ``__index__`` except bools; ``what`` starts the message.

    Raises
    ------
    TypeError
        A bool, float, str, None, ...

    Examples
    --------
    >>> as_int(True, "an action")
    Traceback (most recent call last):
    TypeError: an action is an int, not bool
    """
    if type(value) is int:
        return value
    if not isinstance(value, bool):
        try:
            return int(operator.index(value))  # int: a subclass stays outside
        except TypeError:
            pass
    raise TypeError(f"{what} is an int, not {type(value).__name__}")


def checked_int(value: Any, name: str, lowest: int, highest: int) -> int:
    """An int in a range.

    Raises
    ------
    TypeError
        Not an int (see `as_int`).
    ValueError
        Out of range.
    """
    number = as_int(value, name)
    if not lowest <= number <= highest:
        top = "2**64-1" if highest == MAX_WORD else highest
        raise ValueError(f"{name} is {shown(number)}; allowed is {lowest} .. {top}")
    return number


def checked_seed(value: Any, name: str = "seed") -> int:
    """A seed or stream: an int in 0 .. 2**64-1. Raises like `checked_int`."""
    return checked_int(value, name, 0, MAX_WORD)


def checked_seat(value: Any, players: int) -> int:
    """A seat: an int in 0 .. ``players`` - 1. Raises like `checked_int`."""
    seat = as_int(value, "a seat")
    if not 0 <= seat < players:
        raise ValueError(f"no seat {shown(seat)}; seats are 0..{players - 1}")
    return seat


def checked_word(value: Any, name: str, allowed: Sequence[str]) -> str:
    """One of some words.

    Raises
    ------
    ValueError
        Anything else.
    """
    if not isinstance(value, str):
        kind = type(value).__name__
        raise ValueError(f"{name} is a {kind}; allowed are {', '.join(allowed)}")
    if value not in allowed:
        raise ValueError(f"{name} is {shown(value)}; allowed are {', '.join(allowed)}")
    return str(value)


def checked_policy(value: Any) -> str:
    """A policy of playouts. Raises like `checked_word`."""
    return checked_word(value, "policy", POLICIES)


def checked_rng(value: Any) -> Any:
    """A source of randomness: what has ``next`` and ``below``.

    Raises
    ------
    TypeError
        Anything else.
    """
    if isinstance(value, type) or not (hasattr(value, "next") and hasattr(value, "below")):
        raise TypeError(f"rng is a bitmeeple.Rng, not {type(value).__name__}")
    return value
