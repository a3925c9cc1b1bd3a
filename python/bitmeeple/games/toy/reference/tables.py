"""Toy: the token types."""

from __future__ import annotations

from dataclasses import dataclass

from bitmeeple.contract.data import FlatTables


@dataclass(frozen=True)
class Tables:
    """Values and counts by token type."""

    limit: int
    value: tuple[int, ...]
    count: tuple[int, ...]

    @classmethod
    def from_flat(cls, flat: FlatTables) -> Tables:
        return cls(flat["limit"][0], tuple(flat["value"]), tuple(flat["count"]))
