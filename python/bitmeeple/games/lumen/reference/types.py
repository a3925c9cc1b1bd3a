"""Lumen: options, ids and names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bitmeeple.games.lumen import interface

NODES = interface.NODES

DAY, NIGHT = 0, 1
SEATS = (DAY, NIGHT)

CHANCE_NODES = frozenset(NODES[:7])

TERRITORIES = range(16)
RIVER = 16
CELLS = range(1, 21)
EMPTY, BARRED = -1, -2
NO_TOKEN, FACE_DOWN = -1, 8

# Fighter types
SHROOMLING, MUDSHELL, RESTORER, PUSHER, ASSASSIN, FEATHERED = range(6)
EPIC_PUSHER, EPIC_ASSASSIN, IMPATIENT, BOMBER, WEAVER, ROOTSPRING, HYPNOTIST, METAMORPH = range(
    6, 14
)
BASIC = range(6)
TYPES = range(14)

# Classes of Fighters: 2 * type + side
ACTIVE, INACTIVE = 0, 1
CLASSES = range(28)
RESTORER_INACTIVE = 2 * RESTORER + INACTIVE
WEAVER_INACTIVE = 2 * WEAVER + INACTIVE
ROOTSPRING_INACTIVE = 2 * ROOTSPRING + INACTIVE

# Bonus tokens: 0..7 Mercenaries (type - 6), then Glow Actions, then Secret Missions
BONUSES = range(14)
FURY, CLEAN_SHEET, TELEPORTATION = 8, 9, 10
DISCOVERY_MISSION, WINTER_MISSION, SHROOMLING_MISSION = 11, 12, 13

# Discovery kinds; the first three are Loot
LOOTS = range(3)
INTERFERENCE, PLANNING, PARATROOPER, PRIORITY_MESSAGE, FOUL_PLAY = range(3, 8)

WINTER = 0

# Action ids (specification, 2.4)
DO_ROLL, DO_DONE, DO_FOUL_PLAY, DO_DEPLOY_FIRST, DO_ACT_FIRST = range(5)
CALC_0, DICE_0, CELL_0, TERR_0, GLOW_0, DEPLOY_0 = 5, 10, 46, 66, 83, 86
MOVE_0, ACTIVATE_0, TARGET_0 = 310, 758, 982
ACTIONS = 1878
OUTCOMES = 36


def cell_action(cell: int) -> int:
    """CELL(c), c = 1..20."""
    return CELL_0 + cell - 1


def target_action(owner: int, kind: int, territory: int) -> int:
    """TARGET(owner, type, side, i); ``kind`` is the class 2 * type + side."""
    return TARGET_0 + 16 * (28 * owner + kind) + territory


def split_target(action: int) -> tuple[int, int, int]:
    """Owner, class and Territory of a TARGET."""
    rest, territory = divmod(action - TARGET_0, 16)
    owner, kind = divmod(rest, 28)
    return owner, kind, territory


@dataclass(frozen=True, slots=True)
class Options:
    """Options as the rules use them.

    ``first_player`` is None if Turn 1's is drawn; ``original`` is the edition of L-34, L-45, L-51.
    """

    first_player: int | None
    original: bool

    @classmethod
    def from_flat(cls, flat: Mapping[str, int]) -> Options:
        chosen = flat["first_player"]
        return cls(
            first_player=None if chosen == 0 else chosen - 1,
            original=flat["edition"] == 1,
        )
