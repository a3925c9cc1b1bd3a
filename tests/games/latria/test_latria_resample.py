"""Latria: resampling against enumeration of all worlds, in positions small enough for it.

A world is a choice of the other hands, their face-down cards and the undealt deck. The enumeration
here knows nothing of counting: it deals the unseen cards in every way and keeps what the rules
allow (specification, section 7). Own data files with few numbers make the decks small.
"""

from __future__ import annotations

import copy
from collections import Counter
from itertools import combinations
from math import comb

import bitmeeple as bm
import pytest
from bitmeeple.registry import shipped_data
from games.latria.builder import build
from scipy.stats import chisquare

SHIPPED = dict(shipped_data("latria")[0])
LATRIA = 3
MIN_P = 1e-6


def small_deck(players, numbers):
    """The shipped data with a deck of these numbers only."""
    data = copy.deepcopy(SHIPPED)
    hand = 4 * len(numbers) // players
    data["player_setup"][str(players)] = {
        "removed_numbers": [n for n in range(1, 16) if n not in numbers],
        "deck": 4 * len(numbers),
        "hand": hand,
        "rounds": hand - 1,
    }
    return data


def unseen_cards(game, d, player):
    """Cards in other hands, face down before others, or undealt."""
    removed = game.tables["player_setup"][str(game.num_players())]["removed_numbers"]
    seen = {*d["set_aside"], *d["removed"], *d["seats"][player]["hand"]}
    for index, seat in enumerate(d["seats"]):
        seen |= {*seat["open"], *seat["eclipse"]}
        if index in (player, d["parent"]):
            seen.add(seat["table"])
    return [c for c in range(60) if c % 15 + 1 not in removed and c not in seen]


def worlds(game, d, player):
    """All worlds consistent with what ``player`` sees in ``d``, each once."""
    follow = {d["target"], LATRIA}

    def shares(index, left):
        if index == len(d["seats"]):
            yield ()
            return
        if index == player:
            yield from shares(index + 1, left)
            return
        seat = d["seats"][index]
        size = len(seat["hand"])
        for hand in combinations(left, size):
            rest = [c for c in left if c not in hand]
            face_down = seat["table"] is not None and index != d["parent"]
            for card in rest if face_down else [None]:
                share = [*hand, *([] if card is None else [card])]
                if any(c // 15 in seat["void"] for c in share):
                    continue
                could = any(c // 15 in follow for c in hand)
                if card is not None and card // 15 not in follow and could:
                    continue
                left_over = [c for c in rest if c != card]
                for others in shares(index + 1, left_over):
                    yield ((hand, card), *others)

    return list(shares(0, unseen_cards(game, d, player)))


def world_of(d, player):
    """The world that is in a dict, as `worlds` writes it."""
    return tuple(
        (tuple(seat["hand"]), None if index == d["parent"] else seat["table"])
        for index, seat in enumerate(d["seats"])
        if index != player
    )


FEW = {"players": 3, "data": small_deck(3, (4, 8, 12))}  # hands of 4, 3 rounds
FOUR = {"players": 4, "data": small_deck(4, (4, 8))}  # hands of 2, 1 round
# id, options, builder arguments, observer, number of worlds
POSITIONS = [
    ("deal-first-cards", FOUR, {"node": "DEAL", "hands": {"0": "S4"}}, 2, 8),
    (
        "deal-own-hand-known",
        FOUR,
        {"node": "DEAL", "hands": {"0": "S4 M4", "1": "P4 L4", "2": "S8"}},
        0,
        60,
    ),
    (
        "deal-observer-has-nothing",
        FOUR,
        {"node": "DEAL", "hands": {"0": "S4 M4", "1": "P4"}},
        3,
        168,
    ),
    (
        "deal-last-card",
        FOUR,
        {"node": "DEAL", "hands": {"0": "S4 M4", "1": "P4 L4", "2": "S8 M8", "3": "P8"}},
        3,
        630,
    ),
    (
        "deal-later-game-of-a-campaign",
        {**FOUR, "campaign": True},
        {"node": "DEAL", "game_index": 2, "hands": {"0": "S4 M4", "1": "P4"}},
        0,
        6,
    ),
    ("first-parent", FOUR, {"node": "FIRST_PARENT"}, 1, 90),
    ("reveal", FEW, {"node": "REVEAL_MOON"}, 0, 70),
    ("parent-play", FEW, {"round": 2}, 0, 20),
    (
        "one-void",
        FEW,
        {
            "void": {"1": "ML"},
            "hands": {"0": "M4 M8 M12 L12", "1": "S4 S8 P4 P8", "2": "S12 P12 L4 L8"},
        },
        0,
        15,
    ),
    (
        "three-voids",
        {"players": 4},
        {
            "round": 11,
            "void": {"1": "ML", "2": "S", "3": "P"},
            "hands": {"0": "M4 L4", "1": "S4 P5", "2": "M6 P7", "3": "L6 S5"},
        },
        0,
        None,
    ),
    (
        "void-of-three-suits",
        {"players": 4},
        {
            "round": 11,
            "void": {"1": "SML", "2": "L"},
            "hands": {"0": "M4 L4", "1": "P4 P5", "2": "M6 S7", "3": "L6 P8"},
        },
        0,
        9,
    ),
    (
        "void-of-own-seat-and-parent",
        FEW,
        {
            "parent": 1,
            "void": {"0": "PL", "1": "L"},
            "hands": {"0": "S4 S8 M4 M8", "1": "S12 M12 P4 P8", "2": "P12 L4 L8 L12"},
        },
        0,
        5,
    ),
    (
        "name-body",
        FEW,
        {"node": "NAME_BODY", "table": {"0": "L8"}, "hands": {"0": "S4 S8 L4"}},
        1,
        35,
    ),
    (
        "pending-followed",
        FEW,
        {"node": "CHILD_PLAY", "round": 2, "target": "moon", "table": {"0": "M8", "1": "M4"}},
        0,
        None,
    ),
    (
        "pending-not-followed",
        FEW,
        {
            "node": "CHILD_PLAY",
            "round": 2,
            "target": "moon",
            "table": {"0": "M8", "1": "S4"},
            "hands": {"1": "P4 P8"},
        },
        0,
        None,
    ),
    (
        "pending-latria-lead",
        FEW,
        {"node": "CHILD_PLAY", "round": 2, "target": "polaris", "table": {"0": "L8", "1": "L4"}},
        2,
        None,
    ),
    (
        "pending-with-void",
        FEW,
        {
            "node": "CHILD_PLAY",
            "round": 2,
            "target": "moon",
            "table": {"0": "M8", "1": "S4"},
            "hands": {"1": "P4 P8", "0": "M4 L4"},
            "void": {"1": "ML"},
        },
        0,
        None,
    ),
    (
        "pending-with-void-of-target",
        FEW,
        {
            "node": "CHILD_PLAY",
            "round": 2,
            "target": "moon",
            "table": {"0": "M8", "1": "L4"},
            "hands": {"1": "P4 S8"},
            "void": {"1": "M"},
        },
        0,
        None,
    ),
    (
        "pending-own-known",
        FEW,
        {"node": "CHILD_PLAY", "round": 2, "target": "moon", "table": {"0": "M8", "1": "M4"}},
        1,
        None,
    ),
    (
        "two-pending",
        {"players": 4},
        {
            "node": "CHILD_PLAY",
            "round": 11,
            "target": "moon",
            "table": {"0": "M8", "1": "M4", "2": "S9"},
            "hands": {"1": "L7", "2": "P9", "0": "S10"},
        },
        3,
        None,
    ),
    (
        "two-pending-seen-by-the-parent",
        {"players": 4},
        {
            "node": "CHILD_PLAY",
            "round": 11,
            "target": "moon",
            "table": {"0": "M8", "1": "M4", "2": "S9"},
            "hands": {"1": "S7", "2": "P9", "3": "L9 P10"},
        },
        0,
        None,
    ),
    (
        "two-pending-and-voids",
        {"players": 4},
        {
            "node": "CHILD_PLAY",
            "round": 11,
            "target": "moon",
            "table": {"0": "M8", "1": "L4", "2": "S9"},
            "hands": {"1": "L7", "2": "P9", "3": "M9 S10", "0": "P3"},
            "void": {"0": "SL", "2": "ML", "3": "P"},
        },
        1,
        None,
    ),
    (
        "all-others-pending",
        {"players": 5, "data": small_deck(5, (3, 5, 7, 9, 11))},
        {
            "node": "CHILD_PLAY",
            "round": 3,
            "target": "sun",
            "table": {"0": "S3", "1": "S5", "2": "M5", "3": "L3"},
            "hands": {"0": "L7", "1": "M7", "2": "P3", "3": "S9"},
            "void": {"0": "P", "2": "SL", "3": "MP"},
        },
        4,
        None,
    ),
    (
        "simple",
        {**FEW, "variant": "simple"},
        {
            "node": "CHILD_PLAY",
            "round": 3,
            "ecl": ["latria"],
            "target": "moon",
            "table": {"0": "M8", "1": "S4"},
            "hands": {"1": "P4"},
        },
        2,
        None,
    ),
    (
        "remove",
        {"players": 4},
        {
            "node": "REMOVE",
            "remover": 0,
            "removals": 0,
            "open": {"0": "polrm pol1 S8"},
            "hands": {"0": "S5", "1": "M5", "2": "P5", "3": "L5"},
            "void": {"1": "SL"},
        },
        0,
        4,
    ),
    (
        "end",
        {"players": 6},
        {
            "node": "END",
            "hands": {"0": "S5", "1": "M5", "2": "P5", "3": "L5", "4": "S6", "5": "M6"},
            "void": {"1": "SL", "3": "SM"},
        },
        0,
        None,
    ),
]


@pytest.mark.parametrize("case", POSITIONS, ids=[case[0] for case in POSITIONS])
def test_every_world_is_drawn_equally_often(implementation, case):
    _, options, arguments, player, expected = case
    game = implementation("latria", **options)
    state = game.state_from_dict(build(game, **arguments))
    d = state.to_dict()
    possible = worlds(game, d, player)
    assert len(set(possible)) == len(possible)
    assert expected in (None, len(possible))
    assert world_of(d, player) in possible
    rng = bm.Rng(2026, player)
    counts = Counter()
    view = state.view(player)
    for number in range(max(400, 12 * len(possible))):
        drawn = state.resample_from_infostate(player, rng)
        if number % 50 == 0:
            assert drawn.view(player) == view
            assert game.state_from_dict(drawn.to_dict()) == drawn
        counts[world_of(drawn.to_dict(), player)] += 1
    assert state.to_dict() == d
    assert set(counts) <= set(possible), "an impossible world was drawn"
    if len(possible) > 1:
        p_value = chisquare([counts[world] for world in possible]).pvalue
        assert p_value > MIN_P, f"seed 2026: p = {p_value}"


def test_positions_of_full_games_are_redrawn_within_what_is_known(implementation):
    """Every node of random games, each observer: the view stays, the world is a legal position."""
    for stream, options in enumerate(
        [{"players": 3}, {"players": 6}, {"players": 5, "campaign": True}, {"variant": "simple"}]
    ):
        game = implementation("latria", **options)
        state, rng = game.new_initial_state(), bm.Rng(7, stream)
        differs = nodes = 0
        while not state.is_terminal() and nodes < 170:
            state.apply_action(state.sample(rng))
            nodes += 1
            if nodes % 3:
                continue
            player = nodes // 3 % game.num_players()
            drawn = state.resample_from_infostate(player, rng)
            assert drawn.view(player) == state.view(player), (stream, nodes)
            assert game.state_from_dict(drawn.to_dict()) == drawn, (stream, nodes)
            differs += drawn != state
        assert differs > nodes // 6


def test_a_pending_card_of_a_full_hand_follows_as_often_as_it_should(implementation):
    """A mid-sized case by a closed formula: 4 players, seat 1 of 9 cards has played.

    With F followers among U unseen cards there are F * C(U-1, 8) shares and cards that follow and
    9 * C(U-F, 9) that do not.
    """
    game = implementation("latria", players=4)
    d = build(
        game,
        node="CHILD_PLAY",
        round=4,
        target="moon",
        table={"0": "M13", "1": "M12"},
        open={"0": "L2 L3 L4 L5 L6 L7 L8 L9 L10 M2 M3 M4"},
        hands={"2": "M5 M6 M7 M8 M9 L11 S2 S3 S4"},
    )
    state = game.state_from_dict(d)
    unseen = unseen_cards(game, d, 2)
    followers = [c for c in unseen if c // 15 in (1, LATRIA)]
    total, some = len(unseen), len(followers)
    follows = some * comb(total - 1, 8)
    cannot = 9 * comb(total - some, 9)
    rng, draws, seen = bm.Rng(11), 3000, 0
    for _ in range(draws):
        table = state.resample_from_infostate(2, rng).to_dict()["seats"][1]["table"]
        seen += table // 15 in (1, LATRIA)
    share = follows / (follows + cannot)
    assert 0.1 < share < 0.9
    expected = [draws * share, draws * (1 - share)]
    assert chisquare([seen, draws - seen], expected).pvalue > MIN_P
