"""El Caballero: the state dict and the observation tensor (interface page, 3 and 7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bitmeeple.games.el_caballero.reference.placing import stock
from bitmeeple.games.el_caballero.reference.state import Position, Seat, seat_to_play
from bitmeeple.games.el_caballero.reference.tables import Tables
from bitmeeple.games.el_caballero.reference.tokens import governors_at_court
from bitmeeple.games.el_caballero.reference.types import (
    CHANCE_NODES,
    DECK,
    NODES,
    ORIENTATIONS,
    POWER_VALUES,
    SIDES,
)


def current_player(s: Position) -> int:
    """Seat to act, -1 at chance nodes, -4 at the end."""
    if s.turn is not None:
        return s.mover
    if s.node in CHANCE_NODES:
        return -1
    if s.node == "POWER":
        return seat_to_play(s)
    return -4


def to_dict(t: Tables, s: Position) -> dict[str, Any]:
    """Every key of the interface page, in its order."""
    turn, pending = s.turn, s.pending
    return {
        "node": s.node,
        "current_player": current_player(s),
        "round": s.round,
        "first_player": s.first_player,
        "points": s.points.copy(),
        "area_cards": [
            {"cell": cell, "type": kind, "rotation": rotation}
            for cell, (kind, rotation) in sorted(s.areas.cards.items())
        ],
        "display": s.display.copy(),
        "undrawn": s.undrawn.copy(),
        "supply_ships": s.supply_ships,
        "supply_castillos": s.supply_castillos,
        "governors": [
            {"cell": edge // 4, "side": edge % 4, "owner": g.owner, "ship": g.ship}
            for edge, g in sorted(s.governors.items())
        ],
        "seats": [seat_dict(t, s, p) for p in range(len(s.seats))],
        "turn": None
        if turn is None
        else {
            "index": turn.index,
            "tiles_left": turn.tiles_left,
            "supply_taken": turn.supply_taken,
            "card_actions": turn.card_actions,
            "ship_buys": turn.ship_buys,
            "castillo_builds": turn.castillo_builds,
            "grande_moves": turn.grande_moves,
        },
        "pending": {
            "tile": pending.tile,
            "cell": pending.cell,
            "ship_from": pending.ship_from,
        },
    }


def seat_dict(t: Tables, s: Position, p: int) -> dict[str, Any]:
    """One entry of ``seats``."""
    seat = s.seats[p]
    return {
        "court": seat.court,
        "ships": seat.ships,
        "stock": stock(t, seat),
        "governors": governors_at_court(t, s, p),
        "grande": seat.grande,
        "hand": seat.hand.copy(),
        "played": seat.played,
        "cards": [
            {
                "cell": cell,
                "orientation": card.orientation,
                "castillo": card.castillo,
                "ships": sorted(card.ships),
            }
            for cell, card in sorted(seat.cards.items())
        ],
    }


def one_hot(index: int | None, size: int) -> list[float]:
    """Zeros, and a one at the index if there is one."""
    return [float(i == index) for i in range(size)]


def observation(t: Tables, s: Position, player: int) -> list[float]:
    """All slices, own seat first."""
    players = len(s.seats)
    order = [(player + i) % players for i in range(players)]
    seats = [s.seats[p] for p in order]
    actor = current_player(s)
    out = one_hot(NODES.index(s.node), len(NODES))
    out += [float(p == actor) for p in order]
    out.append(s.round / 10)
    out += [float(p == s.first_player) for p in order]
    for seat in seats:
        out += one_hot(None if seat.played is None else seat.played - 1, POWER_VALUES)
    for seat in seats:
        out += [float(value in seat.hand) for value in range(1, POWER_VALUES + 1)]
    out += [s.points[p] / 100 for p in order]
    out += [seat.court / 80 for seat in seats]
    out += [seat.ships / 16 for seat in seats]
    out += [stock(t, seat) / 10 for seat in seats]
    out += [governors_at_court(t, s, p) / 5 for p in order]
    out += [s.supply_ships / 16, s.supply_castillos / 16]
    out += [n / 5 for n in s.display]
    out += [n / DECK for n in s.undrawn]
    out += turn_slices(s)
    out += pending_slices(t, s)
    out += area_card_slots(t, s)
    for seat in seats:
        out += card_slots(t, seat)
    for p in order:
        out += governor_slots(t, s, p)
    return out


def place(t: Tables, cell: int) -> list[float]:
    """1, row, column."""
    return [1.0, cell // t.size / (t.size - 1), cell % t.size / (t.size - 1)]


def turn_slices(s: Position) -> list[float]:
    """``turn_index`` and ``turn``."""
    turn = s.turn
    if turn is None:
        return [0.0] * (len(s.seats) + 6)
    return [
        *one_hot(turn.index, len(s.seats)),
        turn.tiles_left / 2,
        float(turn.supply_taken),
        turn.card_actions / 2,
        turn.ship_buys / 2,
        turn.castillo_builds / 2,
        float(turn.grande_moves),
    ]


def pending_slices(t: Tables, s: Position) -> list[float]:
    """``pending_tile``, ``pending_cell`` and ``pending_ship``."""
    pending = s.pending
    return [
        *one_hot(pending.tile, len(t.types)),
        *([0.0] * 3 if pending.cell is None else place(t, pending.cell)),
        float(pending.ship_from == "supply"),
        float(pending.ship_from == "court"),
    ]


def slots(rows: Iterable[list[float]], number: int, width: int) -> list[float]:
    """Rows one after another, filled up with zeros."""
    out = [x for row in rows for x in row]
    return out + [0.0] * (number * width - len(out))


def area_card_slots(t: Tables, s: Position) -> list[float]:
    """``area_cards``, ascending cells."""
    rows = (
        [
            *place(t, cell),
            *one_hot(rotation, 4),
            *map(float, t.edges[kind][rotation]),
            *one_hot(kind, len(t.types)),
        ]
        for cell, (kind, rotation) in sorted(s.areas.cards.items())
    )
    return slots(rows, DECK, 11 + len(t.types))


def card_slots(t: Tables, seat: Seat) -> list[float]:
    """``cards`` of one seat, ascending cells."""
    rows = (
        [
            *place(t, cell),
            *one_hot(card.orientation, len(ORIENTATIONS)),
            float(card.castillo),
            float(seat.grande == cell),
            *(float(d in card.ships) for d in SIDES),
        ]
        for cell, card in sorted(seat.cards.items())
    )
    return slots(rows, t.caballero_cards, 17)


def governor_slots(t: Tables, s: Position, p: int) -> list[float]:
    """``governors`` of one seat, ascending edges."""
    rows = (
        [*place(t, edge // 4), *one_hot(edge % 4, 4), float(governor.ship)]
        for edge, governor in sorted(s.governors.items())
        if governor.owner == p
    )
    return slots(rows, t.governors, 8)
