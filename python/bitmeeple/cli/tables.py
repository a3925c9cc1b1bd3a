"""The commands for Parquet files of rollouts."""

from __future__ import annotations

import sys

import click

from bitmeeple.cli import parameters
from bitmeeple.results import RolloutFile

_FILE = click.Path(dir_okay=False)


@click.command("merge")
@click.argument("out", type=_FILE)
@click.argument("parts", type=_FILE, nargs=-1, required=True)
def merge_command(out: str, parts: tuple[str, ...]) -> None:
    """Put Parquet files of adjoining ranges together, in any order.

    \b
    Examples:
      bitmeeple rollout latria -n 1e6 --first 3e6 --out part-3.parquet
      bitmeeple merge all.parquet part-*.parquet
    """
    file = RolloutFile.merge(parts, out)
    click.echo(f"{out}: {facts(file)}")


def _verify(path: str, sample: int, seed: int) -> None:
    """Play a sample of a file's rows again. Exit code 1 if one differs.

    \b
    Examples:
      bitmeeple verify all.parquet
      bitmeeple verify all.parquet --sample 100000
    """
    file = RolloutFile(path)
    try:
        played = file.verify(sample, seed=seed)
    except ValueError as error:
        click.echo(str(error), err=True)
        sys.exit(1)
    click.echo(f"{path}: {facts(file)}")
    click.echo(f"{played:,} of {len(file):,} rows played again, all equal")


verify_command = click.Command(
    "verify",
    callback=_verify,
    params=[
        click.Argument(["path"], type=_FILE),
        parameters.number(
            "--sample", lowest=1, highest=1 << 40, default=1000, help="rows to play again"
        ),
        parameters.seed("of the choice of the rows"),
    ],
    help=_verify.__doc__,
)


def facts(file: RolloutFile) -> str:
    """A line about a file."""
    last = file.first + len(file) - 1
    origin = file.origin
    return (
        f"{len(file):,} rows, streams {file.first} .. {last} of {origin.game}, "
        f"seed {origin.seed}, policy {origin.policy}, bitmeeple {origin.version}"
    )
