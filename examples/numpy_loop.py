"""A plain NumPy loop over bitmeeple.VectorEnv: thousands of games at once, random legal moves.

    python examples/numpy_loop.py latria --envs 4096 --games 50000

Replace `choose` by your own policy: it gets what a network would get.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

import bitmeeple as bm
import numpy as np
import numpy.typing as npt


def choose(
    observations: npt.NDArray[np.float32], masks: npt.NDArray[np.int8], rng: np.random.Generator
) -> npt.NDArray[np.intp]:
    """A legal action per row, each as likely; 0 where there is none."""
    legal = np.cumsum(masks, axis=1, dtype=np.int16)
    counts = legal[:, -1:]
    wanted = rng.integers(0, np.maximum(counts, 1), dtype=np.int16)
    chosen: npt.NDArray[np.intp] = np.argmax(legal > wanted, axis=1)
    return chosen


def main(arguments: Sequence[str] | None = None) -> npt.NDArray[np.float64]:
    """Play, and print how often each seat won."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="latria", help="a game string")
    parser.add_argument("--envs", type=int, default=4096)
    parser.add_argument("--games", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args(arguments)

    game = bm.load_game(options.game)
    env = bm.VectorEnv(game, options.envs, seed=options.seed, observations=True)
    rng = np.random.default_rng(options.seed)
    returns = np.zeros(game.num_players())
    games = decisions = 0

    start = time.perf_counter()
    step = env.reset()
    while games < options.games:
        assert step.observations is not None
        actions = choose(step.observations, np.asarray(step.legal_actions_mask), rng)
        decisions += int((step.current_player >= 0).sum())
        step = env.step(actions)  # where a game is over, the action is ignored: a new one starts
        ended = step.terminated
        games += int(ended.sum())
        returns += step.rewards[ended].sum(axis=0)
    seconds = time.perf_counter() - start

    print(f"{games} games of {game}, {decisions} decisions in {seconds:.1f} s")
    print(f"{decisions / seconds:,.0f} decisions per second")
    for seat, total in enumerate(returns):
        print(f"seat {seat}: mean return {total / games:.3f}")
    return returns / games


if __name__ == "__main__":
    main()
