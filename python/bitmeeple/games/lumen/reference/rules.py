"""Lumen: the rules, put together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bitmeeple.contract.data import FlatTables
from bitmeeple.games.lumen.reference import act, awards, invariants, observe, scoring, turn
from bitmeeple.games.lumen.reference.state import Position
from bitmeeple.games.lumen.reference.table import table
from bitmeeple.games.lumen.reference.tables import Tables
from bitmeeple.games.lumen.reference.types import (
    ACTIONS,
    CALC_0,
    CELL_0,
    DICE_0,
    DO_ACT_FIRST,
    DO_DEPLOY_FIRST,
    DO_DONE,
    DO_ROLL,
    OUTCOMES,
    SEATS,
    Options,
    cell_action,
)
from bitmeeple.reference.protocol import SupportsRng
from bitmeeple.reference.results import share_win

Choices = Callable[[Tables, Position], list[int]]
Effect = Callable[[Tables, Position, int], None]


def planning_choices(k: Tables, s: Position) -> list[int]:
    """PLANNING [L-26]"""
    return [DO_ROLL, *range(DICE_0, CELL_0)]


def order_choices(k: Tables, s: Position) -> list[int]:
    """ORDER [L-24]"""
    return [DO_DEPLOY_FIRST, DO_ACT_FIRST]


def calc_actions(k: Tables, s: Position) -> list[int]:
    """CALC [L-09]"""
    return [CALC_0 + row for row in turn.calc_choices(k, s)]


def fill_actions(k: Tables, s: Position) -> list[int]:
    """FILL"""
    return [cell_action(c) for c in turn.fill_choices(k, s)]


def link_down_actions(k: Tables, s: Position) -> list[int]:
    """LINK_DOWN"""
    assert s.cell is not None
    candidates = turn.lower_candidates(k, s.seats[s.mover()], s.cell)
    return [cell_action(c) for c in candidates]


def link_up_actions(k: Tables, s: Position) -> list[int]:
    """LINK_UP"""
    assert s.cell is not None
    candidates = turn.upper_candidates(k, s.seats[s.mover()], s.cell)
    return [cell_action(c) for c in candidates]


def bar_actions(k: Tables, s: Position) -> list[int]:
    """BAR"""
    return [cell_action(c) for c in turn.bar_choices(k, s)]


def by_cell(effect: Effect) -> Effect:
    """The effect of a cell number as the effect of an action."""
    return lambda k, s, action: effect(k, s, action - CELL_0 + 1)


# Decision nodes: legal choices (in any order), effect
DECISIONS: dict[str, tuple[Choices, Effect]] = {
    "PLANNING": (planning_choices, turn.planning),
    "CALC": (calc_actions, lambda k, s, action: turn.calc(k, s, action - CALC_0)),
    "FILL": (fill_actions, by_cell(turn.fill)),
    "LINK_DOWN": (link_down_actions, by_cell(turn.link_down_chosen)),
    "LINK_UP": (link_up_actions, by_cell(turn.link_up_chosen)),
    "ORDER": (order_choices, turn.order),
    "DEPLOY": (turn.deploy_choices, turn.deploy),
    "ACT": (act.act_choices, act.act),
    "MOVE_DEST": (act.move_dest_choices, act.move_dest),
    "PUSH_TARGET": (act.push_target_choices, act.push_target),
    "PUSH_DEST": (act.push_dest_choices, act.push_dest),
    "KILL_TARGET": (act.kill_target_choices, act.kill_target),
    "FLY_DEST": (act.fly_dest_choices, act.fly_dest),
    "EPIC_MOVE": (act.epic_move_choices, act.epic_move),
    "MARKER_DEST": (act.marker_dest_choices, act.marker_dest),
    "HYPNO": (act.hypno_choices, act.hypno),
    "FURY_1": (act.fury_1_choices, act.fury_1),
    "FURY_2": (act.fury_2_choices, act.fury_2),
    "CLEAN": (act.clean_choices, act.clean),
    "SWAP_1": (act.swap_1_choices, act.swap_1),
    "SWAP_2": (act.swap_2_choices, act.swap_2),
    "BAR": (bar_actions, by_cell(act.bar)),
}


def reserve_weights(k: Tables, s: Position) -> list[int]:
    """RESERVE_DRAW: tokens in the bag of who draws."""
    p = turn.drawing_seat(k, s)
    assert p is not None
    return s.seats[p].bag


def para_weights(k: Tables, s: Position) -> list[int]:
    """PARA_DRAW"""
    assert s.enter_player is not None
    return s.seats[s.enter_player].bag


def objective_weights(k: Tables, s: Position) -> list[int]:
    """OBJECTIVE_DRAW: the tokens held by nobody, at the positions of their values."""
    weights = [0] * OUTCOMES
    for value, left in zip(k.objective_values, awards.objectives_left(k, s)):
        weights[value] = left
    return weights


# Chance nodes: weight of each outcome id, effect
CHANCE: dict[str, tuple[Choices, Effect]] = {
    "RESERVE_DRAW": (reserve_weights, turn.reserve_drawn),
    "FIRST_PLAYER": (lambda k, s: [1, 1], turn.first_player_drawn),
    "DICE_ROLL": (lambda k, s: [1] * 36, turn.dice_rolled),
    "BONUS_DRAW": (lambda k, s: awards.neutral_bag(s), turn.bonus_drawn),
    "OBJECTIVE_DRAW": (objective_weights, turn.objective_drawn),
    "DISCOVERY_REVEAL": (lambda k, s: s.unrevealed, act.discovery_revealed),
    "PARA_DRAW": (para_weights, act.para_drawn),
}
EFFECTS: dict[str, Effect] = {node: e for node, (_, e) in (CHANCE | DECISIONS).items()}


class Rules:
    """Lumen under fixed options and tables."""

    def __init__(self, options: Mapping[str, int], tables: FlatTables) -> None:
        self.tables = Tables.from_flat(Options.from_flat(options), tables)

    # Bounds (section 11)

    def num_players(self) -> int:
        return len(SEATS)

    def num_distinct_actions(self) -> int:
        return ACTIONS

    def max_chance_outcomes(self) -> int:
        return OUTCOMES

    def max_game_length(self) -> int:
        return 3500

    def max_chance_nodes_in_history(self) -> int:
        return 175

    def min_utility(self) -> float:
        return 0.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float | None:
        return 1.0

    # Playing

    def initial_state(self) -> Position:
        return turn.initial_state(self.tables)

    def copy(self, s: Position) -> Position:
        return s.copy()

    def current_player(self, s: Position) -> int:
        return observe.current_player(s)

    def legal_actions(self, s: Position) -> list[int]:
        choices, _ = DECISIONS[s.node]
        return sorted(choices(self.tables, s))

    def chance_outcomes(self, s: Position) -> list[tuple[int, int]]:
        weights, _ = CHANCE[s.node]
        return [(i, weight) for i, weight in enumerate(weights(self.tables, s)) if weight]

    def apply_action(self, s: Position, action: int) -> None:
        EFFECTS[s.node](self.tables, s, action)

    def is_passive(self, action: int) -> bool:
        return action in (DO_ROLL, DO_DONE)

    # Results (section 6)

    def scores(self, s: Position) -> list[int]:
        return scoring.scores(self.tables, s) if s.node == "TERMINAL" else [0, 0]

    def ranking(self, s: Position) -> list[int]:
        return scoring.ranking(self.tables, s) if s.node == "TERMINAL" else [1, 1]

    def returns(self, s: Position) -> list[float]:
        return share_win(self.ranking(s)) if s.node == "TERMINAL" else [0.0, 0.0]

    # Text, views, worlds

    def to_dict(self, s: Position) -> dict[str, Any]:
        return observe.to_dict(self.tables, s)

    def table(self, s: Position) -> dict[str, Any]:
        return table(self.tables, s)

    def from_dict(self, d: Mapping[str, Any]) -> Position:
        s = observe.from_dict(self.tables, d)
        invariants.check(self.tables, s, d)
        return s

    def view(self, s: Position, player: int) -> dict[str, Any]:
        return observe.view(self.tables, s, player)

    def resample(self, s: Position, player: int, rng: SupportsRng) -> Position:
        return observe.resample(self.tables, s, player, rng)

    def observation(self, s: Position, player: int) -> list[float]:
        return observe.observation(self.tables, s, player)
