"""``bitmeeple perft``."""

from __future__ import annotations

import click

from bitmeeple import rollouts
from bitmeeple.cli import parameters
from bitmeeple.cli.game_command import GameCommand
from bitmeeple.cli.show import step
from bitmeeple.game import Game
from bitmeeple.native import Rng


def _perft(game: Game, depth: int, seed: int, after: int) -> None:
    state = game.new_initial_state()
    rng = Rng(seed)
    for _ in range(after):
        if state.is_terminal():
            break
        step(state, rng, "uniform")
    for d in range(1, depth + 1):
        click.echo(f"perft({d}) = {rollouts.perft(state, d):,}")


command = GameCommand(
    "perft",
    _perft,
    [
        parameters.number(
            "-d",
            "--depth",
            lowest=1,
            highest=100,
            default=3,
            help="count the positions after 1, 2, ... N events",
        ),
        parameters.number(
            "--after",
            lowest=0,
            highest=100_000,
            default=0,
            help="begin after N random events instead of at the start",
        ),
        parameters.seed("of the random events of --after"),
    ],
    "Count the nodes of the game tree at each depth.",
    [
        "bitmeeple perft latria --depth 3",
        "bitmeeple perft lata --after 60 --seed 1 -d 4",
        "bitmeeple perft lumen --scenario C --after 90",
    ],
)
