"""El Caballero: the map of area cards and its regions (section 4.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bitmeeple.games.el_caballero.reference.tables import UNTOUCHED, Tables
from bitmeeple.games.el_caballero.reference.types import LAND, NOWHERE

Contact = tuple[int, int]
"""A side of a cell, and the edge (4 * cell + side) of the area card that it touches."""


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """Areas that hang together: their edges, cards, gold or fish, and the sides without card."""

    is_land: bool
    edges: tuple[int, ...]
    cells: frozenset[int]
    symbols: int
    open_sides: int

    @property
    def value(self) -> int:
        """A card counts once, even if it has two areas in the region."""
        return len(self.cells) + self.symbols

    @property
    def edge(self) -> int:
        """The canonical edge: the smallest."""
        return min(self.edges)

    @property
    def closed(self) -> bool:
        """Area cards all around it."""
        return self.open_sides == 0


@dataclass(frozen=True, slots=True)
class Border:
    """A cell without area card beside at least one: what its sides touch."""

    land: tuple[Contact, ...] = ()
    water: tuple[Contact, ...] = ()
    code: int = UNTOUCHED  # index into Tables.fits: base 3, north first


class Areas:
    """The area cards on the table with everything derived from them; never changed once built."""

    __slots__ = ("border", "cards", "region_of")

    def __init__(self) -> None:
        self.cards: dict[int, tuple[int, int]] = {}  # cell -> type, rotation
        self.region_of: dict[int, Region] = {}  # by edge
        self.border: dict[int, Border] = {}  # by cell

    def laid(self, t: Tables, cell: int, kind: int, rotation: int) -> Areas:
        """The map with one more area card."""
        after = Areas()
        after.cards = {**self.cards, cell: (kind, rotation)}
        after.region_of = self.region_of.copy()
        after.border = self.border.copy()
        after.border.pop(cell, None)
        for area in set(t.area_sides[kind][rotation]):
            after.flood(t, cell, area)
        after.touch_neighbours(t, cell)
        return after

    def regions(self) -> Iterator[Region]:
        """Every region, in the order of the canonical edges."""
        for edge, region in sorted(self.region_of.items()):
            if edge == region.edge:
                yield region

    def flood(self, t: Tables, cell: int, area: tuple[int, ...]) -> None:
        """An area of a new card joins the regions at its sides; only area cards connect [L-14].

        A side without area card beside it keeps the region open [L-29].
        """
        kind, rotation = self.cards[cell]
        open_sides = 0
        joined: list[Region] = []
        for d in area:
            touching = self.region_of.get(4 * t.neighbours[cell][d] + (d + 2) % 4)
            if touching is None:
                open_sides += 1
                continue
            open_sides -= 1  # of the region that it touches
            if touching not in joined:
                joined.append(touching)
        region = Region(
            t.edges[kind][rotation][area[0]] == LAND,
            (*(4 * cell + d for d in area), *(edge for r in joined for edge in r.edges)),
            frozenset({cell}).union(*(r.cells for r in joined)),
            t.symbols[kind][rotation][area[0]] + sum(r.symbols for r in joined),
            open_sides + sum(r.open_sides for r in joined),
        )
        for edge in region.edges:
            self.region_of[edge] = region

    def touch_neighbours(self, t: Tables, cell: int) -> None:
        """The cells beside a new card see its sides."""
        kind, rotation = self.cards[cell]
        for d, beside in enumerate(t.neighbours[cell]):
            if beside == NOWHERE or beside in self.cards:
                continue
            seen = self.border.get(beside, Border())
            side = (d + 2) % 4
            contact = ((side, 4 * cell + d),)
            is_land = t.edges[kind][rotation][d] == LAND
            self.border[beside] = Border(
                tuple(sorted(seen.land + contact)) if is_land else seen.land,
                seen.water if is_land else tuple(sorted(seen.water + contact)),
                seen.code + (1 + is_land) * 3 ** (3 - side),
            )
