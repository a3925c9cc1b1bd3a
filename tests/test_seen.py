"""What the core says a seat is shown of a move (`seen`), held against the masked histories of the
reference's texts: the same knowledge, written twice."""

from __future__ import annotations

import bitmeeple as bm
import pytest

UNSEEN = -1
REVEALED = 1 << 40
GAMES = [
    "latria(players=3)",
    "latria(players=4)",
    "latria(players=6,variant=simple)",
    "lata(players=1)",
    "lata(players=2)",
    "lata(players=4)",
    "lumen(scenario=A)",
    "lumen(scenario=F)",
    "el_caballero(players=2)",
    "toy(players=3)",
    "toy(players=2,open=true)",
]


def masked(game, steps, seat):
    return game._spec.text.mask_history(game, steps, seat)


@pytest.mark.parametrize("name", GAMES)
def test_moves_are_shown_as_the_masked_history_tells(name):
    game = bm.load_game(name)
    told, numbers = {}, {}  # what was turned over, by number, and back
    hidden = 0
    for stream in range(3):
        rng = bm.Rng(41, stream)
        state = game.new_initial_state()
        steps = []
        before = {seat: [] for seat in range(game.num_players())}
        for _ in range(160):
            if state.is_terminal():
                break
            action = state.sample(rng, "eager")
            steps.append((state.to_dict(), action))
            for seat in range(game.num_players()):
                after = masked(game, steps, seat)
                shown = state._seen(action, seat)
                if after[:-1] == before[seat]:
                    assert shown == (UNSEEN if after[-1] is None else action), (stream, seat)
                    hidden += after[-1] is None
                else:  # things were turned over
                    assert shown > REVEALED, (stream, seat)
                    new = sorted(
                        (steps[i][0]["current_player"], known)
                        for i, (known, was) in enumerate(zip(after, before[seat]))
                        if known != was
                    )
                    who = (state.current_player(), *(owner for owner, _ in new))
                    facts = (who, action, *(card for _, card in new))
                    assert told.setdefault((who, shown), facts) == facts
                    assert numbers.setdefault(facts, shown) == shown
                before[seat] = after
            state.apply_action(action)
    conceals = name.startswith(("latria", "lata", "lumen", "toy(players=3"))
    assert (hidden > 0) == (conceals and name != "lata(players=1)")
    assert bool(told) == (name.startswith(("latria", "lata")) and name != "lata(players=1)")
