"""Toy: options, ids and names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bitmeeple.games.toy import interface

TYPES = range(4)
MAX_DRAWN = 2
DRAW, STAY = interface.DRAW.first, interface.STAY.first


@dataclass(frozen=True)
class Options:
    """Options as the rules use them."""

    players: int
    open: bool

    @classmethod
    def from_flat(cls, flat: Mapping[str, int]) -> Options:
        return cls(players=flat["players"], open=flat["open"] == 1)
