"""What the loaders of all games share: options, and readers for the nested data of a file.

A loader module ``bitmeeple.games.<game>.loader`` has

``validate(data)``
    raises `ValueError` naming the first broken rule of the file; ``data`` is a JSON object.
``flatten(data, options)``
    the flat tables of the game's interface page, section 2, for a valid file.
``VARIANTS`` (only if flat tables depend on options)
    mapping of a name to the options under which the shipped tables are compiled into the core.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bitmeeple.contract.shapes import Anything, Bool, Int, ListOf, Shape, Text, Word, suggest

__all__ = ["FlatTables", "Option", "Reader", "Value", "header", "suggest"]

FlatTables = dict[str, list[int]]
Value = int | bool | str


@dataclass(frozen=True)
class Option:
    """One option of a game.

    Parameters
    ----------
    name
        Keyword of `load_game`, lower snake case.
    default
        Value used when the option is not given.
    values
        All allowed values, or a function of (options chosen so far, nested data) that returns
        them. Options are checked in the order of ``OPTIONS``.
    help
        One line for ``bitmeeple games`` and ``--help``.
    """

    name: str
    default: Value
    values: Sequence[Value] | Callable[[Mapping[str, Any], Mapping[str, Any]], Sequence[Value]]
    help: str

    def allowed(self, chosen: Mapping[str, Any], data: Mapping[str, Any]) -> Sequence[Value]:
        """All allowed values, given the options before this one and the data in use."""
        return self.values(chosen, data) if callable(self.values) else self.values

    def check(self, value: object, chosen: Mapping[str, Any], data: Mapping[str, Any]) -> None:
        """Raise `TypeError` or `ValueError` unless ``value`` is allowed."""
        allowed = self.allowed(chosen, data)
        types = tuple(dict.fromkeys(type(v) for v in allowed))
        shown = ", ".join(repr(v) for v in allowed)
        if type(value) not in types:
            wanted = " or ".join(t.__name__ for t in types)
            raise TypeError(
                f"option {self.name!r} takes {wanted} ({shown}), "
                f"not {type(value).__name__} {value!r}"
            )
        if value not in allowed:
            hint = suggest(str(value), [str(v) for v in allowed])
            raise ValueError(f"option {self.name!r} is {value!r}; allowed are {shown}{hint}")

    def code(self, value: Value, chosen: Mapping[str, Any], data: Mapping[str, Any]) -> int:
        """The integer that stands for ``value`` in the implementations (interface page, 1)."""
        if not isinstance(value, str):
            return int(value)
        allowed = self.allowed(chosen, data)
        position = [v for v in allowed if isinstance(v, str)].index(value)
        return position if all(isinstance(v, str) for v in allowed) else -1 - position


class Reader:
    """A cursor on the nested data of a file; every complaint names the path of the entry.

    ``bool`` is not an int; unknown keys are refused, except ``note``.
    """

    def __init__(self, value: object, path: str = "data") -> None:
        self.value = value
        self.path = path

    def fail(self, what: str) -> ValueError:
        """The error to raise: ``path: what``."""
        return ValueError(f"{self.path}: {what}")

    def require(self, condition: bool, what: str) -> None:
        """Raise unless the condition holds."""
        if not condition:
            raise self.fail(what)

    def object(self, keys: Iterable[str], optional: Iterable[str] = ()) -> dict[str, Reader]:
        """The members of an object that has exactly these keys."""
        if not isinstance(self.value, dict):
            raise self.fail(f"expected an object, got {type(self.value).__name__}")
        wanted, extra = list(keys), [*optional, "note"]
        for key in wanted:
            self.require(key in self.value, f"the key {key!r} is missing")
        for key in self.value:
            if key not in wanted and key not in extra:
                raise self.fail(f"unknown key {key!r}{suggest(str(key), wanted)}")
        return {key: Reader(v, f"{self.path}.{key}") for key, v in self.value.items()}

    def check(self, shape: Shape) -> Any:
        """The value, which must have a shape; data of a wrong type are broken as others are."""
        try:
            shape.check(self.value, self.path)
        except TypeError as error:
            raise ValueError(str(error)) from None
        return self.value

    def list(self, lowest: int, highest: int | None = None) -> list[Reader]:
        """The entries of a list of ``lowest`` .. ``highest`` entries (default: exactly)."""
        entries = self.check(ListOf(Anything(), lowest, highest))
        return [Reader(v, f"{self.path}[{i}]") for i, v in enumerate(entries)]

    def int(self, lowest: int, highest: int) -> int:
        """An integer in a range; neither bool nor float."""
        number: builtins.int = self.check(Int(lowest, highest))
        return number

    def ints(
        self, lowest: builtins.int, highest: builtins.int, size: builtins.int
    ) -> builtins.list[builtins.int]:
        """A list of ``size`` integers in a range."""
        return [entry.int(lowest, highest) for entry in self.list(size)]

    def bool(self) -> bool:
        """A bool."""
        flag: builtins.bool = self.check(Bool())
        return flag

    def str(self, known: Iterable[builtins.str] | None = None) -> builtins.str:
        """A string, one of ``known`` if given."""
        word: builtins.str = self.check(Text() if known is None else Word(tuple(known)))
        return word

    def source(self) -> builtins.str:
        """The ``source`` of a table."""
        return self.str(("rulebook", "published", "reconstructed", "invented"))


def header(data: object, game: str, keys: Iterable[str]) -> dict[str, Reader]:
    """The members of a whole file of schema version 1 for this game."""
    members = Reader(data).object(["game", "schema_version", *keys])
    members["game"].str([game])
    members["schema_version"].int(1, 1)
    return members
