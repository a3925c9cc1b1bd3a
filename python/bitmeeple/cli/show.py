"""``bitmeeple show``."""

from __future__ import annotations

import click

from bitmeeple.cli import parameters
from bitmeeple.cli.game_command import GameCommand
from bitmeeple.game import Game
from bitmeeple.native import Rng
from bitmeeple.state import State


def step(state: State, rng: Rng, policy: str) -> int:
    """Play one event at random, as a playout does."""
    chance = state.is_chance_node()
    action = state.sample_chance(rng) if chance else state.sample_action(rng, policy)
    state.apply_action(action)
    return action


def _show(game: Game, seed: int, stream: int, policy: str, boards: bool) -> None:
    state = game.new_initial_state()
    rng = Rng(seed, stream)
    text = game._spec.text
    click.echo(f"{game}, seed {seed}, playout {stream}, policy {policy}")
    while not state.is_terminal():
        before, dict_before, player = state.clone(), state.to_dict(), state.current_player()
        action = step(state, rng, policy)
        word = before.action_to_string(action)
        click.echo(f"{word:<16} {text.describe(game, dict_before, player, action)}")
        if boards and player >= 0:
            click.echo(f"{state}\n")
    click.echo(f"\n{state}\n")
    for seat, (score, rank, value) in enumerate(
        zip(state.scores(), state.ranking(), state.returns())
    ):
        click.echo(f"seat {seat}: score {score}, rank {rank}, returns {value:g}")
    if hasattr(text, "closing"):
        click.echo(text.closing(game, state))


command = GameCommand(
    "show",
    _show,
    [
        parameters.seed(),
        parameters.number(
            "--stream",
            lowest=0,
            highest=(1 << 64) - 1,
            default=0,
            help="which game of that seed: row N of rollout with the same seed and policy",
        ),
        parameters.policy("eager"),
        click.Option(["--boards"], is_flag=True, help="draw the position after every decision"),
    ],
    "Play one random game and tell it move by move.",
    [
        "bitmeeple show latria --seed 7",
        "bitmeeple show lata --players 1 --solo-board aveiro",
        "bitmeeple show lumen --policy uniform --stream 41",
        "bitmeeple show el_caballero --boards | less",
    ],
)
