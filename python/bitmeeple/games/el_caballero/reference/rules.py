"""El Caballero: the game. Its nodes: ``nodes``; set-up and the round: ``rounds``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bitmeeple.contract.data import FlatTables
from bitmeeple.games.el_caballero.reference import invariants, observe, rounds
from bitmeeple.games.el_caballero.reference import types as ids
from bitmeeple.games.el_caballero.reference.nodes import CHOICES, OUTCOMES
from bitmeeple.games.el_caballero.reference.state import Position
from bitmeeple.games.el_caballero.reference.table import table
from bitmeeple.games.el_caballero.reference.tables import Tables
from bitmeeple.games.el_caballero.reference.types import Options
from bitmeeple.reference.protocol import SupportsRng
from bitmeeple.reference.results import rank_seats, share_win


class Rules:
    """El Caballero under fixed options and tables."""

    def __init__(self, options: Mapping[str, int], tables: FlatTables) -> None:
        self.options = Options.from_flat(options)
        self.tables = Tables.from_flat(tables, self.options.variant)

    # Bounds

    def num_players(self) -> int:
        return self.options.players

    def num_distinct_actions(self) -> int:
        return self.tables.cells + ids.NUM_OFFSETS

    def max_chance_outcomes(self) -> int:
        return self.tables.cells + ids.ROT

    def max_game_length(self) -> int:
        """Section 4.10: a power card, fewer than 750 decisions per turn."""
        return 751 * self.tables.rounds * self.options.players

    def max_chance_nodes_in_history(self) -> int:
        return ids.DECK

    def min_utility(self) -> float:
        return 0.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float | None:
        return 1.0

    # Playing (sections 3 to 5)

    def initial_state(self) -> Position:
        return rounds.initial_state(self.tables, self.options.players, self.options.first_player)

    def copy(self, s: Position) -> Position:
        return s.copy()

    def current_player(self, s: Position) -> int:
        return observe.current_player(s)

    def chance_outcomes(self, s: Position) -> list[tuple[int, int]]:
        return OUTCOMES[s.node][0](self.tables, s)

    def legal_actions(self, s: Position) -> list[int]:
        return CHOICES[s.node][0](self.tables, s)

    def apply_action(self, s: Position, action: int) -> None:
        effect = (CHOICES.get(s.node) or OUTCOMES[s.node])[1]
        effect(self.tables, s, action)

    def is_passive(self, action: int) -> bool:
        return action - self.tables.cells in ids.PASSIVE

    # Results (section 6)

    def scores(self, s: Position) -> list[int]:
        return s.points.copy() if s.node == "GAME_OVER" else [0] * len(s.seats)

    def ranking(self, s: Position) -> list[int]:
        """[L-28] Equal final scores share the victory."""
        points = self.scores(s)
        return rank_seats(len(points), lambda a, b: points[a] > points[b])

    def returns(self, s: Position) -> list[float]:
        return share_win(self.ranking(s)) if s.node == "GAME_OVER" else [0.0] * len(s.seats)

    # Text, views, worlds (section 7)

    def to_dict(self, s: Position) -> dict[str, Any]:
        return observe.to_dict(self.tables, s)

    def table(self, s: Position) -> dict[str, Any]:
        return table(self.tables, s)

    def from_dict(self, d: Mapping[str, Any]) -> Position:
        return invariants.from_dict(self.tables, d, self.legal_actions)

    def view(self, s: Position, player: int) -> dict[str, Any]:
        """Section 7: everything is public."""
        return {"player": player, **self.to_dict(s)}

    def resample(self, s: Position, player: int, rng: SupportsRng) -> Position:
        """Section 7: nothing is hidden, hence nothing is drawn."""
        return s.copy()

    def observation(self, s: Position, player: int) -> list[float]:
        return observe.observation(self.tables, s, player)
