"""Other libraries, driven the same way. Each is skipped when it is not installed (`.[bench]`)."""

from __future__ import annotations

import importlib.metadata
import os
import random
from collections.abc import Callable, Iterator
from typing import Any

from ours import PGX_BATCH, clone_loop, pickle_loop, python_loop
from timing import Case

PACKAGES = ("open_spiel", "pgx", "jax", "chess", "pettingzoo")


def versions() -> dict[str, str]:
    """Versions of the peers that are installed."""
    found = {}
    for package in PACKAGES:
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


def open_spiel() -> Iterator[Case]:
    """Hearts of OpenSpiel: the nearest card game with a native playout."""
    import pyspiel

    game = pyspiel.load_game("hearts")
    seats = range(game.num_players())
    bots = [pyspiel.make_uniform_random_bot(seat, 7 + seat) for seat in seats]
    lengths = []
    for seed in range(50):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        lengths.append(len(state.full_history()))
    events = sum(lengths) / len(lengths)

    def evaluate(work: int) -> int:
        for seed in range(work):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        return round(work * events)

    draw = random.Random(7)
    middle = game.new_initial_state()
    for _ in range(round(events / 2)):
        middle.apply_action(draw.choice(middle.legal_actions()))

    yield Case("peers/open_spiel/evaluate_bots", "event", evaluate)
    yield Case("peers/open_spiel/loop", "event", python_loop(game.new_initial_state))
    yield Case("peers/open_spiel/clone", "call", clone_loop(middle))
    yield Case("peers/open_spiel/pickle", "round trip", pickle_loop(middle))


def pgx() -> Iterator[Case]:
    """Connect four of Pgx: a batch of random games, compiled for the CPU."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    os.environ.setdefault(
        "XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    )
    import jax
    import jax.numpy as jnp
    import pgx as library
    from pgx.experimental.wrappers import auto_reset

    env = library.make("connect_four")
    step = auto_reset(env.step, env.init)

    @jax.jit
    def random_step(state: Any, key: Any) -> Any:
        key, choice = jax.random.split(key)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        action = jax.random.categorical(choice, logits, axis=1)
        keys = jax.random.split(key, PGX_BATCH)
        return jax.vmap(step)(state, action, keys), key

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(7), PGX_BATCH))
    box = list(random_step(state, jax.random.PRNGKey(8)))

    def run(work: int) -> int:
        state, key = box
        for _ in range(work):
            state, key = random_step(state, key)
        jax.block_until_ready(state)
        box[:] = state, key
        return work * PGX_BATCH

    yield Case("peers/pgx/connect_four", "decision", run)


def chess() -> Iterator[Case]:
    """Random games of python-chess."""
    import chess as library

    draw = random.Random(7)

    def run(work: int) -> int:
        plies = 0
        board = library.Board()
        for _ in range(work):
            legal = list(board.legal_moves)
            if not legal or plies % 200 == 199:
                board = library.Board()
                legal = list(board.legal_moves)
            board.push(draw.choice(legal))
            plies += 1
        return plies

    yield Case("peers/chess/random_game", "decision", run)


def pettingzoo() -> Iterator[Case]:
    """Connect four of PettingZoo, by its agent iteration."""
    from pettingzoo.classic import connect_four_v3

    env = connect_four_v3.env()
    draw = random.Random(7)

    def run(work: int) -> int:
        plies = 0
        for _ in range(work):
            env.reset(seed=7)
            for _agent in env.agent_iter():
                observation, _reward, terminated, truncated, _info = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                mask = observation["action_mask"]
                env.step(draw.choice([a for a in range(len(mask)) if mask[a]]))
                plies += 1
        return plies

    yield Case("peers/pettingzoo/connect_four", "decision", run)


def cases() -> tuple[list[Case], dict[str, str]]:
    """Cases of the peers that are here, and why the others are not."""
    found: list[Case] = []
    missing: dict[str, str] = {}
    libraries: tuple[Callable[[], Iterator[Case]], ...] = (open_spiel, pgx, chess, pettingzoo)
    for library in libraries:
        try:
            found += library()
        except Exception as error:  # whatever a foreign library does, our own cases still run
            missing[library.__name__] = f"{type(error).__name__}: {error}"
    return found, missing
