"""How strong are the searches: matches with an interval.

One seat plays A, all others play B, over every rotation of the seats of each deal; the chance
events of a deal come from one stream. The share of wins of A has a 95 % interval in which one deal,
with all its rotations, is one sample.

    python bench/strength.py                        all rows of docs/search.md, hours
    python bench/strength.py --deals 4              the same, short
    python bench/strength.py --game "lumen(scenario=A)" ismcts:iterations=300 flat:iterations=300
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable

import bitmeeple as bm
from bitmeeple.search import from_spec

Agent = Callable[[bm.State], int]
LATRIA, LATA = "latria(players=4)", "lata(players=2)"
LUMEN, CABALLERO = "lumen(scenario=A)", "el_caballero(players=2)"
PLAIN = "mast=0,margin=0,tree_policy=false,playout=uniform"

# Game, A, B, deals, and the share that the lower end of the interval must reach.
ROWS: list[tuple[str, str, str, int, float]] = [
    (LATRIA, "ismcts:iterations=1000", "eager", 60, 0.70),
    (LATA, "ismcts:iterations=1000", "eager", 40, 0.95),
    (LUMEN, "ismcts:iterations=1000", "eager", 40, 0.95),
    (CABALLERO, "ismcts:iterations=1000", "eager", 20, 0.95),
    (LATRIA, "ismcts:iterations=1000", "flat:iterations=1000", 200, 0.25),
    (LATA, "ismcts:iterations=1000", "flat:iterations=1000", 100, 0.55),
    (LUMEN, "ismcts:iterations=1000", "flat:iterations=1000", 100, 0.70),
    (CABALLERO, "ismcts:iterations=1000", "flat:iterations=1000", 30, 0.50),
    (CABALLERO, "ismcts:iterations=300", f"ismcts:iterations=300,{PLAIN}", 40, 0.95),
    (LATRIA, "ismcts:iterations=1000,observer=multi", "ismcts:iterations=1000", 100, 0.25),
    (
        LATRIA,
        "flat:iterations=1000,allocation=sequential_halving",
        "flat:iterations=1000",
        100,
        0.25,
    ),
    (LATRIA, "pimc:iterations=1000", "ismcts:iterations=1000", 100, 0.25),
]


def agent(game: bm.Game, spec: str, seed: int) -> Agent:
    """`uniform`, `eager`, or a search by its line of text."""
    if spec in bm.POLICIES:
        rng = bm.Rng(seed, 1)
        return lambda state: state.sample_action(rng, spec)
    joint = "," if ":" in spec else ":"
    return from_spec(game, f"{spec}{joint}seed={seed}").step


def play(game: bm.Game, agents: list[Agent], rng: bm.Rng) -> list[float]:
    """Returns of one game, agents by seat."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.sample_chance(rng))
        else:
            legal = state.legal_actions()
            one = len(legal) == 1
            state.apply_action(legal[0] if one else agents[state.current_player()](state))
    return state.returns()


def match(name: str, a: str, b: str, deals: int, seconds: float) -> tuple[float, float, int]:
    """Share of wins of A, half of its interval, and deals played."""
    game = bm.load_game(name)
    players = game.num_players()
    shares: list[float] = []
    begin = time.monotonic()
    for deal in range(deals):
        if shares and time.monotonic() - begin > seconds:
            break
        total = 0.0
        for seat in range(players):
            specs = [a if p == seat else b for p in range(players)]
            agents = [agent(game, spec, deal * players + p) for p, spec in enumerate(specs)]
            total += play(game, agents, bm.Rng(deal))[seat]
        shares.append(total / players)
    n = len(shares)
    mean = sum(shares) / n
    spread = sum((share - mean) ** 2 for share in shares) / max(1, n - 1)
    return mean, 1.96 * math.sqrt(spread / n), n


def main() -> None:
    """Print a table, a row per match."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("agents", nargs="*", help="A and B; without them all rows")
    parser.add_argument("--game", default=LATRIA)
    parser.add_argument("--deals", type=int, help="of each row")
    parser.add_argument("--seconds", type=float, default=math.inf, help="of each row at most")
    given = parser.parse_args()
    rows = ROWS
    if given.agents:
        a, b = given.agents
        rows = [(given.game, a, b, 100, 0.0)]
    print("| game | A | B | deals | share of A | must |\n|---|---|---|---|---|---|", flush=True)
    for game, a, b, deals, must in rows:
        mean, half, n = match(game, a, b, given.deals or deals, given.seconds)
        print(f"| {game} | {a} | {b} | {n} | {mean:.2f} ± {half:.2f} | {must} |", flush=True)


if __name__ == "__main__":
    main()
