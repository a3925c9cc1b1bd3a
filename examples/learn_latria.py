"""A policy that learns Latria from self-play in about a minute: NumPy, nothing else.

    python examples/learn_latria.py --seconds 60

A linear softmax policy over some slices of the observation, all seats play it, and the policy
gradient (REINFORCE, Adam) follows each seat's points above the mean of its table. Afterwards one
learner sits down with uniform players, at every seat equally often; its share of victories is
printed with a 95 % interval. A quarter is what it would win if it had learned nothing.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

import bitmeeple as bm
import numpy as np
import numpy.typing as npt
from bitmeeple.summary import wilson

Floats = npt.NDArray[np.float32]
SLICES = (
    "node",
    "target",
    "ecl",
    "stack",
    "hand",
    "parent_table",
    "eclipse_celestial",
    "void",
    "round",
)


class Policy:
    """Logits of the actions as a linear function of the chosen slices."""

    def __init__(self, game: bm.Game) -> None:
        spec = {part.name: part for part in game.observation_spec()}
        chosen = [
            np.arange(spec[s].offset, spec[s].offset + spec[s].size, dtype=np.intp) for s in SLICES
        ]
        self.columns = np.concatenate(chosen)
        shape = (len(self.columns) + 1, game.num_distinct_actions())
        self.weights = np.zeros(shape, np.float32)
        self.moments = np.zeros((2, *shape), np.float32)
        self.updates = 0

    def features(self, observations: Floats) -> Floats:
        """The chosen columns and a constant, one row per observation."""
        ones = np.ones((len(observations), 1), np.float32)
        return np.hstack([observations[:, self.columns], ones])

    def probabilities(self, features: Floats, masks: npt.NDArray[np.int8]) -> Floats:
        """Softmax over the legal actions."""
        logits = np.where(masks > 0, features @ self.weights, np.float32(-1e9))
        logits -= logits.max(axis=1, keepdims=True)
        weights = np.exp(logits)
        result: Floats = weights / weights.sum(axis=1, keepdims=True)
        return result

    def follow(self, gradient: Floats, rate: float) -> None:
        """One step of Adam uphill."""
        self.updates += 1
        first, second = self.moments
        first += 0.1 * (gradient - first)
        second += 0.01 * (gradient * gradient - second)
        corrected = first / (1 - 0.9**self.updates)
        scale = np.sqrt(second / (1 - 0.99**self.updates)) + 1e-8
        self.weights += np.float32(rate) * corrected / scale


def draw(probabilities: Floats, rng: np.random.Generator) -> npt.NDArray[np.intp]:
    """An action per row."""
    running = np.cumsum(probabilities, axis=1)
    wanted = rng.random((len(running), 1), np.float32) * running[:, -1:]
    chosen: npt.NDArray[np.intp] = np.argmax(running > wanted, axis=1)
    return chosen


def self_play(env: bm.VectorEnv, policy: Policy, rng: np.random.Generator) -> Floats:
    """One game in every environment; the gradient of the policy."""
    rows = []
    step = env.reset()
    while (ids := np.flatnonzero(step.current_player >= 0)).size:
        assert step.observations is not None
        features = policy.features(step.observations[ids])
        probabilities = policy.probabilities(features, step.legal_actions_mask[ids].view(np.int8))
        actions = draw(probabilities, rng)
        rows.append((ids, step.current_player[ids].copy(), features, probabilities, actions))
        step = env.step(actions, env_ids=ids)

    scores = np.array([env.state(i).scores() for i in range(env.num_envs)], np.float32)
    advantages = scores - scores.mean(axis=1, keepdims=True)
    advantages /= advantages.std() + 1e-6
    gradient = np.zeros_like(policy.weights)
    for ids, seats, features, probabilities, actions in rows:
        slope = -probabilities
        slope[np.arange(len(ids)), actions] += 1
        gradient += features.T @ (slope * advantages[ids, seats][:, None])
    gradient /= env.num_envs
    return gradient


def win_share(game: bm.Game, policy: Policy, games: int, seed: int) -> tuple[float, float, float]:
    """Share of victories of one learner among uniform players, with its 95 % interval."""
    rng = np.random.default_rng(seed)
    players = game.num_players()
    games -= games % players
    env = bm.VectorEnv(game, games, seed=seed, autoreset_mode="disabled", observations=True)
    learner = np.arange(games) % players
    won = np.zeros(games)
    step = env.reset()
    while (ids := np.flatnonzero(step.current_player >= 0)).size:
        assert step.observations is not None
        actions = env.sample_actions()
        mine = np.flatnonzero(step.current_player == learner)
        if mine.size:
            features = policy.features(step.observations[mine])
            masks = step.legal_actions_mask[mine].view(np.int8)
            actions[mine] = draw(policy.probabilities(features, masks), rng)
        step = env.step(actions[ids], env_ids=ids)
        won += step.rewards[np.arange(games), learner]
    share = float(won.mean())
    return (share, *wilson(share, games))


def main(arguments: Sequence[str] | None = None) -> tuple[float, float, float]:
    """Learn, and print how well."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60, help="time to learn")
    parser.add_argument("--batches", type=int, default=10**9, help="at most so many batches")
    parser.add_argument("--envs", type=int, default=256, help="games per batch")
    parser.add_argument("--rate", type=float, default=0.05)
    parser.add_argument("--evaluate", type=int, default=4000, help="games against uniform players")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)

    game = bm.load_game("latria")
    policy = Policy(game)
    rng = np.random.default_rng(options.seed)
    env = bm.VectorEnv(
        game, options.envs, seed=options.seed, autoreset_mode="disabled", observations=True
    )
    start = last = time.perf_counter()
    batches = 0
    while batches < options.batches and time.perf_counter() - start < options.seconds:
        policy.follow(self_play(env, policy, rng), options.rate)
        batches += 1
        if time.perf_counter() - last > 10:
            last = time.perf_counter()
            share, *_ = win_share(game, policy, 400, seed=options.seed + 1)
            print(f"{last - start:4.0f} s, {batches * options.envs} games: wins {share:.2f}")

    share, low, high = win_share(game, policy, options.evaluate, seed=options.seed + 2)
    fair = 1 / game.num_players()
    print(f"learned from {batches * options.envs} games in {time.perf_counter() - start:.0f} s")
    print(f"wins {share:.3f} of its games against uniform play (95 %: {low:.3f} to {high:.3f})")
    print("better than chance" if low > fair else f"not better than chance, {fair:.3f}")
    return share, low, high


if __name__ == "__main__":
    main()
