"""El Caballero: options, ids and names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bitmeeple.games.el_caballero import interface

NODES = interface.NODES

NORTH, EAST, SOUTH, WEST = SIDES = range(4)
WATER, LAND = range(2)
ORIENTATIONS = range(8)
CARD_NUMBERS = 8  # greatest number on a caballero card, and caballeros that a court card shows
POWER_VALUES = 13
DECK = 48
NOWHERE = -1  # the neighbour of a cell at the table edge

TURN_NODES = NODES[3:22]
CHANCE_NODES = ("START", "DRAW")

# Action ids of section 4.2. Cells are 0 .. S*S-1; the others follow, these are their offsets.
POWER = 0  # of value 1
TILE = 13
ROT = 61
ORI = 65
SIDE = 73
SUPPLY = 77
PLACE_CARD = 78
RAISE_CARD = 79
BUY_SHIP = 80
SHIP_FROM_COURT = 81
SHIP_TO_COURT = 82
BUILD_CASTILLO = 83
MOVE_CASTILLO = 84
TAKE_BACK = 85
PLACE_GOVERNOR = 86
PLACE_GRANDE = 87
MOVE_GRANDE = 88
END_TURN = 89
NUM_OFFSETS = 90

PASSIVE = (SHIP_FROM_COURT, SHIP_TO_COURT, TAKE_BACK, END_TURN)


@dataclass(frozen=True)
class Options:
    """Options as the rules use them; ``variant`` is 0 base, 1 expanded."""

    players: int
    variant: int
    first_player: int

    @classmethod
    def from_flat(cls, flat: Mapping[str, int]) -> Options:
        return cls(flat["players"], flat["variant"], flat["first_player"])
