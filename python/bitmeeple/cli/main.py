"""Entry point, and the commands themselves."""

from __future__ import annotations

import csv
import json
import platform
import sys
from typing import Any

import click

from bitmeeple import rollouts
from bitmeeple.cli import tables
from bitmeeple.cli.games import GameCommand
from bitmeeple.constants import POLICIES
from bitmeeple.game import Game

SEED = click.IntRange(0, (1 << 64) - 1)


@click.group(
    help="Four modern tabletop games as bitboard states: play, count and compare.",
    epilog="bitmeeple COMMAND --help shows examples.",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="bitmeeple", prog_name="bitmeeple")
def cli() -> None:
    """All commands."""


def _console() -> Any:
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)
    if not console.is_terminal:
        console.width = 200  # a file or a pipe has no edge
    return console


@cli.command("games")
def games_command() -> None:
    """List the games and their options.

    \b
    Examples:
      bitmeeple games
    """
    from rich.table import Table

    from bitmeeple.registry import game_options, registered_games, shipped_data

    console = _console()
    for name in registered_games():
        data, digest = shipped_data(name)
        table = Table(title=f"{name}  (data {digest[:12]})", title_justify="left", box=None)
        for head in ("option", "default", "values", "meaning"):
            table.add_column(head, overflow="fold")
        for option in game_options(name):
            values = ", ".join(map(str, option.allowed({"players": 4}, data)))
            table.add_row(option.name, str(option.default), values, option.help)
        console.print(table)
        console.print()


def _rollout(
    game: Game,
    n: int,
    seed: int,
    first: int,
    policy: str,
    threads: int | None,
    as_json: bool,
    csv_file: Any,
    out: str | None,
    reference: bool,
) -> None:
    if reference:
        game = _on_reference(game)
    if out is not None:
        if as_json or csv_file is not None:
            raise click.UsageError("--out writes the rows only: leave out --json and --csv")
        file = rollouts.rollout(
            game, n, seed=seed, first=first, policy=policy, threads=threads, out=out
        )
        click.echo(f"{out}: {tables.facts(file)}")
        return
    result = rollouts.rollout(game, n, seed=seed, first=first, policy=policy, threads=threads)
    summary = result.summary()
    if csv_file is not None:
        _write_csv(csv_file, result)
    if as_json:
        click.echo(json.dumps(summary.to_dict(), indent=2))
    else:
        _print_summary(summary)


def _on_reference(game: Game) -> Game:
    from bitmeeple.registry import implement

    return implement(game._spec, "reference")


def _print_summary(summary: rollouts.Summary) -> None:
    from rich.table import Table

    console = _console()
    first, *rest = summary.lines()
    console.print(first, style="bold")
    table = Table(box=None)
    head, rows = summary.table()
    for title in head:
        table.add_column(title, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    console.print(table)
    for line in rest:
        console.print(line)


def _write_csv(file: Any, result: rollouts.RolloutResult) -> None:
    players = range(result.game.num_players())
    writer = csv.writer(file)
    heads = [f"score_{p}" for p in players] + [f"return_{p}" for p in players]
    writer.writerow(["playout", *heads, "plies", "chance", "digest"])
    for i in range(len(result)):
        numbers = [*result.scores[i].tolist(), *result.returns[i].tolist()]
        writer.writerow(
            [
                result.first + i,
                *numbers,
                result.plies[i],
                result.chance[i],
                f"{int(result.digests[i]):016x}",
            ]
        )


cli.add_command(
    GameCommand(
        "rollout",
        _rollout,
        [
            click.Option(
                ["-n", "--playouts", "n"],
                type=click.IntRange(1, 1 << 40),
                default=100_000,
                show_default=True,
                help="number of playouts",
            ),
            click.Option(["--seed"], type=SEED, default=0, show_default=True, help="seed"),
            click.Option(
                ["--first"],
                type=SEED,
                default=0,
                show_default=True,
                help="stream of the first playout",
            ),
            click.Option(
                ["--policy"], type=click.Choice(POLICIES), default="uniform", show_default=True
            ),
            click.Option(
                ["--threads"], type=click.IntRange(1, 1024), default=None, help="default: all CPUs"
            ),
            click.Option(["--json", "as_json"], is_flag=True, help="print the summary as JSON"),
            click.Option(
                ["--csv", "csv_file"],
                type=click.File("w", lazy=False),
                default=None,
                help="write one row per playout",
            ),
            click.Option(
                ["--out"],
                type=click.Path(dir_okay=False),
                default=None,
                help="write the rows to a Parquet file, or go on with it",
            ),
            click.Option(["--reference"], is_flag=True, help="use the slow pure Python rules"),
        ],
        "Play many random games and summarise them.",
        [
            "bitmeeple rollout latria --players 4 -n 1000000",
            "bitmeeple rollout lata --players 3 --turn-order open --policy eager",
            "bitmeeple rollout 'latria(players=5,variant=simple)' --seed 7 --json",
            "bitmeeple rollout lumen --scenario G --csv games.csv",
            "bitmeeple rollout latria -n 1000000 --first 3000000 --out part-3.parquet",
        ],
    )
)


def _perft(game: Game, depth: int, seed: int, after: int) -> None:
    state = game.new_initial_state()
    rng: Any = _rng(seed)
    for _ in range(after):
        if state.is_terminal():
            break
        _step(state, rng, "uniform")
    for d in range(1, depth + 1):
        click.echo(f"perft({d}) = {rollouts.perft(state, d):,}")


def _rng(seed: int, stream: int = 0) -> Any:
    from bitmeeple.native import Rng

    return Rng(seed, stream)


def _step(state: Any, rng: Any, policy: str) -> int:
    chance = state.is_chance_node()
    action: int = state.sample_chance(rng) if chance else state.sample_action(rng, policy)
    state.apply_action(action)
    return action


cli.add_command(
    GameCommand(
        "perft",
        _perft,
        [
            click.Option(
                ["-d", "--depth"], type=click.IntRange(1, 100), default=3, show_default=True
            ),
            click.Option(
                ["--after"],
                type=click.IntRange(0, 100_000),
                default=0,
                show_default=True,
                help="start after this many random events",
            ),
            click.Option(["--seed"], type=SEED, default=0, show_default=True, help="their seed"),
        ],
        "Count the nodes of the game tree at each depth.",
        ["bitmeeple perft latria --depth 3", "bitmeeple perft lata --after 60 --seed 1 -d 4"],
    )
)


def _show(game: Game, seed: int, stream: int, policy: str, boards: bool) -> None:
    state = game.new_initial_state()
    rng = _rng(seed, stream)
    text = game._spec.text
    click.echo(f"{game}, seed {seed}, playout {stream}, policy {policy}")
    while not state.is_terminal():
        before, player = state.to_dict(), state.current_player()
        word_of = state.clone()
        action = _step(state, rng, policy)
        word = word_of.action_to_string(action)
        click.echo(f"{word:<16} {text.describe(game, before, player, action)}")
        if boards and player >= 0:
            click.echo(f"{state}\n")
    click.echo(f"\n{state}\n")
    for seat, (score, rank, value) in enumerate(
        zip(state.scores(), state.ranking(), state.returns())
    ):
        click.echo(f"seat {seat}: score {score}, rank {rank}, returns {value:g}")
    if hasattr(text, "closing"):
        click.echo(text.closing(game, state))


cli.add_command(
    GameCommand(
        "show",
        _show,
        [
            click.Option(["--seed"], type=SEED, default=0, show_default=True),
            click.Option(["--stream"], type=SEED, default=0, show_default=True, help="playout"),
            click.Option(
                ["--policy"], type=click.Choice(POLICIES), default="eager", show_default=True
            ),
            click.Option(["--boards"], is_flag=True, help="draw the position after every decision"),
        ],
        "Play one random game and print it move by move, in the game's own words.",
        ["bitmeeple show latria --seed 7", "bitmeeple show el_caballero --boards | less"],
    )
)


@cli.command("selftest")
@click.option("--games", "count", type=click.IntRange(1, 10_000), default=2, show_default=True)
@click.option("--seed", type=SEED, default=0, show_default=True)
@click.option("--game", "only", default=None, help="only this game")
def selftest_command(count: int, seed: int, only: str | None) -> None:
    """Play core and reference in lockstep, every option, and compare everything.

    \b
    Examples:
      bitmeeple selftest
      bitmeeple selftest --game latria --games 20
    """
    from bitmeeple import differential
    from bitmeeple.registry import make_spec, registered_games

    names = registered_games() if only is None else [make_spec(only, {}).name]
    for name in names:
        configurations = differential.configurations(name)
        steps = 0
        for options in configurations:
            core, ref = differential.pair(name, **options)
            for policy in POLICIES:
                for stream in range(count):
                    try:
                        steps += len(
                            differential.lockstep(
                                core.new_initial_state(),
                                ref.new_initial_state(),
                                seed=seed,
                                stream=stream,
                                policy=policy,
                            )
                        )
                    except differential.DifferenceError as error:
                        click.echo(str(error))
                        sys.exit(1)
        click.echo(f"{name}: {len(configurations)} configurations, {steps:,} steps, no difference")


cli.add_command(tables.merge_command)
cli.add_command(tables.verify_command)


@cli.command("info")
@click.option("--json", "as_json", is_flag=True, help="print as JSON")
def info_command(as_json: bool) -> None:
    """Version, build and data of this installation.

    \b
    Examples:
      bitmeeple info
    """
    import numpy

    from bitmeeple.native import core, version
    from bitmeeple.registry import registered_games, shipped_data

    facts: dict[str, Any] = {
        "bitmeeple": version,
        "python": platform.python_version(),
        "numpy": numpy.__version__,
        "platform": platform.platform(),
        "threads": rollouts.available_threads(),
        "instruction set": core.isa,
        "compiler": core.compiler,
        "flags": core.flags,
        "asserts": core.asserts,
    }
    for name in registered_games():
        facts[f"data of {name}"] = shipped_data(name)[1]
    if as_json:
        click.echo(json.dumps(facts, indent=2))
        return
    width = max(map(len, facts))
    for key, value in facts.items():
        click.echo(f"{key:<{width}}  {value}")


def main(arguments: list[str] | None = None) -> None:
    """Run a command line. Bad input: one line on standard error and exit code 2."""
    try:
        result = cli.main(arguments, prog_name="bitmeeple", standalone_mode=False)
    except click.exceptions.Abort:
        sys.exit(130)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        sys.exit(0)
    except click.ClickException as error:
        _fail(error.format_message())
    except (ValueError, TypeError, MemoryError, ImportError) as error:
        _fail(str(error) or "not enough memory")
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)
    except OSError as error:
        _fail(f"{error.strerror or error}: {error.filename}")
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(result if isinstance(result, int) else 0)


def _fail(message: str) -> None:
    click.echo("bitmeeple: " + " ".join(message.split()), err=True)
    sys.exit(2)


if __name__ == "__main__":
    main()
