"""El Caballero: the data of the variant in play, and tables derived from it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from bitmeeple.contract.data import FlatTables
from bitmeeple.games.el_caballero.reference.types import LAND, NOWHERE, ORIENTATIONS, SIDES, WATER

Edges = tuple[int, ...]

UNTOUCHED = 0
"""Fit code of a cell without area cards beside it; else see `regions.Border`."""


@dataclass(frozen=True, slots=True)
class Costs:
    """Prices in caballeros from the court (section 2.1)."""

    buy_ship: int
    build_castillo: int
    ship_from_court: int
    move_castillo: int
    water_only_card: int
    place_governor: int
    place_grande: int
    move_grande: int


@dataclass(frozen=True, slots=True)
class Limits:
    """How often a turn allows the limited actions."""

    card_actions: int
    ship_buys: int
    castillo_builds: int
    grande_moves: int


@dataclass(frozen=True, slots=True)
class Tables:
    """Rows are indexed by type and rotation where the comment says ``[t][k]``."""

    rounds: int
    scoring: tuple[bool, ...]  # by round - 1
    caballero_cards: int  # C
    ships: int
    castillos: int
    governors: int
    grandes: int
    start_court: int
    display_size: int
    costs: Costs
    limits: Limits
    power_caballeros: tuple[int, ...]  # by value - 1
    power_tiles: tuple[int, ...]  # by value - 1
    numbers: tuple[tuple[int, ...], ...]  # num(o, d) is numbers[o][d]
    size: int  # S
    cells: int  # S * S
    start_cell: int
    neighbours: tuple[tuple[int, ...], ...]  # by cell and side; NOWHERE beyond the edge
    types: range
    count: tuple[int, ...]
    plain: tuple[bool, ...]  # neither gold nor fish
    edges: tuple[tuple[Edges, ...], ...]  # [t][k]: LAND or WATER by side
    area_sides: tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]  # [t][k]: by side, its area
    symbols: tuple[tuple[tuple[int, ...], ...], ...]  # [t][k]: by side, gold or fish in its area
    rotations: tuple[tuple[int, ...], ...]  # by type: the distinct ones
    fits: tuple[tuple[tuple[int, ...], ...], ...]  # by fit code and type: distinct rotations
    fitting: tuple[frozenset[int], ...]  # by fit code: types with such a rotation

    @classmethod
    def from_flat(cls, flat: FlatTables, variant: int) -> Tables:
        types = range(len(flat["COUNT"]))
        size, row, col = flat["TABLE"]
        unrotated = [tuple(flat["EDGES"][4 * t : 4 * t + 4]) for t in types]
        edges = tuple(tuple(turned(unrotated[t], k) for k in SIDES) for t in types)
        areas = tuple(tuple(tuple(area_of(e, d) for d in SIDES) for e in row) for row in edges)
        fish_sides = [
            [fish_area(areas[t][k], flat["FISH_SIDE"][t], k) for k in SIDES] for t in types
        ]
        rotations = tuple(distinct_rotations(edges[t], fish_sides[t]) for t in types)
        fits = tuple(
            tuple(tuple(k for k in rotations[t] if matches(edges[t][k], pattern)) for t in types)
            for pattern in product((None, WATER, LAND), repeat=4)
        )
        return cls(
            rounds=flat["ROUNDS"][variant],
            scoring=tuple(x == 1 for x in flat["SCORING"][10 * variant : 10 * variant + 10]),
            caballero_cards=flat["CABALLERO_CARDS"][variant],
            ships=flat["SHIPS"][variant],
            castillos=flat["CASTILLOS"][variant],
            governors=flat["GOVERNORS"][variant],
            grandes=flat["GRANDES"][variant],
            start_court=flat["SETUP"][0],
            display_size=flat["SETUP"][1],
            costs=Costs(*flat["COSTS"]),
            limits=Limits(*flat["LIMITS"]),
            power_caballeros=tuple(flat["POWER_CABALLEROS"]),
            power_tiles=tuple(flat["POWER_TILES"]),
            numbers=tuple(oriented(flat["NUMBERS"], o) for o in ORIENTATIONS),
            size=size,
            cells=size * size,
            start_cell=size * row + col,
            neighbours=tuple(neighbours_of(size, cell) for cell in range(size * size)),
            types=types,
            count=tuple(flat["COUNT"]),
            plain=tuple(flat["GOLD"][t] == 0 and flat["FISH"][t] == 0 for t in types),
            edges=edges,
            area_sides=areas,
            symbols=tuple(
                tuple(
                    symbols_of(edges[t][k], fish_sides[t][k], flat["GOLD"][t], flat["FISH"][t])
                    for k in SIDES
                )
                for t in types
            ),
            rotations=rotations,
            fits=fits,
            fitting=tuple(frozenset(t for t in types if row[t]) for row in fits),
        )


def neighbours_of(size: int, cell: int) -> tuple[int, ...]:
    """[L-09] Cells N, E, S, W of a cell; outside the table there is nothing."""
    row, col = divmod(cell, size)
    beside = ((row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1))
    return tuple(size * r + c if 0 <= r < size and 0 <= c < size else NOWHERE for r, c in beside)


def oriented(numbers: list[int], o: int) -> tuple[int, ...]:
    """[L-12] num(o, d) for the sides d: clockwise, front for o < 4."""
    return tuple(numbers[4 * (o // 4) + (o % 4 + d) % 4] for d in SIDES)


def turned(edges: Edges, k: int) -> Edges:
    """The edges after k quarter turns clockwise."""
    return tuple(edges[(d - k) % 4] for d in SIDES)


def area_of(edges: Edges, d: int) -> tuple[int, ...]:
    """[L-10] The sides of the area that side d belongs to: two opposite waters are two areas."""
    same = tuple(e for e in SIDES if edges[e] == edges[d])
    if edges[d] == WATER and same in ((0, 2), (1, 3)):
        return (d,)
    return same


def fish_area(areas: tuple[tuple[int, ...], ...], fish_side: int, k: int) -> tuple[int, ...]:
    """[L-11] The sides of the water area with the fish on a card turned k times."""
    return areas[(fish_side + k) % 4] if fish_side >= 0 else ()


def symbols_of(edges: Edges, fish_sides: tuple[int, ...], gold: int, fish: int) -> tuple[int, ...]:
    """By side: gold or fish that lies in the area of the side."""
    return tuple(gold if edges[d] == LAND else fish if d in fish_sides else 0 for d in SIDES)


def distinct_rotations(edges: tuple[Edges, ...], fish: list[tuple[int, ...]]) -> tuple[int, ...]:
    """[D-01] Smallest rotation of each look: the same edges and the same sides of the fish area."""
    looks = [(edges[k], fish[k]) for k in SIDES]
    return tuple(k for k in SIDES if looks[k] not in looks[:k])


def matches(edges: Edges, pattern: tuple[int | None, ...]) -> bool:
    """Do the edges show what the touching edges around a cell demand (None: nothing)?"""
    return all(wanted is None or wanted == edge for edge, wanted in zip(edges, pattern))
