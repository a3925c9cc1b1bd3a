"""The games behind the interfaces of other libraries; each module needs its library.

`bitmeeple.adapters.pettingzoo`, `bitmeeple.adapters.gymnasium`, `bitmeeple.adapters.openspiel`.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from bitmeeple.arguments import checked_int
from bitmeeple.constants import POLICIES
from bitmeeple.game import Game
from bitmeeple.native import Rng, load_game
from bitmeeple.state import State


def missing(package: str, extra: str) -> ImportError:
    """The exception for an adapter whose library is not installed."""
    return ImportError(
        f"bitmeeple.adapters.{extra} needs {package}; install it with: "
        f"pip install 'bitmeeple[{extra}]' (or: pip install {package})",
        name=package,
    )


def as_game(game: Game | str | Mapping[str, Any], options: Mapping[str, Any]) -> Game:
    """A game of either implementation, or what `bitmeeple.load_game` makes of the arguments."""
    if isinstance(game, Game):
        if options:
            raise TypeError(f"{game} has its options already, got {', '.join(options)}")
        return game
    return load_game(game, **options)


def checked_policy(policy: object, name: str = "policy") -> str:
    """One of the playout policies, by name."""
    if not isinstance(policy, str):
        raise TypeError(f"{name} is one of {', '.join(POLICIES)}, not a {type(policy).__name__}")
    if policy not in POLICIES:
        raise ValueError(f"{name} is {policy!r}; allowed are {', '.join(POLICIES)}")
    return policy


class RenderModeError(ValueError, TypeError):
    """No such render mode.

    Also a `TypeError`, because Stable-Baselines3 asks for ``"rgb_array"`` first and goes on without
    pictures when it meets one.
    """


def checked_render_mode(mode: object, allowed: Sequence[str]) -> str | None:
    """A render mode of the environment; None shows nothing."""
    if mode is None or (isinstance(mode, str) and mode in allowed):
        return mode
    raise RenderModeError(f"render_mode is {mode!r}; allowed are {', '.join(('None', *allowed))}")


class Seeds:
    """Which streams the games of one environment use: ``Rng(seed, 0)``, ``Rng(seed, 1)``, ..."""

    def __init__(self) -> None:
        self.seed: int | None = None
        self._games = 0

    def next_game(self, seed: int | None) -> Any:
        """The generator of the next game; a seed starts again with its first game."""
        if seed is not None:
            self.seed, self._games = checked_int(seed, "seed", 0, (1 << 64) - 1), 0
        elif self.seed is None:
            self.seed = secrets.randbits(64)
        self._games += 1
        return Rng(self.seed, self._games - 1)


def resolve_chance(state: State, rng: Any) -> None:
    """Play chance outcomes until a seat is to move or the game is over."""
    while state.is_chance_node():
        state.apply_action(state.sample_chance(rng))


def observation_bounds(game: Game) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Lowest and highest values of the observation tensor, shape (D,)."""
    spec = game.observation_spec()
    low, high = (
        np.concatenate([np.full(part.size, getattr(part, side), np.float32) for part in spec])
        for side in ("low", "high")
    )
    return low, high
