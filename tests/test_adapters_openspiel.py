"""The OpenSpiel adapter against the real package."""

from __future__ import annotations

import copy
import doctest
import pickle

import bitmeeple as bm
import numpy as np
import pytest
from bitmeeple.differential import configurations

pytest.importorskip("pyspiel", reason="needs the extra bitmeeple[openspiel]")

import pyspiel
from bitmeeple.adapters import openspiel as adapter
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts

GAMES = bm.registered_games()


def load(name, text=""):
    return pyspiel.load_game(f"bitmeeple_{name}{text}")


def walk(game, seed, steps=10**9):
    """States of a random line, with ours played along; the last one is not cloned."""
    rng = bm.Rng(seed)
    state, own = game.new_initial_state(), game.bitmeeple_game.new_initial_state()
    for _ in range(steps):
        yield state, own
        if own.is_terminal():
            return
        chance = own.is_chance_node()
        action = own.sample_chance(rng) if chance else own.sample_action(rng, "eager")
        state.apply_action(action)
        own.apply_action(action)


def at_decision(name, seed, steps):
    """A state after that many steps or a few more, with several legal actions for a seat."""
    for count, (state, own) in enumerate(walk(load(name), seed)):
        if count >= steps and own.is_player_node() and len(own.legal_actions()) > 1:
            return state
    raise AssertionError("the game is over")


@pytest.mark.parametrize("name", GAMES)
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
    hidden = [
        i for i, a in enumerate(state.line.observed(state.position.game, player)) if a is None
    ]
    known = world.line.steps()
    assert all(known[i][1] is None for i in hidden)
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

    def through_openspiel(state):
        return pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]

    for copy_of in (copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x)), through_openspiel):
        twin = copy_of(state)
        assert twin.position == state.position
        assert twin.history() == state.history()
        for seat in range(game.num_players()):
            assert twin.information_state_string(seat) == state.information_state_string(seat)
    for copy_of in (copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))):
        assert copy_of(game).bitmeeple_game == game.bitmeeple_game


def test_own_data_is_a_path(tmp_path):
    import json

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
