"""The Gymnasium adapter against the real package."""

from __future__ import annotations

import copy
import doctest
import pickle

import bitmeeple as bm
import numpy as np
import pytest
from conftest import ALL_GAMES

pytest.importorskip("gymnasium", reason="needs the extra bitmeeple[gymnasium]")

import gymnasium as gym
from bitmeeple.adapters import gymnasium as adapter
from gymnasium.utils.env_checker import check_env

SECOND_SEAT = {name: int(bm.load_game(name).num_players() > 1) for name in ALL_GAMES}


def first_legal(state, rng):
    return state.legal_actions()[0]


def play(env, moves, seed=None):
    """Steps of random legal play, as bytes."""
    if seed is not None:
        env.reset(seed=seed)
        env.action_space.seed(seed)
    seen = []
    for _ in range(moves):
        observation, reward, terminated, _, info = env.step(env.action_space.sample())
        seen.append((observation.tobytes(), reward, terminated, info["action_mask"].tobytes()))
        if terminated:
            env.reset()
    return seen


@pytest.mark.parametrize("name", bm.registered_games())
@pytest.mark.parametrize("others", ["uniform", "eager", first_legal])
def test_gymnasiums_own_check_passes(name, others, capsys):
    seat = SECOND_SEAT[name]
    check_env(gym.make(f"bitmeeple/{name}-v0", others=others, seat=seat).unwrapped)


@pytest.mark.parametrize("seed", range(5))
def test_the_check_passes_whatever_it_drew_before_the_reset(seed):
    env = gym.make("bitmeeple/latria-v0").unwrapped
    env.reset(seed=seed)
    for _ in range(seed):
        env.step(env.action_space.sample())
    action = env.action_space.sample()
    env.reset(seed=seed + 100)
    first = env.step(action)[0]
    env.reset(seed=seed + 100)
    assert env.step(action)[0].tobytes() == first.tobytes()
    illegal = int(np.flatnonzero(env.action_masks() == 0)[0])
    with pytest.raises(bm.IllegalActionError):
        env.step(np.int64(illegal))


@pytest.mark.parametrize("name", ALL_GAMES)
def test_samples_are_legal_and_illegal_actions_raise(name):
    env = adapter.SeatEnv(name, seat=SECOND_SEAT[name])
    _, info = env.reset(seed=4)
    terminated = False
    while not terminated:
        state = env.position
        assert state.current_player() == env.seat
        assert info["action_mask"].dtype == np.int8
        assert np.flatnonzero(info["action_mask"]).tolist() == state.legal_actions()
        masked = env.action_space.sample(info["action_mask"])
        assert masked in state.legal_actions()
        for bad in (-1, env.action_space.n, *np.flatnonzero(info["action_mask"] == 0)[:1]):
            with pytest.raises(bm.IllegalActionError):
                env.step(bad)
        assert env.position == state
        observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
        assert observation in env.observation_space
        assert observation.tobytes() == env.position.observation_tensor(env.seat).tobytes()
        assert not truncated
        assert reward == (env.position.returns()[env.seat] if terminated else 0)
    assert env.position.is_terminal()
    with pytest.raises(bm.IllegalActionError, match="over"):
        env.step(0)


@pytest.mark.parametrize("name", ALL_GAMES)
def test_deepcopy_and_pickle_keep_the_position(name):
    env = adapter.SeatEnv(name, others="eager")
    play(env, 5, seed=3)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        mine = copy.deepcopy(env)
        assert twin.position == mine.position
        assert play(mine, 30) == play(twin, 30)


@pytest.mark.parametrize("mode", list(gym.vector.AutoresetMode))
@pytest.mark.parametrize("others", ["uniform", first_legal])
def test_the_batch_plays_as_single_states_do(game_name, others, mode):
    seat, n = SECOND_SEAT[game_name], 3
    env = adapter.SeatVectorEnv(
        game_name, n, seat=seat, others=others, autoreset_mode=mode, threads=1
    )
    observations, infos = env.reset(seed=8)
    env.action_space.seed(1)
    ended, steps = 0, 0
    while ended < 2 and steps < 1500:
        steps += 1
        for i in range(n) if steps % 5 == 0 else []:
            state = env.batch.state(i)
            assert state.current_player() in (seat, bm.TERMINAL_PLAYER)
            assert observations[i].tobytes() == state.observation_tensor(seat).tobytes()
            expected = [] if state.is_terminal() else state.legal_actions()
            assert np.flatnonzero(infos["action_mask"][i]).tolist() == expected
        assert observations in env.observation_space
        actions = env.action_space.sample()
        observations, rewards, terminated, truncated, infos = env.step(actions)
        assert not truncated.any()
        assert not rewards[~terminated].any()
        ended += int(terminated.sum())
        if terminated.any() and mode is gym.vector.AutoresetMode.SAME_STEP:
            assert (infos["_final_obs"] == terminated).all()
            assert all(row in env.single_observation_space for row in infos["final_obs"])
        elif terminated.any():
            for i in np.flatnonzero(terminated):
                assert rewards[i] == env.batch.state(int(i)).returns()[seat]
        if terminated.any() and mode is gym.vector.AutoresetMode.DISABLED:
            with pytest.raises(ValueError, match="the game is over"):
                env.step(env.action_space.sample())
            observations, infos = env.reset(options={"reset_mask": terminated})
    assert ended >= 2


@pytest.mark.parametrize("others", ["uniform", "eager"])
def test_a_seed_is_the_same_game_alone_and_in_a_batch(game_name, others):
    """Environment i of a batch plays the games of a single one with seed + i, one after another."""
    seat, n = SECOND_SEAT[game_name], 3
    batch = adapter.SeatVectorEnv(game_name, n, seat=seat, others=others)
    alone = [adapter.SeatEnv(game_name, seat=seat, others=others) for _ in range(n)]
    rows, infos = batch.reset(seed=8)
    seen = [env.reset(seed=8 + i) for i, env in enumerate(alone)]
    draw = np.random.default_rng(1)
    over = np.zeros(n, bool)
    ended = 0
    while ended < n + 1:
        for i, (row, info) in enumerate(seen):
            assert rows[i].tobytes() == row.tobytes()
            assert infos["action_mask"][i].tolist() == info["action_mask"].tolist()
        masks = infos["action_mask"]
        actions = [int(draw.choice(np.flatnonzero(m))) if m.any() else 0 for m in masks]
        rows, rewards, terminated, _, infos = batch.step(actions)
        for i, env in enumerate(alone):
            if over[i]:
                seen[i], reward, over[i] = env.reset(), 0, False
            else:
                row, reward, over[i], _, info = env.step(actions[i])
                seen[i] = row, info
            assert (rewards[i], terminated[i]) == (reward, over[i])
        ended += int(terminated.sum())


def test_make_vec_gets_the_native_batch():
    env = gym.make_vec("bitmeeple/latria-v0", num_envs=4, players=3, others="eager")
    assert isinstance(env, adapter.SeatVectorEnv)
    assert env.game == bm.load_game("latria", players=3)
    results = []
    for threads in (1, 2):
        env = adapter.SeatVectorEnv("latria", 20, threads=threads)
        env.reset(seed=3)
        env.action_space.seed(2)
        results.append([env.step(env.action_space.sample())[0].tobytes() for _ in range(30)])
    assert results[0] == results[1]
    twin = copy.deepcopy(env)
    assert twin.step(twin.action_space.sample())[0].tobytes() == (
        env.step(env.action_space.sample())[0].tobytes()
    )
    with pytest.raises(bm.IllegalActionError, match="environment"):
        env.step(np.full(20, -1))
    sync = gym.make_vec("bitmeeple/latria-v0", num_envs=2, vectorization_mode="sync")
    assert sync.reset(seed=1)[1]["action_mask"].shape == (2, 105)
    sync.close()


def test_bad_arguments_are_refused():
    for bad in ({"seat": 4}, {"seat": -1}, {"others": "best"}, {"render_mode": "rgb_array"}):
        with pytest.raises(ValueError):
            adapter.SeatEnv("latria", **bad)
    for bad in ({"seat": "0"}, {"seat": True}, {"players": "3"}):
        with pytest.raises(TypeError):
            adapter.SeatEnv("latria", **bad)
    with pytest.raises(TypeError):
        adapter.SeatVectorEnv(bm.reference.load_game("toy"), 2)
    with pytest.raises(ValueError, match="reset"):
        adapter.SeatEnv("toy").step(0)
    cheat = adapter.SeatEnv("toy", others=lambda state, rng: 99)
    with pytest.raises(bm.IllegalActionError, match="others"):
        cheat.reset(seed=1), play(cheat, 10)


def test_rendering_shows_what_the_agent_sees(capsys):
    env = gym.make("bitmeeple/latria-v0", render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.unwrapped.position.observation_string(0)


def test_the_examples_of_the_module_run():
    assert doctest.testmod(adapter).failed == 0
