"""Toy: what everybody at the table can work out from what lies open."""

from __future__ import annotations

from typing import Any

from bitmeeple.games.toy.reference.observe import unseen
from bitmeeple.games.toy.reference.state import Position
from bitmeeple.games.toy.reference.tables import Tables
from bitmeeple.games.toy.reference.types import Options


def table(options: Options, tables: Tables, s: Position) -> dict[str, Any]:
    """Interface page, section 9."""
    left = unseen(options, tables, s, player=-1)
    return {
        "unseen": left,
        "unseen_value": sum(number * value for number, value in zip(left, tables.value)),
    }
