"""Lata beyond the vectors: hidden bids, conservation, scarce data, words of its own."""

from __future__ import annotations

import itertools

import bitmeeple as bm
import pytest
from bitmeeple.differential import lockstep, pair
from bitmeeple.games.lata.text import mask_history, rating
from conftest import own_file
from games.lata.builder import build

SCARCE = own_file("lata", "scarce.json")
CONFIGURATIONS = [
    *({"players": n, "turn_order": order} for n in (2, 3, 4) for order in ("hidden", "open")),
    *({"players": 1, "solo_board": b} for b in ("setubal", "portimao", "aveiro", "matosinhos")),
]


def bidding(game, bids, **position):
    """A position of phase A after these bids, seats in order."""
    state = game.state_from_dict(build(game, "BID", **position))
    for amount in bids:
        state.apply_action(amount)
    return state


def what_is_seen(state, player):
    """Everything a seat can see of a state."""
    return (
        state.view(player),
        state.information_state_string(player),
        state.observation_string(player),
        state.observation_tensor(player).tobytes(),
        state.legal_actions(player),
        state.legal_actions_mask().tobytes(),
    )


@pytest.mark.parametrize("made", [1, 2, 3])
def test_earlier_bids_are_hidden_until_the_reveal(implementation, made):
    game = implementation("lata")
    zero = bidding(game, [0] * made)
    for bids in ([9] * made, [3, 7, 5][:made], [0] * (made - 1) + [1]):
        other = bidding(game, bids)
        for player in range(made, 4):
            assert what_is_seen(zero, player) == what_is_seen(other, player)
        assert zero != other
        assert zero.key() != other.key()


def test_the_own_bid_is_seen_and_those_of_others_are_not(implementation):
    game = implementation("lata")
    for mine, theirs in itertools.product((0, 4, 9), repeat=2):
        seen = what_is_seen(bidding(game, [mine, theirs]), 0)
        assert seen == what_is_seen(bidding(game, [mine, 5]), 0)
        assert seen != what_is_seen(bidding(game, [7, theirs]), 0)


def test_pending_bids_are_redrawn_uniformly_and_independently(implementation):
    game = implementation("lata")
    state = bidding(game, [3, 9, 0])
    before, rng, n = state.clone(), bm.Rng(20, 0), 2000
    for player, hidden in ((0, (1, 2)), (1, (0, 2)), (3, (0, 1))):
        counts = {pair_: 0 for pair_ in itertools.product(range(10), repeat=2)}
        for _ in range(n):
            seats = state.resample_from_infostate(player, rng).to_dict()["seats"]
            counts[tuple(seats[seat]["bid"] for seat in hidden)] += 1
            if player < 3:
                assert seats[player]["bid"] == [3, 9, 0][player]
            assert seats[3]["bid"] is None
        expected = n / len(counts)
        chi_square = sum((c - expected) ** 2 / expected for c in counts.values())
        assert chi_square < 182  # 99 degrees of freedom, p > 1e-6
    assert state == before


def test_resampling_changes_nothing_elsewhere(implementation):
    for options in CONFIGURATIONS:
        state = implementation("lata", **options).new_initial_state()
        rng = bm.Rng(4, 0)
        while not state.is_terminal():
            if not state.is_player_node():
                state.apply_action(state.sample_chance(rng))
                continue
            if state.to_dict()["node"] != "BID":
                unused = bm.Rng(5, 0)
                for player in range(options["players"]):
                    assert state.resample_from_infostate(player, unused) == state
                assert unused.next() == bm.Rng(5, 0).next()
            state.apply_action(state.sample_action(rng, "eager"))


def test_a_line_of_play_hides_pending_bids():
    game = bm.load_game("lata", players=3)
    state = game.state_from_dict(build(game, "BID"))
    steps = []
    for action in (2, 5, 1):
        steps.append((state.to_dict(), action))
        state.apply_action(action)
    assert mask_history(game, steps[:1], 2) == [None]
    assert mask_history(game, steps[:2], 0) == [2, None]
    assert mask_history(game, steps[:2], 2) == [None, None]
    assert mask_history(game, steps, 1) == [2, 5, 1]
    steps.append((state.to_dict(), 12))
    assert mask_history(game, steps, 0) == [2, 5, 1, 12]


def check_components(game, d):
    """Every card and every cube is in exactly one place."""
    seats = d["seats"]
    pair_of = game.num_players() == 2

    def of_game(table):
        cards = game.tables[table]["cards"]
        return [c["id"] for c in cards if not (pair_of and c.get("two_player_removed"))]

    stacks = [card for seat in seats for stack in seat["stacks"] for card in stack]
    sets = [card for cards in d["sets"] for card in cards or []]
    production = stacks + sets + d["drawn"] + d["pending"] + d["discard"] + d["production_deck"]
    starting = list(range(1, len(seats) + 1))
    assert sorted(production) == starting + of_game("production_cards")
    markets = [m for seat in seats for m in seat["markets"]] + d["market_deck"]
    markets += d["removed_markets"] + [entry["card"] for entry in d["market_display"]]
    assert sorted(markets) == of_game("market_cards")
    scoring = [c for seat in seats for c in seat["scoring"]] + d["scoring_deck"]
    assert sorted(scoring + d["removed_scoring"] + d["scoring_display"]) == of_game("scoring_cards")
    for colour, name in enumerate(("silver", "red", "yellow")):
        cubes = d["supply"][colour] + sum(seat["held"][colour] for seat in seats)
        cubes += sum(entry["cubes"][colour] for entry in d["market_display"])
        assert cubes == game.tables["general"]["cubes"][name]


@pytest.mark.parametrize("data", [None, SCARCE], ids=["shipped", "scarce"])
@pytest.mark.parametrize("options", CONFIGURATIONS, ids=str)
def test_components_are_conserved(implementation, options, data):
    given = options if data is None else {**options, "data": data}
    game = implementation("lata", **given)
    for stream in range(2):
        state, rng = game.new_initial_state(), bm.Rng(11, stream)
        while True:
            d = state.to_dict()
            check_components(game, d)
            if state.is_terminal():
                break
            state.apply_action(state.sample(rng, "eager"))
        values = [sum(vp for _, vp in seat["breakdown"]) for seat in d["seats"]]
        assert state.scores() == values == d["points"]


@pytest.mark.parametrize("policy", bm.POLICIES)
@pytest.mark.parametrize("options", CONFIGURATIONS, ids=str)
def test_both_implementations_agree_on_scarce_data(options, policy):
    core, ref = pair("lata", data=SCARCE, **options)
    for stream in range(2):
        lockstep(
            core.new_initial_state(),
            ref.new_initial_state(),
            seed=41,
            stream=stream,
            policy=policy,
        )


RATINGS = [
    (0, "regular canned fish"),
    (15, "regular canned fish"),
    (16, "canned fish in cooking oil"),
    (30, "canned fish in cooking oil"),
    (31, "canned fish in olive oil"),
    (46, "gourmet canned fish"),
    (60, "gourmet canned fish"),
    (61, "open a canning factory"),
    (999, "open a canning factory"),
]


@pytest.mark.parametrize(("score", "name"), RATINGS)
def test_a_solo_score_has_a_rating(score, name):
    assert rating(score) == name


def test_the_drawing_of_a_finished_solo_game_shows_the_rating(implementation):
    game = implementation("lata", players=1, solo_board="portimao")
    d = build(game, "END", seats={"0": {"money": 31}})
    assert "rating: canned fish in olive oil" in str(game.state_from_dict(d))


def test_the_drawing_shows_factories_cubes_displays_money_and_ap(implementation):
    game = implementation("lata")
    seats = {"0": {"stacks": "1,24|20", "ap": 4, "money": 7, "held": "RRS"}}
    d = build(game, "SELL", display=["47:S", 74], scoring=[105], seats=seats)
    picture = str(game.state_from_dict(d))
    for part in (
        "> seat 0: 4 AP, 7$, S1 R2 Y0",
        "1,24:TS | 20:SS | - | - | -",
        "47 1 AP SS    1$ chile, S delivered",
        "74 3 AP RR    2$ australia",
        "105 3$ icon tomato visible 4vp",
    ):
        assert part in picture


def test_a_hidden_bid_is_drawn_as_a_question_mark(implementation):
    state = bidding(implementation("lata"), [9, 3])
    assert "bid ?" in state.observation_string(0)
    assert "bid 9" in state.observation_string(0)
    assert "bid 3" not in state.observation_string(0)
    assert "bid 3" in str(state)
