"""Own data files of Lumen: each rule of 2.3, and each limit of section 12, is enforced."""

from __future__ import annotations

import copy

import bitmeeple as bm
import pytest
from bitmeeple.games.lumen import loader
from bitmeeple.registry import shipped_data
from conftest import own_file, read_json

REMOVED = "<removed>"
ROWS = "scenarios.rows"
A, B, C, D, E, F, G = (f"{ROWS}.{i}" for i in range(7))


def changed(changes):
    """The shipped data with some entries replaced, by path."""
    data = copy.deepcopy(dict(shipped_data("lumen")[0]))
    for path, value in changes.items():
        *parents, last = path.split(".")
        entry = data
        for key in parents:
            entry = entry[int(key)] if isinstance(entry, list) else entry[key]
        last = int(last) if isinstance(entry, list) else last
        if value is REMOVED:
            del entry[last]
        else:
            entry[last] = value
    return data


def fighters(*places):
    keys = ("territory", "clan", "fighter")
    return [dict(zip(keys, place)) for place in places]


def adjacency_of(letter, **changes):
    rows = shipped_data("lumen")[0]["scenarios"]["rows"]
    adjacency = next(row for row in rows if row["id"] == letter)["adjacency"]
    return {**copy.deepcopy(adjacency), **{k.strip("t"): v for k, v in changes.items()}}


BOARD = "command_board.adjacency"
START = f"{A}.starting_fighters"
CROSSING = f"{G}.great_crossing"
SOURCES = [
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
]
BROKEN = [
    # The file
    ({"game": "lata"}, r"data\.game"),
    ({"schema_version": 2}, r"data\.schema_version"),
    ({"extra": 1}, "unknown key 'extra'"),
    ({"reserve": REMOVED}, "'reserve' is missing"),
    *(({f"{name}.source": "hearsay"}, rf"data\.{name}\.source") for name in SOURCES),
    ({"players.count": 3}, r"players\.count: must be 2"),
    ({"players.seats": ["night", "day"]}, r"players\.seats\[0\]: must be 'day'"),
    ({"players.turns": 16}, r"players\.turns: must be 17"),
    ({"dice.white": [0, 1, 2, 3, 4, 6]}, r"dice\.white: must be"),
    ({"dice.black": [1, 2, 3, 4, 5]}, r"dice\.black: 5 entries"),
    ({"reserve.slots": 4}, r"reserve\.slots: must be 3"),
    ({"reserve.slots": True}, r"reserve\.slots: must be 3"),
    # Territories
    ({"seasons.lumens.winter": 21}, r"seasons\.lumens\.winter"),
    ({"seasons.lumens.winter": 2}, "2 lumens|winter is worth 2"),
    ({"seasons.lumens.monsoon": 2}, "unknown key 'monsoon'"),
    ({"territories.rows.0": REMOVED}, "15 entries instead of 16"),
    ({"territories.rows.0.lumens": 3}, "3 lumens, but winter is worth 1"),
    ({"territories.rows.0.season": "summer"}, "summer is worth 5"),
    ({"territories.rows.0.season": "dry"}, r"rows\[0\]\.season"),
    ({"territories.rows.0.board": 2}, "not the tens digit"),
    ({"territories.rows.0.id": 15}, "not above 15"),
    ({"territories.rows.1.id": 10}, "not above 11"),
    ({"territories.rows.0.board": 8}, r"rows\[0\]\.board"),
    ({"territories.rows.2.id": 17, "territories.rows.2.board": 1}, "board 2 has 0 Territories"),
    ({"territories.rows.2.id": 30, "territories.rows.2.board": 3}, "board 2 has 0 Territories"),
    (
        {"territories.rows.3.id": 28, "territories.rows.3.board": 2}
        | {"territories.rows.4.id": 29, "territories.rows.4.board": 2},
        "board 3 has 0 Territories",
    ),
    (
        {"territories.rows.5.id": 35, "territories.rows.5.board": 3}
        | {"territories.rows.6.id": 36, "territories.rows.6.board": 3},
        "board 3 has 4 Territories",
    ),
    # Command board, High Command
    ({"calculation_rows.rows.0.boxes": 4}, "boxes sum to 18"),
    ({"calculation_rows.rows.0.name": "least"}, "must be 'low'"),
    ({"command_board.cells": 19}, r"cells: must be 20"),
    ({f"{BOARD}.20": REMOVED}, "'20' is missing"),
    ({f"{BOARD}.1": [2, 4]}, "not symmetric: 5 lists 1, but 1 not 5"),
    ({f"{BOARD}.1": [1, 2, 4, 5]}, "its own neighbour"),
    ({f"{BOARD}.1": [4, 2, 5]}, "not sorted"),
    ({f"{BOARD}.1": [2, 2, 4, 5]}, "listed twice"),
    ({f"{BOARD}.1": [2, 4, 5, 21]}, "21 does not belong here"),
    ({f"{BOARD}.3": [], f"{BOARD}.7": [6, 8, 13, 14], f"{BOARD}.8": [7, 14]}, r"\[3\] lie apart"),
    (
        {f"{BOARD}.5": [1, 2, 3, 4, 6, 11, 12], f"{BOARD}.3": [5, 7, 8]},
        "cell 5 has 7 neighbours",
    ),
    ({"command_board.layout_rows": [[1, 2, 3]]}, "each cell 1..20 once"),
    ({"command_board.layout_rows.0": [1, 2, 2]}, "each cell 1..20 once"),
    ({"high_command.boxes": 8}, r"boxes: must be 7"),
    ({"high_command.threshold": 32}, r"threshold"),
    ({"high_command.slots.1.complete_at_box": 2}, "slots complete in increasing order"),
    ({"high_command.slots.4.complete_at_box": 6}, "slots complete in increasing order"),
    (
        {f"high_command.slots.{i}.complete_at_box": i + 2 for i in range(5)},
        "last slot completes at 6",
    ),
    ({"high_command.slots.4": REMOVED}, "4 entries instead of 5"),
    ({"high_command.slots.0.slot": 2}, r"slot: must be 1"),
    ({"high_command.slots.0.objective": 1}, "expected true or false"),
    # Fighters and tokens
    ({"fighters.rows.13": REMOVED}, "13 entries instead of 14"),
    ({"fighters.rows.0.count": 5}, "15 Basic tokens per clan"),
    ({"fighters.rows.0.count": 8, "fighters.rows.1.count": 0}, r"rows\[1\]\.count"),
    ({"fighters.rows.6.count": 2}, r"rows\[6\]\.count"),
    ({"fighters.rows.0.name": "mushroom"}, "must be 'shroomling'"),
    ({"fighters.rows.0.index": 1}, r"rows\[0\]\.index: must be 0"),
    ({"fighters.rows.0.kind": "mercenary"}, r"kind: must be 'basic'"),
    ({"fighters.rows.0.ability": "push"}, "ability: must be None"),
    ({"fighters.rows.0.two_sided": True}, "two_sided: must be False"),
    ({"fighters.rows.1.land_move": "always"}, "land_move: must be 'never'"),
    ({"fighters.rows.4.deadly": False}, "deadly: must be True"),
    ({"fighters.rows.1.immune_to_deadly_and_fury": False}, "immune_to_deadly_and_fury: must be"),
    ({"fighters.rows.0.strength_active": 10}, r"rows\[0\]\.strength_active"),
    ({"fighters.rows.10.strength_inactive": -1}, r"rows\[10\]\.strength_inactive"),
    ({"fighters.rows.0.strength_inactive": 1}, "shroomling has one side"),
    ({"glow_actions.rows.0.count": 2}, r"glow_actions\.rows\[0\]\.count: must be 1"),
    ({"glow_actions.rows.2": REMOVED}, r"glow_actions\.rows: 2 entries"),
    ({"glow_actions.rows.0.name": "rage"}, "must be 'fury'"),
    ({"secret_missions.rows.1.count": 0}, r"secret_missions\.rows\[1\]\.count: must be 1"),
    ({"secret_missions.rows.1.name": "summer_mission"}, "must be 'winter_mission'"),
    ({"discovery_tokens.rows.3.count": 3}, "16 Discovery tokens, not 15"),
    (
        {"discovery_tokens.rows.0.count": 3, "discovery_tokens.rows.3.count": 1},
        "6 of the Discovery tokens are Loot",
    ),
    ({"discovery_tokens.rows.3.count": 4}, r"rows\[3\]\.count"),
    ({"discovery_tokens.rows.0.loot": 0}, r"rows\[0\]\.loot"),
    ({"discovery_tokens.rows.0.loot": 21}, r"rows\[0\]\.loot"),
    ({"discovery_tokens.rows.3.loot": 1}, r"rows\[3\]\.loot"),
    ({"discovery_tokens.rows.3.name": "noise"}, "must be 'interference'"),
    ({"objective_tokens.rows.0.count": 6}, "20 Objective tokens, not 21"),
    ({"objective_tokens.rows.1.value": 3}, "values must ascend"),
    ({"objective_tokens.rows.2.value": 36}, r"rows\[2\]\.value"),
    ({"objective_tokens.rows.2": REMOVED}, "2 entries instead of 3"),
    # Scenarios
    ({ROWS: []}, r"scenarios\.rows: 0 entries"),
    ({f"{B}.id": "A"}, "'A' is used twice"),
    ({f"{A}.id": "A-1"}, "letters, digits or _"),
    ({f"{A}.id": ""}, "letters, digits or _"),
    ({f"{A}.id": "A" * 17}, "letters, digits or _"),
    ({f"{A}.rule": "new"}, "unknown key 'rule'"),
    ({f"{A}.islands": REMOVED}, "'islands' is missing"),
    ({f"{A}.boards": [1, 2, 3, 4, 5, 6]}, r"territories: must be all Territories"),
    ({f"{A}.boards": [2, 1, 3, 4, 5, 6, 7]}, "boards do not ascend"),
    ({f"{A}.boards": [1, 2, 3, 4, 5, 6, 8]}, r"boards\[6\]"),
    ({f"{E}.territories.2": 27}, r"territories: must be all Territories"),
    ({f"{A}.adjacency.61": REMOVED}, "'61' is missing"),
    ({f"{A}.adjacency": adjacency_of("A", t61=[])}, "not symmetric: 65 lists 61"),
    ({f"{A}.adjacency": adjacency_of("A", t61=[61, 65])}, "its own neighbour"),
    ({f"{E}.adjacency": adjacency_of("E", t61=[27, 65])}, "27 does not belong here"),
    ({f"{A}.adjacency": adjacency_of("A", t61=[65, 65])}, "listed twice"),
    ({f"{START}.0.territory": 12}, "12 does not belong to the scenario"),
    ({f"{E}.starting_fighters.0.territory": 27}, "27 does not belong to the scenario"),
    ({f"{START}.0.clan": "dusk"}, r"starting_fighters\[0\]\.clan"),
    ({f"{START}.0.fighter": "weaver"}, r"starting_fighters\[0\]\.fighter"),
    ({f"{START}.0.clan": "night", f"{START}.1.clan": "night"}, "day has no starting Fighter"),
    ({f"{START}.2.clan": "day", f"{START}.3.clan": "day"}, "night has no starting Fighter"),
    (
        {START: fighters(*[(15, "day", "pusher")] * 3, (31, "night", "pusher"))},
        "day owns only 2 tokens of pusher",
    ),
    ({f"{A}.initiative_territory": 62}, "62 does not belong"),
    ({f"{E}.initiative_territory": 27}, "27 does not belong"),
    ({f"{A}.frontiers.A": [71, 72]}, "72 does not belong"),
    ({f"{A}.frontiers.A": []}, r"frontiers\.A: 0 entries"),
    ({f"{A}.frontiers.A": [71, 71]}, "listed twice"),
    ({f"{A}.frontiers.A": [15, 51]}, "day controls this frontier at the start"),
    ({f"{A}.frontiers.A": [31]}, "night controls this frontier at the start"),
    ({f"{A}.frontiers.one": [71]}, "unknown key 'one'"),
    ({f"{A}.frontiers": {x: [71] for x in "ABCDEFGHI"}}, "more than 8 frontiers"),
    ({f"{E}.reach_objective.territory": 27}, "27 does not belong"),
    ({f"{E}.reach_objective.territory": 31}, "a Fighter is in Territory 31"),
    ({f"{E}.reach_objective.letter": "A"}, "A is a frontier already"),
    ({f"{E}.reach_objective": 61}, "expected an object"),
    ({f"{C}.river_banks": [11, 15, 45, 63, 65]}, "75 is not a river bank"),
    ({f"{C}.river_banks.0": 12}, "12 does not belong"),
    ({f"{C}.river_banks.0": 15}, "bank is listed twice"),
    ({f"{C}.river_links.0": [11, 15]}, "adjacent by land"),
    ({f"{C}.river_links.0": [11, 11]}, "with itself"),
    ({f"{C}.river_links.1": [63, 11]}, "linked twice"),
    ({f"{C}.river_links.0": [11]}, r"river_links\[0\]: 1 entries"),
    ({f"{D}.islands.0.boards": [3, 4]}, "does not partition"),
    ({f"{D}.islands.0.boards": [3, 4, 6, 7]}, "does not partition"),
    ({f"{D}.islands.0.name": "north"}, "the same name"),
    (
        {f"{D}.islands.0.boards": [3, 4], f"{D}.islands.1.boards": [2, 5, 6]},
        "of two islands are adjacent",
    ),
    ({f"{G}.air_zones": [[1, 3, 6], [4, 5, 7]]}, "does not partition"),
    ({f"{G}.air_zones": [[1, 3, 6], [4, 5, 7], [2, 2]]}, "does not partition"),
    ({f"{CROSSING}.day_start": 12}, "12 does not belong"),
    ({f"{CROSSING}.night_start": 65}, "two Territories are the same"),
    ({f"{CROSSING}.tokens": 22}, r"great_crossing\.tokens"),
    ({f"{CROSSING}.day_start": 75, f"{CROSSING}.night_start": 65}, "day has crossed at the start"),
    ({f"{CROSSING}.day_start": 75, f"{CROSSING}.night_start": 11}, "night has crossed"),
    ({f"{A}.winter_passages": 0}, r"winter_passages: expected true or false"),
    ({f"{A}.air_allowed": None}, r"air_allowed: expected true or false"),
    ({f"{A}.mudshell_land_move": "no"}, r"mudshell_land_move"),
    ({f"{A}.first_mercenary_objective": 1}, r"first_mercenary_objective"),
    ({f"{E}.muddy_season": "rainy"}, r"muddy_season"),
    ({f"{F}.no_activation_season": 0}, r"no_activation_season"),
    ({f"{B}.empty_bag_objective": 22}, r"empty_bag_objective"),
    ({f"{A}.end_objectives": ["initiative_2"]}, "did you mean 'initiative_1'"),
    ({f"{A}.end_objectives": ["initiative_1", "initiative_1"]}, "objective is listed twice"),
    ({f"{A}.end_objectives": ["island_majority_1_plus_1_if_alone"]}, "needs islands"),
    ({f"{A}.reserved_objective_tokens": 3}, "frontiers and reach objective need 2"),
    ({f"{E}.reach_objective": None}, "frontiers and reach objective need 2"),
    ({f"{A}.frontiers.C": [27]}, "frontiers and reach objective need 3"),
]


@pytest.mark.parametrize(("changes", "said"), BROKEN, ids=[str(dict(c))[:60] for c, _ in BROKEN])
def test_a_broken_file_is_refused_with_the_rule(changes, said):
    with pytest.raises(ValueError, match=said):
        loader.validate(changed(changes))


def test_both_implementations_refuse_a_broken_file(implementation):
    with pytest.raises(ValueError, match="frontiers and reach objective need 3"):
        implementation("lumen", data=changed({f"{A}.frontiers.C": [27]}))


def test_every_territory_but_one_empty_is_allowed():
    places = fighters((15, "day", "pusher"), (15, "night", "pusher"))
    loader.validate(changed({START: places}))


AT_THE_BOUNDS = [
    {"note": "anything", "fighters.rows.0.note": "here too", f"{A}.note": "and here"},
    {f"{A}.frontiers.note": "not a letter", f"{BOARD}.note": "not a cell"},
    {"high_command.threshold": 0},
    {"high_command.threshold": 31},
    {f"high_command.slots.{i}.complete_at_box": i + 3 for i in range(5)},
    {"calculation_rows.rows.0.boxes": 0, "calculation_rows.rows.4.boxes": 7},
    {"fighters.rows.0.count": 9} | {f"fighters.rows.{i}.count": 1 for i in (1, 4, 5)},
    {"discovery_tokens.rows.3.count": 3, "discovery_tokens.rows.4.count": 1},
    {"objective_tokens.rows.0.value": 1, "objective_tokens.rows.2.value": 35},
    {"objective_tokens.rows.0.count": 0, "objective_tokens.rows.2.count": 14},
    {f"{A}.empty_bag_objective": 21},
    {f"{A}.frontiers": {}, f"{A}.reserved_objective_tokens": 0},
]


@pytest.mark.parametrize("changes", AT_THE_BOUNDS, ids=str)
def test_a_file_at_the_bounds_plays_to_the_end_alike(changes):
    data = changed(changes)
    core, ref = (load("lumen", data=data) for load in (bm.load_game, bm.reference.load_game))
    for policy in bm.POLICIES:
        mine, theirs = (bm.rollout(game, 4, seed=5, policy=policy) for game in (core, ref))
        assert (mine.digests == theirs.digests).all()


OWN_FILES = sorted(path.name for path in own_file("lumen", "").glob("*.json"))


@pytest.mark.parametrize("name", OWN_FILES)
def test_own_files_are_valid(name):
    loader.validate(read_json("lumen", "data", name))


def test_the_scenario_is_one_of_the_file(implementation):
    data = read_json("lumen", "data", "every_rule.json")
    assert implementation("lumen", data=data, scenario="small").options["scenario"] == "small"
    with pytest.raises(ValueError, match="'scenario' is 'B'"):
        implementation("lumen", data=data, scenario="B")


def test_the_shipped_scenarios_have_a_variant_each():
    rows = shipped_data("lumen")[0]["scenarios"]["rows"]
    assert [*loader.VARIANTS] == [row["id"] for row in rows]
