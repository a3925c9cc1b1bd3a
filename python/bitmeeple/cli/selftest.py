"""``bitmeeple selftest``."""

from __future__ import annotations

import sys

import click

from bitmeeple import differential
from bitmeeple.cli import parameters
from bitmeeple.cli.options import name_of
from bitmeeple.progress import reporting
from bitmeeple.registry import registered_games


def _selftest(names: tuple[str, ...], only: str | None, count: int, seed: int) -> None:
    """Play core and reference in lockstep and compare.

    Every combination of options, every state of every game: legal moves, positions, what each
    seat sees, results. Exit code 1 at the first difference.

    \b
    Examples:
      bitmeeple selftest
      bitmeeple selftest latria --games 20
    """
    chosen = [name_of(word) for word in [*names, *([only] if only else [])]] or registered_games()
    try:
        for name in chosen:
            _compare(name, count, seed)
    except differential.DifferenceError as error:
        click.echo(str(error))
        sys.exit(1)


def _compare(name: str, count: int, seed: int) -> None:
    plan = differential.plan(name, count)
    steps = 0
    with reporting(None, len(plan), f"{name}: games") as report:
        for done, play in enumerate(plan, 1):
            steps += play.run(seed)
            if report is not None:
                report(done)
    configurations = len(differential.configurations(name))
    click.echo(f"{name}: {configurations} configurations, {steps:,} steps, no difference")


command = click.Command(
    "selftest",
    callback=_selftest,
    params=[
        click.Argument(["names"], nargs=-1, metavar="[GAME]..."),
        click.Option(["--game", "only"], hidden=True),  # as the argument
        parameters.number(
            "--games",
            "count",
            lowest=1,
            highest=10_000,
            default=2,
            help="games to play for each combination of options and policy",
        ),
        parameters.seed(),
    ],
    help=_selftest.__doc__,
)
