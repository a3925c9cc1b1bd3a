"""VectorEnv: the same games as the rollout's, whatever the threads, masks and modes."""

from __future__ import annotations

import copy
import os
import pickle
import threading

import bitmeeple as bm
import numpy as np
import pytest


def unpacked(step, actions):
    mask = step.legal_actions_mask
    if mask.dtype == np.uint8:
        mask = np.unpackbits(mask, axis=1, bitorder="little")[:, :actions]
    return np.asarray(mask)


@pytest.mark.parametrize("masks", ["int8", "packed"])
@pytest.mark.parametrize("mode", ["next_step", "same_step"])
@pytest.mark.parametrize("policy", bm.POLICIES)
def test_sampled_steps_replay_the_rollout(game_name, masks, mode, policy):
    game = bm.load_game(game_name)
    n = 5
    rollout = bm.rollout(game, 2 * n, seed=13, policy=policy)
    for threads in (1, 3):
        env = bm.VectorEnv(game, n, seed=13, threads=threads, masks=masks, autoreset_mode=mode)
        env.reset()
        finished = np.zeros(n, int)
        while finished.min() < 2:
            step = env.step(env.sample_actions(policy))
            for i in np.flatnonzero(step.terminated):
                if finished[i] < 2:
                    row = finished[i] * n + i
                    assert env.digests[i] == rollout.digests[row]
                    assert step.rewards[i].tolist() == rollout.returns[row].tolist()
                finished[i] += 1


def test_rows_are_those_of_single_states(game_name):
    game = bm.load_game(game_name)
    n = 3
    env = bm.VectorEnv(game, n, seed=5, observations=True, final_observations=True)
    step = env.reset()
    games = 0
    count = 0
    while games < 3:
        count += 1
        for i in range(n) if count % 7 == 0 or step.terminated.any() else []:
            state = env.state(i)
            assert step.current_player[i] == state.current_player()
            mask = unpacked(step, game.num_distinct_actions())[i]
            if state.is_terminal():
                assert not mask.any()
                assert not step.observations[i].any()
                assert step.rewards[i].tolist() == (
                    state.returns() if step.terminated[i] else [0] * game.num_players()
                )
            else:
                assert (mask == state.legal_actions_mask()).all()
                assert step.observations[i].tobytes() == state.observation_tensor().tobytes()
                assert not step.rewards[i].any()
            if step.terminated[i]:
                for p in range(game.num_players()):
                    final = step.final_observations[i, p]
                    assert final.tobytes() == state.observation_tensor(p).tobytes()
        step = env.step(env.sample_actions("eager"))
        games += int(step.terminated.sum())


@pytest.mark.parametrize("n", [1, 2, 1000])
def test_masks_agree_and_buffers_are_the_same_objects(n):
    game = bm.load_game("toy")
    envs = [bm.VectorEnv(game, n, seed=3, masks=masks) for masks in ("int8", "packed")]
    steps = [env.reset() for env in envs]
    first = steps[0]
    for _ in range(20):
        assert (unpacked(steps[0], 2) == unpacked(steps[1], 2)).all()
        actions = envs[0].sample_actions()
        assert (actions == envs[1].sample_actions()).all()
        steps = [env.step(actions) for env in envs]
    assert steps[0] is first
    assert not first.current_player.flags.writeable
    copies = bm.VectorEnv(game, n, copy=True)
    assert copies.reset().current_player is not copies.reset().current_player


def test_a_large_batch_runs():
    env = bm.VectorEnv(bm.load_game("toy"), 65_536, seed=1)
    env.reset()
    for _ in range(3):
        step = env.step(env.sample_actions())
    assert step.current_player.shape == (65_536,)


def test_seeds_per_environment():
    game = bm.load_game("toy", players=3)
    env = bm.VectorEnv(game, 3, seed=[5, 9, 5], autoreset_mode="disabled")
    env.reset()
    while (env.last_step.current_player >= 0).any():
        ids = np.flatnonzero(env.last_step.current_player >= 0)
        env.step(env.sample_actions(env_ids=ids), env_ids=ids)
    digests = env.digests.copy()
    assert digests[0] == digests[2]
    assert digests.tolist() == [int(bm.rollout(game, 1, seed=s).digests[0]) for s in (5, 9, 5)]
    env.reset()
    while (env.last_step.current_player >= 0).any():
        ids = np.flatnonzero(env.last_step.current_player >= 0)
        env.step(env.sample_actions(env_ids=ids), env_ids=ids)
    assert int(env.digests[1]) == int(bm.rollout(game, 2, seed=9).digests[1])


def test_disabled_refuses_a_finished_game_and_reset_masks():
    env = bm.VectorEnv(bm.load_game("toy"), 2, autoreset_mode="disabled")
    env.reset()
    while env.last_step.current_player[0] >= 0:
        env.step([1], env_ids=[0])
    before = env.state(1)
    with pytest.raises(ValueError, match="environment 0: the game is over"):
        env.step([1, 1])
    assert env.state(1) == before
    step = env.reset(mask=np.array([True, False]))
    assert step.current_player[0] == 0
    assert env.state(1) == before
    env.step([1, 1])


def test_next_step_ignores_the_action_of_a_finished_game():
    env = bm.VectorEnv(bm.load_game("toy"), 1, seed=2)
    env.reset()
    while not env.step([1]).terminated[0]:
        pass
    step = env.step([12345])
    assert step.current_player[0] == 0
    assert not step.terminated[0]
    assert not step.rewards.any()


def test_partial_steps_leave_the_others():
    env = bm.VectorEnv(bm.load_game("toy"), 4, seed=2)
    env.reset()
    before = [env.state(i) for i in range(4)]
    env.step([1, 1], env_ids=np.array([3, 0]))
    assert [env.state(i) == before[i] for i in range(4)] == [False, True, True, False]
    env.step([], env_ids=[])


def test_bad_input_names_the_environment_and_steps_nothing(game_name):
    game = bm.load_game(game_name)
    env = bm.VectorEnv(game, 4, seed=1)
    with pytest.raises(ValueError, match="reset"):
        env.step([0] * 4)
    with pytest.raises(ValueError, match="reset"):
        env.sample_actions()
    step = env.reset()
    before = [env.state(i) for i in range(4)]
    good = np.array([state.legal_actions()[0] for state in before])
    for bad in (-1, game.num_distinct_actions(), 2**31, -(2**40)):
        actions = good.copy()
        actions[2] = bad
        with pytest.raises(bm.IllegalActionError, match=f"environment 2: action {bad}"):
            env.step(actions)
    illegal = np.flatnonzero(np.asarray(step.legal_actions_mask)[1] == 0)
    if len(illegal):
        actions = good.copy()
        actions[1] = illegal[0]
        with pytest.raises(bm.IllegalActionError, match="environment 1"):
            env.step(actions)
    for bad in (
        good[:3],
        good.reshape(2, 2),
        good.astype(float),
        good > 0,
        None,
        "0000",
        ["0"] * 4,
    ):
        with pytest.raises(ValueError):
            env.step(bad)
    for bad in ([0, 0], [4], [-1], [0.0], [[0]]):
        with pytest.raises(ValueError):
            env.step(good[: len(bad)], env_ids=bad)
    for bad in (np.ones(3, bool), np.ones(4, int)):
        with pytest.raises(ValueError):
            env.reset(mask=bad)
    with pytest.raises(ValueError):
        env.reset(mask=np.ones(4, bool), seed=1)
    with pytest.raises(IndexError):
        env.state(4)
    assert [env.state(i) for i in range(4)] == before
    for kind in (np.int8, np.int16, np.int64, np.uint16, np.uint64):
        if good.max() < 127 or np.dtype(kind).itemsize > 1:
            env.step(np.array([s.legal_actions()[0] for s in map(env.state, range(4))], kind))


def test_bad_arguments_are_refused():
    game = bm.load_game("toy")
    for bad in (0, -1, 1 << 21):
        with pytest.raises(ValueError):
            bm.VectorEnv(game, bad)
    for bad in (
        {"masks": "bits"},
        {"autoreset_mode": "never"},
        {"threads": 0},
        {"seed": -1},
        {"seed": [1]},
        {"seed": [1, 2, -3, 4]},
    ):
        with pytest.raises(ValueError):
            bm.VectorEnv(game, 4, **bad)
    for bad in ({"seed": "7"}, {"seed": 1.5}, {"threads": 1.0}):
        with pytest.raises(TypeError):
            bm.VectorEnv(game, 4, **bad)
    for bad in (bm.reference.load_game("toy"), "toy", None):
        with pytest.raises(TypeError):
            bm.VectorEnv(bad, 4)


def test_pickle_and_deepcopy_keep_the_live_position(game_name):
    game = bm.load_game(game_name)
    env = bm.VectorEnv(game, 6, seed=4, observations=True)
    fresh = pickle.loads(pickle.dumps(env))
    fresh.reset()
    env.reset()
    assert [env.state(i) == fresh.state(i) for i in range(6)] == [True] * 6
    for _ in range(25):
        env.step(env.sample_actions())
    for copy_of in (lambda e: pickle.loads(pickle.dumps(e)), copy.deepcopy):
        twin = copy_of(env)
        for _ in range(40):
            actions = env.sample_actions()
            assert (twin.sample_actions() == actions).all()
            a, b = env.step(actions), twin.step(actions)
            assert all(x is None or x.tobytes() == y.tobytes() for x, y in zip(a, b))
            assert (env.digests == twin.digests).all()


def test_two_threads_cannot_step_the_same_object():
    env = bm.VectorEnv(bm.load_game("toy"), 200_000, seed=1, threads=1)
    env.reset()
    errors = []

    def work():
        for _ in range(20):
            try:
                env.sample_actions()
            except RuntimeError as error:
                errors.append(error)

    workers = [threading.Thread(target=work) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert all("another thread" in str(error) for error in errors)
    env.step(env.sample_actions())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_child_can_step():
    env = bm.VectorEnv(bm.load_game("toy"), 1000, seed=1, threads=2)
    env.reset()
    env.step(env.sample_actions())
    child = os.fork()
    if child == 0:
        env.step(env.sample_actions())
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0


class Numbers:
    """Seeds whose length is not that of what they give."""

    def __init__(self, length, numbers):
        self.length, self.numbers = length, numbers

    def __len__(self):
        return self.length

    def __iter__(self):
        return iter(self.numbers)


def test_seeds_are_what_was_converted():
    game = bm.load_game("toy")
    for seeds in (Numbers(4, [1]), Numbers(4, range(10**9)), Numbers(4, []), Numbers(1, [1, 2])):
        with pytest.raises(ValueError, match="seeds for 4 environments"):
            bm.VectorEnv(game, 4, seed=seeds)
    env = bm.VectorEnv(game, 4, seed=Numbers(99, [5, 6, 7, 8]))
    assert env.reset().terminated.tolist() == [False] * 4
    before = [env.state(i) for i in range(4)]
    for seeds, error in ((Numbers(4, [1]), ValueError), ([1, 2, 3, 1.5], TypeError)):
        with pytest.raises(error):
            env.reset(seed=seeds)
    assert [env.state(i) for i in range(4)] == before


def test_no_state_is_given_out_before_the_first_reset(game_name):
    env = bm.VectorEnv(bm.load_game(game_name), 2)
    for twin in (env, pickle.loads(pickle.dumps(env))):
        with pytest.raises(ValueError, match=r"call reset\(\) before state\(\)"):
            twin.state(0)
        twin.reset()
        twin.state(0).play_random(bm.Rng(1))
    for bad in (None, 0.0, "0", True):
        with pytest.raises(TypeError):
            env.state(bad)


def test_rows_cannot_be_made_writable():
    env = bm.VectorEnv(
        bm.load_game("toy"), 4, observations=True, final_observations=True, masks="packed"
    )
    for rows in (*env.reset(), env.digests, env._everyone):
        array = rows
        while isinstance(array, np.ndarray):
            with pytest.raises(ValueError):
                array[...] = 0
            if array.base is not None:
                with pytest.raises(ValueError):
                    array.flags.writeable = True
            array = array.base


def test_rows_outlive_their_environment():
    env = bm.VectorEnv(bm.load_game("latria"), 300, observations=True)
    step = env.reset()
    before = [part.tobytes() for part in step if part is not None]
    del env
    bm.VectorEnv(bm.load_game("latria"), 300, observations=True).reset(seed=5)
    assert [part.tobytes() for part in step if part is not None] == before


def test_arrays_that_are_written_while_a_step_runs_do_no_harm():
    n = 50_000
    env = bm.VectorEnv(bm.load_game("latria"), n, seed=1, threads=2)
    env.reset()
    ids = np.arange(n, dtype=np.int32)
    good = env.sample_actions()
    actions = good.copy()
    done = threading.Event()

    def scribble():
        while not done.is_set():
            ids[:], actions[:] = 2**30, -5
            ids[:], actions[:] = np.arange(n), good

    scribbler = threading.Thread(target=scribble)
    scribbler.start()
    stepped = 0
    try:
        while stepped < 3:
            try:
                env.step(actions, env_ids=ids)
            except ValueError:  # what was copied was nonsense
                continue
            stepped += 1
            good = env.sample_actions()
    finally:
        done.set()
        scribbler.join()
    assert env.last_step.current_player.min() >= -4
    assert [env.state(i).to_dict() is not None for i in (0, n // 2, n - 1)] == [True] * 3
