"""The options of the games, as the command line shows and takes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from bitmeeple.contract.data import Option, suggest
from bitmeeple.gamestring import parse_game_string
from bitmeeple.registry import _listed, game_module, game_options, registered_games, shipped_data


def name_of(word: str) -> str:
    """The game that a name or a game string names; a usage error if there is none."""
    try:
        name, _ = parse_game_string(word)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    if name not in _listed():
        known = registered_games()
        raise click.UsageError(
            f"no game {name!r}; there are {', '.join(known)}{suggest(name, known)}"
        )
    return name


def summary_of(name: str) -> str:
    """``trick-taking under eclipses, 3 to 6 players``."""
    seats = _seats(name)
    players = f"{seats[0]} to {seats[-1]}" if len(seats) > 1 else str(seats[0])
    return f"{game_module(name, 'interface').SUMMARY}, {players} players"


def flag_of(option: Option) -> str:
    """``--first-player``."""
    return "--" + option.name.replace("_", "-")


def values_by_players(name: str, option: Option) -> dict[int, list[Any]]:
    """The values that are allowed with each number of players."""
    data, _ = shipped_data(name)
    return {k: list(option.allowed({"players": k}, data)) for k in _seats(name)}


def values_of(name: str, option: Option) -> list[Any]:
    """All values that are allowed with some number of players."""
    every = (value for values in values_by_players(name, option).values() for value in values)
    return list(dict.fromkeys(every))


def limits_of(name: str, option: Option) -> str:
    """``3 needs 4 players, 4 needs 5``: the values that do not go with every number of players."""
    by_players = values_by_players(name, option)
    needs = {
        word_of(value): min(k for k, values in by_players.items() if value in values)
        for value in values_of(name, option)
    }
    late = [(value, k) for value, k in needs.items() if k > min(by_players)]
    return ", ".join(
        f"{value} needs {k}{' players' * (i == 0)}" for i, (value, k) in enumerate(late)
    )


def word_of(value: Any) -> str:
    """A value as it is typed: ``true`` for `True`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def click_option(name: str, option: Option) -> click.Option:
    """The option of a command that takes this game."""
    limits = limits_of(name, option)
    shown = f"{option.help} ({limits})" if limits else option.help
    shown = f"{shown}  [default: {word_of(option.default)}]"
    values = values_of(name, option)
    return click.Option(
        declarations(option),
        default=None,
        metavar=None if _is_switch(option) else f"[{'|'.join(map(word_of, values))}]",
        callback=None if _is_switch(option) else _typed_as(values),
        help=shown,
    )


def declarations(option: Option) -> list[str]:
    """How the option is spelt on a command line, and its name."""
    flag = flag_of(option)
    return [f"{flag}/--no-{flag[2:]}" if _is_switch(option) else flag, option.name]


def _is_switch(option: Option) -> bool:
    return isinstance(option.default, bool)


def _typed_as(values: Sequence[Any]) -> Any:
    """A callback that gives an int where the option takes ints; `load_game` does the rest."""
    takes_ints = any(isinstance(value, int) for value in values)

    def convert(ctx: click.Context, param: click.Parameter, value: str | None) -> Any:
        if value is None or not takes_ints:
            return value
        digits = value.removeprefix("-")
        return int(value) if digits.isascii() and digits.isdigit() and len(digits) < 19 else value

    return convert


def _seats(name: str) -> list[int]:
    """The numbers of players of a game."""
    data, _ = shipped_data(name)
    for option in game_options(name):
        if option.name == "players":
            return [int(value) for value in option.allowed({}, data)]
    return [2]
