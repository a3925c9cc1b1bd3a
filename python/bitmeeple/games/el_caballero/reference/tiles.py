"""El Caballero: laying an area card (section 4.5)."""

from __future__ import annotations

from bitmeeple.games.el_caballero.reference.state import Position, turn_seat
from bitmeeple.games.el_caballero.reference.tables import UNTOUCHED, Tables
from bitmeeple.games.el_caballero.reference.turn import force_back, strength
from bitmeeple.games.el_caballero.reference.types import LAND, NOWHERE

Spots = dict[int, int]
"""Cell -> fit code (index into ``Tables.fits``)."""


def tile_spots(t: Tables, s: Position) -> Spots:
    """[L-08] [L-45] Cells of the first tier in which any display card fits; empty if none does."""
    display = {kind for kind in t.types if s.display[kind]}
    if not display:
        return {}
    taken = s.taken()
    tier_1 = {x: border.code for x, border in s.areas.border.items() if x not in taken}
    if any(not t.fitting[code].isdisjoint(display) for code in set(tier_1.values())):
        return tier_1
    me = turn_seat(s)
    tier_2 = cells_beside_cards(t, s, [me], taken)
    return tier_2 or cells_beside_cards(t, s, [p for p in range(len(s.seats)) if p != me], taken)


def cells_beside_cards(t: Tables, s: Position, owners: list[int], taken: set[int]) -> Spots:
    """[L-08] Empty cells beside caballero cards; no display card fits beside area cards now."""
    return {
        beside: UNTOUCHED
        for p in owners
        for cell in s.seats[p].cards
        for beside in t.neighbours[cell]
        if beside != NOWHERE
        and beside not in taken
        and beside not in s.areas.cards
        and beside not in s.areas.border
    }


def layable_types(t: Tables, s: Position) -> list[int]:
    """Types in the display that have a legal placement."""
    codes = set(tile_spots(t, s).values())
    return [
        kind for kind in t.types if s.display[kind] and any(t.fits[code][kind] for code in codes)
    ]


def tile_cells(t: Tables, s: Position) -> list[int]:
    """Cells where the pending area card has a legal rotation."""
    kind = s.pending.tile
    assert kind is not None
    return sorted(x for x, code in tile_spots(t, s).items() if t.fits[code][kind])


def tile_rotations(t: Tables, s: Position) -> tuple[int, ...]:
    """Legal distinct rotations of the pending area card in the pending cell."""
    kind, cell = s.pending.tile, s.pending.cell
    assert kind is not None and cell is not None
    border = s.areas.border.get(cell)
    return t.fits[UNTOUCHED if border is None else border.code][kind]


def lay_tile(t: Tables, s: Position, rotation: int) -> None:
    """[L-17] [L-39] [L-40] Lay the pending area card; cards it gives a second land side go."""
    kind, cell = s.pending.tile, s.pending.cell
    assert s.turn is not None and kind is not None and cell is not None
    leaving = noted_cards(t, s, cell, kind, rotation)
    s.display[kind] -= 1
    s.turn.tiles_left -= 1
    s.areas = s.areas.laid(t, cell, kind, rotation)
    for p, place, refund in leaving:
        force_back(s, p, place, refund)


def noted_cards(
    t: Tables, s: Position, cell: int, kind: int, rotation: int
) -> list[tuple[int, int, int]]:
    """[L-01] [L-19] Cards to be forced back: seat, cell and strength before the new card lies."""
    noted = []
    for d, beside in enumerate(t.neighbours[cell]):
        if t.edges[kind][rotation][d] != LAND or beside not in s.areas.border:
            continue
        for p, seat in enumerate(s.seats):
            if beside not in seat.cards or seat.grande == beside:
                continue
            if s.areas.border[beside].land:
                noted.append((p, beside, strength(t, s, seat, beside)))
    return noted
