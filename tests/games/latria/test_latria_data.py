"""Latria's data files: every rule of section 2.6, broken once, is named."""

from __future__ import annotations

import copy

import bitmeeple as bm
import pytest
from bitmeeple.games.latria.loader import flatten, validate
from bitmeeple.registry import shipped_data
from conftest import read_json
from games.latria.builder import build

SHIPPED = dict(shipped_data("latria")[0])
GONE = "<removed>"  # stands for: take the entry away
FOUR = "player_setup.4"
SUN4, MOON1M, POL1, POLRM = (f"celestial.types.{t}" for t in (3, 5, 9, 11))


def setup(removed, deck, hand, rounds):
    return {"removed_numbers": removed, "deck": deck, "hand": hand, "rounds": rounds}


# id, {path: new value}, what the message says
BROKEN = [
    ("shape/list", {"": []}, "expected an object, got list"),
    ("shape/other-game", {"game": "lata"}, "data.game: 'lata' is not one of latria"),
    ("shape/version", {"schema_version": 2}, "data.schema_version: 2 is not 1..1"),
    ("shape/version-bool", {"schema_version": True}, "expected an integer, got bool"),
    ("shape/missing", {"campaign": GONE}, "the key 'campaign' is missing"),
    ("shape/unknown", {"suit": 1}, "unknown key 'suit'; did you mean 'suits'?"),
    ("shape/float", {f"{FOUR}.hand": 12.0}, "data.player_setup.4.hand: expected an integer"),
    ("source/missing", {"celestial.source": GONE}, "data.celestial: the key 'source' is missing"),
    ("source/unknown", {"astrology.moon.source": "invented"}, "data.astrology.moon.source"),
    ("source/setup", {"player_setup.source": "mine"}, "data.player_setup.source"),
    ("source/remove", {"special_remove.source": "mine"}, "data.special_remove.source"),
    ("source/variants", {"variants.source": "mine"}, "data.variants.source"),
    ("source/campaign", {"campaign.source": "mine"}, "data.campaign.source"),
    ("1/suits", {"suits": ["moon", "sun", "polaris", "latria"]}, "data.suits: must be [sun,"),
    ("1/bodies", {"bodies": ["sun", "moon"]}, "data.bodies: must be [sun, moon, polaris]"),
    ("2/missing", {"player_setup.5": GONE}, "data.player_setup: the key '5' is missing"),
    ("2/twice", {FOUR: setup([1, 1, 15], 48, 12, 11)}, "the numbers are not distinct"),
    ("2/low", {FOUR: setup([0, 14, 15], 48, 12, 11)}, "removed_numbers[0]: 0 is not 1..15"),
    ("2/high", {FOUR: setup([1, 14, 16], 48, 12, 11)}, "removed_numbers[2]: 16 is not 1..15"),
    ("2/deck", {FOUR: setup([1, 14], 48, 12, 11)}, "deck: 48 instead of the 52 cards"),
    ("2/hands", {FOUR: setup([1, 14, 15], 48, 11, 10)}, "4 hands of 11 are not the deck of 48"),
    ("2/rounds", {f"{FOUR}.rounds": 10}, "rounds: 10 instead of one less than the hand of 12"),
    ("2/none", {FOUR: setup(list(range(1, 15)), 4, 1, 0)}, "rounds: 0 is not 1..11"),
    ("2/many", {"player_setup.3": setup([], 60, 20, 19)}, "rounds: 19 is not 1..11"),
    ("3/suit", {"astrology.latria": GONE}, "data.astrology: the key 'latria' is missing"),
    ("3/short", {"astrology.sun.vp": [0] * 14}, "data.astrology.sun.vp: 14 entries instead of 15"),
    ("3/long", {"astrology.sun.mult": [1] * 16}, "data.astrology.sun.mult: 16 entries"),
    ("3/vp-high", {"astrology.sun.vp.0": 10}, "data.astrology.sun.vp[0]: 10 is not 0..9"),
    ("3/vp-low", {"astrology.sun.vp.0": -1}, "data.astrology.sun.vp[0]: -1 is not 0..9"),
    ("3/mult-high", {"astrology.sun.mult.0": 3}, "data.astrology.sun.mult[0]: 3 is not 0..2"),
    ("3/mult-low", {"astrology.sun.mult.0": -1}, "data.astrology.sun.mult[0]: -1 is not 0..2"),
    ("3/both", {"astrology.sun.mult.7": 0}, "a card with mult 0 has vp 3, not 0"),
    ("4/types", {"celestial.types.11": GONE}, "data.celestial.types: 11 entries instead of 12"),
    ("4/id", {f"{SUN4}.id": 4}, "data.celestial.types[3].id: must be the position, 3"),
    ("4/body", {f"{SUN4}.body": "moon"}, "data.celestial.types[3].body: type 3 belongs to sun"),
    ("4/same-name", {f"{SUN4}.name": "sun3"}, "the names are not distinct"),
    ("4/space", {f"{SUN4}.name": "sun 4"}, "data.celestial.types[3].name: must be a letter"),
    ("4/newline", {f"{SUN4}.name": "sun4\n"}, "data.celestial.types[3].name: must be a letter"),
    ("4/digit", {f"{SUN4}.name": "4sun"}, "data.celestial.types[3].name: must be a letter"),
    ("4/long", {f"{SUN4}.name": "s" * 25}, "data.celestial.types[3].name: must be a letter"),
    ("4/vp", {f"{SUN4}.vp": 10}, "data.celestial.types[3].vp: 10 is not 0..9"),
    ("4/mult", {f"{SUN4}.mult": 3}, "data.celestial.types[3].mult: 3 is not 0..2"),
    ("4/both", {f"{SUN4}.mult": 2}, "a card with mult 2 has vp 4, not 0"),
    ("4/no-copy", {f"{SUN4}.count": 0}, "data.celestial.types[3].count: 0 is not 1..13"),
    ("4/sum", {f"{SUN4}.count": 4}, "14 cards of sun instead of 13"),
    ("4/sum-moon", {f"{MOON1M}.count": 2}, "12 cards of moon instead of 13"),
    ("5/polaris", {f"{POL1}.mutation": True}, "no Polaris type has a mutation"),
    ("5/int", {f"{MOON1M}.mutation": 1}, "expected true or false, got int"),
    ("5/two", {f"{POL1}.special": True}, "types[9].special: exactly type 11 is special"),
    ("5/none", {f"{POLRM}.special": False}, "types[11].special: exactly type 11 is special"),
    ("5/count", {f"{POLRM}.count": 2, f"{POL1}.count": 5}, "types[11].count: must be 1"),
    ("5/vp", {f"{POLRM}.vp": 1}, "types[11].vp: must be 0 for the special type"),
    ("5/mult", {f"{POLRM}.mult": 0}, "types[11].mult: must be 1 for the special type"),
    (
        "6",
        {"astrology.sun.vp": [0] * 15, "astrology.sun.mult": [2] * 12 + [1] * 3},
        "17 cards with mult 2 over both decks; at most 16",
    ),
    ("7/remove", {"special_remove.cards": 3}, "data.special_remove.cards: 3 is not 2..2"),
    ("7/last", {"campaign.last_place_points": 0}, "data.campaign.last_place_points: 0 is not"),
    ("8/twice", {"variants.simple.removed_types": [4, 4, 11]}, "the types are not distinct"),
    ("8/special", {"variants.simple.removed_types": [4, 8]}, "the special type 11 must be among"),
    ("8/range", {"variants.simple.removed_types": [12, 11]}, "12 is not 0..11"),
    (
        "8/few",
        {"variants.simple.removed_types": [0, 11]},
        "they leave 10 cards of sun; at least 11",
    ),
    ("8/star", {"variants.star_eclipse.eclipsed_from_start": ["sun"]}, "must be [polaris]"),
]


def changed(changes):
    """The shipped data with some entries replaced or taken away."""
    data = copy.deepcopy(SHIPPED)
    for path, value in changes.items():
        if not path:
            return value
        *steps, last = path.split(".")
        at = data
        for step in steps:
            at = at[int(step)] if isinstance(at, list) else at[step]
        key = int(last) if isinstance(at, list) else last
        if value is GONE:
            del at[key]
        else:
            at[key] = value
    return data


# [D-01]
@pytest.mark.parametrize(
    ("changes", "message"), [b[1:] for b in BROKEN], ids=[b[0] for b in BROKEN]
)
def test_a_file_that_breaks_a_rule_is_refused_naming_it(changes, message):
    with pytest.raises(ValueError) as caught:
        validate(changed(changes))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"note": "mine"},
        {"astrology.note": ["anything"]},
        {f"{SUN4}.name": "Sun_4+"},
        {"variants.simple.removed_types": [11, 8]},
        {"astrology.sun.vp": [0] * 15, "astrology.sun.mult": [2] * 11 + [1] * 4},
        {FOUR: setup(list(range(1, 14)), 8, 2, 1)},
    ],
    ids=["shipped", "note", "inner-note", "name", "removed", "sixteen-doubling", "one-round"],
)
def test_a_file_that_keeps_the_rules_is_accepted(changes):
    validate(changed(changes))


def test_flat_tables_are_those_of_the_interface_page():
    flat = flatten(SHIPPED, {})
    sizes = {"deck_numbers": 60, "hand_size": 4, "rounds": 4, "card_vp": 60, "card_mult": 60}
    by_type = ("body", "vp", "mult", "mutation", "count")
    sizes |= {f"type_{name}": 12 for name in by_type} | {"simple_removed": 12}
    assert {name: len(values) for name, values in flat.items()} == sizes
    assert list(flat) == list(sizes)
    decks = [sum(flat["deck_numbers"][15 * row : 15 * row + 15]) * 4 for row in range(4)]
    assert decks == [36, 48, 60, 60]
    assert [sum(flat["card_vp"][15 * s : 15 * s + 15]) for s in range(4)] == [9, 9, 6, 5]
    by_body = [0, 0, 0]
    for body, vp, count in zip(flat["type_body"], flat["type_vp"], flat["type_count"]):
        by_body[body] += vp * count
    assert by_body == [30, 24, 18]


def test_a_data_file_of_ones_own_changes_the_values(implementation):
    game = implementation("latria", data=read_json("latria", "data", "symmetric.json"))
    assert game != implementation("latria")
    end = build(game, node="END", open={"0": "P5 P8 L8"})
    assert implementation("latria").state_from_dict(end).scores() == [3, 0, 0, 0]
    assert game.state_from_dict(end).scores() == [5, 0, 0, 0]


def test_a_broken_file_is_refused_by_both_implementations(implementation):
    with pytest.raises(ValueError, match="the numbers are not distinct"):
        implementation("latria", data=changed({FOUR: setup([1, 1, 15], 48, 12, 11)}))
    with pytest.raises(ValueError, match="not JSON"):
        implementation("latria", data="{")
    with pytest.raises(ValueError, match=r"nested deeper|nested too deeply|not JSON"):
        implementation("latria", data='{"game":' * 100_000)


def test_the_data_in_use_belongs_to_the_game():
    game = bm.reference.load_game("latria", data=changed({"note": "mine"}))
    assert game == bm.reference.load_game(str(game))
