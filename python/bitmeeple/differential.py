"""Lockstep play of core and reference: the check behind ``bitmeeple selftest`` and the tests."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bitmeeple import reference
from bitmeeple.constants import POLICIES, TERMINAL_PLAYER
from bitmeeple.contract.data import Option
from bitmeeple.game import Game
from bitmeeple.native import load_game
from bitmeeple.registry import game_options, shipped_data
from bitmeeple.state import State


class DifferenceError(AssertionError):
    """Core and reference disagree; the message has what is needed to see it again."""


def differences(a: Any, b: Any, path: str = "") -> list[str]:
    """Paths at which two plain values differ, with both sides."""
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        found = []
        for key in sorted({*a, *b}, key=str):
            here = f"{path}.{key}" if path else str(key)
            if key not in a or key not in b:
                found.append(f"{here}: only in {'core' if key in a else 'reference'}")
            else:
                found += differences(a[key], b[key], here)
        return found
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        pairs = enumerate(zip(a, b))
        return [line for i, (x, y) in pairs for line in differences(x, y, f"{path}.{i}")]
    if type(a) is type(b) and a == b:
        return []
    return [f"{path or 'value'}: core {a!r}, reference {b!r}"]


def compare_states(core: State, ref: State) -> list[str]:
    """Everything in which two states that should be the same position differ."""
    found = differences(core.current_player(), ref.current_player(), "current_player()")
    if found:
        return found
    if core.is_chance_node():
        found += differences(core.chance_weights(), ref.chance_weights(), "chance_weights()")
    found += differences(core.legal_actions(), ref.legal_actions(), "legal_actions()")
    found += differences(core.to_dict(), ref.to_dict(), "to_dict()")
    for seat in range(core.game.num_players()):
        found += differences(core.view(seat), ref.view(seat), f"view({seat})")
        mine, theirs = core.observation_tensor(seat), ref.observation_tensor(seat)
        if mine.tobytes() != theirs.tobytes():
            where = [int(i) for i in (mine != theirs).nonzero()[0][:5]]
            found.append(f"observation_tensor({seat}) differs at {where}")
    found += differences(core.scores(), ref.scores(), "scores()")
    found += differences(core.ranking(), ref.ranking(), "ranking()")
    found += differences(core.returns(), ref.returns(), "returns()")
    return found


def lockstep(
    core: State,
    ref: State,
    *,
    seed: int,
    stream: int = 0,
    policy: str = "uniform",
    choose: Any = None,
) -> list[int]:
    """Play both states to the end with the same choices, comparing everything after each step.

    Parameters
    ----------
    core, ref
        The same position on both implementations; they are played on.
    seed, stream, policy
        Choices are those of a playout.
    choose
        Function of (core state, rng) that picks an action instead of the policy.

    Returns
    -------
    list of int
        The line that was played.

    Raises
    ------
    DifferenceError
        With seed, stream, policy, the line so far and every difference.
    """
    rng = reference.Rng(seed, stream)
    start = core.clone()
    line: list[int] = []
    while True:
        found = compare_states(core, ref)
        if found:
            shown = "\n  ".join(found[:20])
            raise DifferenceError(
                f"{core.game} differs after {len(line)} steps (seed {seed}, stream {stream}, "
                f"policy {policy}):\n  {shown}\nline: {line}\nstart: {start.to_json()}"
            )
        if core.current_player() == TERMINAL_PLAYER:
            return line
        action = ref.sample(rng, policy) if choose is None else choose(core, rng)
        line.append(action)
        core.apply_action(action)
        ref.apply_action(action)


def pair(spec: str | Mapping[str, Any], **options: Any) -> tuple[Game, Game]:
    """The same game on the core and on the reference."""
    return load_game(spec, **options), reference.load_game(spec, **options)


def configurations(name: str) -> list[dict[str, Any]]:
    """Every combination of a game's options with the shipped data, defaults first.

    Options with more than eight values (seats to start, letters) take part with all of them.
    """
    data, _ = shipped_data(name)
    options: Iterable[Option] = game_options(name)
    found: list[dict[str, Any]] = [{}]
    for option in options:
        found = [
            {**chosen, option.name: value}
            for chosen in found
            for value in _default_first(option, chosen, data)
        ]
    return found


@dataclass(frozen=True)
class Play:
    """One random game to be played on core and reference.

    Parameters
    ----------
    name, options
        The game.
    policy, stream
        Its choices, with a seed.
    """

    name: str
    options: Mapping[str, Any]
    policy: str
    stream: int

    def run(self, seed: int) -> int:
        """Play it in `lockstep`; the number of steps."""
        core, ref = pair(self.name, **self.options)
        starts = core.new_initial_state(), ref.new_initial_state()
        return len(lockstep(*starts, seed=seed, stream=self.stream, policy=self.policy))


def plan(name: str, count: int) -> list[Play]:
    """The games of a self-test: ``count`` for every configuration and policy."""
    every = itertools.product(configurations(name), POLICIES, range(count))
    return [Play(name, options, policy, stream) for options, policy, stream in every]


def _default_first(
    option: Option, chosen: Mapping[str, Any], data: Mapping[str, Any]
) -> Iterator[Any]:
    allowed = option.allowed(chosen, data)
    return itertools.chain(
        (v for v in allowed if v == option.default), (v for v in allowed if v != option.default)
    )
