"""Lumen: the tables of the file and of the scenario, and what follows from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bitmeeple.contract.data import FlatTables
from bitmeeple.games.lumen.reference.types import (
    ACTIVE,
    CLASSES,
    INACTIVE,
    MUDSHELL,
    TERRITORIES,
    WINTER,
    Options,
)

ALWAYS, NEVER, ACTIVE_ONLY, INACTIVE_ONLY = range(4)
Ints = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tables:
    """Everything the rules need to know about the file, the scenario and the edition.

    Fighters are looked up by class (2 * type + side) or by type, cells by number (1..20; entry 0
    is unused), Territories by index.
    """

    options: Options
    # Command board and High Command
    turns: int
    row_boxes: Ints
    near_cells: tuple[Ints, ...]
    edges: tuple[tuple[int, int], ...]
    threshold: int
    slot_boxes: Ints
    slot_objective: Ints
    reserve_slots: int
    # Fighters and tokens
    counts: Ints
    strength: Ints
    two_sided: Ints
    mobile: tuple[bool, ...]
    immune: Ints
    discovery_counts: Ints
    loot_values: Ints
    objective_values: Ints
    objective_counts: Ints
    # Territories
    ids: Ints
    season: Ints
    lumens: Ints
    in_play: Ints
    near: tuple[Ints, ...]
    around: tuple[Ints, ...]
    passages: tuple[Ints, ...]
    river: tuple[Ints, ...]
    banks: Ints
    flights: tuple[Ints, ...]
    island: Ints
    island_count: int
    muddy: tuple[bool, ...]
    no_activation: tuple[bool, ...]
    # Set-up and objectives of the scenario
    start: tuple[Ints, ...]
    initiative: int
    frontiers: tuple[Ints, ...]
    reach: int | None
    crossing: tuple[int, int] | None
    crossing_tokens: int
    first_mercenary: bool
    empty_bag: int
    end_initiative: bool
    end_loose_cells: bool
    end_islands: bool
    end_winter: bool

    @classmethod
    def from_flat(cls, options: Options, flat: FlatTables) -> Tables:
        """[L-04] [L-05] [L-06] Adjacency and the values of tokens are those of the data."""
        near = tuple(_bits(mask) for mask in flat["adjacency"])
        edges, start, ends = flat["edges"], flat["starting_fighters"], flat["end_objectives"]
        homes = flat["great_crossing"]
        reach = flat["reach"][0]
        return cls(
            options=options,
            turns=flat["turns"][0],
            row_boxes=tuple(flat["row_boxes"]),
            near_cells=((), *(tuple(b + 1 for b in _bits(m)) for m in flat["cell_adjacency"])),
            edges=tuple(zip(edges[::2], edges[1::2])),
            threshold=flat["threshold"][0],
            slot_boxes=tuple(flat["slot_boxes"]),
            slot_objective=tuple(flat["slot_objective"]),
            reserve_slots=flat["reserve_slots"][0],
            counts=tuple(flat["fighter_counts"]),
            strength=tuple(_strength(flat, kind) for kind in CLASSES),
            two_sided=tuple(flat["fighter_two_sided"]),
            mobile=tuple(_mobile(flat, kind) for kind in CLASSES),
            immune=tuple(flat["fighter_immune"]),
            discovery_counts=tuple(flat["discovery_counts"]),
            loot_values=tuple(flat["loot_values"]),
            objective_values=tuple(flat["objective_values"]),
            objective_counts=tuple(flat["objective_counts"]),
            ids=tuple(flat["territory_ids"]),
            season=tuple(flat["territory_seasons"]),
            lumens=tuple(flat["territory_lumens"]),
            in_play=tuple(flat["in_play"]),
            near=near,
            around=tuple((t, *near[t]) for t in TERRITORIES),
            passages=tuple(_passages(flat, t) for t in TERRITORIES),
            river=tuple(_bits(mask) for mask in flat["river_links"]),
            banks=tuple(flat["river_banks"]),
            flights=tuple(_flights(flat, t) for t in TERRITORIES),
            island=tuple(flat["islands"]),
            island_count=flat["island_count"][0],
            muddy=tuple(s == flat["muddy_season"][0] for s in flat["territory_seasons"]),
            no_activation=tuple(
                s == flat["no_activation_season"][0] for s in flat["territory_seasons"]
            ),
            start=tuple(zip(start[::3], start[1::3], start[2::3])),
            initiative=flat["initiative"][0],
            frontiers=tuple(_bits(mask) for mask in flat["frontiers"]),
            reach=None if reach < 0 else reach,
            crossing=None if homes[0] < 0 else (homes[0], homes[1]),
            crossing_tokens=homes[2],
            first_mercenary=flat["first_mercenary_objective"][0] == 1,
            empty_bag=flat["empty_bag_objective"][0],
            end_initiative=ends[0] == 1,
            end_loose_cells=ends[1] == 1,
            end_islands=ends[2] == 1,
            end_winter=ends[3] == 1,
        )

    def place(self, t: int) -> str:
        """A Territory in messages: its index, which dicts use, and its id on the board."""
        return f"{t} (id {self.ids[t]})"

    def completed_slot(self, boxes: int) -> int | None:
        """The slot that crossing box number ``boxes`` completes."""
        return self.slot_boxes.index(boxes) if boxes in self.slot_boxes else None

    def value_index(self, value: int) -> int:
        """Row of an Objective value."""
        return self.objective_values.index(value)


def _bits(mask: int) -> Ints:
    """Positions of the set bits, ascending."""
    return tuple(i for i in range(mask.bit_length()) if mask >> i & 1)


def _strength(flat: FlatTables, kind: int) -> int:
    """[L-39] Strength of a class by its visible side."""
    fighter, side = divmod(kind, 2)
    return flat["strength_active" if side == ACTIVE else "strength_inactive"][fighter]


def _mobile(flat: FlatTables, kind: int) -> bool:
    """[L-37] [L-38] Whether a class has a land move."""
    fighter, side = divmod(kind, 2)
    if fighter == MUDSHELL and flat["mudshell_land_move"][0]:
        return True
    rule = flat["fighter_land_move"][fighter]
    return (
        rule == ALWAYS
        or (rule == ACTIVE_ONLY and side == ACTIVE)
        or (rule == INACTIVE_ONLY and side == INACTIVE)
    )


def _passages(flat: FlatTables, t: int) -> Ints:
    """[L-55] The other winter Territories, if t is one and the scenario has passages."""
    winter = _winter_in_play(flat)
    if not flat["winter_passages"][0] or t not in winter:
        return ()
    return tuple(u for u in winter if u != t)


def _winter_in_play(flat: FlatTables) -> Sequence[int]:
    seasons, in_play = flat["territory_seasons"], flat["in_play"]
    return [t for t in TERRITORIES if in_play[t] and seasons[t] == WINTER]


def _flights(flat: FlatTables, t: int) -> Ints:
    """[L-55] [L-58] Where one may fly from t, captured Fighters apart."""
    in_play, islands, zones = flat["in_play"], flat["islands"], flat["air_zones"]
    if not flat["air_allowed"][0] or not in_play[t]:
        return ()
    return tuple(
        u
        for u in TERRITORIES
        if u != t and in_play[u] and islands[u] == islands[t] and zones[u] == zones[t]
    )


def group_seasons(season: Sequence[int], in_play: Sequence[int], wanted: int) -> Ints:
    """Territories in play of one season."""
    return tuple(t for t in TERRITORIES if in_play[t] and season[t] == wanted)
