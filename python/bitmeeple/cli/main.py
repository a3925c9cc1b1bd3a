"""Entry point: the list of the commands, and how a command ends."""

from __future__ import annotations

import contextlib
import signal
import sys

import click

from bitmeeple.cli import games, info, perft, rollout, selftest, show, tables
from bitmeeple.cli import suggest as suggest_command
from bitmeeple.contract.data import suggest
from bitmeeple.errors import RolloutError

INTERRUPTED = 130


class _Commands(click.Group):
    """The commands in the order of a first visit."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in self.commands and not args[0].startswith("-"):
            hint = suggest(args[0], self.commands)
            known = ", ".join(self.commands)
            raise click.UsageError(f"no command {args[0]!r}; there are {known}{hint}")
        return super().resolve_command(ctx, args)


@click.group(
    cls=_Commands,
    help="Modern tabletop games as bitboard states: play, count and compare.",
    epilog="bitmeeple COMMAND --help explains a command and shows examples.",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="bitmeeple", prog_name="bitmeeple")
def cli() -> None:
    """All commands."""


for command in (
    games.command,
    rollout.command,
    show.command,
    perft.command,
    suggest_command.command,
    tables.merge_command,
    tables.verify_command,
    selftest.command,
    info.command,
):
    cli.add_command(command)


def main(arguments: list[str] | None = None) -> None:
    """Run a command line. Bad input: one line on standard error and exit code 2."""
    _end_with_the_pipe()
    try:
        result = cli.main(arguments, prog_name="bitmeeple", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except (click.exceptions.Abort, KeyboardInterrupt):
        sys.exit(INTERRUPTED)
    except click.UsageError as error:
        _usage(error)
    except click.ClickException as error:
        _fail(error.format_message())
    except (ValueError, TypeError, MemoryError, ImportError, RolloutError) as error:
        _fail(str(error) or "not enough memory")
    except OSError as error:
        where = "" if error.filename is None else f": {error.filename}"
        _fail(f"{error.strerror or error}{where}")
    sys.exit(result if isinstance(result, int) else 0)


def _end_with_the_pipe() -> None:
    """Die of a pipe whose reader has gone, silently, as other tools do: ``... | head -1``."""
    if hasattr(signal, "SIGPIPE"):
        with contextlib.suppress(ValueError):  # not the main thread
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)


def _usage(error: click.UsageError) -> None:
    """The message, or the help that was asked for by leaving out everything."""
    if type(error).__name__ == "NoArgsIsHelpError":  # click has it since 8.2
        click.echo(error.format_message())
        sys.exit(0)
    _fail(error.format_message())


def _fail(message: str) -> None:
    click.echo("bitmeeple: " + " ".join(message.split()), err=True)
    sys.exit(2)


if __name__ == "__main__":
    main()
