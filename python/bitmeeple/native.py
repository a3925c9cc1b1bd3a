"""The compiled core under the public surface.

The compiled classes bring what must be fast; everything they share with the reference (text,
bytes, strings) is written once, in `Game` and `State`, and added to them here.
"""

from __future__ import annotations

import abc
import functools
from collections.abc import Mapping
from typing import Any

from bitmeeple import _core as core
from bitmeeple.game import Game
from bitmeeple.registry import GameSpec, make_spec
from bitmeeple.state import State

__all__ = ["Rng", "core", "load", "load_game", "version"]

Rng = core.Rng
version = core.version


def _add_shared(native: type, base: type) -> None:
    """Give a compiled class the concrete members of ``base`` that it does not bring itself."""
    for name, member in vars(base).items():
        if getattr(member, "__isabstractmethod__", False) or _is_plumbing(name):
            continue
        if name == "__hash__" or name not in vars(native):
            setattr(native, name, member)
    abc.ABCMeta.register(base, native)  # type: ignore[arg-type]


def _is_plumbing(name: str) -> bool:
    return name in ("__module__", "__dict__", "__weakref__", "__annotations__") or name.startswith(
        ("_abc", "__abstract", "__static", "__firstline", "__orig", "__parameters")
    )


_add_shared(core.CoreGame, Game)
_add_shared(core.CoreState, State)
core.CoreGame.implementation = "core"
core.CoreGame._module = "bitmeeple"
core.CoreGame._max_threads = 1024


@functools.lru_cache(maxsize=64)
def load(spec: GameSpec) -> Game:
    """The core's game of a spec; equal specs share one object."""
    return core.CoreGame(spec, spec.name, spec.flat_options(), spec.flat_tables())


def load_game(game: str | Mapping[str, Any], /, **options: Any) -> Game:
    """A game of the compiled core.

    Parameters
    ----------
    game
        A name (`registered_games`), a game string ``"latria(players=4,variant=simple)"``, or a
        mapping with the key ``name`` and options.
    **options
        Typed options of the game (``players=4``, ``campaign=True``); ``data``: own data file as a
        path, a dict or JSON text, at most 1 MiB.

    Raises
    ------
    ValueError
        Unknown game, option or value, the nearest known one is named; broken data.
    TypeError
        An option of the wrong type: ``players="4"``.
    OSError
        The data file cannot be read.

    Examples
    --------
    >>> from bitmeeple import load_game
    >>> str(load_game("latria", players=3))
    'latria(players=3)'
    """
    return load(make_spec(game, options))
