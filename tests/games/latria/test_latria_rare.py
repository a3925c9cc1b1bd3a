"""Latria: what hardly ever happens, and what must always hold, in random games."""

from __future__ import annotations

import bitmeeple as bm
import pytest
from conftest import LOADERS
from games.latria.builder import build

LATRIA = 3
BODY = [0] * 5 + [1] * 4 + [2] * 3
VARIANTS = [
    {"players": 3},
    {"players": 4, "variant": "star_eclipse"},
    {"players": 5, "variant": "simple"},
    {"players": 5, "variant": "simple", "simple_capture": "lower"},
    {"players": 6},
]
each_variant = pytest.mark.parametrize("options", VARIANTS, ids=str)


def step(state, rng):
    state.apply_action(state.sample(rng))


def resolved_rounds(game, games, seed=5):
    """(dict before the last child's card, seat -> card, dict after) of every round."""
    players = game.num_players()
    for stream in range(games):
        state, rng = game.new_initial_state(), bm.Rng(seed, stream)
        while not state.is_terminal():
            d = state.to_dict()
            last = sum(seat["has_played"] for seat in d["seats"]) == players - 1
            if d["node"] != "CHILD_PLAY" or not last:
                step(state, rng)
                continue
            action = state.sample_action(rng)
            cards = {i: seat["table"] for i, seat in enumerate(d["seats"])}
            cards[d["current_player"]] = action
            state.apply_action(action)
            yield d, cards, state.to_dict()


def tie_class(card, target):
    return 0 if card // 15 == target else 1 if card // 15 == LATRIA else 2


@each_variant
def test_a_round_without_winner_is_a_tie_of_two_off_suit_cards_of_children(implementation, options):
    """[L-23] and the consequences listed in 5.1."""
    game = implementation("latria", **options)
    lower = options.get("simple_capture") == "lower"
    rounds = ties = 0
    for d, cards, after in resolved_rounds(game, 40):
        target, parent = d["target"], d["parent"]
        stack = [n for n, body in zip(d["stack"], BODY) if body == target]
        assert sum(stack) > 0
        reverse = d["ecl"][LATRIA]
        strength = {p: 16 - c % 15 - 1 if reverse else c % 15 + 1 for p, c in cards.items()}
        top = [p for p in cards if strength[p] == max(strength.values())]
        best = min(tie_class(cards[p], target) for p in top)
        first = [p for p in top if tie_class(cards[p], target) == best]
        kept = {*after["set_aside"]} & {*cards.values()}
        taken = after["stack"] != d["stack"]
        assert cards[parent] in kept or after["node"] == "DEAL"
        rounds += 1
        if len(first) == 1:
            assert taken
            if after["node"] == "REVEAL_SUN":
                assert after["parent"] == first[0]
            if not (reverse and lower):
                assert cards[first[0]] in kept or after["node"] == "DEAL"
        else:
            ties += 1
            assert not taken and len(first) == 2 and best == 2 and parent not in first
            assert strength[first[0]] > strength[parent]
            assert {cards[p] // 15 for p in first} == {0, 1, 2} - {target}
            assert after["node"] != "REVEAL_SUN" or after["parent"] == parent
    assert rounds == 40 * d["round"]
    assert ties > 0


@pytest.mark.parametrize(("variant", "left"), [("standard", 4), ("simple", 3), ("star_eclipse", 4)])
def test_six_players_leave_cards_in_piles_and_hands(implementation, variant, left):
    """V-27 on random games [L-34]."""
    game = implementation("latria", players=6, variant=variant)
    for stream in range(10):
        state, rng = game.new_initial_state(), bm.Rng(27, stream)
        while not state.is_terminal():
            step(state, rng)
        d = state.to_dict()
        for body in range(3):
            assert sum(n for n, b in zip(d["pile"], BODY) if b == body) == left
        assert [seat["hand_size"] for seat in d["seats"]] == [1] * 6
        acquired = [c for seat in d["seats"] for c in (*seat["open"], *seat["eclipse"])]
        places = [*d["set_aside"], *d["removed"], *acquired]
        assert len(places) == len(set(places)) == 54
        assert d["round"] == 9


@each_variant
def test_voids_are_true_and_never_taken_back(implementation, options):
    """[L-19]"""
    game = implementation("latria", **options)
    state, rng = game.new_initial_state(), bm.Rng(19)
    known = [set() for _ in range(game.num_players())]
    while not state.is_terminal():
        step(state, rng)
        for seat, before in zip(state.to_dict()["seats"], known):
            assert before <= set(seat["void"])
            before |= set(seat["void"])
            assert not before & {c // 15 for c in seat["hand"]}
    assert any(known)


def test_the_special_card_is_used_in_about_half_of_all_games(implementation):
    """[L-38] [L-40] [L-41] Removals happen, twice in a row, by its owner."""
    game = implementation("latria", players=4)
    seen = {"choice": 0, "none": 0}
    for stream in range(60):
        state, rng = game.new_initial_state(), bm.Rng(38, stream)
        choices = []
        while not state.is_terminal():
            if state.to_dict()["node"] == "REMOVE":
                choices.append(state.current_player())
            step(state, rng)
        assert len(choices) in (0, 2) and len(set(choices)) <= 1
        seen["choice" if choices else "none"] += 1
    assert min(seen.values()) > 10


def test_a_campaign_is_as_many_games_as_seats(implementation):
    """8.3 [L-51]: each seat starts exactly one; totals add up."""
    game = implementation("latria", players=3, campaign=True)
    state, rng = game.new_initial_state(), bm.Rng(51)
    first, before = [], None
    while not state.is_terminal():
        d = state.to_dict()
        if (d["node"], d["round"]) == ("REVEAL_SUN", 1):
            first.append(d["parent"])
        assert state.scores() == [0, 0, 0] and state.ranking() == [1, 1, 1]
        before = d["totals"]
        step(state, rng)
    assert sorted(first) == [0, 1, 2]
    assert first == [(first[0] + g) % 3 for g in range(3)]
    d = state.to_dict()
    assert state.scores() == d["totals"] != before
    assert all(len(seat["game_points"]) == 3 for seat in d["seats"])
    assert d["totals"] == [sum(seat["game_points"]) for seat in d["seats"]]


def test_face_down_cards_of_a_record_stay_hidden_until_their_round_is_resolved(implementation):
    game = implementation("latria", players=4, first_parent=0)
    start = game.state_from_dict(build(game, hands={"0": "M13", "1": "M2", "2": "M3", "3": "M4"}))
    record = bm.Record(start)
    masks = []
    for card in ("M13", "M2", "M3", "M4"):
        state = start.clone()
        for action in record.actions:
            state.apply_action(action)
        record.append(state.string_to_action(card))
        masks.append([record.for_player(p) for p in range(4)])
    lead, one, two, three = record.actions
    assert masks[1] == [[lead, None], [lead, one], [lead, None], [lead, None]]
    assert masks[2] == [
        [lead, None, None],
        [lead, one, None],
        [lead, None, two],
        [lead, None, None],
    ]
    assert masks[3] == [[lead, one, two, three]] * 4


def test_only_the_receiver_of_a_card_has_it_in_the_record(implementation):
    game = implementation("latria", players=3)
    record = bm.Record(game)
    for card in [3, 4, 5, *range(18, 27)][:12]:
        record.append(card)
    record.append(35)
    assert record.for_player(0)[:12] == [*record.actions[:12]]
    assert record.for_player(0)[12] is None
    assert record.for_player(1) == [*[None] * 12, 35]


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_option_names_the_first_parent(implementation, first):
    """[L-04] No FIRST_PARENT node, and the seat acts first."""
    game = implementation("latria", players=3, first_parent=first)
    assert game.max_chance_nodes_in_history() == 36 + 33
    state, rng = game.new_initial_state(), bm.Rng(4)
    while state.is_chance_node():
        assert state.to_dict()["node"] != "FIRST_PARENT"
        step(state, rng)
    assert state.current_player() == first


def test_both_implementations_are_tried():
    assert sorted(LOADERS) == ["core", "reference"]
