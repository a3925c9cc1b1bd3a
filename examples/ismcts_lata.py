"""OpenSpiel's information-set MCTS plays Lata against a player who moves at random.

    pip install 'bitmeeple[openspiel]'
    python examples/ismcts_lata.py --games 4 --simulations 200

The bot is OpenSpiel's own (the Python one: the C++ one cannot run on games defined in Python).
Before each simulation it asks for another world in which it could be; that is
``State.resample_from_infostate``. Positions are evaluated by playouts in the core.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import bitmeeple as bm
import numpy as np
import pyspiel
from bitmeeple.adapters import openspiel
from open_spiel.python.algorithms import ismcts


def make_bot(game: pyspiel.Game, simulations: int, seed: int) -> ismcts.ISMCTSBot:
    """A bot whose choices depend on ``seed`` only."""
    bot = ismcts.ISMCTSBot(
        game,
        openspiel.RolloutEvaluator(4, policy="eager", seed=seed),
        uct_c=1.0,
        max_simulations=simulations,
        random_state=np.random.RandomState(seed),
    )
    bot.set_resampler(openspiel.resampler(seed))
    return bot


def play(
    game: pyspiel.Game, bot: ismcts.ISMCTSBot, seat: int, rng: bm.Rng, moves: int
) -> pyspiel.State:
    """One game; after so many decisions the bot moves at random too."""
    state = game.new_initial_state()
    while not state.is_terminal():
        position = state.position  # ours
        if state.is_chance_node():
            action = position.sample_chance(rng)
        elif state.current_player() == seat and moves > 0:
            moves -= len(position.legal_actions()) > 1
            action = bot.step(state)
        else:
            action = position.sample_action(rng, "eager")
        state.apply_action(action)
    return state


def main(arguments: Sequence[str] | None = None) -> float:
    """Play, and print who won."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--simulations", type=int, default=100, help="per decision")
    parser.add_argument("--moves", type=int, default=10**9, help="decisions of the bot per game")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)

    game = pyspiel.load_game("bitmeeple_lata(players=2)")
    won = 0.0
    for number in range(options.games):
        seat = number % 2
        bot = make_bot(game, options.simulations, options.seed + number)
        state = play(game, bot, seat, bm.Rng(options.seed, number), options.moves)
        won += state.returns()[seat]
        print(f"game {number}: the bot in seat {seat} scores {state.position.scores()}")
    print(f"the bot won {won:g} of {options.games} games")
    return won


if __name__ == "__main__":
    main()
