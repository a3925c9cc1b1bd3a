"""The compiled core under the public surface.

The compiled classes bring what must be fast; everything they share with the reference (text,
bytes, strings) is written once, in `Game` and `State`, and added to them here.
"""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Mapping
from types import FunctionType
from typing import Any

from bitmeeple import _core as core
from bitmeeple.game import Game
from bitmeeple.registry import GameSpec, make_spec, shared
from bitmeeple.state import State

__all__ = ["Rng", "core", "load", "load_game", "version"]

Rng = core.Rng
version = core.version


def _share(native: type, base: ABCMeta) -> tuple[str, ...]:
    """Give a compiled class every method and property of ``base`` that it does not bring itself.

    pybind11's classes cannot inherit from Python's: this stands for ``class CoreState(State)``.
    """
    given: dict[str, object] = {
        name: member
        for name, member in vars(base).items()
        if isinstance(member, FunctionType | property)
        and name not in vars(native)
        and not getattr(member, "__isabstractmethod__", False)
    }
    given["__hash__"] = base.__hash__  # pybind11 takes it away where there is __eq__
    for name, member in given.items():
        setattr(native, name, member)
    base.register(native)
    return tuple(given)


SHARED = {"CoreGame": _share(core.CoreGame, Game), "CoreState": _share(core.CoreState, State)}
"""What the compiled classes have from `Game` and `State`, by name."""

core.CoreGame.implementation = "core"
core.CoreGame._module = "bitmeeple"
core.CoreGame._max_threads = 1024


@shared
def load(spec: GameSpec) -> Game:
    """The core's game of a spec."""
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
