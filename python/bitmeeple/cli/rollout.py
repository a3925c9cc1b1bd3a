"""``bitmeeple rollout``."""

from __future__ import annotations

import json

import click

from bitmeeple import rollouts
from bitmeeple.arguments import MAX_THREADS
from bitmeeple.cli import parameters, tables
from bitmeeple.cli.csv_rows import write_csv
from bitmeeple.cli.game_command import GameCommand
from bitmeeple.game import Game
from bitmeeple.registry import implement
from bitmeeple.summary import Summary


def _rollout(
    game: Game,
    n: int,
    seed: int,
    first: int,
    policy: str,
    threads: int | None,
    as_json: bool,
    csv_file: str | None,
    out: str | None,
    reference: bool,
) -> None:
    if reference:
        game = implement(game._spec, "reference")
    if out is not None:
        if as_json or csv_file is not None:
            raise click.UsageError("--out writes the rows only: leave out --json and --csv")
        file = rollouts.rollout(
            game, n, seed=seed, first=first, policy=policy, threads=threads, out=out
        )
        click.echo(f"{out}: {tables.facts(file)}")
        return

    def play() -> rollouts.RolloutResult:
        return rollouts.rollout(game, n, seed=seed, first=first, policy=policy, threads=threads)

    result = play() if csv_file is None else write_csv(csv_file, play)
    summary = result.summary()
    beside = csv_file == "-"  # the rows have the standard output for themselves
    if as_json:
        click.echo(json.dumps(summary.to_dict(), indent=2), err=beside)
    else:
        _print(summary, beside)


def _print(summary: Summary, err: bool) -> None:
    first, rest = str(summary).split("\n", maxsplit=1)
    click.secho(first, bold=True, err=err)
    click.echo(rest, err=err)


command = GameCommand(
    "rollout",
    _rollout,
    [
        parameters.number(
            "-n",
            "--playouts",
            "n",
            lowest=1,
            highest=1 << 40,
            default=100_000,
            help="number of games to play; 1e6 is a million",
        ),
        parameters.seed(),
        parameters.number(
            "--first",
            lowest=0,
            highest=(1 << 64) - 1,
            default=0,
            metavar="STREAM",
            help="number of the first game: the same games can be played in parts, each with "
            "its own range of numbers",
        ),
        parameters.policy("uniform"),
        parameters.number(
            "--threads", lowest=1, highest=MAX_THREADS, shown="all CPUs", help="threads to play on"
        ),
        click.Option(["--json", "as_json"], is_flag=True, help="print the summary as JSON"),
        click.Option(
            ["--csv", "csv_file"],
            metavar="FILE",
            help="also write a table with a line a game: scores, returns, lengths, digest; "
            "- writes it to standard output, and the summary to standard error",
        ),
        click.Option(
            ["--out"],
            type=click.Path(dir_okay=False),
            metavar="FILE",
            help="write that table to a Parquet file instead of a summary, or go on with a file "
            "that was broken off",
        ),
        click.Option(
            ["--reference"], is_flag=True, help="play by the slow rules in pure Python instead"
        ),
    ],
    "Play many random games and summarise them.",
    [
        "bitmeeple rollout latria --players 4 -n 1e6",
        "bitmeeple rollout lata --players 3 --turn-order open --policy eager",
        "bitmeeple rollout 'latria(players=5,variant=simple)' --seed 7 --json",
        "bitmeeple rollout lumen --scenario G --csv games.csv",
        "bitmeeple rollout latria -n 1e6 --first 3e6 --out part-3.parquet",
    ],
)
