"""Toy."""

from bitmeeple.games.toy.interface import NODES
from games.decoding import counts, one

DERIVED = {"points", "seats.*.drawn"}  # the tensor counts the drawn tokens


def decode(game, parts, seat):
    """View of ``seat``, but for the order in which tokens were drawn."""
    node = NODES[one(parts["node"])]
    turn = parts.who("turn")
    acts = {"DEAL": -1, "TOKEN": -1, "END": -4}
    seats = [(k - seat) % parts.players for k in range(parts.players)]
    for k in range(parts.players):
        assert sum(counts(parts[f"seat{k}.drawn"], 2)) <= 2
    return {
        "player": seat,
        "node": node,
        "current_player": acts.get(node, turn),
        "seat": turn,
        "bag": counts(parts["bag"], 9),
        "seats": [{"dealt": one(parts[f"seat{k}.dealt"])} for k in seats],
    }
