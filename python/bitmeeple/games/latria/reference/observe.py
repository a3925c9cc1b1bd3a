"""Latria: the state as a dict (interface page, section 3)."""

from __future__ import annotations

from typing import Any

from bitmeeple.games.latria.reference import scoring
from bitmeeple.games.latria.reference.state import Position, Seat
from bitmeeple.games.latria.reference.tables import Tables


def to_dict(tables: Tables, s: Position) -> dict[str, Any]:
    """The complete state (interface page, section 3)."""
    return {
        "node": s.node,
        "current_player": s.player,
        "game_index": s.game_index,
        "round": s.round,
        "first_parent": s.first_parent,
        "parent": s.parent,
        "target": s.target,
        "ecl": list(s.ecl),
        "pile": list(s.pile),
        "stack": list(s.stack),
        "set_aside": sorted(s.set_aside),
        "removed": sorted(s.removed),
        "remover": s.remover,
        "removals": s.removals,
        "seats": [_seat_dict(tables, seat) for seat in s.seats],
        "points": [scoring.victory_points(tables, seat) for seat in s.seats],
        "totals": [scoring.total(seat) for seat in s.seats],
    }


def _seat_dict(tables: Tables, seat: Seat) -> dict[str, Any]:
    return {
        "hand": list(seat.hand),
        "hand_size": len(seat.hand),
        "table": seat.table,
        "has_played": seat.table is not None,
        "open": sorted(seat.open.cards),
        "open_celestial": list(seat.open.celestial),
        "eclipse": sorted(seat.eclipse.cards),
        "eclipse_celestial": list(seat.eclipse.celestial),
        "marker": seat.marker,
        "void": sorted(seat.void),
        "game_points": list(seat.game_points),
        "loss": scoring.loss(tables, seat),
    }
