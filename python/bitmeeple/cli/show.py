"""``bitmeeple show``."""

from __future__ import annotations

from pathlib import Path

import click

from bitmeeple.cli import parameters
from bitmeeple.cli.game_command import GameCommand
from bitmeeple.files import complete_file
from bitmeeple.game import Game
from bitmeeple.native import Rng
from bitmeeple.state import State
from bitmeeple.svg import has_picture
from bitmeeple.svg import svg as picture_of


def step(state: State, rng: Rng, policy: str) -> int:
    """Play one event at random, as a playout does."""
    chance = state.is_chance_node()
    action = state.sample_chance(rng) if chance else state.sample_action(rng, policy)
    state.apply_action(action)
    return action


def _show(game: Game, seed: int, stream: int, policy: str, boards: bool, svg: str | None) -> None:
    if svg is None:
        _tell(game, seed, stream, policy, boards)
        return
    if not has_picture(game):
        raise click.UsageError(f"{game.name} has no picture: leave out --svg")
    with complete_file(svg) as unfinished:
        end = _tell(game, seed, stream, policy, boards)
        Path(unfinished).write_text(picture_of(end) + "\n", encoding="utf-8")


def _tell(game: Game, seed: int, stream: int, policy: str, boards: bool) -> State:
    """Play a game move by move; returns its end."""
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
    return state


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
        click.Option(["--svg"], metavar="FILE", help="write a picture of the last position there"),
    ],
    "Play one random game and tell it move by move.",
    [
        "bitmeeple show latria --seed 7",
        "bitmeeple show lata --players 1 --solo-board aveiro",
        "bitmeeple show lumen --policy uniform --stream 41",
        "bitmeeple show el_caballero --boards | less",
        "bitmeeple show latria --seed 7 --svg end.svg",
    ],
)
