"""How entries of a view become the slices of an observation tensor, and back."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bitmeeple.contract.shapes import Fields, ListOf

View = Mapping[str, Any]


class Code(ABC):
    """How one entry is written as floats.

    Attributes
    ----------
    shape
        Dimensions of the floats.
    low, high
        Their range.
    """

    shape: tuple[int, ...] = (1,)
    low: float = 0.0
    high: float = 1.0

    @property
    def size(self) -> int:
        """Number of floats."""
        return math.prod(self.shape)

    @abstractmethod
    def write(self, value: Any, view: View) -> list[float]:
        """The floats of an entry of ``view``; a null is all zeros."""

    @abstractmethod
    def read(self, floats: Sequence[float], view: View) -> Any:
        """The inverse; ``view`` has what has been read so far, the node first."""


class Number(Code):
    """An integer divided by a constant; null as 0."""

    def __init__(self, scale: int = 1, *, low: float = 0.0, high: float = 1.0) -> None:
        self.scale, self.low, self.high = scale, low, high

    def write(self, value: int | None, view: View) -> list[float]:
        """One float."""
        return [(value or 0) / self.scale]

    def read(self, floats: Sequence[float], view: View) -> int:
        """The integer."""
        return round(floats[0] * self.scale)


class Flag(Code):
    """1 for true, 0 for false and null."""

    def write(self, value: bool | None, view: View) -> list[float]:
        """One float."""
        return [1.0 if value else 0.0]

    def read(self, floats: Sequence[float], view: View) -> bool:
        """The flag."""
        return floats[0] == 1


class OneHot(Code):
    """A 1 at the place of the value among those it may have; zeros for null."""

    def __init__(self, values: Iterable[Any]) -> None:
        self.values = tuple(values)
        self.shape = (len(self.values),)
        self._places = {value: place for place, value in enumerate(self.values)}

    def write(self, value: Any, view: View) -> list[float]:
        """A float for each value."""
        floats = [0.0] * len(self.values)
        if value is not None:
            floats[self._places[value]] = 1.0
        return floats

    def read(self, floats: Sequence[float], view: View) -> Any:
        """The value, or None."""
        return next((value for value, one in zip(self.values, floats) if one), None)


class Flags(Code):
    """A set of ids: 1 for each of them; zeros for null."""

    def __init__(self, ids: Iterable[int]) -> None:
        self.ids = tuple(ids)
        self.shape = (len(self.ids),)

    def write(self, value: Iterable[int] | None, view: View) -> list[float]:
        """A float for each id."""
        members = frozenset(value or ())
        return [1.0 if one in members else 0.0 for one in self.ids]

    def read(self, floats: Sequence[float], view: View) -> list[int]:
        """The ids, ascending."""
        return [one for one, flag in zip(self.ids, floats) if flag]


class Who(Code):
    """A seat as a one-hot, counted clockwise from the observer; zeros for null, chance, nobody.

    Parameters
    ----------
    players
        Number of seats.
    over
        For ``current_player``: zeros are -4 at the node ``over`` and -1 elsewhere.
    """

    def __init__(self, players: int, *, over: str = "") -> None:
        self.shape = (players,)
        self.over = over

    def write(self, value: int | None, view: View) -> list[float]:
        """A float for each seat."""
        (players,) = self.shape
        floats = [0.0] * players
        if value is not None and value >= 0:
            floats[(value - view["player"]) % players] = 1.0
        return floats

    def read(self, floats: Sequence[float], view: View) -> int | None:
        """The seat."""
        (players,) = self.shape
        if not any(floats):
            return (-4 if view["node"] == self.over else -1) if self.over else None
        seat: int = (list(floats).index(1.0) + view["player"]) % players
        return seat


class Each(Code):
    """A list of a fixed length; null as zeros."""

    def __init__(self, code: Code, size: int) -> None:
        self.code, self.count = code, size
        self.shape = (size, *(code.shape if code.size > 1 else ()))
        self.low, self.high = code.low, code.high

    def write(self, value: Sequence[Any] | None, view: View) -> list[float]:
        """The entries one after another."""
        entries: Sequence[Any] = [None] * self.count if value is None else value
        return [one for entry in entries for one in self.code.write(entry, view)]

    def read(self, floats: Sequence[float], view: View) -> list[Any]:
        """All entries."""
        size = self.code.size
        starts = range(0, len(floats), size)
        return [self.code.read(floats[start : start + size], view) for start in starts]


class BySeat(Each):
    """A list by seat, written clockwise from the observer."""

    def write(self, value: Sequence[Any] | None, view: View) -> list[float]:
        """The observer's entry first."""
        assert value is not None
        own = view["player"]
        return super().write([*value[own:], *value[:own]], view)

    def read(self, floats: Sequence[float], view: View) -> list[Any]:
        """In the order of seats."""
        entries = super().read(floats, view)
        own = self.count - view["player"]
        return [*entries[own:], *entries[:own]]


@dataclass(frozen=True)
class Slice:
    """A named part of an observation tensor.

    Parameters
    ----------
    name
        Unique within the tensor.
    shape
        Its dimensions; the floats lie in C order.
    meaning
        One line: what an entry says, its unit and range.
    low, high
        Range of the entries.
    offset
        Index of its first float in the tensor; filled in by `Game.observation_spec`.
    entry
        The entry of the view that it encodes: ``pile``, ``seats[*].open`` (a list by seat),
        ``seats[0].hand`` (the observer's, 1 its left neighbour's), ``seats[parent].table`` (of the
        seat that the entry ``parent`` names).
    code
        How it is encoded.
    """

    name: str
    shape: tuple[int, ...]
    meaning: str
    low: float = 0.0
    high: float = 1.0
    offset: int = 0
    entry: str = ""
    code: Code | None = field(default=None, compare=False, repr=False)

    @property
    def size(self) -> int:
        """Number of floats."""
        return math.prod(self.shape)


def part(name: str, code: Code, meaning: str, entry: str = "") -> Slice:
    """A slice that encodes the entry of its name, or another one."""
    return Slice(name, code.shape, meaning, code.low, code.high, 0, entry or name, code)


def encode(slices: Iterable[Slice], view: View) -> list[float]:
    """The tensor of a view: quotients of two integers, not yet rounded to float32."""
    floats: list[float] = []
    for one in slices:
        assert one.code is not None
        floats += one.code.write(_entry(view, one.entry), view)
    return floats


def decode(
    slices: Iterable[Slice], fields: Fields, tensor: Sequence[float], player: int, players: int
) -> dict[str, Any]:
    """What a tensor says of the view of seat ``player``: all entries that have a slice."""
    view: dict[str, Any] = {"player": player, "seats": [{} for _ in range(players)]}
    for one in sorted(slices, key=lambda one: one.entry != "node"):
        assert one.code is not None
        floats = tensor[one.offset : one.offset + one.size]
        _set_entry(view, one.entry, one.code.read(floats, view))
    for key, entry in fields.fields.items():
        if key in view and entry.is_null(view):
            view[key] = None
        if isinstance(entry.shape, ListOf) and entry.shape.most == 0:
            view[key] = []  # a list of no entries has no slice
    return view


def _split(entry: str) -> tuple[str, str, str]:
    """The key of the dict, the selector of a seat, the key of the seat's dict."""
    key, _, rest = entry.partition("[")
    selector, _, inner = rest.partition("]")
    return key, selector, inner.removeprefix(".")


def _seat(view: View, selector: str, players: int) -> int | None:
    if selector.isdigit():
        return (int(view["player"]) + int(selector)) % players
    seat: int | None = view[selector]
    return seat


def _entry(view: View, entry: str) -> Any:
    key, selector, inner = _split(entry)
    value = view[key]
    if not selector:
        return value
    if selector == "*":
        return [seat[inner] for seat in value]
    seat = _seat(view, selector, len(value))
    if seat is None:
        return None
    return value[seat][inner] if inner else value[seat]


def _set_entry(view: dict[str, Any], entry: str, value: Any) -> None:
    """Put in what a slice says; what another slice has said of the same entry stays."""
    key, selector, inner = _split(entry)
    if not selector:
        view[key] = value
        return
    seats = view["seats"]
    if selector == "*":
        for seat, one in zip(seats, value):
            seat[inner] = one
        return
    whose = _seat(view, selector, len(seats))
    for seat, one in enumerate(seats):
        if not inner:
            view.setdefault(key, [None] * len(seats))
            if seat == whose and value is not None:
                view[key][seat] = value
        elif seat == whose and value is not None:
            one[inner] = value
        else:
            one.setdefault(inner, None)
