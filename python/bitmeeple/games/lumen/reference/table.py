"""Lumen: what everybody at the table can work out from what lies open."""

from __future__ import annotations

from typing import Any

from bitmeeple.games.lumen.reference.battlefield import captured, controller, rooted, strength
from bitmeeple.games.lumen.reference.scoring import loose_cells
from bitmeeple.games.lumen.reference.state import Position
from bitmeeple.games.lumen.reference.tables import Tables
from bitmeeple.games.lumen.reference.types import SEATS, TERRITORIES


def table(k: Tables, s: Position) -> dict[str, Any]:
    """Interface page, section 9."""
    return {
        "territories": [territory(k, s, t) for t in TERRITORIES if k.in_play[t]],
        "seats": [{"loose_cells": loose_cells(k, seat)} for seat in s.seats],
    }


def territory(k: Tables, s: Position, t: int) -> dict[str, Any]:
    """Strengths, control, what holds Fighters fast, and land steps to every other Territory."""
    return {
        "territory": t,
        "strength": [strength(k, s, p, t) for p in SEATS],
        "controller": controller(k, s, t),
        "captured": [captured(s, p, t) for p in SEATS],
        "rooted": [rooted(s, p, t) for p in SEATS],
        "distance": distances(k, t),
    }


def distances(k: Tables, start: int) -> list[int | None]:
    """Steps between adjacent Territories, by Territory; None where land does not lead."""
    steps: list[int | None] = [None for _ in TERRITORIES]
    steps[start] = 0
    reached = [start]
    for t in reached:
        for beside in k.near[t]:
            if steps[beside] is None:
                steps[beside] = (steps[t] or 0) + 1
                reached.append(beside)
    return steps
