"""The OpenSpiel adapter against the real package."""

from __future__ import annotations

import copy
import doctest
import json
import pickle

import bitmeeple as bm
import numpy as np
import pytest
from bitmeeple.differential import configurations
from conftest import ALL_GAMES

pytest.importorskip("pyspiel", reason="needs the extra bitmeeple[openspiel]")

import pyspiel
from bitmeeple.adapters import openspiel as adapter
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts

GAMES = ALL_GAMES  # OpenSpiel's users get the tests' games too
LONGEST = ["el_caballero(players=4,variant=expanded)", "latria(players=6,campaign=True)"]


def load(name):
    return pyspiel.load_game(f"bitmeeple_{name}")


def through_openspiel(state):
    text = pyspiel.serialize_game_and_state(state.get_game(), state)
    return pyspiel.deserialize_game_and_state(text)[1]


def through_pickle(value):
    return pickle.loads(pickle.dumps(value))


def walk(game, seed, steps=10**9):
    """States of a random line, with ours played along; the last one is not cloned."""
    rng = bm.Rng(seed)
    state, own = game.new_initial_state(), game.bitmeeple_game.new_initial_state()
    for _ in range(steps):
        yield state, own
        if own.is_terminal():
            return
        action = own.sample(rng, "eager")
        state.apply_action(action)
        own.apply_action(action)


def at_decision(name, seed, steps):
    """A decision with several legal actions after that many steps, or the last one before."""
    found = None
    for count, (state, own) in enumerate(walk(load(name), seed)):
        if own.is_player_node() and len(own.legal_actions()) > 1:
            found = state.clone()
            if count >= steps:
                break
    return found


@pytest.mark.parametrize("name", [*GAMES, *LONGEST])
def test_openspiels_own_simulation_passes(name, capfd):
    pyspiel.random_sim_test(load(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_states_and_chance_agree_with_ours(name):
    game = load(name)
    own_game = bm.load_game(name)
    assert game.bitmeeple_game == own_game
    assert game.num_distinct_actions() == own_game.num_distinct_actions()
    assert game.max_chance_nodes_in_history() == own_game.max_chance_nodes_in_history()
    assert game.max_game_length() == own_game.max_game_length()
    assert game.utility_sum() == own_game.utility_sum()
    for count, (state, own) in enumerate(walk(game, 5)):
        assert state.current_player() == own.current_player()
        assert state.legal_actions() == own.legal_actions()
        assert state.is_terminal() == own.is_terminal()
        if own.is_chance_node():
            assert state.chance_outcomes() == own.chance_outcomes()
        if count % 9:
            continue
        twin = state.clone()
        assert twin.position == own
        assert twin.history() == state.history()
        assert str(state) == str(own)
        for seat in range(game.num_players()):
            ours = own.observation_tensor(seat)
            assert np.array_equal(np.array(state.observation_tensor(seat), np.float32), ours)
            assert state.observation_string(seat) == own.observation_string(seat)
        for action in state.legal_actions()[:2]:
            assert state.action_to_string(action) == own.action_to_string(action)
            assert state.child(action).position == own.child(action)
    assert state.returns() == own.returns() == state.rewards()


@pytest.mark.parametrize("name", GAMES)
def test_information_states_have_perfect_recall(name):
    before = {}
    for count, (state, own) in enumerate(walk(load(name), 6)):
        if count % 41:
            continue
        record = bm.Record(own.game)
        for action in state.history():
            record.append(action)
        for seat in range(own.game.num_players()):
            text = state.information_state_string(seat)
            line, view = text.split("\n")
            seen = [None if word == "?" else int(word) for word in line.split()]
            assert seen == record.for_player(seat)
            assert view == own.information_state_string(seat)
            old = before.get(seat, [])  # what was seen stays seen
            assert all(a is None or a == b for a, b in zip(old, seen))
            before[seat] = seen


@pytest.mark.parametrize("name", GAMES)
def test_resampled_worlds_are_the_same_to_the_observer_and_play_on(name):
    for steps in (3, 40):
        state = at_decision(name, 7, steps)
        player = state.current_player()
        worlds = [
            state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(i, 0.0, 1.0))
            for i in (1, 1, 2)
        ]
        assert worlds[0].position == worlds[1].position
        for world in worlds:
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.legal_actions() == state.legal_actions()
            twin = world.clone()
            assert twin.position == world.position
            action = world.legal_actions()[-1]
            twin.apply_action(action)
            assert twin.position == world.position.child(action)
            for seat in range(load(name).num_players()):
                twin.information_state_string(seat)


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_never_saw_is_in_none_of_its_worlds(name):
    state = at_decision(name, 8, 30)
    player = state.current_player()
    world = adapter.resampler(1)(state, player)
    seen = state.line.observed(state.position.game, player).split()
    hidden = [i for i, word in enumerate(seen) if word == "?"]
    known = world.line.steps()
    assert [i for i, (_, action) in enumerate(known) if action is None] == hidden
    for seat in range(state.num_players()):
        line = world.information_state_string(seat).split("\n")[0].split()
        assert all(line[i] == "?" for i in hidden)


@pytest.mark.parametrize("name", GAMES)
def test_rl_environment_runs(name):
    env = rl_environment.Environment(load(name))
    env.seed(3)
    step = env.reset()
    for _ in range(60):
        if step.last():
            break
        player = step.current_player()
        step = env.step([step.observations["legal_actions"][player][0]])
    assert len(step.observations["info_state"][0]) == load(name).observation_tensor_size()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("native", [True, False])
def test_mcts_bot_runs(name, native):
    random = np.random.RandomState(4)
    evaluator = (
        adapter.RolloutEvaluator(2, seed=4)
        if native
        else mcts.RandomRolloutEvaluator(1, random, max_length=20)
    )
    state = at_decision(name, 9, 20)
    bot = mcts.MCTSBot(load(name), 2.0, 5, evaluator, random_state=random)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", GAMES)
def test_python_ismcts_bot_runs(name):
    state = at_decision(name, 10, 25)
    choices = []
    for _ in range(2):
        bot = ismcts.ISMCTSBot(
            load(name),
            adapter.RolloutEvaluator(seed=5),
            2.0,
            20,
            random_state=np.random.RandomState(1),
        )
        bot.set_resampler(adapter.resampler(6))
        choices.append(bot.step(state))
    assert choices[0] == choices[1]
    assert choices[0] in state.legal_actions()
    bot = ismcts.ISMCTSBot(load(name), adapter.RolloutEvaluator(), 2.0, 5)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", GAMES)
def test_parameters_are_the_options(name):
    wanted = configurations(name)
    for options in wanted[:: max(1, len(wanted) // 8)]:
        codes = {
            key: bm.load_game(name, **options)._spec.flat_options()[key]
            if isinstance(value, str) and adapter._parameters(name)[key][2]
            else value
            for key, value in options.items()
        }
        game = pyspiel.load_game(f"bitmeeple_{name}", codes)
        assert game.bitmeeple_game == bm.load_game(name, **options)
        assert pyspiel.load_game(str(game)).bitmeeple_game == game.bitmeeple_game
        assert game.num_players() == game.bitmeeple_game.num_players()


@pytest.mark.parametrize("name", GAMES)
def test_games_and_states_survive_copies(name):
    state = at_decision(name, 11, 20)
    game = state.get_game()

    for copy_of in (copy.deepcopy, through_pickle, through_openspiel):
        twin = copy_of(state)
        assert twin.position == state.position
        assert twin.history() == state.history()
        for seat in range(game.num_players()):
            assert twin.information_state_string(seat) == state.information_state_string(seat)
    for copy_of in (copy.deepcopy, through_pickle):
        assert copy_of(game).bitmeeple_game == game.bitmeeple_game


@pytest.mark.parametrize("name", [*GAMES, *LONGEST])
def test_the_ends_of_the_longest_games_are_pickled(name):
    *_, (state, own) = walk(load(name), 12)
    assert own.is_terminal()
    for copy_of in (through_pickle, through_openspiel):
        twin = copy_of(state)
        assert twin.position == own
        assert twin.history() == state.history()
        for seat in range(state.num_players()):
            assert twin.information_state_string(seat) == state.information_state_string(seat)


def test_a_line_of_any_length_is_pickled_flat():
    start = bm.load_game("toy").new_initial_state()
    steps = [(start, i % 3 or None) for i in range(5_000)]
    twin = through_pickle(adapter.Line.of(steps))
    assert [action for _, action in twin.steps()] == [action for _, action in steps]


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_has_observed_grows_as_it_is_masked_from_the_beginning(name):
    """In the game and in its worlds, whoever asks and however long nobody has asked."""
    for steps in (0, 9, 33, 70):
        state = at_decision(name, 13, steps)
        for player in range(state.num_players()):
            world = adapter.resampler(player)(state, player)
            rng = bm.Rng(14, player)
            for count in range(40):
                for seat in range(state.num_players()) if count % (player + 1) == 0 else []:
                    line = world.line
                    assert line.observed(world.position.game, seat) == line._masked(
                        world.position.game, seat
                    )
                if world.is_terminal():
                    break
                own = world.position
                chance = own.is_chance_node()
                world.apply_action(own.sample_chance(rng) if chance else own.sample_action(rng))


@pytest.mark.parametrize(("name", "most"), [("lumen", 2), ("el_caballero", 4)])
def test_a_search_masks_the_past_once_where_nothing_is_turned_over(name, most, monkeypatch):
    state = at_decision(name, 10, 40)
    masked = adapter.Line._masked
    calls = []
    monkeypatch.setattr(adapter.Line, "_masked", lambda *line: calls.append(1) or masked(*line))
    bot = ismcts.ISMCTSBot(
        load(name),
        adapter.RolloutEvaluator(seed=5),
        2.0,
        60,
        random_state=np.random.RandomState(1),
    )
    bot.set_resampler(adapter.resampler(6))
    bot.step(state)
    assert len(calls) <= most


def test_cfr_solves_a_small_game(tmp_path):
    data = json.loads(json.dumps(bm.load_game("toy")._spec.data))
    for kind in data["tokens"]["types"]:
        kind["count"] = 1
    path = tmp_path / "four_tokens.json"
    path.write_text(json.dumps(data))
    game = pyspiel.load_game("bitmeeple_toy", {"data": str(path)})
    solver = cfr.CFRSolver(game)
    before = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(10):
        solver.evaluate_and_update_policy()
    after = exploitability.nash_conv(game, solver.average_policy())
    assert 0 <= 4 * after < before


@pytest.mark.parametrize(
    ("error", "bad"),
    [
        (ValueError, {"n_rollouts": 0}),
        (TypeError, {"n_rollouts": 1.0}),
        (ValueError, {"seed": -1}),
        (ValueError, {"seed": 2**64}),
        (TypeError, {"seed": None}),
        (ValueError, {"policy": "best"}),
        (TypeError, {"policy": 1}),
    ],
)
def test_an_evaluator_is_checked_when_it_is_made(error, bad):
    with pytest.raises(error, match=next(iter(bad))):
        adapter.RolloutEvaluator(**bad)


def test_own_data_is_a_path(tmp_path):
    data = json.loads(json.dumps(bm.load_game("latria")._spec.data))
    data["note"] = "mine"
    path = tmp_path / "latria.json"
    path.write_text(json.dumps(data))
    game = pyspiel.load_game("bitmeeple_latria", {"data": str(path)})
    assert game.bitmeeple_game == bm.load_game("latria", data=path)


def test_registering_twice_is_harmless():
    adapter.register()
    names = pyspiel.registered_names()
    assert [n for n in names if n.startswith("bitmeeple_")] == [f"bitmeeple_{g}" for g in GAMES]


def test_the_examples_of_the_module_run():
    assert doctest.testmod(adapter).failed == 0
