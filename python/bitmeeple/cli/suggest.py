"""``bitmeeple suggest``."""

from __future__ import annotations

import json
from typing import Any

import click

from bitmeeple.cli import parameters
from bitmeeple.cli.game_command import GameCommand
from bitmeeple.cli.show import step
from bitmeeple.game import Game
from bitmeeple.native import Rng
from bitmeeple.progress import reporting
from bitmeeple.search import MOST_ITERATIONS, from_spec
from bitmeeple.state import State


def _suggest(
    game: Game,
    seed: int,
    ply: int,
    policy: str,
    state: Any,
    bot: str,
    iterations: int | None,
    seconds: float | None,
    as_json: bool,
) -> None:
    limits = {"iterations": iterations, "seconds": seconds}
    search = from_spec(game, bot, **{k: v for k, v in limits.items() if v is not None})
    root = _read(game, state) if state is not None else _random_position(game, seed, ply, policy)
    total = search.options["iterations"]
    with reporting(None if total is not None else False, total or 0, "iterations") as report:
        result = search.search(root, progress=report)
    if as_json:
        click.echo(json.dumps({**result.to_dict(), "state": root.to_dict()}))
    else:
        click.echo(f"{root}\n\n{result}")


def _random_position(game: Game, seed: int, ply: int, policy: str) -> State:
    """The first choice of a random game after ``ply`` events."""
    state, rng, events = game.new_initial_state(), Rng(seed), 0
    while events < ply or not (state.is_player_node() and len(state.legal_actions()) > 1):
        if state.is_terminal():
            raise ValueError(f"the game of seed {seed} has no choice after {ply} events")
        step(state, rng, policy)
        events += 1
    return state


def _read(game: Game, file: Any) -> State:
    try:
        return game.state_from_dict(json.load(file))
    except json.JSONDecodeError as error:
        raise ValueError(f"{file.name} is not JSON: {error}") from None


command = GameCommand(
    "suggest",
    _suggest,
    [
        parameters.seed("of the random game that leads to the position"),
        parameters.number(
            "--ply",
            lowest=0,
            highest=100_000,
            default=0,
            help="events of that game before the choice to search",
        ),
        parameters.policy("eager"),
        click.Option(
            ["--state"],
            type=click.File("r", encoding="utf-8"),
            metavar="FILE",
            help="search this position (to_dict as JSON) instead; - is standard input",
        ),
        click.Option(
            ["--bot"],
            default="ismcts",
            show_default=True,
            metavar="SPEC",
            help="flat, ismcts, mcts or pimc, with options: ismcts:observer=multi,seed=3",
        ),
        parameters.number(
            "--iterations", lowest=1, highest=MOST_ITERATIONS, help="how much to search"
        ),
        click.Option(
            ["--seconds"],
            type=click.FloatRange(0, min_open=True),
            metavar="S",
            help="how long to search at most",
        ),
        click.Option(["--json", "as_json"], is_flag=True, help="print as JSON, with the position"),
    ],
    "Search a position for a good move.",
    [
        "bitmeeple suggest latria --seed 7 --ply 60 --iterations 10000",
        "bitmeeple suggest lumen --state position.json --seconds 5 --json",
        "bitmeeple suggest lata --bot flat:allocation=sequential_halving",
    ],
)
