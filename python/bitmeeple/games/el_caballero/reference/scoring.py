"""El Caballero: scoring (section 6)."""

from __future__ import annotations

from bitmeeple.games.el_caballero.reference.state import Position
from bitmeeple.games.el_caballero.reference.tables import Tables
from bitmeeple.games.el_caballero.reference.turn import totals


def score_map(t: Tables, s: Position) -> None:
    """Add the points of one scoring."""
    by_region = totals(t, s)
    for region, row in zip(s.areas.regions, by_region):
        if not region.is_land:
            continue
        governor = s.governors.get(region.edge)
        if governor is not None:
            s.points[governor.owner] += 2 * region.value  # [L-31]
        else:
            score_land(s, row, region.value)
    score_ships(s)


def score_land(s: Position, row: list[int], value: int) -> None:
    """[L-25] [L-26] [L-27] First place 2v, second v; a tie for first earns v from 3 players on."""
    best = max(row)
    if best == 0:
        return
    second_place = len(row) > 2
    first = [p for p, total in enumerate(row) if total == best]
    if len(first) > 1:
        if second_place:
            for p in first:
                s.points[p] += value
        return
    s.points[first[0]] += 2 * value
    next_best = max(total for total in row if total < best)
    second = [p for p, total in enumerate(row) if total == next_best > 0]
    if second_place and len(second) == 1:
        s.points[second[0]] += value


def score_ships(s: Position) -> None:
    """[L-21] [L-30] Every ship on the map earns the value of its water region."""
    for p, seat in enumerate(s.seats):
        for cell, card in seat.cards.items():
            for d, region in s.areas.border[cell].water:
                if d in card.ships:
                    s.points[p] += s.areas.regions[region].value
    for edge, governor in s.governors.items():
        if governor.ship:
            s.points[governor.owner] += s.areas.regions[s.areas.region_of[edge]].value
