"""El Caballero: scoring (section 6)."""

from __future__ import annotations

from bitmeeple.games.el_caballero.reference.placing import totals
from bitmeeple.games.el_caballero.reference.state import Position
from bitmeeple.games.el_caballero.reference.tables import Tables


def score_map(t: Tables, s: Position) -> None:
    """Add the points of one scoring."""
    score_lands(t, s)
    score_ships(s)


def score_lands(t: Tables, s: Position) -> None:
    """A governor takes first place [L-31], else the totals decide."""
    rows = totals(t, s)
    for region in s.areas.regions():
        if not region.is_land:
            continue
        governor = s.governors.get(region.edge)
        if governor is not None:
            s.points[governor.owner] += 2 * region.value
        else:
            score_land(s, rows.get(region, [0] * len(s.seats)), region.value)


def score_land(s: Position, row: list[int], value: int) -> None:
    """First place 2v, second v; nobody without caballeros has a place [L-26].

    A tie for first earns v, from 3 players on [L-25], and then nobody is second [L-27].
    """
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
    """Every ship on the map earns the value of its water region, a governor's too [L-30]."""
    for p, seat in enumerate(s.seats):
        for cell, card in seat.cards.items():
            for d, edge in s.areas.border[cell].water:
                if d in card.ships:
                    s.points[p] += s.areas.region_of[edge].value
    for edge, governor in s.governors.items():
        if governor.ship:
            s.points[governor.owner] += s.areas.region_of[edge].value
