"""El Caballero: the map of area cards and its regions, by flood fill (section 4.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bitmeeple.games.el_caballero.reference.tables import Tables, fit_code
from bitmeeple.games.el_caballero.reference.types import LAND, NOWHERE, SIDES

AreaCards = Mapping[int, tuple[int, int]]
"""Cell -> (type, rotation)."""

Contact = tuple[int, int]
"""A side of a cell, and the index of the region that it touches."""


@dataclass(frozen=True, slots=True)
class Region:
    """A region: its kind, value, canonical edge (4 * cell + side), and is it closed."""

    is_land: bool
    value: int
    edge: int
    closed: bool


@dataclass(frozen=True, slots=True)
class Border:
    """A cell without area card beside at least one: what its sides touch."""

    land: tuple[Contact, ...]
    water: tuple[Contact, ...]
    code: int  # index into Tables.fits


class Areas:
    """The area cards on the table with everything derived from them; never changed once built."""

    __slots__ = ("border", "cards", "region_of", "regions")

    def __init__(self, t: Tables, cards: AreaCards) -> None:
        self.cards = cards
        self.regions: list[Region] = []
        self.region_of: dict[int, int] = {}  # edge -> index into regions
        for cell in sorted(cards):
            for side in SIDES:
                if 4 * cell + side not in self.region_of:
                    self._add_region(t, 4 * cell + side)
        self.border: dict[int, Border] = self._find_border(t)  # ascending cells

    def laid(self, t: Tables, cell: int, kind: int, rotation: int) -> Areas:
        """The map with one more area card."""
        return Areas(t, {**self.cards, cell: (kind, rotation)})

    def _add_region(self, t: Tables, first: int) -> None:
        """[L-10] [L-11] [L-14] [L-29] Flood fill from the canonical edge over area cards only."""
        index = len(self.regions)
        cells = set()
        symbols = 0
        closed = True
        waiting = [first]
        while waiting:
            edge = waiting.pop()
            if edge in self.region_of:
                continue
            cell, side = divmod(edge, 4)
            kind, rotation = self.cards[cell]
            cells.add(cell)
            symbols += t.symbols[kind][rotation][side]
            for d in t.area_sides[kind][rotation][side]:
                self.region_of[4 * cell + d] = index
                beside = t.neighbours[cell][d]
                if beside in self.cards:
                    waiting.append(4 * beside + (d + 2) % 4)
                else:
                    closed = False
        kind, rotation = self.cards[first // 4]
        is_land = t.edges[kind][rotation][first % 4] == LAND
        self.regions.append(Region(is_land, len(cells) + symbols, first, closed))

    def _find_border(self, t: Tables) -> dict[int, Border]:
        contacts: dict[int, list[int | None]] = {}
        for cell in self.cards:
            for d, beside in enumerate(t.neighbours[cell]):
                if beside != NOWHERE and beside not in self.cards:
                    sides = contacts.setdefault(beside, [None] * 4)
                    sides[(d + 2) % 4] = self.region_of[4 * cell + d]
        return {cell: self._border_of(contacts[cell]) for cell in sorted(contacts)}

    def _border_of(self, sides: list[int | None]) -> Border:
        """[L-01] Every land side counts for itself, whatever regions the sides lie in."""
        touching = [(d, region) for d, region in enumerate(sides) if region is not None]
        land = tuple(contact for contact in touching if self.regions[contact[1]].is_land)
        water = tuple(contact for contact in touching if not self.regions[contact[1]].is_land)
        code = fit_code([None if r is None else int(self.regions[r].is_land) for r in sides])
        return Border(land, water, code)
