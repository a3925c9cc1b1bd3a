"""Commands that take a game: ``bitmeeple rollout latria --players 4 -n 1e6``."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence

import click

from bitmeeple.cli.options import click_option, declarations, name_of, summary_of
from bitmeeple.native import load_game
from bitmeeple.registry import _listed, game_options, registered_games

_WORD = "bitmeeple.cli.game_command"  # where a context keeps the game that was named
_DATA = "data"


class GameCommand(click.Command):
    """A command whose one argument is a game; its options stand on either side of it.

    Which options there are depends on the game, so the arguments are read twice: once for the
    game, once with that game's own options.

    Parameters
    ----------
    run
        Called with the game and a keyword for each of ``parameters``.
    parameters
        What the command takes with every game.
    help
        What it does; the first sentence is shown in the list of commands.
    examples
        Command lines.
    """

    def __init__(
        self,
        name: str,
        run: Callable[..., object],
        parameters: list[click.Parameter],
        help: str,
        examples: Sequence[str],
    ) -> None:
        self.examples = examples
        data = click.Option(
            [f"--{_DATA}"], metavar="FILE", help="own data file (JSON) in place of the shipped one"
        )
        super().__init__(
            name,
            callback=run,
            params=[click.Argument(["game"]), data, *parameters],
            help=help,
            short_help=help.split(".", maxsplit=1)[0] + ".",
            no_args_is_help=True,
        )

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Find the game, then read everything."""
        word = None
        try:
            word = self._game_among(args)
            if word is not None:
                name_of(word)
                ctx.meta[_WORD] = word
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            page = f"bitmeeple {self.name} {'GAME' if word is None else name_of(word)} --help"
            raise click.UsageError(f"{error.format_message()} {page} lists all.") from None
        except click.MissingParameter as error:
            if word is not None or error.param is None or error.param.name != "game":
                raise
            known = ", ".join(registered_games())
            raise click.UsageError(f"name a game after '{self.name}': {known}") from None

    def _game_among(self, args: list[str]) -> str | None:
        """The first argument that is no option and no option's value."""
        own = {option.name: option for name in _listed() for option in game_options(name)}
        params = [*self.params, *(click.Option(declarations(option)) for option in own.values())]
        scout = click.Command(self.name, params=params)
        context = click.Context(scout, help_option_names=["-h", "--help"])
        context.allow_interspersed_args = False  # it stops at the first of them
        found, rest, _ = scout.make_parser(context).parse_args(list(args))
        word = found.get("game")
        return word if isinstance(word, str) else next(iter(rest), None)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The parameters of the command, after those of the game that was named."""
        return [*self._own(ctx), *super().get_params(ctx)]

    def _own(self, ctx: click.Context) -> Sequence[click.Parameter]:
        if _WORD not in ctx.meta:
            return []
        name = name_of(ctx.meta[_WORD])
        return [click_option(name, option) for option in game_options(name)]

    def invoke(self, ctx: click.Context) -> object:
        """Load the game and run."""
        values = dict(ctx.params)
        names = [*(p.name for p in self._own(ctx)), _DATA]
        own = {name: value for name in names if (value := values.pop(name)) is not None}
        game = load_game(values.pop("game"), **own)
        assert self.callback is not None
        return ctx.invoke(self.callback, game, **values)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """``GAME [OPTIONS]``."""
        return [name_of(ctx.meta[_WORD]) if _WORD in ctx.meta else "GAME", "[OPTIONS]"]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What it does, with which game, and examples."""
        name = name_of(ctx.meta[_WORD]) if _WORD in ctx.meta else None
        examples = [line for line in self.examples if name is None or f"{name}" in line]
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(self.help or "")
            if name is not None:
                formatter.write_paragraph()
                formatter.write_text(f"Game: {name}, {summary_of(name)}.")
            formatter.write_paragraph()
            formatter.write_text("Options may stand before or after the game.")
        if examples:
            with formatter.section("Examples"):
                for line in examples:
                    formatter.write(f"{'':{formatter.current_indent}}{line}\n")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options of the game, or which game has which, and those of the command."""
        own = self._own(ctx)
        if own:
            title, rows = f"Options of {name_of(ctx.meta[_WORD])}", _records(own, ctx)
        else:
            title = f"Games and their options (explained by bitmeeple {self.name} GAME --help)"
            rows = [(name, _flags(name, formatter.width)) for name in registered_games()]
        with formatter.section(title):
            formatter.write_dl(rows)
        with formatter.section(f"Options of {self.name}, with every game"):
            options = [p for p in super().get_params(ctx) if isinstance(p, click.Option)]
            formatter.write_dl(_records(options, ctx))


def _records(params: Sequence[click.Parameter], ctx: click.Context) -> list[tuple[str, str]]:
    records = (param.get_help_record(ctx) for param in params)
    return [record for record in records if record is not None]


def _flags(name: str, width: int) -> str:
    flags = (declarations(option)[0].partition("/")[0] for option in game_options(name))
    lines = textwrap.wrap(" ".join(flags), width - 20, break_on_hyphens=False)
    return "\b\n" + "\n".join(lines)  # to click: as it is
