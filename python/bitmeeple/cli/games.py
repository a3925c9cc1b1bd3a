"""Commands that take a game: one subcommand per game, with that game's own options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import click

from bitmeeple.contract.data import Option, suggest
from bitmeeple.game import Game
from bitmeeple.gamestring import parse_game_string
from bitmeeple.registry import _listed, game_options, registered_games, shipped_data

Run = Callable[..., object]


class GameCommand(click.Group):
    """``bitmeeple rollout latria --players 4``: the first argument is a game or a game string."""

    def __init__(
        self, name: str, run: Run, parameters: list[click.Parameter], help: str, examples: list[str]
    ) -> None:
        self.run = run
        self.parameters = parameters
        shown = "\n".join(f"  {line}" for line in examples)
        super().__init__(
            name=name,
            help=f"{help}\n\n\b\nExamples:\n{shown}",
            subcommand_metavar="GAME [OPTIONS]",
            short_help=help.split(".", maxsplit=1)[0],
        )

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The games."""
        return registered_games()

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command for a game or a game string."""
        try:
            name, preset = parse_game_string(cmd_name)
        except ValueError as error:
            raise click.UsageError(str(error)) from None
        if name not in _listed():
            return None
        options: list[Option] = list(game_options(name))
        data, _ = shipped_data(name)
        run = self.run

        def callback(**values: Any) -> object:
            chosen = {key: values.pop(key) for key in [*(o.name for o in options), "data"]}
            given = {key: value for key, value in chosen.items() if value is not None}
            return run(_load(name, {**preset, **given}), **values)

        return click.Command(
            name=cmd_name,
            callback=callback,
            params=[*(_click_option(o, data) for o in options), _data_option(), *self.parameters],
            help=f"{(self.help or '').partition(chr(8))[0].strip()}\n\nGame: {name}.",
            short_help=f"options: {', '.join(option.name for option in options)}",
        )

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Name the nearest game when there is none of that name."""
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            known = registered_games()
            hint = suggest(args[0].partition("(")[0], known)
            raise click.UsageError(f"no game {args[0]!r}; there are {', '.join(known)}{hint}")
        return super().resolve_command(ctx, args)


def _load(name: str, options: Mapping[str, Any]) -> Game:
    from bitmeeple.native import load_game

    return load_game(name, **options)


class _OptionValue(click.ParamType[Any]):
    """Text of an option's value, as typed as the option wants it."""

    name = "value"

    def __init__(self, allowed: list[Any]) -> None:
        self.allowed = allowed

    def get_metavar(self, *_: Any, **__: Any) -> str:
        """The values, for help."""
        return "[" + "|".join(map(str, self.allowed)) + "]"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """An int if it looks like one, else the word; `load_game` does the rest."""
        text = str(value)
        digits = text.removeprefix("-")
        return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 19 else text


def _click_option(option: Option, data: Mapping[str, Any]) -> click.Option:
    flag = "--" + option.name.replace("_", "-")
    if isinstance(option.default, bool):
        declarations: list[str] = [f"{flag}/--no-{flag[2:]}", option.name]
        kind: Any = None
    else:
        declarations = [flag, option.name]
        kind = _OptionValue(list(option.allowed({"players": 6}, data)))
    shown = f"{option.help}  [default: {option.default}]"
    return click.Option(declarations, type=kind, default=None, help=shown)


def _data_option() -> click.Option:
    return click.Option(["--data"], default=None, metavar="FILE", help="own data file")
