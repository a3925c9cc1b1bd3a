"""Lumen: options and data file (specification, sections 1, 2.3 and 12)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bitmeeple.contract.data import FlatTables, Reader, header

SEATS = ("day", "night")
SEASONS = ("winter", "autumn", "summer", "spring")
ROWS = ("low", "high", "difference", "sum", "product")
GLOW_ACTIONS = ("fury", "clean_sheet", "teleportation")
MISSIONS = ("discovery_mission", "winter_mission", "shroomling_mission")
LOOTS = ("loot_3", "loot_4", "loot_5")
DISCOVERIES = (*LOOTS, "interference", "planning", "paratrooper", "priority_message", "foul_play")
LAND_MOVES = ("always", "never", "active_only", "inactive_only")
END_OBJECTIVES = (
    "initiative_1",
    "fewest_loose_cells_1",
    "island_majority_1_plus_1_if_alone",
    "most_winter_fighters_2",
)
LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
BASIC_TYPES, TERRITORIES, BOARDS, CELLS, BOXES, TURNS = 6, 16, 7, 20, 7, 17

# name, ability, two-sided, land move, deadly, immune to deadly Fighters and Fury: all fixed
FIGHTERS: tuple[tuple[str, str | None, bool, str, bool, bool], ...] = (
    ("shroomling", None, False, "always", False, False),
    ("mudshell", None, False, "never", False, True),
    ("restorer", "restore", True, "always", False, False),
    ("pusher", "push", True, "always", False, False),
    ("assassin", "kill_same_territory", True, "always", True, False),
    ("feathered", "fly", True, "always", False, False),
    ("epic_pusher", "move_then_push", True, "always", False, False),
    ("epic_assassin", "move_then_kill", True, "always", True, False),
    ("impatient", "move_initiative_marker", True, "always", False, False),
    ("bomber", "kill_anywhere", True, "always", True, False),
    ("weaver", "capture", True, "active_only", False, False),
    ("rootspring", "roots", True, "active_only", False, False),
    ("hypnotist", "flip_enemies", True, "always", False, False),
    ("metamorph", "transform", True, "inactive_only", False, False),
)

TOP = (
    "players",
    "dice",
    "seasons",
    "territories",
    "calculation_rows",
    "command_board",
    "high_command",
    "reserve",
    "fighters",
    "glow_actions",
    "secret_missions",
    "discovery_tokens",
    "objective_tokens",
    "scenarios",
)
FIGHTER = (
    "index",
    "name",
    "kind",
    "count",
    "strength_active",
    "strength_inactive",
    "two_sided",
    "ability",
    "land_move",
    "deadly",
    "immune_to_deadly_and_fury",
)
SCENARIO = (
    "id",
    "name",
    "source",
    "boards",
    "territories",
    "adjacency",
    "starting_fighters",
    "initiative_territory",
    "frontiers",
    "reach_objective",
    "river_links",
    "river_banks",
    "islands",
    "winter_passages",
    "air_allowed",
    "air_zones",
    "mudshell_land_move",
    "muddy_season",
    "no_activation_season",
    "great_crossing",
    "first_mercenary_objective",
    "empty_bag_objective",
    "end_objectives",
    "reserved_objective_tokens",
)

# The flat tables hold one scenario; the core gets one set per scenario of the shipped file.
VARIANTS: dict[str, dict[str, str]] = {letter: {"scenario": letter} for letter in "ABCDEFG"}


# Validation


def validate(data: object) -> None:
    """Check a data file: every rule of section 2.3 and the limits on user files (section 12)."""
    top = header(data, "lumen", TOP)
    _check_players(top["players"])
    _check_dice(top["dice"])
    lumens = _check_seasons(top["seasons"])
    boards = _check_territories(top["territories"], lumens)
    _check_calculation_rows(top["calculation_rows"])
    _check_command_board(top["command_board"])
    _check_high_command(top["high_command"])
    _check_reserve(top["reserve"])
    counts, strengths = _check_fighters(top["fighters"])
    _check_tokens(top["glow_actions"], GLOW_ACTIONS)
    _check_tokens(top["secret_missions"], MISSIONS, "counts")
    _check_discovery_tokens(top["discovery_tokens"])
    _check_objective_tokens(top["objective_tokens"])
    table = top["scenarios"].object(["source", "rows"])
    table["source"].source()
    ids: set[str] = set()
    for row in table["rows"].list(1, 1000):
        scenario = _Scenario(row, boards, counts, strengths)
        scenario.check()
        row.require(scenario.id not in ids, f"the scenario id {scenario.id!r} is used twice")
        ids.add(scenario.id)


def _fixed(entry: Reader, expected: object) -> None:
    """An entry that a user file may not change."""
    same = type(entry.value) is type(expected) and entry.value == expected
    entry.require(same, f"must be {expected!r}, got {entry.value!r}")


def _fixed_ints(entry: Reader, expected: Sequence[int]) -> None:
    same = [e.int(-1000, 1000) for e in entry.list(len(expected))] == list(expected)
    entry.require(same, f"must be {list(expected)}, got {entry.value}")


def _check_players(entry: Reader) -> None:
    members = entry.object(["source", "count", "seats", "turns"])
    members["source"].source()
    _fixed(members["count"], 2)
    for seat, name in zip(members["seats"].list(2), SEATS):
        _fixed(seat, name)
    _fixed(members["turns"], TURNS)


def _check_dice(entry: Reader) -> None:
    members = entry.object(["source", "white", "black"])
    members["source"].source()
    _fixed_ints(members["white"], range(6))
    _fixed_ints(members["black"], range(1, 7))


def _check_seasons(entry: Reader) -> dict[str, int]:
    """Lumens of each season."""
    members = entry.object(["source", "lumens"])
    members["source"].source()
    lumens = members["lumens"].object(SEASONS)
    return {season: lumens[season].int(0, 20) for season in SEASONS}


def _check_territories(entry: Reader, lumens: Mapping[str, int]) -> dict[int, int]:
    """Board of each Territory id."""
    members = entry.object(["source", "rows"])
    members["source"].source()
    boards: dict[int, int] = {}
    last = 0
    for row in members["rows"].list(TERRITORIES):
        territory = row.object(["id", "board", "season", "lumens"])
        number = territory["id"].int(10, 79)
        board = territory["board"].int(1, BOARDS)
        territory["id"].require(number > last, f"{number} is not above {last}: ids must ascend")
        territory["board"].require(
            number // 10 == board, f"{board} is not the tens digit of Territory {number}"
        )
        season = territory["season"].str(SEASONS)
        worth = territory["lumens"].int(0, 20)
        territory["lumens"].require(
            worth == lumens[season], f"{worth} lumens, but {season} is worth {lumens[season]}"
        )
        boards[number] = board
        last = number
    for board in range(1, BOARDS + 1):
        size = [*boards.values()].count(board)
        entry.require(1 <= size <= 3, f"board {board} has {size} Territories, not 1 to 3")
    return boards


def _check_calculation_rows(entry: Reader) -> None:
    members = entry.object(["source", "rows"])
    members["source"].source()
    total = 0
    for row, name in zip(members["rows"].list(len(ROWS)), ROWS):
        fields = row.object(["name", "boxes"])
        _fixed(fields["name"], name)
        total += fields["boxes"].int(0, TURNS)
    entry.require(total == TURNS, f"the boxes sum to {total}, not to {TURNS}")


def _check_command_board(entry: Reader) -> None:
    members = entry.object(["source", "cells", "layout_rows", "adjacency"])
    members["source"].source()
    _fixed(members["cells"], CELLS)
    drawn: list[int] = []
    for row in members["layout_rows"].list(1, CELLS):
        drawn += [c.int(1, CELLS) for c in row.list(1, CELLS) if c.value is not None]
    members["layout_rows"].require(
        sorted(drawn) == [*range(1, CELLS + 1)], f"does not show each cell 1..{CELLS} once"
    )
    adjacency = _adjacency(members["adjacency"], range(1, CELLS + 1))
    for cell, near in adjacency.items():
        path = members["adjacency"].object(map(str, adjacency))[str(cell)]
        path.require(len(near) <= 6, f"cell {cell} has {len(near)} neighbours, at most 6 fit")
        path.require(near == sorted(near), f"the neighbours of cell {cell} are not sorted")
    reached = _reach(1, adjacency)
    lost = sorted(set(adjacency) - reached)
    members["adjacency"].require(not lost, f"the board is not connected: {lost} lie apart from 1")


def _adjacency(entry: Reader, ids: Iterable[int]) -> dict[int, list[int]]:
    """A symmetric, irreflexive relation on ``ids``, each entry listed once."""
    known = list(ids)
    members = entry.object([str(i) for i in known])
    near: dict[int, list[int]] = {}
    for i in known:
        member = members[str(i)]
        near[i] = [e.int(0, 99) for e in member.list(0, len(known))]
        member.require(len(set(near[i])) == len(near[i]), "a neighbour is listed twice")
        for j in near[i]:
            member.require(j in known, f"{j} does not belong here")
            member.require(j != i, f"{i} is listed as its own neighbour")
    for i in known:
        for j in near[i]:
            entry.require(i in near[j], f"not symmetric: {i} lists {j}, but {j} not {i}")
    return near


def _reach(start: int, near: Mapping[int, Iterable[int]]) -> set[int]:
    """Everything connected to ``start``."""
    reached, todo = {start}, [start]
    while todo:
        for i in near[todo.pop()]:
            if i not in reached:
                reached.add(i)
                todo.append(i)
    return reached


def _check_high_command(entry: Reader) -> None:
    members = entry.object(["source", "threshold", "boxes", "slots"])
    members["source"].source()
    members["threshold"].int(0, 31)
    _fixed(members["boxes"], BOXES)
    last = 0
    for index, row in enumerate(members["slots"].list(5)):
        slot = row.object(["slot", "complete_at_box", "objective"])
        _fixed(slot["slot"], index + 1)
        box = slot["complete_at_box"].int(1, BOXES)
        slot["complete_at_box"].require(
            box > last, f"{box} is not above {last}: slots complete in increasing order"
        )
        slot["objective"].bool()
        last = box
    members["slots"].require(last == BOXES, f"the last slot completes at {last}, not {BOXES}")


def _check_reserve(entry: Reader) -> None:
    members = entry.object(["source", "slots"])
    members["source"].source()
    _fixed(members["slots"], 3)


def _check_fighters(entry: Reader) -> tuple[list[int], list[int]]:
    """Counts, and strengths of the active side, by type."""
    members = entry.object(["source", "rows"])
    members["source"].source()
    counts, strengths = [], []
    for index, row in enumerate(members["rows"].list(len(FIGHTERS))):
        fighter = row.object(FIGHTER, ["sides_source"])
        name, ability, two_sided, land_move, deadly, immune = FIGHTERS[index]
        basic = index < BASIC_TYPES
        _fixed(fighter["index"], index)
        _fixed(fighter["name"], name)
        _fixed(fighter["kind"], "basic" if basic else "mercenary")
        _fixed(fighter["ability"], ability)
        _fixed(fighter["two_sided"], two_sided)
        _fixed(fighter["land_move"], land_move)
        _fixed(fighter["deadly"], deadly)
        _fixed(fighter["immune_to_deadly_and_fury"], immune)
        if "sides_source" in fighter:
            fighter["sides_source"].source()
        counts.append(fighter["count"].int(1, 11 if basic else 1))
        active = fighter["strength_active"].int(0, 9)
        inactive = fighter["strength_inactive"].int(0, 9)
        row.require(two_sided or active == inactive, f"{name} has one side, but strengths differ")
        strengths.append(active)
    total = sum(counts[:BASIC_TYPES])
    entry.require(total == 16, f"{total} Basic tokens per clan, not 16")
    return counts, strengths


def _check_tokens(entry: Reader, names: Sequence[str], *texts: str) -> None:
    """Glow Actions or Secret Missions: one of each."""
    members = entry.object(["source", "rows"])
    members["source"].source()
    for index, row in enumerate(members["rows"].list(len(names))):
        token = row.object(["index", "name", "count", *texts])
        _fixed(token["index"], index)
        _fixed(token["name"], names[index])
        _fixed(token["count"], 1)
        for text in texts:
            token[text].str()


def _check_discovery_tokens(entry: Reader) -> None:
    members = entry.object(["source", "rows"])
    members["source"].source()
    counts = []
    for index, row in enumerate(members["rows"].list(len(DISCOVERIES))):
        token = row.object(["index", "name", "count", "loot"])
        _fixed(token["index"], index)
        _fixed(token["name"], DISCOVERIES[index])
        loot = index < len(LOOTS)
        counts.append(token["count"].int(0, 5 if loot else 3))
        token["loot"].int(*((1, 20) if loot else (0, 0)))
    entry.require(sum(counts) == 15, f"{sum(counts)} Discovery tokens, not 15")
    loots = sum(counts[: len(LOOTS)])
    entry.require(loots == 5, f"{loots} of the Discovery tokens are Loot, not 5")


def _check_objective_tokens(entry: Reader) -> None:
    members = entry.object(["source", "rows"])
    members["source"].source()
    total, last = 0, 0
    for row in members["rows"].list(3):
        token = row.object(["value", "count"])
        value = token["value"].int(1, 35)
        token["value"].require(value > last, f"{value} is not above {last}: values must ascend")
        total += token["count"].int(0, 21)
        last = value
    entry.require(total == 21, f"{total} Objective tokens, not 21")


class _Scenario:
    """One row of the table of scenarios while it is being checked."""

    def __init__(
        self,
        entry: Reader,
        boards: Mapping[int, int],
        counts: Sequence[int],
        strengths: Sequence[int],
    ) -> None:
        self.entry = entry
        self.members = entry.object(SCENARIO)
        self.id = self.members["id"].str()
        self.board_of = boards
        self.counts = counts
        self.strengths = strengths

    def check(self) -> None:
        """Everything about one scenario."""
        members = self.members
        members["id"].require(
            re.fullmatch(r"[A-Za-z0-9_]{1,16}", self.id) is not None,
            f"{self.id!r} is not 1 to 16 letters, digits or _",
        )
        members["name"].str()
        members["source"].source()
        self._check_territories()
        self.adjacency = _adjacency(members["adjacency"], self.territories)
        self._check_starting_fighters()
        self._territory(members["initiative_territory"])
        self._check_frontiers()
        self._check_reach()
        self._check_river()
        self._check_islands()
        self._check_air_zones()
        self._check_great_crossing()
        for flag in ("winter_passages", "air_allowed", "mudshell_land_move"):
            members[flag].bool()
        members["first_mercenary_objective"].bool()
        for season in ("muddy_season", "no_activation_season"):
            if members[season].value is not None:
                members[season].str(SEASONS)
        members["empty_bag_objective"].int(0, 21)
        self._check_end_objectives()
        self._check_reserved()

    def _territory(self, entry: Reader) -> int:
        """An id that belongs to the scenario."""
        number = entry.int(0, 99)
        entry.require(
            number in self.territories, f"Territory {number} does not belong to the scenario"
        )
        return number

    def _check_territories(self) -> None:
        entry = self.members["boards"]
        self.boards = [e.int(1, BOARDS) for e in entry.list(1, BOARDS)]
        ascending = all(a < b for a, b in zip(self.boards, self.boards[1:]))
        entry.require(ascending, "the boards do not ascend")
        entry = self.members["territories"]
        self.territories = [e.int(10, 79) for e in entry.list(1, TERRITORIES)]
        wanted = [i for i, board in self.board_of.items() if board in self.boards]
        entry.require(
            self.territories == wanted, f"must be all Territories of its boards: {wanted}"
        )

    def _check_starting_fighters(self) -> None:
        entry = self.members["starting_fighters"]
        names = [row[0] for row in FIGHTERS[:BASIC_TYPES]]
        self.start: list[tuple[int, int, int]] = []
        used = [[0] * BASIC_TYPES for _ in SEATS]
        for row in entry.list(2, 32):
            fighter = row.object(["territory", "clan", "fighter"])
            territory = self._territory(fighter["territory"])
            clan = SEATS.index(fighter["clan"].str(SEATS))
            kind = names.index(fighter["fighter"].str(names))
            used[clan][kind] += 1
            row.require(
                used[clan][kind] <= self.counts[kind],
                f"{SEATS[clan]} owns only {self.counts[kind]} tokens of {names[kind]}",
            )
            self.start.append((clan, kind, territory))
        for clan, name in enumerate(SEATS):
            entry.require(any(used[clan]), f"{name} has no starting Fighter")
        empty = set(self.territories) - {territory for _, _, territory in self.start}
        entry.require(
            len(empty) <= 15, f"{len(empty)} Territories without starting Fighters, at most 15"
        )

    def _strength(self, clan: int, territory: int) -> int:
        """Strength at the start."""
        return sum(self.strengths[k] for c, k, t in self.start if (c, t) == (clan, territory))

    def _check_frontiers(self) -> None:
        frontiers = self.members["frontiers"].object([], LETTERS)
        frontiers.pop("note", None)
        self.letters = sorted(frontiers)
        self.members["frontiers"].require(len(frontiers) <= 8, "more than 8 frontiers")
        for entry in frontiers.values():
            parts = [self._territory(e) for e in entry.list(1, TERRITORIES)]
            entry.require(len(set(parts)) == len(parts), "a Territory is listed twice")
            for clan, name in enumerate(SEATS):
                held = all(self._strength(clan, t) > self._strength(1 - clan, t) for t in parts)
                entry.require(not held, f"{name} controls this frontier at the start")

    def _check_reach(self) -> None:
        entry = self.members["reach_objective"]
        if entry.value is None:
            return
        reach = entry.object(["letter", "territory"])
        letter = reach["letter"].str(LETTERS)
        reach["letter"].require(letter not in self.letters, f"{letter} is a frontier already")
        territory = self._territory(reach["territory"])
        taken = any(t == territory for _, _, t in self.start)
        entry.require(not taken, f"a Fighter is in Territory {territory} at the start")

    def _check_river(self) -> None:
        entry = self.members["river_banks"]
        banks = [self._territory(e) for e in entry.list(0, TERRITORIES)]
        entry.require(len(set(banks)) == len(banks), "a bank is listed twice")
        seen: set[tuple[int, int]] = set()
        for link in self.members["river_links"].list(0, 120):
            a, b = (self._territory(e) for e in link.list(2))
            for end in (a, b):
                link.require(end in banks, f"Territory {end} is not a river bank")
            link.require(a != b, f"joins Territory {a} with itself")
            link.require(b not in self.adjacency[a], f"{a} and {b} are adjacent by land")
            link.require((a, b) not in seen, f"{a} and {b} are linked twice")
            seen |= {(a, b), (b, a)}

    def _partition(self, entry: Reader, groups: Iterable[Reader]) -> list[list[int]]:
        """Lists of boards that hold each board of the scenario once."""
        lists = [[e.int(1, BOARDS) for e in g.list(1, BOARDS)] for g in groups]
        boards = sorted(board for group in lists for board in group)
        entry.require(boards == self.boards, f"does not partition the boards {self.boards}")
        return lists

    def _check_islands(self) -> None:
        entry = self.members["islands"]
        if entry.value is None:
            return
        islands = [e.object(["name", "boards"]) for e in entry.list(1, BOARDS)]
        names = [island["name"].str() for island in islands]
        entry.require(len(set(names)) == len(names), "two islands have the same name")
        groups = self._partition(entry, (island["boards"] for island in islands))
        island_of = {board: i for i, group in enumerate(groups) for board in group}
        for a, near in self.adjacency.items():
            for b in near:
                apart = island_of[self.board_of[a]] != island_of[self.board_of[b]]
                entry.require(not apart, f"Territories {a} and {b} of two islands are adjacent")

    def _check_air_zones(self) -> None:
        entry = self.members["air_zones"]
        if entry.value is not None:
            self._partition(entry, entry.list(1, BOARDS))

    def _check_great_crossing(self) -> None:
        entry = self.members["great_crossing"]
        if entry.value is None:
            return
        members = entry.object(["day_start", "night_start", "tokens"])
        homes = [self._territory(members[f"{name}_start"]) for name in SEATS]
        entry.require(homes[0] != homes[1], "the two Territories are the same")
        members["tokens"].int(0, 21)
        for clan, name in enumerate(SEATS):
            there = any((c, t) == (clan, homes[1 - clan]) for c, _, t in self.start)
            entry.require(not there, f"{name} has crossed at the start")

    def _check_end_objectives(self) -> None:
        entry = self.members["end_objectives"]
        names = [e.str(END_OBJECTIVES) for e in entry.list(0, len(END_OBJECTIVES))]
        entry.require(len(set(names)) == len(names), "an objective is listed twice")
        islands = self.members["islands"].value is not None
        entry.require(
            islands or END_OBJECTIVES[2] not in names, f"{END_OBJECTIVES[2]} needs islands"
        )

    def _check_reserved(self) -> None:
        entry = self.members["reserved_objective_tokens"]
        wanted = len(self.letters) + (self.members["reach_objective"].value is not None)
        given = entry.int(0, 21)
        entry.require(
            given == wanted, f"{given} tokens, but frontiers and reach objective need {wanted}"
        )


# Flat tables


def flatten(data: Mapping[str, Any], options: Mapping[str, Any]) -> FlatTables:
    """The flat tables of the interface page: those of the file, then those of the scenario."""
    rows = data["scenarios"]["rows"]
    scenario = next(row for row in rows if row["id"] == options["scenario"])
    return {**_flatten_file(data), **_flatten_scenario(data, scenario)}


def _flatten_file(data: Mapping[str, Any]) -> FlatTables:
    territories = data["territories"]["rows"]
    near = data["command_board"]["adjacency"]
    slots = data["high_command"]["slots"]
    fighters = data["fighters"]["rows"]
    discoveries = data["discovery_tokens"]["rows"]
    objectives = data["objective_tokens"]["rows"]
    cells = range(1, CELLS + 1)
    return {
        "turns": [data["players"]["turns"]],
        "row_boxes": [row["boxes"] for row in data["calculation_rows"]["rows"]],
        "territory_ids": [t["id"] for t in territories],
        "territory_boards": [t["board"] for t in territories],
        "territory_seasons": [SEASONS.index(t["season"]) for t in territories],
        "territory_lumens": [t["lumens"] for t in territories],
        "cell_adjacency": [_mask(c - 1 for c in near[str(cell)]) for cell in cells],
        "edges": [x for a in cells for b in near[str(a)] if a < b for x in (a, b)],
        "threshold": [data["high_command"]["threshold"]],
        "slot_boxes": [slot["complete_at_box"] for slot in slots],
        "slot_objective": [int(slot["objective"]) for slot in slots],
        "reserve_slots": [data["reserve"]["slots"]],
        "fighter_counts": [f["count"] for f in fighters],
        "strength_active": [f["strength_active"] for f in fighters],
        "strength_inactive": [f["strength_inactive"] for f in fighters],
        "fighter_two_sided": [int(f["two_sided"]) for f in fighters],
        "fighter_land_move": [LAND_MOVES.index(f["land_move"]) for f in fighters],
        "fighter_immune": [int(f["immune_to_deadly_and_fury"]) for f in fighters],
        "discovery_counts": [d["count"] for d in discoveries],
        "loot_values": [d["loot"] for d in discoveries[: len(LOOTS)]],
        "objective_values": [o["value"] for o in objectives],
        "objective_counts": [o["count"] for o in objectives],
    }


def _flatten_scenario(data: Mapping[str, Any], row: Mapping[str, Any]) -> FlatTables:
    territories = data["territories"]["rows"]
    index = {t["id"]: i for i, t in enumerate(territories)}
    names = [f["name"] for f in data["fighters"]["rows"]]
    adjacency = [0] * TERRITORIES
    for i in row["territories"]:
        adjacency[index[i]] = _mask(index[j] for j in row["adjacency"][str(i)])
    river = [0] * TERRITORIES
    for a, b in row["river_links"]:
        river[index[a]] |= 1 << index[b]
        river[index[b]] |= 1 << index[a]
    islands = row["islands"]
    island_boards = None if islands is None else [island["boards"] for island in islands]
    reach, crossing = row["reach_objective"], row["great_crossing"]
    letters = sorted(letter for letter in row["frontiers"] if letter != "note")
    return {
        "in_play": [int(t["id"] in row["territories"]) for t in territories],
        "adjacency": adjacency,
        "starting_fighters": [
            x
            for f in row["starting_fighters"]
            for x in (SEATS.index(f["clan"]), names.index(f["fighter"]), index[f["territory"]])
        ],
        "initiative": [index[row["initiative_territory"]]],
        "frontiers": [_mask(index[i] for i in row["frontiers"][letter]) for letter in letters],
        "reach": [-1 if reach is None else index[reach["territory"]]],
        "river_links": river,
        "river_banks": [int(t["id"] in row["river_banks"]) for t in territories],
        "islands": _group_of_territory(territories, island_boards),
        "island_count": [0 if islands is None else len(islands)],
        "winter_passages": [int(row["winter_passages"])],
        "air_allowed": [int(row["air_allowed"])],
        "air_zones": _group_of_territory(territories, row["air_zones"]),
        "mudshell_land_move": [int(row["mudshell_land_move"])],
        "muddy_season": [_season(row["muddy_season"])],
        "no_activation_season": [_season(row["no_activation_season"])],
        "great_crossing": (
            [-1, -1, 0]
            if crossing is None
            else [
                index[crossing["day_start"]],
                index[crossing["night_start"]],
                crossing["tokens"],
            ]
        ),
        "first_mercenary_objective": [int(row["first_mercenary_objective"])],
        "empty_bag_objective": [row["empty_bag_objective"]],
        "end_objectives": [int(name in row["end_objectives"]) for name in END_OBJECTIVES],
    }


def _mask(positions: Iterable[int]) -> int:
    """Bits set at these positions."""
    return sum(1 << p for p in set(positions))


def _season(name: str | None) -> int:
    return -1 if name is None else SEASONS.index(name)


def _group_of_territory(
    territories: Sequence[Mapping[str, Any]], groups: Sequence[Sequence[int]] | None
) -> list[int]:
    """Number of the group that holds the board of each Territory; -1 without one."""
    number = {board: i for i, group in enumerate(groups or ()) for board in group}
    return [number.get(t["board"], -1) for t in territories]
