"""Lata: options, ids and names (specification 4.1; interface page, sections 1 to 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

ROUNDS = 6
ACTION_POINTS = 9
MAX_MONEY = 999
SPACES = range(1, 6)

# Cubes
COLOURS = range(3)
SILVER, RED, YELLOW = COLOURS

# Icons
SARDINE, MACKEREL, TOMATO, OLIVE_OIL, TINPLATE = range(5)

# Effects of special cards
NO_EFFECT, SELL_TWO, CONVERT_CUBE, MONEY_TO_AP, BUY_CUBES = range(5)

# Cards
PRODUCTION = range(5, 47)
MARKETS = range(47, 86)
SCORING = range(86, 121)
FIRST_STARTING_SCORING = 121

# Actions
NUM_ACTIONS = 173
BIDS = range(0, 10)
STAY, PASS = 10, 11
SET_0 = 12
SPACE_0 = 16  # SPACE(s) = 16 + s
MAKE_SILVER = 22
SKIP, FINISH = 25, 26
SELL_TWO_0 = 27
CONVERT_0 = 33
USE_MONEY_TO_AP = 39
BUY_SILVER = 40
REVEAL_MARKET = 43
FREE_REVEAL, NO_FREE_REVEAL = 44, 45
DELIVER_SILVER = 46
STOP_DELIVERY = 49
END_SALES = 50
REVEAL_SCORING = 51
END_SCORING = 52
KEEP_BOTH, DISCARD_LOWER, DISCARD_HIGHER = 53, 54, 55
REPLACE_DONE = 56
CARD_0 = 52  # PICK(c), MARKET(m), SCORING(c) = 52 + card

# Which two cubes `SELL_TWO` takes, which cube `CONVERT` turns into which
PAIRS = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))
CONVERSIONS = ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1))

PASSIVE = frozenset(
    (PASS, SKIP, FINISH, NO_FREE_REVEAL, STOP_DELIVERY, END_SALES, END_SCORING, REPLACE_DONE)
)

CHANCE_NODES = ("TOKEN", "PRODUCTION_DRAW", "MARKET_DRAW", "SCORING_DRAW")
NODES = (
    *CHANCE_NODES,
    "START_PICK",
    "SPEND",
    "BID",
    "AUCTION",
    "SET",
    "PICK",
    "KEEP",
    "PLACE",
    "REPLACE_MARKETS",
    "FREE",
    "PRODUCE",
    "SELL",
    "DELIVER",
    "REPLACE_SCORING",
    "SCORE",
    "END",
)
CONTEXTS = ("setup", "refill", "replace", "free", "produce", "sell", "score")


@dataclass(frozen=True)
class Options:
    """Options as the rules use them."""

    players: int
    open_auction: bool
    solo_board: int

    @classmethod
    def from_flat(cls, flat: Mapping[str, int]) -> Options:
        return cls(flat["players"], flat["turn_order"] == 1, flat["solo_board"])

    @property
    def solo(self) -> bool:
        return self.players == 1
