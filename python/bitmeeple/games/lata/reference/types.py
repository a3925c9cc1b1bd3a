"""Lata: options, ids and names (specification 4.1; interface page, sections 1 to 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bitmeeple.contract.ids import number_of
from bitmeeple.games.lata import interface

CHANCE_NODES, PASSIVE = interface.CHANCE_NODES, interface.PASSIVE
PRODUCTION, MARKETS, SCORING = interface.PRODUCTION, interface.MARKETS, interface.SCORING
FIRST_STARTING_SCORING = interface.STARTING_SCORING[0]

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

# Action ids
NUM_ACTIONS = number_of(interface.ACTIONS)
BIDS = range(interface.BID.first, interface.BID.stop)
STAY, PASS = interface.STAY.first, interface.PASS.first
SET_0 = interface.SET.first
SPACE_0 = interface.SPACE.first - 1  # SPACE(s) = SPACE_0 + s
MAKE_SILVER = interface.MAKE.first
SKIP, FINISH = interface.SKIP.first, interface.FINISH.first
SELL_TWO_0 = interface.SELL_TWO.first
CONVERT_0 = interface.CONVERT.first
USE_MONEY_TO_AP = interface.MONEY_TO_AP.first
BUY_SILVER = interface.BUY_CUBE.first
REVEAL_MARKET = interface.REVEAL_MARKET.first
FREE_REVEAL, NO_FREE_REVEAL = interface.FREE_REVEAL.first, interface.NO_FREE_REVEAL.first
DELIVER_SILVER = interface.DELIVER.first
STOP_DELIVERY = interface.STOP_DELIVERY.first
END_SALES = interface.END_SALES.first
REVEAL_SCORING = interface.REVEAL_SCORING.first
END_SCORING = interface.END_SCORING.first
KEEP_BOTH, DISCARD_LOWER = interface.KEEP_BOTH.first, interface.DISCARD_LOWER.first
DISCARD_HIGHER = interface.DISCARD_HIGHER.first
REPLACE_DONE = interface.REPLACE_DONE.first
CARD_0 = interface.PICK.first - PRODUCTION[0]  # PICK(c), MARKET(m), SCORING(c) = CARD_0 + card

# Which two cubes `SELL_TWO` takes, which cube `CONVERT` turns into which
PAIRS = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))
CONVERSIONS = ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1))


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
