"""The commands for Parquet files of rollouts."""

from __future__ import annotations

import sys

import click

from bitmeeple.results import RolloutFile

_FILE = click.Path(dir_okay=False)


@click.command("merge")
@click.argument("out", type=_FILE)
@click.argument("parts", type=_FILE, nargs=-1, required=True)
def merge_command(out: str, parts: tuple[str, ...]) -> None:
    """Put Parquet files of adjoining ranges of streams together, in any order.

    \b
    Examples:
      bitmeeple rollout latria -n 1000000 --first 3000000 --out part-3.parquet
      bitmeeple merge all.parquet part-*.parquet
    """
    file = RolloutFile.merge(parts, out)
    click.echo(f"{out}: {facts(file)}")


@click.command("verify")
@click.argument("path", type=_FILE)
@click.option(
    "--sample", type=click.IntRange(1), default=1000, show_default=True, help="rows to play again"
)
@click.option("--seed", type=click.IntRange(0, (1 << 64) - 1), default=0, show_default=True)
def verify_command(path: str, sample: int, seed: int) -> None:
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


def facts(file: RolloutFile) -> str:
    """A line about a file."""
    last = file.first + len(file) - 1
    origin = file.origin
    return (
        f"{len(file):,} rows, streams {file.first} .. {last} of {origin.game}, "
        f"seed {origin.seed}, policy {origin.policy}, bitmeeple {origin.version}"
    )
