"""Many Python threads at once: a shared game, a state per thread, rollouts and batches.

On a free-threaded interpreter they really run at the same time; elsewhere wherever the core lets go
of the GIL.
"""

import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import bitmeeple as bm
import pytest

THREADS = 6


def at_once(work):
    """Results of work(0), work(1), ... started at the same moment."""
    start = Barrier(THREADS)

    def run(k):
        start.wait()
        return work(k)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(run, range(THREADS)))


def play(game, seed):
    """A random game through every kind of call, as plain data."""
    state, rng, seen = game.new_initial_state(), bm.Rng(seed), []
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.sample_chance(rng))
        else:
            player = state.current_player()
            action = state.sample_action(rng)
            assert state.legal_actions_mask()[action] == 1
            if len(seen) % 40 == 0:
                twin = game.deserialize_state(state.serialize())
                assert twin == state and twin.to_dict() == state.to_dict()
                state.resample_from_infostate(player, rng).information_state_string(player)
            seen.append((player, action, state.observation_tensor(player).tobytes()))
            state.apply_action(action)
    return seen, list(state.scores())


def batch(game, seed):
    env = bm.VectorEnv(game, 130, seed=seed, threads=2, observations=True)
    step = env.reset()
    for _ in range(60):
        step = env.step(env.sample_actions())
    return step.observations.tobytes(), env.digests.tolist()


def test_states_of_a_shared_game(game_name):
    game = bm.load_game(game_name)
    assert at_once(lambda k: play(game, k)) == [play(game, k) for k in range(THREADS)]


def test_rollouts_and_batches(game_name):
    game = bm.load_game(game_name)
    work = [
        lambda k: bm.rollout(game, 60, seed=k, threads=2).digests.tolist(),
        lambda k: batch(game, k),
        lambda k: bm.perft(game.new_initial_state(), 2),
    ]
    alone = [work[k % 3](k) for k in range(THREADS)]
    assert at_once(lambda k: work[k % 3](k)) == alone


def test_loading_the_same_game(game_name):
    games = at_once(lambda k: bm.load_game(game_name))
    assert all(game == games[0] for game in games)


@pytest.mark.skipif(not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this Python has a GIL")
def test_the_import_does_not_bring_the_gil_back():
    code = "import sys, bitmeeple; sys.exit(sys._is_gil_enabled())"
    assert subprocess.run([sys.executable, "-W", "error", "-c", code], check=False).returncode == 0
