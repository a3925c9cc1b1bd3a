"""El Caballero: laying an area card of the display (section 4.5)."""

from __future__ import annotations

from bitmeeple.games.el_caballero.reference.placing import force_back, strength
from bitmeeple.games.el_caballero.reference.state import Position
from bitmeeple.games.el_caballero.reference.tables import UNTOUCHED, Tables
from bitmeeple.games.el_caballero.reference.types import LAND, NOWHERE, ROT

Spots = dict[int, int]
"""Cell -> fit code (index into ``Tables.fits``)."""


def tile_spots(t: Tables, s: Position) -> Spots:
    """Cells of the first tier in which any display card fits; empty if none does."""
    display = {kind for kind in t.types if s.display[kind]}
    if not display:
        return {}
    taken = s.taken()
    tier_1 = {x: border.code for x, border in s.areas.border.items() if x not in taken}
    if any(not t.fitting[code].isdisjoint(display) for code in set(tier_1.values())):
        return tier_1
    return fallback_cells(t, s, taken)


def fallback_cells(t: Tables, s: Position, taken: set[int]) -> Spots:
    """Tiers 2 and 3: no display card fits beside area cards, also not in enclosed cells [L-45].

    Then cells beside own caballero cards, or, if there are none, beside those of others [L-08].
    """
    me = s.mover
    for owners in ([me], [p for p in range(len(s.seats)) if p != me]):
        spots = {
            beside: UNTOUCHED
            for p in owners
            for cell in s.seats[p].cards
            for beside in t.neighbours[cell]
            if beside != NOWHERE
            and beside not in taken
            and beside not in s.areas.cards
            and beside not in s.areas.border
        }
        if spots:
            return spots
    return {}


def layable_types(t: Tables, s: Position) -> list[int]:
    """Types in the display that have a legal placement."""
    codes = set(tile_spots(t, s).values())
    return [
        kind for kind in t.types if s.display[kind] and any(t.fits[code][kind] for code in codes)
    ]


def tile_cell_choices(t: Tables, s: Position) -> list[int]:
    """Cells where the pending area card has a legal rotation."""
    kind = s.pending.tile
    assert kind is not None
    return sorted(x for x, code in tile_spots(t, s).items() if t.fits[code][kind])


def tile_rot_choices(t: Tables, s: Position) -> list[int]:
    """Legal distinct rotations of the pending area card in the pending cell."""
    kind, cell = s.pending.tile, s.pending.cell
    assert kind is not None and cell is not None
    border = s.areas.border.get(cell)
    code = UNTOUCHED if border is None else border.code
    return [t.cells + ROT + rotation for rotation in t.fits[code][kind]]


def tile_rot(t: Tables, s: Position, action: int) -> None:
    """Cards that would touch a second land side, counted per side [L-01], are forced back.

    Whosever they are [L-39] and in any order [L-40], judged before the card lies; then its land
    adds the numbers on the sides it touches for free [L-17].
    """
    kind, cell, rotation = s.pending.tile, s.pending.cell, action - t.cells - ROT
    assert s.turn is not None and kind is not None and cell is not None
    leaving = []
    for d, beside in enumerate(t.neighbours[cell]):
        border = s.areas.border.get(beside)
        if t.edges[kind][rotation][d] != LAND or border is None or not border.land:
            continue
        for p, seat in enumerate(s.seats):
            if beside in seat.cards and seat.grande != beside:
                leaving.append((p, beside, strength(t, s, seat, beside)))
    s.display[kind] -= 1
    s.turn.tiles_left -= 1
    s.areas = s.areas.laid(t, cell, kind, rotation)
    for p, place, refund in leaving:
        force_back(s, p, place, refund)
    s.totals = None
