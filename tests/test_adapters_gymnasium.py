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


class Failing:
    """Plays the first legal action, but the n-th time does what it is told to do instead."""

    def __init__(self, n, act):
        self.n, self.act = n, act

    def __call__(self, state, rng):
        self.n -= 1
        return self.act() if self.n == 0 else state.legal_actions()[0]


def interrupt():
    raise KeyboardInterrupt


def stumbling(make, reset_calls):
    """An environment of that kind whose others fail in the third call after its reset."""
    others = Failing(-1, interrupt)
    env = make(others)
    env.reset(seed=5)
    others.n = reset_calls
    return env, others


MAKERS = {
    "single": lambda others: adapter.SeatEnv("latria", others=others),
    "batch": lambda others: adapter.SeatVectorEnv("latria", 2, others=others),
}


@pytest.mark.parametrize("kind", MAKERS)
def test_a_step_that_fails_in_its_midst_leaves_nothing_to_go_on_with(kind):
    env, others = stumbling(MAKERS[kind], 3)
    refused = [lambda: env.step(env.action_space.sample())]
    if kind == "single":
        refused += [env.render, env.action_masks, lambda: env.position]
        env.render_mode = "ansi"
    else:
        refused.append(lambda: env.reset(options={"reset_mask": np.array([True, False])}))
    with pytest.raises(KeyboardInterrupt):
        for _ in range(3):
            env.step(env.action_space.sample())
    for call in refused:
        with pytest.raises(ValueError, match="reset"):
            call()
    others.n = 2  # a reset is no better
    with pytest.raises(KeyboardInterrupt):
        env.reset(seed=6)
        env.step(env.action_space.sample())
    with pytest.raises(ValueError, match="reset"):
        env.step(env.action_space.sample())
    fresh = MAKERS[kind](first_legal)
    for one in (env, fresh):
        one.reset(seed=9)
        one.action_space.seed(9)
    for _ in range(12):
        action = env.action_space.sample()
        assert np.array_equal(env.step(action)[0], fresh.step(action)[0])


@pytest.mark.parametrize("kind", MAKERS)
def test_an_action_that_is_refused_changes_nothing(kind):
    env = MAKERS[kind](first_legal)
    env.reset(seed=5)
    twin = copy.deepcopy(env)
    for bad in (-1, 105, 2**40):
        with pytest.raises(bm.IllegalActionError):
            env.step(bad if kind == "single" else [bad, bad])
    for bad in (1.0, None, "1", [[1]]):
        with pytest.raises((TypeError, ValueError)):
            env.step(bad if kind == "single" else [bad, bad])
    twin.action_space.seed(1)
    action = twin.action_space.sample()
    assert np.array_equal(env.step(action)[0], twin.step(action)[0])


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize(
    ("convert", "error"),
    [
        (int, None),
        (np.int64, None),
        (np.uint8, None),
        (np.array, None),
        (float, TypeError),
        (np.float64, TypeError),
        (str, TypeError),
        (bool, TypeError),
        (np.bool_, TypeError),
        (lambda a: [a], TypeError),
        (lambda a: None, TypeError),
        (lambda a: -1, bm.IllegalActionError),
        (lambda a: 105, bm.IllegalActionError),
        (lambda a: 2**70, bm.IllegalActionError),
    ],
)
def test_others_choose_integers(kind, convert, error):
    env = MAKERS[kind](lambda state, rng: convert(state.legal_actions()[0]))
    fresh = MAKERS[kind](first_legal)

    def go(env):
        env.reset(seed=3)
        env.action_space.seed(3)
        return [env.step(env.action_space.sample())[0].tobytes() for _ in range(4)]

    if error is None:
        assert go(env) == go(fresh)
    else:
        with pytest.raises(error, match="others"):
            go(env)


@pytest.mark.parametrize("kind", MAKERS)
def test_seeds_are_checked_before_anything_changes(kind):
    env, twin = MAKERS[kind]("uniform"), MAKERS[kind]("uniform")
    assert np.array_equal(env.reset(seed=np.int64(5))[0], twin.reset(seed=5)[0])
    assert np.array_equal(env.reset(seed=np.uint64(2**63))[0], twin.reset(seed=2**63)[0])
    assert np.array_equal(env.reset(seed=np.array(5))[0], twin.reset(seed=5)[0])
    env.reset(seed=7), twin.reset(seed=7)
    bad = [True, 1.5, "5", -1, 2**64, np.float64(2)]
    if kind == "batch":
        bad += [[1], [1, -1], [1, 2.0], [1, True], "55", b"55", np.array([1.0, 2.0]), {5: 1, 6: 2}]
    for seed in bad:
        with pytest.raises((TypeError, ValueError)):
            env.reset(seed=seed)
    assert env.np_random.integers(1000) == twin.np_random.integers(1000)
    env.action_space.seed(1)
    action = env.action_space.sample()
    assert np.array_equal(env.step(action)[0], twin.step(action)[0])
    assert np.array_equal(env.reset()[0], twin.reset()[0])


def test_stable_baselines_finds_its_way_without_pictures():
    """Its `make_vec_env` asks for "rgb_array" and, on a TypeError, again without."""
    with pytest.warns(UserWarning, match="rgb_array"), pytest.raises(TypeError) as error:
        gym.make("bitmeeple/latria-v0", render_mode="rgb_array")
    assert isinstance(error.value, ValueError)
    assert "ansi" in str(error.value)
    env = gym.make("bitmeeple/latria-v0")
    env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()  # how MaskablePPO asks
    assert masks.dtype == bool
    assert np.flatnonzero(masks).tolist() == env.unwrapped.position.legal_actions()
    with pytest.raises(TypeError, match="None"):
        gym.make_vec("bitmeeple/latria-v0", render_mode="ansi")


def test_maskable_ppo_learns_in_what_make_vec_env_makes():
    sb3 = pytest.importorskip("sb3_contrib", reason="needs sb3-contrib")
    from stable_baselines3.common.env_util import make_vec_env

    with pytest.warns(UserWarning, match="rgb_array"):
        env = make_vec_env("bitmeeple/latria-v0", n_envs=2, seed=1)
    sb3.MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=32, n_epochs=1).learn(64)


@pytest.mark.parametrize("mode", list(gym.vector.AutoresetMode))
@pytest.mark.parametrize("limit", [1, 5, 14])
def test_a_batch_is_truncated_as_single_environments_are(game_name, mode, limit):
    n = 3
    seat = SECOND_SEAT[game_name]
    batch = adapter.SeatVectorEnv(
        game_name, n, seat=seat, autoreset_mode=mode, max_episode_steps=limit
    )
    assert batch.autoreset_mode is mode
    alone = [gym.wrappers.TimeLimit(adapter.SeatEnv(game_name, seat=seat), limit) for _ in range(n)]
    rows, infos = batch.reset(seed=8)
    seen = [env.reset(seed=8 + i) for i, env in enumerate(alone)]
    draw = np.random.default_rng(1)
    over = np.zeros(n, bool)
    cut = 0
    for _ in range(60):
        if mode is gym.vector.AutoresetMode.DISABLED and over.any():
            with pytest.raises(ValueError, match="reset"):
                batch.step(batch.action_space.sample())
            rows, infos = batch.reset(options={"reset_mask": over})
            for i in np.flatnonzero(over):
                seen[i] = alone[i].reset()
            over[:] = False
        for i, (row, info) in enumerate(seen):
            assert rows[i].tobytes() == row.tobytes()
            assert infos["action_mask"][i].tolist() == info["action_mask"].tolist()
        masks = infos["action_mask"]
        actions = [int(draw.choice(np.flatnonzero(m))) if m.any() else 0 for m in masks]
        rows, rewards, terminated, truncated, infos = batch.step(actions)
        cut += int(truncated.sum())
        for i, env in enumerate(alone):
            if over[i]:  # next_step: the action is ignored
                seen[i] = env.reset()
                expected = (0, False, False)
            else:
                row, *expected, info = env.step(actions[i])
                seen[i] = row, info
            assert (rewards[i], terminated[i], truncated[i]) == tuple(expected)
            over[i] = terminated[i] or truncated[i]
            if over[i] and mode is gym.vector.AutoresetMode.SAME_STEP:
                assert infos["_final_obs"][i]
                assert infos["final_obs"][i].tobytes() == seen[i][0].tobytes()
                seen[i] = env.reset()
                over[i] = False
            elif mode is gym.vector.AutoresetMode.SAME_STEP and "_final_obs" in infos:
                assert not infos["_final_obs"][i]
    assert limit > 1 or cut > 3  # some games are shorter than the other limits


def test_make_vec_takes_max_episode_steps():
    envs = gym.make_vec("bitmeeple/latria-v0", num_envs=2, max_episode_steps=5)
    assert envs.game == bm.load_game("latria")
    envs.reset(seed=1)
    ends = [envs.step(envs.action_space.sample())[3].all() for _ in range(11)]
    assert [i for i, end in enumerate(ends) if end] == [4, 10]  # the sixth step starts anew
    for error, bad in ((ValueError, 0), (TypeError, 1.5), (TypeError, True)):
        with pytest.raises(error, match="max_episode_steps"):
            gym.make_vec("bitmeeple/latria-v0", num_envs=2, max_episode_steps=bad)


@pytest.mark.parametrize("make", [adapter.SeatEnv, lambda g, **k: adapter.SeatVectorEnv(g, 2, **k)])
@pytest.mark.parametrize(
    ("error", "bad"),
    [
        (ValueError, {"seat": 4}),
        (ValueError, {"seat": -1}),
        (ValueError, {"seat": 2**70}),
        (TypeError, {"seat": "0"}),
        (TypeError, {"seat": True}),
        (TypeError, {"seat": 0.0}),
        (TypeError, {"seat": None}),
        (ValueError, {"others": "best"}),
        (TypeError, {"others": 1}),
        (TypeError, {"others": None}),
        (TypeError, {"others": ["uniform"]}),
        (TypeError, {"others": np.array(["uniform", "eager"])}),
        (ValueError, {"render_mode": "rgb_array"}),
        (TypeError, {"render_mode": "rgb_array"}),
        (TypeError, {"render_mode": 1}),
        (TypeError, {"players": "3"}),
        (ValueError, {"players": 9}),
    ],
)
def test_bad_arguments_are_refused(make, error, bad):
    with pytest.raises(error) as refused:
        make("latria", **bad)
    assert next(iter(bad)) in str(refused.value)
    assert str(refused.value).count("\n") == 0


def test_bad_arguments_of_batches_are_refused():
    for error, bad in (
        (ValueError, {"autoreset_mode": "next"}),
        (TypeError, {"autoreset_mode": 1}),
        (TypeError, {"autoreset_mode": None}),
        (ValueError, {"num_envs": 0}),
        (TypeError, {"num_envs": 2.0}),
        (TypeError, {"num_envs": True}),
        (ValueError, {"threads": 0}),
    ):
        with pytest.raises(error, match=next(iter(bad))):
            adapter.SeatVectorEnv("latria", **{"num_envs": 2, **bad})
    with pytest.raises(TypeError):
        adapter.SeatVectorEnv(bm.reference.load_game("toy"), 2)
    env = adapter.SeatVectorEnv("toy", 2)
    with pytest.raises(ValueError, match="reset"):
        env.step([0, 0])
    with pytest.raises(TypeError, match="options"):
        env.reset(options=5)
    with pytest.raises(ValueError, match="mask"):
        env.reset(options={"reset_mask": [1, 0]})
    env = adapter.SeatEnv("toy", render_mode="ansi")
    for call in (lambda: env.step(0), env.render, env.action_masks, lambda: env.position):
        with pytest.raises(ValueError, match="reset"):
            call()
    env.reset(seed=1)
    for bad in (None, 1.0, "0", True):
        with pytest.raises(TypeError):
            env.step(bad)


def test_rendering_shows_what_the_agent_sees(capsys):
    env = gym.make("bitmeeple/latria-v0", render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.unwrapped.position.observation_string(0)


def test_the_examples_of_the_module_run():
    assert doctest.testmod(adapter).failed == 0
