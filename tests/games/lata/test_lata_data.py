"""Lata's data file: every validation rule of section 2.7 and 12 refuses a broken file."""

from __future__ import annotations

import copy

import bitmeeple as bm
import pytest
from bitmeeple.games.lata import loader as lata
from bitmeeple.registry import shipped_data
from conftest import own_file

PRODUCTION = "production_cards.cards"
MARKETS = "market_cards.cards"
SCORING = "scoring_cards.cards"
STARTING = "starting_scoring_cards.cards"
BOARD = "solo.boards.matosinhos"
REMOVE = "<removed>"

# Path, new value, what the message says
BROKEN = [
    ("game", "latria", "data.game: 'latria' is not one of lata"),
    ("schema_version", 2, "data.schema_version: 2 is not 1..1"),
    ("schema_version", REMOVE, "data: the key 'schema_version' is missing"),
    ("extra", 1, "data: unknown key 'extra'"),
    ("general.source", "guess", "data.general.source: 'guess' is not one of"),
    ("general.rounds", 5, "data.general.rounds: 5 is not 6..6"),
    ("general.rounds", True, "data.general.rounds: expected an integer, got bool"),
    ("general.rounds", 6.0, "data.general.rounds: expected an integer, got float"),
    ("general.action_points", 10, "data.general.action_points: 10 is not 9..9"),
    ("general.start_money", 10, "data.general.start_money: 10 is not 0..9"),
    ("general.max_scoring_cards_per_round", 2, "2 is not 1..1"),
    ("general.produce_cost_ap", 2, "data.general.produce_cost_ap: 2 is not 1..1"),
    ("general.reveal_market_cost_ap", 0, "data.general.reveal_market_cost_ap: 0 is not 1..1"),
    ("general.reveal_scoring_cost_money", 2, "reveal_scoring_cost_money: 2 is not 1..1"),
    ("general.cubes.silver", 32, "data.general.cubes.silver: 32 is not 1..31"),
    ("general.cubes.red", 0, "data.general.cubes.red: 0 is not 1..31"),
    ("general.cubes.blue", 3, "data.general.cubes: unknown key 'blue'"),
    ("general.coins.1", -1, "data.general.coins.1: -1 is not 0..99"),
    ("general.recipes.red", [], "data.general.recipes.red: 0 entries instead of 1 to 2"),
    ("general.recipes.red", ["tomato", "tomato"], "recipes.red: an entry is listed twice"),
    ("general.recipes.red", ["tomatoe"], "did you mean 'tomato'?"),
    ("general.recipes.red", ["tinplate"], "'tinplate' is not one of"),
    ("players.1.sets", [1, 1], "data.players.1.sets: 2 entries instead of 0"),
    ("players.2.sets", [2, 1], "data.players.2.sets: 2 entries instead of 3"),
    ("players.2.sets", [1, 1, 2], "data.players.2.sets: sizes increase"),
    ("players.2.sets", [1, 1, 1], "18 cards are dealt of a deck of 24"),
    ("players.2.sets", [3, 1, 0], "data.players.2.sets[0]: 3 is not 1..2"),
    ("players.3.sets", [2, 2, 2, 2], "data.players.3.sets: 48 cards are dealt of 42"),
    ("players.4.sets", [2, 1, 1, 1, 1], "36 cards are dealt of a deck of 42"),
    ("players.4.market_display", 9, "data.players.4.market_display: 9 is not 1..8"),
    ("players.4.scoring_display", 0, "data.players.4.scoring_display: 0 is not 1..8"),
    ("players.5", {}, "data.players: unknown key '5'"),
    ("factory.spaces", 6, "data.factory.spaces: 6 is not 5..5"),
    ("factory.start_space", 2, "data.factory.start_space: 2 is not 1..1"),
    ("factory.costs", [0, 1, 1, 2, 2], "data.factory.costs: fewer than two spaces cost 0"),
    ("factory.costs", [0, 0, 1, 2, 4], "data.factory.costs[4]: 4 is not 0..3"),
    ("factory.costs", [0, 0, 1, 2], "data.factory.costs: 4 entries instead of 5"),
    ("solo.boards.setubal", REMOVE, "data.solo.boards: the key 'setubal' is missing"),
    ("solo.boards.lisboa", {}, "data.solo.boards: unknown key 'lisboa'"),
    (f"{BOARD}.start_money", 10, "start_money: 10 is not 0..9"),
    (f"{BOARD}.costs", [1, 1, 1, 1, 0], "fewer than two spaces cost 0"),
    (f"{BOARD}.starting_scoring", 124, "starting_scoring: 124 is not 125..128"),
    (f"{BOARD}.spend", [0, 2, 3], "spend: phase_b 'sets' allows only 0, 2 and 4"),
    (f"{BOARD}.spend", [2, 0], "spend: not strictly ascending"),
    (f"{BOARD}.spend", [], "spend: 0 entries instead of 1 to 10"),
    ("solo.boards.setubal.spend", [0, 10], "spend[1]: 10 is not 0..9"),
    (f"{BOARD}.phase_b", "set", "did you mean 'sets'?"),
    (f"{BOARD}.replace", 0, "replace: expected true or false, got int"),
    (f"{BOARD}.salt_all", None, "salt_all: expected true or false, got NoneType"),
    (f"{BOARD}.start_pick", "no", "start_pick: expected true or false, got str"),
    ("solo.ratings.0.at_least", 1, "at_least does not start at 0 and ascend"),
    ("solo.ratings.2.at_least", 16, "at_least does not start at 0 and ascend"),
    ("nations.list", [], "data.nations.list: 0 entries instead of 1 to 16"),
    ("nations.list.7", "chile", "data.nations.list: a nation is listed twice"),
    ("nations.list.7", "", "data.nations.list: a nation has no name"),
    ("nations.list", [f"n{i}" for i in range(17)], "17 entries instead of 1 to 16"),
    ("nations.list.0", "lusitania", "'portugal' is not one of lusitania, france"),
    ("starting_production_cards.cards.0.id", 2, "2 instead of 1 (ids ascend)"),
    ("starting_production_cards.cards.1.two_player_removed", True, "starting card is removed"),
    (f"{PRODUCTION}.0.id", 4, f"data.{PRODUCTION}[0].id: 4 is not 5..46"),
    (f"{PRODUCTION}.0.id", 6, f"data.{PRODUCTION}[0].id: 6 instead of 5 (ids ascend)"),
    (f"{PRODUCTION}.41", REMOVE, f"data.{PRODUCTION}: 41 entries instead of 42"),
    (f"{PRODUCTION}.3.color", "red", "color: 'red' is not one of blue, brown, yellow, green"),
    (f"{PRODUCTION}.3.icons", ["tomato"] * 3, "icons: 3 entries instead of 0 to 2"),
    (f"{PRODUCTION}.3.icons", ["tinplate"], "icons[0]: 'tinplate' is not one of"),
    (f"{PRODUCTION}.3.tinplate", 4, "tinplate: 4 is not 0..3"),
    (f"{PRODUCTION}.3.effect", "sell_three", "effect: 'sell_three' is not one of"),
    (f"{PRODUCTION}.3.two_player_removed", 1, "two_player_removed: expected true or false"),
    (f"{PRODUCTION}.0.two_player_removed", True, "24 cards are dealt of a deck of 23"),
    (f"{MARKETS}.0.id", 46, f"data.{MARKETS}[0].id: 46 is not 47..85"),
    (f"{MARKETS}.0.flags", [], "flags: 0 entries instead of 1 to 2"),
    (f"{MARKETS}.0.flags", ["chile"] * 3, "flags: 3 entries instead of 1 to 2"),
    (f"{MARKETS}.0.flags", ["spain"], "flags[0]: 'spain' is not one of portugal"),
    (f"{MARKETS}.0.ap", 4, "ap: 4 is not 1..3"),
    (f"{MARKETS}.0.silver", 5, "silver: 5 is not 0..4"),
    (f"{MARKETS}.0.silver", 0, "0 cubes required instead of 1 to 5"),
    (f"{MARKETS}.0.red", 4, "6 cubes required instead of 1 to 5"),
    (f"{MARKETS}.0.reward", 3, "reward: 3 is not 1..2"),
    ("general.cubes.yellow", 2, "3 yellow cubes required of 2 in the game"),
    (f"{SCORING}.0.id", 85, f"data.{SCORING}[0].id: 85 is not 86..120"),
    (f"{SCORING}.0.cost", 1, "cost: 1 is not 2..3"),
    (f"{SCORING}.0.score_first", 0, "score_first: expected true or false"),
    (f"{SCORING}.0.two_player_removed", None, "two_player_removed: expected true or false"),
    (f"{SCORING}.0.rule.kind", "colour", "did you mean 'color'?"),
    (f"{SCORING}.0.rule.kind", REMOVE, "rule: expected a rule with a kind"),
    (f"{SCORING}.0.rule.per", 2, "rule: unknown key 'per'"),
    (f"{SCORING}.0.rule.vp", 21, "rule.vp: 21 is not 0..20"),
    (f"{SCORING}.0.rule.color", "silver", "rule.color: 'silver' is not one of"),
    (f"{SCORING}.0.rule.scope", "some", "rule.scope: 'some' is not one of visible, all"),
    (f"{SCORING}.2.rule.cube", "blue", "rule.cube: 'blue' is not one of silver, red, yellow"),
    (f"{SCORING}.2.rule.per", 0, "rule.per: 0 is not 1..20"),
    (f"{SCORING}.3.rule.nations", [], "rule.nations: 0 entries instead of 1 to 8"),
    (f"{SCORING}.12.rule.nations", ["france"] * 2, "rule.nations: an entry is listed twice"),
    (f"{SCORING}.13.rule.nations", None, "rule.nations: expected a list, got NoneType"),
    (f"{SCORING}.15.rule.costs", [4], "rule.costs[0]: 4 is not 0..3"),
    (f"{SCORING}.15.rule.costs", [2, 2], "rule.costs: an entry is listed twice"),
    (f"{SCORING}.15.rule.costs", [], "rule.costs: 0 entries instead of 1 to 4"),
    (f"{SCORING}.16.rule.what", "cubes", "rule.what: 'cubes' is not one of salt, money, ap"),
    (f"{SCORING}.16.rule.at_least", 100, "rule.at_least: 100 is not 0..99"),
    (f"{SCORING}.18.rule.ap", 0, "rule.ap: 0 is not 1..3"),
    (f"{SCORING}.19.rule.icon", "tomatoe", "did you mean 'tomato'?"),
    (f"{SCORING}.32.rule.colors", ["blue", "blue"], "rule.colors: an entry is listed twice"),
    (f"{SCORING}.32.rule.colors", [], "rule.colors: 0 entries instead of 1 to 4"),
    (f"{STARTING}.0.id", 120, f"data.{STARTING}[0].id: 120 is not 121..128"),
    (f"{STARTING}.0.mode", "setubal", "mode: 'setubal' is not one of multi"),
    (f"{STARTING}.4.mode", "aveiro", "mode: 'aveiro' is not one of setubal"),
    (f"{STARTING}.0.rule.per_flag", 21, "rule.per_flag: 21 is not 0..20"),
    (f"{STARTING}.0.rule.per_pair", -1, "rule.per_pair: -1 is not 0..20"),
    (f"{STARTING}.0.cost", 2, "unknown key 'cost'"),
]


def with_entry(path, value):
    """The shipped data with one entry replaced, added or removed."""
    data = copy.deepcopy(shipped_data("lata")[0])
    place = data
    *parents, last = path.split(".")
    for key in parents:
        place = place[int(key)] if isinstance(place, list) else place[key]
    key = int(last) if isinstance(place, list) else last
    if value is REMOVE:
        del place[key]
    else:
        place[key] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "said"), BROKEN, ids=[f"{number}-{b[0]}" for number, b in enumerate(BROKEN)]
)
def test_a_broken_file_is_refused_and_the_entry_named(path, value, said):
    with pytest.raises(ValueError) as caught:
        lata.validate(with_entry(path, value))
    assert said in str(caught.value)


def test_a_scoring_display_larger_than_the_two_player_deck_is_refused():
    data = copy.deepcopy(shipped_data("lata")[0])
    for card in data["scoring_cards"]["cards"][:33]:
        card["two_player_removed"] = True
    with pytest.raises(ValueError, match=r"2\.scoring_display: a display of 3 with 2 cards"):
        lata.validate(data)


def test_broken_data_is_refused_by_both_implementations(implementation):
    with pytest.raises(ValueError, match="start_money"):
        implementation("lata", data=with_entry("general.start_money", 10))


VALID = [
    ("market_cards.cards.0.flags", ["chile", "chile"]),
    ("production_cards.cards.0.icons", []),
    ("production_cards.cards.0.effect", "sell_two"),
    ("starting_production_cards.cards.0.tinplate", 3),
    ("general.cubes.red", 31),
    ("solo.boards.aveiro.starting_scoring", 128),
    ("solo.boards.matosinhos.phase_b", "reveal"),
    ("general.recipes.silver", ["tomato", "mackerel"]),
    ("scoring_cards.cards.3.rule", {"kind": "money", "vp": 0}),
    ("general.note", "a note"),
]


@pytest.mark.parametrize(("path", "value"), VALID, ids=[v[0] for v in VALID])
def test_unusual_data_is_accepted_and_playable(implementation, path, value):
    data = with_entry(path, value)
    for options in ({}, {"players": 1, "solo_board": "aveiro"}):
        game = implementation("lata", data=data, **options)
        bm.rollout(game, 3, policy="eager")


def test_the_scarce_file_is_valid(implementation):
    game = implementation("lata", data=own_file("lata", "scarce.json"))
    assert game.tables["general"]["cubes"]["red"] == 2
