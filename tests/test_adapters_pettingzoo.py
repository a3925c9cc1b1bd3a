"""The PettingZoo adapter against the real package."""

from __future__ import annotations

import copy
import doctest
import pickle

import bitmeeple as bm
import numpy as np
import pytest
from bitmeeple.differential import configurations
from conftest import ALL_GAMES

pytest.importorskip("pettingzoo", reason="needs the extra bitmeeple[pettingzoo]")

from bitmeeple.adapters import pettingzoo as adapter
from pettingzoo.test import api_test, seed_test


def player_counts():
    """(game, options) with each number of players once."""
    found = {}
    for name in ALL_GAMES:
        for options in configurations(name):
            players = bm.load_game(name, **options).num_players()
            found.setdefault((name, players), options)
    return [pytest.param(name, options, id=f"{name}-{n}") for (name, n), options in found.items()]


def play_on(env, rng, moves):
    """Play random moves; the observations of who moved."""
    seen = []
    for agent in env.agent_iter(moves):
        observation, reward, terminated, _, _ = env.last()
        seen.append((agent, observation["observation"].tobytes(), reward))
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if terminated else int(legal[rng.below(len(legal))]))
    return seen


@pytest.mark.parametrize(("name", "options"), player_counts())
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning")
def test_pettingzoos_own_tests_pass(name, options, capsys):
    api_test(adapter.env(name, **options), num_cycles=2000)
    seed_test(lambda: adapter.env(name, **options), num_cycles=100)


@pytest.mark.parametrize("name", ALL_GAMES)
def test_deepcopy_and_pickle_keep_the_position(name):
    env = adapter.env(name)
    env.reset(seed=5)
    play_on(env, bm.Rng(1), 20)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert twin.position == env.position
        assert twin.agent_selection == env.agent_selection
        mine = copy.deepcopy(env)
        assert play_on(mine, bm.Rng(2), 30) == play_on(twin, bm.Rng(2), 30)
        assert mine.position == twin.position
        twin.reset(), mine.reset()
        assert mine.position == twin.position


@pytest.mark.parametrize("name", ALL_GAMES)
def test_rewards_add_up_to_the_returns(name):
    env = adapter.env(name)
    env.reset(seed=3)
    received = dict.fromkeys(env.possible_agents, 0.0)
    rng = bm.Rng(9)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        received[agent] += reward
        assert not truncated
        assert (info["action_mask"] == observation["action_mask"]).all()
        legal = np.flatnonzero(observation["action_mask"])
        assert terminated == (len(legal) == 0)
        if not terminated:
            assert legal.tolist() == env.position.legal_actions()
        env.step(None if terminated else int(legal[rng.below(len(legal))]))
    assert list(received.values()) == env.position.returns()
    assert not env.agents


def test_both_implementations_play_the_same_games():
    envs = [adapter.env(load("toy", players=3)) for load in (bm.load_game, bm.reference.load_game)]
    for env in envs:
        env.reset(seed=11)
    assert play_on(envs[0], bm.Rng(4), 40) == play_on(envs[1], bm.Rng(4), 40)


@pytest.mark.parametrize("name", ALL_GAMES)
def test_the_state_is_what_all_seats_see(name):
    env = adapter.env(name)
    env.reset(seed=6)
    for _ in range(5):
        play_on(env, bm.Rng(1), 7)
        rows = np.split(env.state(), len(env.possible_agents))
        for seat, row in enumerate(rows):
            assert row.tobytes() == env.position.observation_tensor(seat).tobytes()
        assert env.state() in env.state_space


def test_calls_before_the_reset_are_refused():
    env = adapter.env("toy", render_mode="ansi")
    for call in (
        lambda: env.step(0),
        lambda: env.position,
        lambda: env.observe("player_0"),
        env.last,
        env.agent_iter,
        env.state,
        env.render,
    ):
        with pytest.raises(ValueError, match=r"call reset\(\)"):
            call()


def test_bad_calls_are_refused_and_change_nothing():
    env = adapter.env("toy")
    env.reset(seed=1)
    before, seen = env.position, env.last()[0]["observation"].tobytes()
    with pytest.raises(bm.IllegalActionError):
        env.step(17)
    for bad in (None, 1.0, "0", True, [0]):
        with pytest.raises(TypeError):
            env.step(bad)
    for bad in ("player_2", "", 0, None, ["player_0"], np.array(["player_0", "player_1"])):
        for call in (env.observe, env.observation_space, env.action_space):
            with pytest.raises(ValueError, match="agents are player_0, player_1"):
                call(bad)
    for error, seeds in ((ValueError, (-1, 2**64)), (TypeError, (True, 1.0, "1", [1]))):
        for bad in seeds:
            with pytest.raises(error, match="seed"):
                env.reset(seed=bad)
    assert env.position == before
    assert env.last()[0]["observation"].tobytes() == seen
    twin = adapter.env("toy")
    twin.reset(seed=np.int64(1))
    assert twin.position == before
    env.reset(), twin.reset()
    assert env.position == twin.position
    for error, mode in ((ValueError, "rgb_array"), (TypeError, 3)):
        with pytest.raises(error, match="render_mode"):
            adapter.env("toy", render_mode=mode)
    with pytest.raises(TypeError):
        adapter.env(bm.load_game("toy"), players=3)


def test_after_the_last_step_only_a_reset_goes_on():
    env = adapter.env("toy")
    env.reset(seed=1)
    play_on(env, bm.Rng(1), 1000)
    assert not env.agents
    for call in (env.last, lambda: env.step(None), lambda: env.step(0)):
        with pytest.raises(ValueError, match=r"over; call reset\(\)"):
            call()
    env.reset()
    env.last()


def test_rendering(capsys):
    env = adapter.env("toy", render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(env.position)
    shown = adapter.env("toy", render_mode="human")
    shown.reset(seed=1)
    assert shown.render() is None
    assert capsys.readouterr().out.strip() == env.render().strip()
    assert str(shown) == "bitmeeple_toy_v0"


def test_the_examples_of_the_module_run():
    assert doctest.testmod(adapter).failed == 0
