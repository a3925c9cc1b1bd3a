"""Toy: the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bitmeeple.contract.data import FlatTables
from bitmeeple.contract.ids import number_of
from bitmeeple.games.toy.interface import ACTIONS, OUTCOMES, PASSIVE
from bitmeeple.games.toy.reference import observe
from bitmeeple.games.toy.reference.state import Position, Seat
from bitmeeple.games.toy.reference.table import table
from bitmeeple.games.toy.reference.tables import Tables
from bitmeeple.games.toy.reference.types import DRAW, MAX_DRAWN, STAY, Options
from bitmeeple.reference.protocol import SupportsRng
from bitmeeple.reference.results import rank_seats, share_win


class Rules:
    """Toy under fixed options and tables."""

    def __init__(self, options: Mapping[str, int], tables: FlatTables) -> None:
        self.options = Options.from_flat(options)
        self.tables = Tables.from_flat(tables)

    # Bounds

    def num_players(self) -> int:
        return self.options.players

    def num_distinct_actions(self) -> int:
        return number_of(ACTIONS)

    def max_chance_outcomes(self) -> int:
        return number_of(OUTCOMES)

    def max_game_length(self) -> int:
        return self.options.players * (MAX_DRAWN + 1)

    def max_chance_nodes_in_history(self) -> int:
        return self.options.players * (MAX_DRAWN + 1)

    def min_utility(self) -> float:
        return 0.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float | None:
        return 1.0

    # Playing [section 1]

    def initial_state(self) -> Position:
        return Position("DEAL", 0, [Seat() for _ in range(self.options.players)])

    def copy(self, s: Position) -> Position:
        return s.copy()

    def current_player(self, s: Position) -> int:
        if s.seat is None:
            return -4
        return s.seat if s.node == "TURN" else -1

    def legal_actions(self, s: Position) -> list[int]:
        assert s.seat is not None
        can_draw = len(s.seats[s.seat].drawn) < MAX_DRAWN and any(self._bag(s))
        return [DRAW, STAY] if can_draw else [STAY]

    def chance_outcomes(self, s: Position) -> list[tuple[int, int]]:
        return [(t, n) for t, n in enumerate(self._bag(s)) if n]

    def apply_action(self, s: Position, action: int) -> None:
        assert s.seat is not None
        if s.node == "DEAL":
            s.seats[s.seat].dealt = action
            self._next_seat(s, then="TURN")
        elif s.node == "TOKEN":
            s.seats[s.seat].drawn.append(action)
            s.node = "TURN"
        elif action == DRAW:
            s.node = "TOKEN"
        else:
            self._next_seat(s, then="END")

    def is_passive(self, action: int) -> bool:
        return action in PASSIVE

    # Results

    def scores(self, s: Position) -> list[int]:
        return [self._score(seat) if s.node == "END" else 0 for seat in s.seats]

    def ranking(self, s: Position) -> list[int]:
        points = self.scores(s)
        return rank_seats(len(points), lambda a, b: points[a] > points[b])

    def returns(self, s: Position) -> list[float]:
        return share_win(self.ranking(s)) if s.node == "END" else [0.0] * len(s.seats)

    # Text, views, worlds

    def to_dict(self, s: Position) -> dict[str, Any]:
        return {
            "node": s.node,
            "current_player": self.current_player(s),
            "seat": s.seat,
            "seats": [{"dealt": seat.dealt, "drawn": list(seat.drawn)} for seat in s.seats],
            "bag": self._bag(s),
            "points": [sum(self.tables.value[t] for t in seat.drawn) for seat in s.seats],
        }

    def table(self, s: Position) -> dict[str, Any]:
        return table(self.options, self.tables, s)

    def from_dict(self, d: Mapping[str, Any]) -> Position:
        return observe.from_dict(self.options, self.tables, d)

    def finish_view(self, s: Position, view: dict[str, Any]) -> dict[str, Any]:
        """The bag of a view counts the unseen tokens."""
        return {**view, "bag": observe.unseen(self.options, self.tables, s, view["player"])}

    def resample(self, s: Position, player: int, rng: SupportsRng) -> Position:
        return observe.resample(self.options, self.tables, s, player, rng)

    # Helpers

    def _bag(self, s: Position) -> list[int]:
        return observe.tokens_left(self.tables, s)

    def _next_seat(self, s: Position, then: str) -> None:
        assert s.seat is not None
        s.seat += 1
        if s.seat == self.options.players:
            s.node = then
            s.seat = 0 if then == "TURN" else None

    def _score(self, seat: Seat) -> int:
        """[T-01] [T-02] The hidden token counts; above the limit everything is worth 0."""
        assert seat.dealt is not None
        total = sum(self.tables.value[t] for t in (seat.dealt, *seat.drawn))
        return 0 if total > self.tables.limit else total
