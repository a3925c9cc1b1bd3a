"""Own data files of El Caballero: each validation rule of section 2.4 is enforced."""

from __future__ import annotations

import copy
import itertools

import bitmeeple as bm
import pytest
from bitmeeple.registry import shipped_data
from conftest import own_file, read_json

OWN_FILES = sorted(path.name for path in own_file("el_caballero", "").glob("*.json"))
REMOVED = "<removed>"


def changed(changes):
    """The shipped data with some entries replaced, by path."""
    data = copy.deepcopy(dict(shipped_data("el_caballero")[0]))
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


TYPES = "area_cards.types"
BASE, EXPANDED = "variants.base", "variants.expanded"
SOURCES = ["variants", "setup", "costs", "turn_limits", "power_cards", "caballero_card", "table"]
SOURCES.append("area_cards")
BROKEN = [
    ({"game": "lata"}, r"data\.game"),
    ({"schema_version": 2}, r"data\.schema_version"),
    ({"schema_version": True}, r"data\.schema_version"),
    ({"extra": 1}, "unknown key 'extra'"),
    ({"costs": REMOVED}, "'costs' is missing"),
    *(({f"{name}.source": "invented"}, rf"data\.{name}\.source") for name in SOURCES),
    *(({f"{name}.source": REMOVED}, rf"data\.{name}: .*'source' is missing") for name in SOURCES),
    ({f"{BASE}.rounds": 0}, r"base\.rounds"),
    ({f"{BASE}.rounds": 11}, r"base\.rounds"),
    ({f"{EXPANDED}.rounds": 9}, r"expanded\.scoring_after"),
    ({f"{BASE}.scoring_after": []}, r"base\.scoring_after"),
    ({f"{BASE}.scoring_after": [4, 4, 7]}, "not strictly increasing"),
    ({f"{BASE}.scoring_after": [5, 4, 7]}, "not strictly increasing"),
    ({f"{BASE}.scoring_after": [0, 7]}, r"base\.scoring_after\[0\]"),
    ({f"{BASE}.scoring_after": [4, 6]}, "not after the last round"),
    ({f"{BASE}.caballero_cards_per_player": 0}, r"base\.caballero_cards_per_player"),
    ({f"{EXPANDED}.caballero_cards_per_player": 11}, r"expanded\.caballero_cards_per_player"),
    ({f"{BASE}.ships": -1}, r"base\.ships"),
    ({f"{EXPANDED}.ships": 17}, r"expanded\.ships"),
    ({f"{BASE}.castillos": -1}, r"base\.castillos"),
    ({f"{EXPANDED}.castillos": 17}, r"expanded\.castillos"),
    ({f"{BASE}.governors_per_player": 1}, r"base\.governors_per_player"),
    ({f"{EXPANDED}.governors_per_player": 6}, r"expanded\.governors_per_player"),
    ({f"{BASE}.grandes_per_player": 1}, r"base\.grandes_per_player"),
    ({f"{EXPANDED}.grandes_per_player": 2}, r"expanded\.grandes_per_player"),
    ({"setup.start_court": 9}, r"setup\.start_court"),
    ({"setup.display_size": 4}, r"setup\.display_size"),
    ({"costs.buy_ship": 0}, r"costs\.buy_ship"),
    ({"costs.move_grande": 9}, r"costs\.move_grande"),
    ({"costs.place_grande": 2.0}, r"costs\.place_grande.*float"),
    ({"costs.water_only_card": True}, r"costs\.water_only_card.*bool"),
    ({"costs.place_governors": 1}, "did you mean 'place_governor'"),
    ({"turn_limits.card_actions": 3}, r"turn_limits\.card_actions"),
    ({"turn_limits.buy_ship": 0}, r"turn_limits\.buy_ship"),
    ({"turn_limits.build_castillo": 3}, r"turn_limits\.build_castillo"),
    ({"turn_limits.move_grande": 2}, r"turn_limits\.move_grande"),
    ({"power_cards.cards.0": REMOVED}, r"power_cards\.cards: 12 entries"),
    ({"power_cards.cards.0.value": 2}, "values are not distinct"),
    ({"power_cards.cards.0.value": 14}, r"cards\[0\]\.value"),
    ({"power_cards.cards.0.caballeros": 9}, r"cards\[0\]\.caballeros"),
    ({"power_cards.cards.0.tiles": 3}, r"cards\[0\]\.tiles"),
    ({"power_cards.cards.0.tiles": 2}, "2 cards with 2 tiles"),
    ({"power_cards.cards.8.tiles": 1}, "0 cards with 2 tiles"),
    ({"caballero_card.front": [1, 2, 3, 3]}, r"front: not a permutation"),
    ({"caballero_card.front": [1, 2, 3, 5]}, r"front\[3\]"),
    ({"caballero_card.back": [5, 6, 7]}, r"back: 3 entries"),
    ({"caballero_card.back": [5, 6, 6, 8]}, r"back: not a permutation"),
    ({"table.size": 8}, r"table\.size"),
    ({"table.size": 32}, r"table\.size"),
    ({"table.start_row": 31}, r"table\.start_row"),
    ({"table.start_col": -1}, r"table\.start_col"),
    ({TYPES: []}, r"area_cards\.types"),
    ({f"{TYPES}.3.id": 4}, r"types\[3\]\.id"),
    ({f"{TYPES}.3.edges": "LWW"}, r"types\[3\]\.edges"),
    ({f"{TYPES}.3.edges": "LWWX"}, r"types\[3\]\.edges"),
    ({f"{TYPES}.3.edges": ["L", "W", "W", "W"]}, r"types\[3\]\.edges.*list"),
    ({f"{TYPES}.0.count": 0}, r"types\[0\]\.count"),
    ({f"{TYPES}.0.count": 3}, "sum to 49"),
    ({f"{TYPES}.3.gold": 4}, r"types\[3\]\.gold"),
    ({f"{TYPES}.4.fish": 4}, r"types\[4\]\.fish"),
    ({f"{TYPES}.4.gold": 1}, "gold and fish on one card"),
    ({f"{TYPES}.0.gold": 1}, "gold, but no land in WWWW"),
    ({f"{TYPES}.4.fish_side": None}, r"types\[4\]\.fish_side"),
    ({f"{TYPES}.4.fish_side": "N"}, "N is not a water side of LWWW"),
    ({f"{TYPES}.4.fish_side": "X"}, r"types\[4\]\.fish_side"),
    ({f"{TYPES}.0.fish_side": "N"}, "not null, but there is no fish"),
]


@pytest.mark.parametrize(("changes", "said"), BROKEN, ids=[str(dict(c)) for c, _ in BROKEN])
def test_a_broken_file_is_refused_with_the_rule(implementation, changes, said):
    with pytest.raises(ValueError, match=said):
        implementation("el_caballero", data=changed(changes))


def test_a_file_without_plain_type_is_refused(implementation):
    types = [
        {"id": 0, "edges": "LLLL", "gold": 1, "fish": 0, "fish_side": None, "count": 24},
        {"id": 1, "edges": "WWWW", "gold": 0, "fish": 1, "fish_side": "N", "count": 24},
    ]
    with pytest.raises(ValueError, match="no type without gold and fish"):
        implementation("el_caballero", data=changed({TYPES: types}))


@pytest.mark.parametrize(
    "changes",
    [
        {f"{BASE}.ships": 0, f"{BASE}.castillos": 0},
        {f"{BASE}.rounds": 1, f"{BASE}.scoring_after": [1]},
        {f"{BASE}.rounds": 10, f"{BASE}.scoring_after": list(range(1, 11))},
        {f"{BASE}.caballero_cards_per_player": 1, "setup.start_court": 8},
        {"setup.start_court": 0},
        {"table.size": 9, "table.start_row": 8, "table.start_col": 0},
        {"caballero_card.front": [2, 4, 1, 3], "caballero_card.back": [8, 5, 7, 6]},
        {"note": "anything", "costs.note": "here too"},
    ],
    ids=str,
)
def test_a_file_at_the_bounds_plays_to_the_end(implementation, changes):
    for variant in ("base", "expanded"):
        game = implementation("el_caballero", data=changed(changes), players=3, variant=variant)
        play_to_the_end(game)


@pytest.mark.parametrize("name", OWN_FILES)
@pytest.mark.parametrize("variant", ["base", "expanded"])
def test_own_files_play_to_the_end(implementation, name, variant):
    for players in (2, 4):
        data = read_json("el_caballero", "data", name)
        game = implementation("el_caballero", data=data, players=players, variant=variant)
        play_to_the_end(game)


def play_to_the_end(game):
    """One random game; ids stay in range, and dicts on the way build the state again."""
    rng = bm.Rng(4, 0)
    state = game.new_initial_state()
    for ply in itertools.count():
        if state.is_terminal():
            break
        if state.is_chance_node():
            action = state.sample_chance(rng)
            assert action < game.max_chance_outcomes()
        else:
            action = state.sample_action(rng)
            assert action < game.num_distinct_actions()
        if ply % 10 == 0:
            assert game.state_from_dict(state.to_dict()) == state
        state.apply_action(action)
    assert all(score >= 0 for score in state.scores())


def test_power_cards_may_stand_in_any_order(implementation):
    cards = list(reversed(shipped_data("el_caballero")[0]["power_cards"]["cards"]))
    game = implementation("el_caballero", data=changed({"power_cards.cards": cards}))
    shipped = implementation("el_caballero")
    states = [each.new_initial_state() for each in (game, shipped)]
    words = ["draw:LLWW", *["draw:WWWW"] * 2, *["draw:LLLW"] * 3, "power:9", "power:1"]
    for word in words:
        for state in states:
            state.apply_action(state.string_to_action(word))
    assert states[0].to_dict() == states[1].to_dict()


def test_first_player_depends_on_players(implementation):
    assert implementation("el_caballero", players=3, first_player=2).options["first_player"] == 2
    with pytest.raises(ValueError, match="first_player"):
        implementation("el_caballero", players=2, first_player=2)
    with pytest.raises(TypeError, match="first_player"):
        implementation("el_caballero", first_player=True)


def test_types_of_the_same_look_are_told_apart(implementation):
    types = copy.deepcopy(list(shipped_data("el_caballero")[0]["area_cards"]["types"]))
    types[5]["count"] = 3
    types.append({**types[5], "id": 15})
    game = implementation("el_caballero", data=changed({TYPES: types}))
    state = game.new_initial_state()
    words = [state.action_to_string(a) for a in state.legal_actions()]
    assert words == [
        "draw:WWWW",
        "draw:LWWW",
        "draw:LLWW#5",
        "draw:LWLW",
        "draw:LLLW",
        "draw:LLLL",
        "draw:LLWW#15",
    ]
