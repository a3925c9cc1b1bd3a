"""Bots that search, in other libraries."""

from __future__ import annotations

import copy
import pickle

import bitmeeple as bm
import pytest
from bitmeeple.search import from_spec


def test_copies_and_pickles_of_a_search_find_the_same():
    game = bm.load_game("toy", players=2)
    state, rng = game.new_initial_state(), bm.Rng(5)
    while not state.is_player_node():
        state.apply_action(state.sample_chance(rng))
    for spec in ("flat:allocation=sequential_halving", "ismcts:observer=multi", "pimc:worlds=3"):
        bot = from_spec(game, spec, iterations=60, seed=4)
        found = bot.search(state)
        for other in (copy.deepcopy(bot), pickle.loads(pickle.dumps(bot))):
            assert repr(other) == repr(bot)
            assert other.options == bot.options
            assert other.search(state).visits.tolist() == found.visits.tolist()
        assert sum(move.visits for move in found.children()) in (0, 60)


def test_gymnasium_opponents_search():
    pytest.importorskip("gymnasium")
    from bitmeeple.adapters.gymnasium import SeatEnv, SeatVectorEnv

    def play(env):
        env.reset(seed=3)
        rewards = []
        for _ in range(12):
            legal = env.position.legal_actions()
            _, reward, over, _, _ = env.step(legal[0])
            rewards.append(reward)
            if over:
                break
        return env.position.to_dict(), rewards

    one = SeatEnv("lata", players=2, others="ismcts:iterations=20")
    first = play(one)
    assert play(one) == first
    assert play(pickle.loads(pickle.dumps(one))) == first
    assert play(SeatEnv("lata", players=2, others="ismcts:iterations=21")) != first
    envs = SeatVectorEnv("toy", 3, players=2, others="flat:iterations=10")
    _, infos = envs.reset(seed=1)
    for _ in range(8):
        _, _, _, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
    for wrong, words in [
        ("ismcts:iterations=0", "iterations is 0"),
        ("ismct", "allowed are uniform, eager"),
    ]:
        with pytest.raises(ValueError, match=words):
            SeatEnv("toy", others=wrong)


def test_a_policy_of_pettingzoo_plays_a_game():
    pytest.importorskip("pettingzoo")
    from bitmeeple.adapters import pettingzoo

    env = pettingzoo.env("toy", players=2)
    choose = pettingzoo.policy("ismcts:iterations=30", seed=2)
    env.reset(seed=7)
    for agent in env.agent_iter():
        action = choose(env, agent)
        assert (action is None) == (env.terminations[agent] or env.truncations[agent])
        env.step(action)
    env.reset(seed=7)
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    with pytest.raises(ValueError, match="is not to move"):
        choose(env, other)
    with pytest.raises(ValueError, match="no search 'ismct'"):
        pettingzoo.policy("ismct")(env, env.agent_selection)


def test_a_bot_of_openspiel_plays_in_its_tools():
    pyspiel = pytest.importorskip("pyspiel")
    from bitmeeple.adapters import openspiel

    game = pyspiel.load_game("bitmeeple_lumen")
    bots = [openspiel.bot(game, iterations=5), openspiel.bot(game, "flat:iterations=10")]
    returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, 11)
    assert sum(returns) == 1
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    policy, action = bots[0].step_with_policy(state)
    assert dict(policy)[action] == 1
    assert [a for a, _ in policy] == state.legal_actions()
    assert bots[0].step(state) == action
    assert bots[0].get_policy(state) == policy
    with pytest.raises(TypeError, match="takes a game bitmeeple_"):
        openspiel.bot(pyspiel.load_game("kuhn_poker"))
