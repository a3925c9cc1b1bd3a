"""A small vocabulary for shapes of state dicts, and the slices of an observation tensor.

An interface module ``bitmeeple.games.<game>.interface`` has

``state_schema(options, tables)``
    a `Fields`: the shape of ``to_dict()`` under these options (dict with defaults filled in) and
    this nested data.
``observation_slices(options, tables)``
    list of `Slice`, in the order of the tensor (interface page, section 7).
"""

from __future__ import annotations

import itertools
import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


class Shape(ABC):
    """The shape of one entry of a state dict."""

    @abstractmethod
    def check(self, value: object, path: str) -> None:
        """Raise `ValueError` or `TypeError` naming ``path`` unless ``value`` has this shape."""


def _expected(path: str, what: str, value: object) -> TypeError:
    return TypeError(f"{path}: expected {what}, got {type(value).__name__}")


@dataclass(frozen=True)
class Int(Shape):
    """An integer in ``lowest`` .. ``highest``; not a bool."""

    lowest: int
    highest: int

    def check(self, value: object, path: str) -> None:
        """Raise unless ``value`` fits."""
        if type(value) is not int:
            raise _expected(path, "an int", value)
        if not self.lowest <= value <= self.highest:
            raise ValueError(f"{path}: {value} is not in {self.lowest}..{self.highest}")


@dataclass(frozen=True)
class Bool(Shape):
    """True or false."""

    def check(self, value: object, path: str) -> None:
        """Raise unless ``value`` fits."""
        if type(value) is not bool:
            raise _expected(path, "a bool", value)


@dataclass(frozen=True)
class Word(Shape):
    """One of a fixed vocabulary."""

    words: Sequence[str]

    def check(self, value: object, path: str) -> None:
        """Raise unless ``value`` fits."""
        if type(value) is not str:
            raise _expected(path, "a str", value)
        if value not in self.words:
            raise ValueError(f"{path}: {value!r} is not one of {', '.join(self.words)}")


@dataclass(frozen=True)
class Optional(Shape):
    """Null, or the inner shape."""

    inner: Shape

    def check(self, value: object, path: str) -> None:
        """Raise unless ``value`` fits."""
        if value is not None:
            self.inner.check(value, path)


@dataclass(frozen=True)
class ListOf(Shape):
    """A list of ``lowest`` .. ``highest`` entries (``highest`` defaults to ``lowest``).

    ``ascending``: ids of a set, strictly ascending.
    """

    inner: Shape
    lowest: int
    highest: int | None = None
    ascending: bool = False

    def check(self, value: object, path: str) -> None:
        """Raise unless ``value`` fits."""
        if type(value) is not list:
            raise _expected(path, "a list", value)
        highest = self.lowest if self.highest is None else self.highest
        if not self.lowest <= len(value) <= highest:
            span = str(highest) if highest == self.lowest else f"{self.lowest} to {highest}"
            raise ValueError(f"{path}: {len(value)} entries instead of {span}")
        for index, entry in enumerate(value):
            self.inner.check(entry, f"{path}[{index}]")
        if self.ascending and any(a >= b for a, b in itertools.pairwise(value)):
            raise ValueError(f"{path}: not strictly ascending")


@dataclass(frozen=True)
class Tuple(Shape):
    """A list with one shape per position."""

    inner: Sequence[Shape]

    def check(self, value: object, path: str) -> None:
        """Raise unless ``value`` fits."""
        if type(value) is not list:
            raise _expected(path, "a list", value)
        if len(value) != len(self.inner):
            raise ValueError(f"{path}: {len(value)} entries instead of {len(self.inner)}")
        for index, (shape, entry) in enumerate(zip(self.inner, value)):
            shape.check(entry, f"{path}[{index}]")


@dataclass(frozen=True)
class Fields(Shape):
    """A dict with exactly these keys; ``derived`` ones may be left out."""

    fields: Mapping[str, Shape]
    derived: Sequence[str] = ()

    def check(self, value: object, path: str) -> None:
        """Raise unless ``value`` fits."""
        if type(value) is not dict:
            raise _expected(path, "a dict", value)
        for key in value:
            if key not in self.fields:
                raise ValueError(f"{path}: unknown key {key!r}")
        for key, shape in self.fields.items():
            if key in value:
                shape.check(value[key], f"{path}.{key}")
            elif key not in self.derived:
                raise ValueError(f"{path}: the key {key!r} is missing")


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
    """

    name: str
    shape: tuple[int, ...]
    meaning: str
    low: float = 0.0
    high: float = 1.0
    offset: int = 0

    @property
    def size(self) -> int:
        """Number of floats."""
        return math.prod(self.shape)
