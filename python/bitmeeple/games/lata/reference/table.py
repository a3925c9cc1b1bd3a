"""Lata: what everybody at the table can work out from what lies open."""

from __future__ import annotations

from typing import Any

from bitmeeple.games.lata.reference.state import Position, Seat
from bitmeeple.games.lata.reference.tables import Tables
from bitmeeple.games.lata.reference.types import COLOURS, SPACES


def table(t: Tables, s: Position) -> dict[str, Any]:
    """Interface page, section 9."""
    return {
        "seats": [{"columns": columns(t, seat)} for seat in s.seats],
        "markets": [missing(t, s, market) for market in sorted(s.market_display)],
    }


def columns(t: Tables, seat: Seat) -> list[dict[str, Any]]:
    """What each of the five spaces produces in phase C, from left to right."""
    visible = seat.visible()
    line = t.line(visible)
    return [
        {
            "card": visible[index] or None,
            "makes": [list(icon.colours) for icon in line.icons if icon.space == index],
            "special_uses": line.uses[index],
        }
        for index in range(len(SPACES))
    ]


def missing(t: Tables, s: Position, market: int) -> dict[str, Any]:
    """Cubes that a displayed market still needs."""
    there, needed = s.market_display[market], t.markets[market].needed
    return {"card": market, "missing": [needed[c] - there[c] for c in COLOURS]}
