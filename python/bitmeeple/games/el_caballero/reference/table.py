"""El Caballero: what everybody at the table can work out from what lies open."""

from __future__ import annotations

from typing import Any

from bitmeeple.games.el_caballero.reference.placing import totals
from bitmeeple.games.el_caballero.reference.regions import Region
from bitmeeple.games.el_caballero.reference.scoring import score_map
from bitmeeple.games.el_caballero.reference.state import Position
from bitmeeple.games.el_caballero.reference.tables import Tables


def table(t: Tables, s: Position) -> dict[str, Any]:
    """Interface page, section 9."""
    rows = totals(t, s)
    nobody = [0] * len(s.seats)
    scored = s.copy()
    score_map(t, scored)
    return {
        "regions": [region(s, place, rows.get(place, nobody)) for place in s.areas.regions()],
        "scoring": [after - before for after, before in zip(scored.points, s.points)],
    }


def region(s: Position, place: Region, row: list[int]) -> dict[str, Any]:
    """A region under its canonical edge, with the totals of the seats in a land."""
    cell, side = divmod(place.edge, 4)
    governor = s.governors.get(place.edge)
    return {
        "kind": "land" if place.is_land else "water",
        "cell": cell,
        "side": side,
        "cells": sorted(place.cells),
        "value": place.value,
        "closed": place.closed,
        "totals": list(row),
        "governor": None if governor is None else governor.owner,
    }
