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


def test_bad_calls_are_refused_and_change_nothing():
    env = adapter.env("toy")
    for call in (lambda: env.step(0), lambda: env.position, lambda: env.observe("player_0")):
        with pytest.raises(ValueError, match="reset"):
            call()
    env.reset(seed=1)
    before = env.position
    with pytest.raises(bm.IllegalActionError):
        env.step(17)
    for bad in (None, 1.0, "0", True):
        with pytest.raises(TypeError):
            env.step(bad)
    assert env.position == before
    for bad in (-1, 2**64):
        with pytest.raises(ValueError):
            env.reset(seed=bad)
    with pytest.raises(ValueError, match="render_mode"):
        adapter.env("toy", render_mode="rgb_array")
    with pytest.raises(TypeError):
        adapter.env(bm.load_game("toy"), players=3)


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
