"""Cases of bitmeeple seen from Python."""

from __future__ import annotations

import itertools
import os
import pickle
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import bitmeeple as bm
import numpy as np
from timing import Case, note, summary

ENVS = 4096
PGX_BATCH = 2048


def python_loop(new_state: Any) -> Any:
    """A random game as a user writes it, the same for every library with these names."""
    draw = random.Random(7).random

    def run(work: int) -> int:
        events = 0
        for _ in range(work):
            state = new_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    r = draw()
                    for outcome, probability in state.chance_outcomes():  # noqa: B007
                        r -= probability
                        if r < 0:
                            break
                    state.apply_action(outcome)
                else:
                    legal = state.legal_actions()
                    state.apply_action(legal[int(draw() * len(legal))])
                events += 1
        return events

    return run


def clone_loop(state: Any) -> Any:
    """A state of the middle of a game, copied."""

    def run(work: int) -> int:
        for _ in range(work):
            state.clone()
        return work

    return run


def pickle_loop(state: Any) -> Any:
    """A state to bytes and back."""

    def run(work: int) -> int:
        for _ in range(work):
            pickle.loads(pickle.dumps(state))
        return work

    return run


def line_of(game: Any) -> list[int]:
    """Ids of one random game, chance included."""
    return [int(action) for action in bm.record_playout(game, seed=7).actions]


def middle_of(game: Any) -> Any:
    """A state half-way through a random game."""
    state = game.new_initial_state()
    line = line_of(game)
    for action in line[: len(line) // 2]:
        state.apply_action(action)
    return state


def apply_loops(game: Any) -> tuple[Any, Any]:
    """Lines of play again, and as many calls of a method that does nothing."""
    lines = [[int(a) for a in bm.record_playout(game, seed=7, stream=i).actions] for i in range(20)]
    start = game.new_initial_state()

    def apply(work: int) -> int:
        events = 0
        for line in itertools.islice(itertools.cycle(lines), work):
            state = start.clone()
            for action in line:
                state.apply_action(action)
            events += len(line)
        return events

    def empty(work: int) -> int:
        events = 0
        for line in itertools.islice(itertools.cycle(lines), work):
            state = start.clone()
            for _action in line:
                state._nothing()
            events += len(line)
        return events

    return apply, empty


def rollouts(game: Any, threads: int) -> Any:
    """Playouts through the public function."""

    def run(work: int) -> int:
        bm.rollout(game, work, seed=7, threads=threads, progress=False)
        return work

    return run


def events(game: Any, policy: str) -> Any:
    """The same on one thread, per event; what a user gets, with the build that is chosen here."""

    def run(work: int) -> int:
        result = bm.rollout(game, work, seed=7, policy=policy, threads=1, progress=False)
        return int(result.plies.sum() + result.chance.sum())

    return run


def vector_env(game: Any, envs: int, masks: str, observations: bool, only_step: bool) -> Any:
    """Steps of all environments; finished games start anew at once, so each is a decision."""
    env = bm.VectorEnv(
        game, envs, seed=7, threads=1, autoreset_mode="same_step", masks=masks,
        observations=observations,
    )  # fmt: skip
    env.reset()
    everyone = np.arange(envs, dtype=np.int32)
    length = len(line_of(game))
    for t in range(length):  # games of one length would all end in the same step
        ready = everyone[: envs * (length - t) // length]
        if len(ready):
            env.step(env.sample_actions(env_ids=ready), env_ids=ready)

    def run(work: int) -> tuple[int, float]:
        clock = time.process_time
        seconds = 0.0
        for _ in range(work):
            begin = clock()
            actions = env.sample_actions()
            if only_step:
                begin = clock()
            env.step(actions)
            seconds += clock() - begin
        return work * envs, seconds

    return run


def choice_after(game: Any, events: int) -> Any:
    """The first choice of a random game after that many events."""
    state = game.new_initial_state()
    for number, action in enumerate(line_of(game)):
        if number >= events and state.is_player_node() and len(state.legal_actions()) > 1:
            break
        state.apply_action(action)
    return state


def playouts(state: Any) -> Any:
    """Uniform playouts from a position."""

    def run(work: int) -> int:
        bm.rollout(state, work, seed=7, threads=1, progress=False)
        return work

    return run


def searches(state: Any, iterations: int) -> Any:
    """IS-MCTS with uniform playouts: an iteration is a playout and what the search adds to it."""
    bot = bm.ISMCTS(
        state.game, iterations=iterations, seed=7,
        playout="uniform", mast=0, margin=0, tree_policy=False, chance="open",
    )  # fmt: skip

    def run(work: int) -> int:
        for _ in range(work):
            bot.search(state)
        return work * iterations

    return run


def cases(name: str, options: dict[str, Any]) -> Iterator[Case]:
    """All cases of one game; names begin with ``python/<game>/``."""
    game = bm.load_game(name, **options)
    prefix = f"python/{name}/"
    apply, empty = apply_loops(game)
    yield Case(prefix + "rollout", "event", events(game, "uniform"))
    yield Case(prefix + "rollout_eager", "event", events(game, "eager"))
    yield Case(prefix + "loop", "event", python_loop(game.new_initial_state))
    yield Case(prefix + "clone", "call", clone_loop(middle_of(game)))
    yield Case(prefix + "pickle", "round trip", pickle_loop(middle_of(game)))
    yield Case(prefix + "apply_action", "call", apply)
    yield Case(prefix + "empty_call", "call", empty)
    step = vector_env(game, ENVS, "packed", False, True)
    yield Case(prefix + "vector_env_step", "env step", step)
    full = vector_env(game, PGX_BATCH, "int8", True, False)
    yield Case(prefix + "vector_env_observed", "decision", full)
    half = len(line_of(game)) // 2
    for where, after, iterations in (("start", 0, 1000), ("middle", half, 10_000)):
        state = choice_after(game, after)
        yield Case(f"{prefix}playout_{where}", "playout", playouts(state))
        yield Case(f"{prefix}search_{where}", "iteration", searches(state, iterations))
    reference = bm.reference.load_game(name, **options)
    yield Case(prefix + "reference", "playout", rollouts(reference, 1), share=2)


def thread_cases(name: str, options: dict[str, Any]) -> Iterator[Case]:
    """The same rollout with more and more threads; wall time, so these run by themselves."""
    game = bm.load_game(name, **options)
    for threads in range(1, len(os.sched_getaffinity(0)) + 1):
        run = rollouts(game, threads)
        yield Case(f"rollout/{name}/threads={threads}", "playout", run, wall=True, share=2)


IMPORTS = """\
import time
begin = time.process_time_ns()
import numpy
middle = time.process_time_ns()
import bitmeeple
print(middle - begin, time.process_time_ns() - middle)
"""


def import_times(repeat: int) -> dict[str, Any]:
    """Imports in fresh interpreters; CPU time."""
    ours, numpy = [], []
    for r in range(repeat + 1):
        note(f"import {r}")
        text = subprocess.run(
            [sys.executable, "-c", IMPORTS], check=True, capture_output=True, text=True
        ).stdout
        if r > 0:  # the first one fills caches
            numpy.append(float(text.split()[0]))
            ours.append(float(text.split()[1]))
    return {
        "import/bitmeeple": summary("import", ours, clock="cpu"),
        "import/numpy": summary("import", numpy, clock="cpu"),
    }
