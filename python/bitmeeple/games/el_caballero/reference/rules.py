"""El Caballero: set-up, the round, and the choices of every node (sections 3 and 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bitmeeple.contract.data import FlatTables
from bitmeeple.games.el_caballero.reference import invariants, observe, tiles, turn
from bitmeeple.games.el_caballero.reference import types as ids
from bitmeeple.games.el_caballero.reference.areas import Areas
from bitmeeple.games.el_caballero.reference.scoring import score_map
from bitmeeple.games.el_caballero.reference.state import Pending, Position, Seat, Turn, turn_order
from bitmeeple.games.el_caballero.reference.tables import Tables
from bitmeeple.games.el_caballero.reference.types import Options
from bitmeeple.reference.protocol import SupportsRng
from bitmeeple.reference.results import rank_seats, share_win

MENU: tuple[tuple[int, Callable[[Tables, Position], bool], str], ...] = (
    (ids.PLACE_CARD, turn.can_place_card, "CARD_CELL"),
    (ids.RAISE_CARD, turn.can_raise_card, "RAISE_CELL"),
    (ids.BUY_SHIP, turn.can_buy_ship, "SHIP_CELL"),
    (ids.SHIP_FROM_COURT, turn.can_ship_from_court, "SHIP_CELL"),
    (ids.SHIP_TO_COURT, turn.can_ship_to_court, "UNSHIP_CELL"),
    (ids.BUILD_CASTILLO, turn.can_build_castillo, "CASTILLO_CELL"),
    (ids.MOVE_CASTILLO, turn.can_move_castillo, "MOVECAS_FROM"),
    (ids.TAKE_BACK, turn.can_take_back, "BACK_CELL"),
    (ids.PLACE_GOVERNOR, turn.can_place_governor, "GOV_CELL"),
    (ids.PLACE_GRANDE, turn.can_place_grande, "GRANDE_CELL"),
    (ids.MOVE_GRANDE, turn.can_move_grande, "GRANDE_TO"),
)
"""Menu actions in the order of their ids: condition, and the node that follows."""

NODE_AFTER_MENU = {action: node for action, _, node in MENU}
SHIP_FROM = {ids.BUY_SHIP: "supply", ids.SHIP_FROM_COURT: "court"}

NODE_AFTER_CELL = {
    "TILE_CELL": "TILE_ROT",
    "CARD_CELL": "CARD_ORI",
    "RAISE_CELL": "RAISE_ORI",
    "SHIP_CELL": "SHIP_SIDE",
    "UNSHIP_CELL": "UNSHIP_SIDE",
    "MOVECAS_FROM": "MOVECAS_TO",
    "GOV_CELL": "GOV_SIDE",
}
"""Nodes whose choice of a cell only leads to the next choice."""

OFFSET_OF_NODE = {
    "TILE_ROT": ids.ROT,
    "CARD_ORI": ids.ORI,
    "RAISE_ORI": ids.ORI,
    "SHIP_SIDE": ids.SIDE,
    "UNSHIP_SIDE": ids.SIDE,
    "GOV_SIDE": ids.SIDE,
}
"""Nodes whose choice is not a cell: offset of their ids."""


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

    # Set-up (section 3)

    def initial_state(self) -> Position:
        """[L-03] Nothing on the table yet."""
        t = self.tables
        return Position(
            node="START",
            round=1,
            first_player=self.options.first_player,
            points=[0] * self.options.players,
            areas=Areas(t, {}),
            display=[0] * len(t.types),
            undrawn=list(t.count),
            supply_ships=t.ships,
            supply_castillos=t.castillos,
            governors={},
            seats=[
                Seat(t.start_court, list(range(1, ids.POWER_VALUES + 1)))
                for _ in range(self.options.players)
            ],
        )

    def copy(self, s: Position) -> Position:
        return s.copy()

    # Who acts, and what may be done (section 4)

    def current_player(self, s: Position) -> int:
        return observe.current_player(s)

    def chance_outcomes(self, s: Position) -> list[tuple[int, int]]:
        """[L-02] The start card has no symbol; the display is drawn from all undrawn cards."""
        t = self.tables
        first = t.cells + ids.TILE
        drawn = [n if s.node == "DRAW" or t.plain[k] else 0 for k, n in enumerate(s.undrawn)]
        return [(first + kind, n) for kind, n in enumerate(drawn) if n]

    def legal_actions(self, s: Position) -> list[int]:
        if s.node == "POWER":
            return self._power_choices(s)
        if s.node == "TURN":
            return self._turn_choices(s)
        offset = OFFSET_OF_NODE.get(s.node)
        first = 0 if offset is None else self.tables.cells + offset
        return [first + choice for choice in self._choices(s)]

    def _power_choices(self, s: Position) -> list[int]:
        """[L-42] Cards in hand whose value nobody has played in this round."""
        played = [seat.played for seat in s.seats]
        hand = s.seats[self.current_player(s)].hand
        return [self.tables.cells + ids.POWER + v - 1 for v in hand if v not in played]

    def _turn_choices(self, s: Position) -> list[int]:
        """[L-07] [L-43] The menu, in the order of the ids."""
        t = self.tables
        assert s.turn is not None
        layable = tiles.layable_types(t, s) if s.turn.tiles_left > 0 else []
        choices = [ids.TILE + kind for kind in layable]
        if turn.can_supply(t, s):
            choices.append(ids.SUPPLY)
        choices += [action for action, allowed, _ in MENU if allowed(t, s)]
        if not layable:
            choices.append(ids.END_TURN)  # [L-08] the duty lapses while nothing fits
        return [t.cells + choice for choice in choices]

    def _choices(self, s: Position) -> Iterable[int]:
        """Choices of the nodes inside an action: cells, rotations, orientations or sides."""
        t = self.tables
        match s.node:
            case "TILE_CELL":
                return tiles.tile_cells(t, s)
            case "TILE_ROT":
                return tiles.tile_rotations(t, s)
            case "CARD_CELL":
                return turn.placing_cells(t, s)
            case "CARD_ORI":
                cell = turn.pending_cell(s)
                return turn.placing_orientations(t, s, cell, turn.totals(t, s))
            case "RAISE_CELL":
                return turn.raising_cells(t, s)
            case "RAISE_ORI":
                cell = turn.pending_cell(s)
                return turn.raising_orientations(t, s, cell, turn.totals(t, s))
            case "SHIP_CELL":
                return turn.spot_cells(turn.free_ship_spots(s))
            case "SHIP_SIDE":
                return turn.spot_sides(turn.free_ship_spots(s), turn.pending_cell(s))
            case "UNSHIP_CELL":
                return turn.spot_cells(turn.ship_spots(s))
            case "UNSHIP_SIDE":
                return turn.spot_sides(turn.ship_spots(s), turn.pending_cell(s))
            case "CASTILLO_CELL" | "MOVECAS_TO":
                return turn.castillo_cells(s, has=False)
            case "MOVECAS_FROM":
                return turn.castillo_cells(s, has=True)
            case "GOV_CELL":
                return turn.spot_cells(turn.governor_spots(s))
            case "GOV_SIDE":
                return turn.spot_sides(turn.governor_spots(s), turn.pending_cell(s))
            case "GRANDE_TO":
                return turn.grande_targets(s)
            case _:
                assert s.node in ("BACK_CELL", "GRANDE_CELL")
                return turn.own_cells(s)

    def is_passive(self, action: int) -> bool:
        return action - self.tables.cells in ids.PASSIVE

    # Playing

    def apply_action(self, s: Position, action: int) -> None:
        offset = action - self.tables.cells
        match s.node:
            case "START":
                self._lay_start_card(s, offset - ids.TILE)
            case "DRAW":
                self._draw(s, offset - ids.TILE)
            case "POWER":
                self._play_power_card(s, offset - ids.POWER + 1)
            case "TURN":
                self._choose_in_menu(s, offset)
            case node if node in NODE_AFTER_CELL:
                s.pending.cell = action
                s.node = NODE_AFTER_CELL[node]
            case node:
                self._complete(s, action - self._first_id(node))
                s.node = "TURN"
                s.pending = Pending()

    def _first_id(self, node: str) -> int:
        offset = OFFSET_OF_NODE.get(node)
        return 0 if offset is None else self.tables.cells + offset

    def _lay_start_card(self, s: Position, kind: int) -> None:
        """[L-02] In the middle, unrotated."""
        s.undrawn[kind] -= 1
        s.areas = s.areas.laid(self.tables, self.tables.start_cell, kind, 0)
        s.node = "DRAW"

    def _draw(self, s: Position, kind: int) -> None:
        s.undrawn[kind] -= 1
        s.display[kind] += 1
        self._refill(s)

    def _refill(self, s: Position) -> None:
        """[L-24] [D-02] Draw while the display is short and cards are left."""
        short = sum(s.display) < self.tables.display_size and any(s.undrawn)
        s.node = "DRAW" if short else "POWER"

    def _play_power_card(self, s: Position, value: int) -> None:
        """[D-04] After the last player: turns in descending order of the values."""
        seat = s.seats[self.current_player(s)]
        seat.hand.remove(value)
        seat.played = value
        if all(other.played is not None for other in s.seats):
            self._begin_turn(s, 0)

    def _begin_turn(self, s: Position, index: int) -> None:
        """[L-44] Fresh counters; the 9 lays two area cards."""
        t = self.tables
        seat = turn_order(s.seats)[index]
        value = s.seats[seat].played
        assert value is not None
        s.node = "TURN"
        s.turn = Turn(
            seat=seat,
            index=index,
            tiles_left=t.power_tiles[value - 1],
            supply_taken=False,
            card_actions=t.limits.card_actions,
            ship_buys=t.limits.ship_buys,
            castillo_builds=t.limits.castillo_builds,
            grande_moves=t.limits.grande_moves,
        )

    def _choose_in_menu(self, s: Position, offset: int) -> None:
        if offset < ids.ROT:
            s.pending.tile = offset - ids.TILE
            s.node = "TILE_CELL"
        elif offset == ids.SUPPLY:
            turn.take_supply(self.tables, s)
        elif offset == ids.END_TURN:
            self._end_turn(s)
        else:
            s.node = NODE_AFTER_MENU[offset]
            s.pending.ship_from = SHIP_FROM.get(offset)

    def _complete(self, s: Position, choice: int) -> None:
        """The effect of an action, with its last choice."""
        t = self.tables
        match s.node:
            case "TILE_ROT":
                tiles.lay_tile(t, s, choice)
            case "CARD_ORI":
                turn.place_card(t, s, choice)
            case "RAISE_ORI":
                turn.raise_card(t, s, choice)
            case "SHIP_SIDE":
                turn.place_ship(t, s, choice)
            case "UNSHIP_SIDE":
                turn.return_ship(s, choice)
            case "CASTILLO_CELL":
                turn.build_castillo(t, s, choice)
            case "MOVECAS_TO":
                turn.move_castillo(t, s, choice)
            case "BACK_CELL":
                turn.take_back(t, s, choice)
            case "GOV_SIDE":
                turn.place_governor(t, s, choice)
            case "GRANDE_CELL":
                turn.place_grande(t, s, choice)
            case _:
                assert s.node == "GRANDE_TO"
                turn.move_grande(t, s, choice)

    def _end_turn(self, s: Position) -> None:
        """[L-44] The next lower power card, or the end of the round."""
        assert s.turn is not None
        index = s.turn.index + 1
        if index < len(s.seats):
            self._begin_turn(s, index)
        else:
            self._end_round(s)

    def _end_round(self, s: Position) -> None:
        """[D-02] Scoring if due; then the game is over, or the last of the turns plays first."""
        if self.tables.scoring[s.round - 1]:
            score_map(self.tables, s)
        s.first_player = turn_order(s.seats)[-1]
        s.turn = None
        for seat in s.seats:
            seat.played = None
        if s.round == self.tables.rounds:
            s.node = "GAME_OVER"
        else:
            s.round += 1
            self._refill(s)

    # Results (section 6)

    def scores(self, s: Position) -> list[int]:
        return s.points.copy() if s.node == "GAME_OVER" else [0] * len(s.seats)

    def ranking(self, s: Position) -> list[int]:
        """[L-28] No tie-break."""
        points = self.scores(s)
        return rank_seats(len(points), lambda a, b: points[a] > points[b])

    def returns(self, s: Position) -> list[float]:
        """[L-28] Equal final scores share the victory."""
        return share_win(self.ranking(s)) if s.node == "GAME_OVER" else [0.0] * len(s.seats)

    # Text, views, worlds (section 7)

    def to_dict(self, s: Position) -> dict[str, Any]:
        return observe.to_dict(self.tables, s)

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
