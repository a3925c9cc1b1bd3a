"""Lata: the rules put together, under fixed options and tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bitmeeple.contract.data import FlatTables
from bitmeeple.games.lata.reference import (
    invariants,
    observe,
    phase_a,
    phase_b,
    phase_c,
    phase_d,
    scoring,
    setup,
)
from bitmeeple.games.lata.reference.state import Position
from bitmeeple.games.lata.reference.table import table
from bitmeeple.games.lata.reference.tables import Tables
from bitmeeple.games.lata.reference.types import CHANCE_NODES, NUM_ACTIONS, PASSIVE, Options
from bitmeeple.reference.protocol import SupportsRng
from bitmeeple.reference.results import rank_seats, share_win


def draw_production(t: Tables, s: Position, card: int) -> None:
    """The sets of a round; solo: the cards of phase B."""
    if t.options.solo:
        phase_b.draw_production(t, s, card)
    else:
        phase_a.deal_sets(t, s, card)


def draw_market(t: Tables, s: Position, card: int) -> None:
    """A market comes into the display, without cubes; [L-50] it stays there."""
    context, s.context = s.context, None
    s.market_deck.remove(card)
    s.market_display[card] = [0, 0, 0]
    if context == "setup":
        setup.fill_displays(t, s)
    else:
        assert context is not None
        phase_c.after_market_draw(t, s, context)


def draw_scoring(t: Tables, s: Position, card: int) -> None:
    """A scoring card comes into the display; [L-50] it stays there."""
    context, s.context = s.context, None
    s.scoring_deck.remove(card)
    s.scoring_display = sorted([*s.scoring_display, card])
    if context == "setup":
        setup.fill_displays(t, s)
    else:
        assert context is not None
        phase_d.after_scoring_draw(t, s, context)


LEGAL: dict[str, Callable[[Tables, Position], list[int]]] = {
    "START_PICK": setup.start_pick_actions,
    "SPEND": phase_b.spend_actions,
    "BID": phase_a.bid_actions,
    "AUCTION": phase_a.auction_actions,
    "SET": phase_b.set_actions,
    "PICK": phase_b.pick_actions,
    "KEEP": phase_b.keep_actions,
    "PLACE": phase_b.place_actions,
    "REPLACE_MARKETS": phase_c.replace_markets_actions,
    "FREE": phase_c.free_actions,
    "PRODUCE": phase_c.produce_actions,
    "SELL": phase_c.sell_actions,
    "DELIVER": phase_c.deliver_actions,
    "REPLACE_SCORING": phase_d.replace_scoring_actions,
    "SCORE": phase_d.score_actions,
}

APPLY: dict[str, Callable[[Tables, Position, int], None]] = {
    "TOKEN": setup.draw_token,
    "PRODUCTION_DRAW": draw_production,
    "MARKET_DRAW": draw_market,
    "SCORING_DRAW": draw_scoring,
    "START_PICK": setup.start_pick,
    "SPEND": phase_b.spend,
    "BID": phase_a.bid,
    "AUCTION": phase_a.auction,
    "SET": phase_b.take_set,
    "PICK": phase_b.pick,
    "KEEP": phase_b.keep,
    "PLACE": phase_b.place,
    "REPLACE_MARKETS": phase_c.replace_markets,
    "FREE": phase_c.free,
    "PRODUCE": phase_c.produce,
    "SELL": phase_c.sell,
    "DELIVER": phase_c.deliver,
    "REPLACE_SCORING": phase_d.replace_scoring,
    "SCORE": phase_d.score,
}


class Rules:
    """Lata under fixed options and tables."""

    def __init__(self, options: Mapping[str, int], tables: FlatTables) -> None:
        self.options = Options.from_flat(options)
        self.tables = Tables.from_flat(self.options, tables)

    # Bounds

    def num_players(self) -> int:
        return self.options.players

    def num_distinct_actions(self) -> int:
        return NUM_ACTIONS

    def max_chance_outcomes(self) -> int:
        return 121

    def max_game_length(self) -> int:
        return 2600

    def max_chance_nodes_in_history(self) -> int:
        return 144

    def min_utility(self) -> float:
        return 0.0

    def max_utility(self) -> float:
        return float(scoring.max_solo_score(self.tables)) if self.options.solo else 1.0

    def utility_sum(self) -> float | None:
        return None if self.options.solo else 1.0

    # Playing

    def initial_state(self) -> Position:
        return setup.initial_state(self.tables)

    def copy(self, s: Position) -> Position:
        return s.copy()

    def current_player(self, s: Position) -> int:
        return observe.current_player(s)

    def legal_actions(self, s: Position) -> list[int]:
        return LEGAL[s.node](self.tables, s)

    def chance_outcomes(self, s: Position) -> list[tuple[int, int]]:
        """Draws are uniform over what is left (4.1)."""
        if s.node == "MARKET_DRAW":
            ids = s.market_deck
        elif s.node == "SCORING_DRAW":
            ids = s.scoring_deck
        elif s.node == "PRODUCTION_DRAW":
            ids = s.production_deck
        else:
            ids = setup.token_outcomes(self.tables, s)
        return [(card, 1) for card in ids]

    def apply_action(self, s: Position, action: int) -> None:
        APPLY[s.node](self.tables, s, action)

    def is_passive(self, action: int) -> bool:
        return action in PASSIVE

    # Results (6.2)

    def scores(self, s: Position) -> list[int]:
        """[L-65] All cards are valued on the final position."""
        if s.node != "END":
            return [0] * self.options.players
        return [scoring.points(self.tables, s, seat) for seat in self.tables.seats]

    def ranking(self, s: Position) -> list[int]:
        """[L-66] Equal scores share a rank."""
        points = self.scores(s)
        return rank_seats(len(points), lambda a, b: points[a] > points[b])

    def returns(self, s: Position) -> list[float]:
        """[L-66] Shared victory; solo: the score."""
        if s.node != "END":
            return [0.0] * self.options.players
        if self.options.solo:
            return [float(score) for score in self.scores(s)]
        return share_win(self.ranking(s))

    # Text, views, worlds

    def to_dict(self, s: Position) -> dict[str, Any]:
        return observe.to_dict(self.tables, s)

    def table(self, s: Position) -> dict[str, Any]:
        return table(self.tables, s)

    def from_dict(self, d: Mapping[str, Any]) -> Position:
        s = observe.position_of(self.tables, d)
        invariants.check(self.tables, s)
        return s

    def resample(self, s: Position, player: int, rng: SupportsRng) -> Position:
        return observe.resample(s, player, rng)


assert set(APPLY) == {*LEGAL, *CHANCE_NODES}
