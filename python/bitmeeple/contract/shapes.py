"""Shapes of state dicts: types, ranges, what is derived, what is hidden from whom."""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


class Shape(ABC):
    """The shape of one entry of a state dict."""

    @abstractmethod
    def check(self, value: object, path: str) -> None:
        """Raise `ValueError` or `TypeError` naming ``path`` unless ``value`` has this shape."""

    def __str__(self) -> str:
        """A few words for the interface page."""
        return type(self).__name__.lower()


def _expected(path: str, what: str, value: object) -> TypeError:
    return TypeError(f"{path}: expected {what}, got {type(value).__name__}")


def suggest(word: str, known: Iterable[str]) -> str:
    """`"; did you mean 'x'?"` for the nearest known word, or an empty string."""
    import difflib  # only where something is misspelt

    alike = {_plain(candidate): candidate for candidate in known}
    close = difflib.get_close_matches(_plain(word), list(alike), n=1, cutoff=0.5)
    return f"; did you mean {alike[close[0]]!r}?" if close else ""


def _plain(word: str) -> str:
    """Capitals and dashes are near misses too."""
    return word.lower().replace("-", "_")


class Anything(Shape):
    """What is checked elsewhere."""

    def check(self, value: object, path: str) -> None:
        """Everything fits."""


class Text(Shape):
    """A string."""

    def check(self, value: object, path: str) -> None:
        """Raise unless ``value`` fits."""
        if type(value) is not str:
            raise _expected(path, "a string", value)


@dataclass(frozen=True)
class Int(Shape):
    """An integer in ``lowest`` .. ``highest``; not a bool."""

    lowest: int
    highest: int

    def check(self, value: object, path: str) -> None:
        """Raise unless ``value`` fits."""
        if type(value) is not int:
            raise _expected(path, "an integer", value)
        if not self.lowest <= value <= self.highest:
            raise ValueError(f"{path}: {value} is not {self.lowest}..{self.highest}")

    def __str__(self) -> str:
        wide = self.highest - self.lowest >= 1 << 31
        return "int" if wide else f"{self.lowest}..{self.highest}"


@dataclass(frozen=True)
class Bool(Shape):
    """True or false."""

    def check(self, value: object, path: str) -> None:
        """Raise unless ``value`` fits."""
        if type(value) is not bool:
            raise _expected(path, "true or false", value)


@dataclass(frozen=True)
class Word(Shape):
    """One of a fixed vocabulary; ``name`` is that of the enumeration in C++."""

    words: Sequence[str]
    name: str = ""

    def check(self, value: object, path: str) -> None:
        """Raise unless ``value`` fits."""
        if type(value) is not str:
            raise _expected(path, "a string", value)
        if value not in self.words:
            known = ", ".join(self.words) + suggest(value, self.words)
            raise ValueError(f"{path}: {value!r} is not one of {known}")

    def __str__(self) -> str:
        return self.name or ", ".join(f'`"{word}"`' for word in self.words)


@dataclass(frozen=True)
class Optional(Shape):
    """Null, or the inner shape."""

    inner: Shape

    def check(self, value: object, path: str) -> None:
        """Raise unless ``value`` fits."""
        if value is not None:
            self.inner.check(value, path)

    def __str__(self) -> str:
        return f"{self.inner} or null"


@dataclass(frozen=True)
class ListOf(Shape):
    """A list of ``lowest`` .. ``highest`` entries (``highest`` defaults to ``lowest``).

    ``ascending``: whether they are strictly ascending, as ids of a set are; for dicts and tuples
    the keys or indices that they are ordered by.
    """

    inner: Shape
    lowest: int
    highest: int | None = None
    ascending: bool | Sequence[Any] = False

    @property
    def most(self) -> int:
        """Number of entries at most."""
        return self.lowest if self.highest is None else self.highest

    def check(self, value: object, path: str) -> None:
        """Raise unless ``value`` fits."""
        if type(value) is not list:
            raise _expected(path, "a list", value)
        if not self.lowest <= len(value) <= self.most:
            span = str(self.most) if self.most == self.lowest else f"{self.lowest} to {self.most}"
            raise ValueError(f"{path}: {len(value)} entries instead of {span}")
        for index, entry in enumerate(value):
            self.inner.check(entry, f"{path}[{index}]")
        if self.ascending:
            self._check_order(value, path)

    def _check_order(self, value: list[Any], path: str) -> None:
        keys = () if isinstance(self.ascending, bool) else self.ascending
        order = [tuple(entry[key] for key in keys) for entry in value] if keys else value
        if any(a >= b for a, b in itertools.pairwise(order)):
            by = f" by {', '.join(map(str, keys))}" if keys else ""
            raise ValueError(f"{path}: not strictly ascending{by}")

    def __str__(self) -> str:
        size = str(self.most) if self.most == self.lowest else f"{self.lowest} to {self.most}"
        order = ", ascending" if self.ascending else ""
        return f"list of {size}: {self.inner}{order}"


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

    def __str__(self) -> str:
        return f"[{', '.join(map(str, self.inner))}]"


@dataclass(frozen=True)
class Hidden:
    """How ``view(p)`` hides an entry of a seat, or the entries of a list by seat.

    It is null for every seat but p, at the terminal too, unless one of these says otherwise.

    Parameters
    ----------
    until
        A node from which on everybody sees it.
    but
        The key of an entry that names a seat whose entry everybody sees.
    """

    until: str = ""
    but: str = ""

    def is_shown(self, d: Mapping[str, Any], seat: int) -> bool:
        """Whether those whom it does not belong to see the entry of ``seat``."""
        return (bool(self.until) and d["node"] == self.until) or (
            bool(self.but) and d[self.but] == seat
        )

    def __str__(self) -> str:
        until = f" until `{self.until}`" if self.until else ""
        but = f", but for that of seat `{self.but}`" if self.but else ""
        return f"those of other seats{until}{but}"


@dataclass(frozen=True)
class Field:
    """An entry of a dict.

    Parameters
    ----------
    shape
        What may stand there.
    meaning
        One line for the interface page.
    derived
        May be left out on the way in; must agree with the rest if given.
    hidden
        Whom it is hidden from; None: nobody.
    at
        For an entry that may be null: where it is not. Other entries of the dict, with the values
        of which any makes it so.
    """

    shape: Shape
    meaning: str = ""
    derived: bool = False
    hidden: Hidden | None = None
    at: Mapping[str, Sequence[object]] = field(default_factory=dict)

    def is_null(self, d: Mapping[str, Any]) -> bool:
        """Whether ``at`` makes it null in ``d``."""
        return bool(self.at) and not any(d[key] in values for key, values in self.at.items())


class Fields(Shape):
    """A dict with exactly these keys.

    Parameters
    ----------
    fields
        The entries by key; a bare `Shape` is an entry about which there is no more to say.
    derived
        Keys of further derived entries.
    name
        That of the struct in C++; needed where one is generated.
    """

    def __init__(
        self, fields: Mapping[str, Field | Shape], derived: Sequence[str] = (), name: str = ""
    ) -> None:
        self.fields = {
            key: entry if isinstance(entry, Field) else Field(entry, derived=key in derived)
            for key, entry in fields.items()
        }
        self.name = name

    def check(self, value: object, path: str) -> None:
        """Raise unless ``value`` fits."""
        if type(value) is not dict:
            raise _expected(path, "a dict", value)
        for key in value:
            if key not in self.fields:
                raise ValueError(f"{path}: unknown key {key!r}")
        for key, entry in self.fields.items():
            if key in value:
                entry.shape.check(value[key], f"{path}.{key}")
            elif not entry.derived:
                raise ValueError(f"{path}: the key {key!r} is missing")

    def __str__(self) -> str:
        return "dict"

    @property
    def seats(self) -> Fields:
        """The entries of a seat."""
        shape = self.fields["seats"].shape
        assert isinstance(shape, ListOf)
        assert isinstance(shape.inner, Fields)
        return shape.inner

    def view(self, d: dict[str, Any], player: int) -> dict[str, Any]:
        """``d`` as seat ``player`` may know it; consumes ``d``."""
        for key, entry in self.fields.items():
            if entry.hidden is not None:
                for seat in _others(d[key], player):
                    if not entry.hidden.is_shown(d, seat):
                        d[key][seat] = None
        for key, entry in self.seats.fields.items():
            if entry.hidden is not None:
                for seat in _others(d["seats"], player):
                    if not entry.hidden.is_shown(d, seat):
                        d["seats"][seat][key] = None
        return {"player": player, **d}

    def without_derived(self, d: Mapping[str, Any]) -> dict[str, Any]:
        """The entries that do not follow from the rest, at every depth."""
        kept = {}
        for key, value in d.items():
            entry = self.fields[key]
            if entry.derived:
                continue
            kept[key] = value
            if isinstance(entry.shape, ListOf) and isinstance(entry.shape.inner, Fields):
                kept[key] = [entry.shape.inner.without_derived(one) for one in value]
        return kept

    def disagreement(self, given: Mapping[str, Any], right: Mapping[str, Any]) -> str:
        """The first derived entry that is given and wrong, in words; empty if all agree."""
        for key, entry in self.fields.items():
            if key not in given:
                continue
            if entry.derived and given[key] != right[key]:
                return f"{key} is {given[key]}, but follows to be {right[key]} (it may be left out)"
            if isinstance(entry.shape, ListOf) and isinstance(entry.shape.inner, Fields):
                for index, (one, other) in enumerate(zip(given[key], right[key])):
                    inner = entry.shape.inner.disagreement(one, other)
                    if inner:
                        return f"{key}[{index}].{inner}"
        return ""


def _others(entries: Sequence[Any], player: int) -> list[int]:
    """All seats but one."""
    return [seat for seat in range(len(entries)) if seat != player]
