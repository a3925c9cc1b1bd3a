"""El Caballero: the menu of a turn (section 4.4).

An action is offered only if it can be completed.
"""

from __future__ import annotations

from bitmeeple.games.el_caballero.reference import tokens
from bitmeeple.games.el_caballero.reference import types as ids
from bitmeeple.games.el_caballero.reference.laying import layable_types
from bitmeeple.games.el_caballero.reference.placing import (
    can_place_card,
    can_raise_card,
    court_room,
    grande_at_court,
)
from bitmeeple.games.el_caballero.reference.rounds import end_turn
from bitmeeple.games.el_caballero.reference.state import Pending, Position, mover
from bitmeeple.games.el_caballero.reference.tables import Tables

OPENINGS = {
    ids.PLACE_CARD: "CARD_CELL",
    ids.RAISE_CARD: "RAISE_CELL",
    ids.BUY_SHIP: "SHIP_CELL",
    ids.SHIP_FROM_COURT: "SHIP_CELL",
    ids.SHIP_TO_COURT: "UNSHIP_CELL",
    ids.BUILD_CASTILLO: "CASTILLO_CELL",
    ids.MOVE_CASTILLO: "MOVECAS_FROM",
    ids.TAKE_BACK: "BACK_CELL",
    ids.PLACE_GOVERNOR: "GOV_CELL",
    ids.PLACE_GRANDE: "GRANDE_CELL",
    ids.MOVE_GRANDE: "GRANDE_TO",
}
"""The node that a menu action opens."""

SHIP_FROM = {ids.BUY_SHIP: "supply", ids.SHIP_FROM_COURT: "court"}

SECOND_STEP = {
    "TILE_CELL": "TILE_ROT",
    "CARD_CELL": "CARD_ORI",
    "RAISE_CELL": "RAISE_ORI",
    "SHIP_CELL": "SHIP_SIDE",
    "UNSHIP_CELL": "UNSHIP_SIDE",
    "MOVECAS_FROM": "MOVECAS_TO",
    "GOV_CELL": "GOV_SIDE",
}
"""The node after the choice of a cell."""


def supply_gain(t: Tables, s: Position) -> int:
    """What the power card still adds: the caballeros it pictures [L-04], once a turn.

    What does not fit at court is lost [L-05].
    """
    turn, seat = mover(s)
    assert seat.played is not None
    room = court_room(t, len(seat.cards)) - seat.court
    return 0 if turn.supply_taken else min(t.power_caballeros[seat.played - 1], room)


def take_supply(t: Tables, s: Position) -> None:
    """Nothing is left for later in the turn."""
    turn, seat = mover(s)
    seat.court += supply_gain(t, s)
    turn.supply_taken = True


def turn_choices(t: Tables, s: Position) -> list[int]:
    """Everything that the allowances allow: placing and raising share one [L-07].

    Nothing is bought of what the supply has not [L-23]. The turn may end when all area cards are
    laid [L-43], or while none can be [L-08].
    """
    turn, seat = mover(s)
    court, costs = seat.court, t.costs
    types = layable_types(t, s) if turn.tiles_left > 0 else []
    free_spot = (seat.ships > 0 or turn.ship_buys > 0) and bool(tokens.free_ship_spots(s))
    bare = any(not card.castillo for card in seat.cards.values())
    castillo = any(card.castillo for card in seat.cards.values())
    offers = {
        ids.SUPPLY: supply_gain(t, s) > 0,
        ids.PLACE_CARD: can_place_card(t, s),
        ids.RAISE_CARD: can_raise_card(t, s),
        ids.BUY_SHIP: free_spot
        and turn.ship_buys > 0
        and s.supply_ships > 0
        and court >= costs.buy_ship,
        ids.SHIP_FROM_COURT: free_spot and seat.ships > 0 and court >= costs.ship_from_court,
        ids.SHIP_TO_COURT: bool(tokens.ship_spots(s)),
        ids.BUILD_CASTILLO: bare
        and turn.castillo_builds > 0
        and s.supply_castillos > 0
        and court >= costs.build_castillo,
        ids.MOVE_CASTILLO: bare and castillo and court >= costs.move_castillo,
        ids.TAKE_BACK: bool(seat.cards),
        ids.PLACE_GOVERNOR: t.governors > 0
        and court >= costs.place_governor
        and tokens.governors_at_court(t, s, s.mover) > 0
        and bool(tokens.governor_spots(s)),
        ids.PLACE_GRANDE: grande_at_court(t, seat)
        and bool(seat.cards)
        and court >= costs.place_grande,
        ids.MOVE_GRANDE: seat.grande is not None
        and len(seat.cards) > 1
        and turn.grande_moves > 0
        and court >= costs.move_grande,
        ids.END_TURN: not types,
    }
    choices = [ids.TILE + kind for kind in types]
    choices += [choice for choice, offered in offers.items() if offered]
    return [t.cells + choice for choice in choices]


def turn(t: Tables, s: Position, action: int) -> None:
    """Opens the next node; taking the supply and ending the turn are complete at once."""
    choice = action - t.cells
    if choice < ids.ROT:
        s.pending.tile = choice - ids.TILE
        s.node = "TILE_CELL"
    elif choice == ids.SUPPLY:
        take_supply(t, s)
    elif choice == ids.END_TURN:
        end_turn(t, s)
    else:
        s.node = OPENINGS[choice]
        s.pending.ship_from = SHIP_FROM.get(choice)


def choose_cell(t: Tables, s: Position, cell: int) -> None:
    """First steps: the choice of a cell leads to the next node."""
    s.pending.cell = cell
    s.node = SECOND_STEP[s.node]


def finish(s: Position) -> None:
    """After last steps: back to the menu."""
    s.node = "TURN"
    s.pending = Pending()
