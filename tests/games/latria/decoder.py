"""Latria."""

from bitmeeple.games.latria.interface import NODES
from games.decoding import counts, flag, flags, ids, one, whole

DERIVED = set()


def decode(game, parts, seat):
    """The complete view of ``seat``."""
    n = parts.players
    node = NODES[one(parts["node"])]
    mover = parts.who("current_player")
    game_index = whole(parts["game_index"].item(), 6)
    parent = parts.who("parent")
    finished = 0
    if game.options["campaign"]:
        finished = n if node == "END" else game_index
    sides = {
        name: parts.seats(name)
        for name in (
            *("hand_size", "has_played", "open", "open_celestial", "eclipse"),
            *("eclipse_celestial", "marker", "void", "game_points", "loss", "points", "totals"),
        )
    }
    seen = {parent: one(parts["parent_table"]), seat: one(parts["own_table"])}
    assert one(parts["player"]) == seat
    assert parent != seat or one(parts["parent_table"]) == one(parts["own_table"])
    return {
        "player": seat,
        "node": node,
        "current_player": mover if mover is not None else -4 if node == "END" else -1,
        "game_index": game_index,
        "round": whole(parts["round"].item(), 11),
        "first_parent": parts.who("first_parent"),
        "parent": parent,
        "target": one(parts["target"]),
        "ecl": flags(parts["ecl"]),
        "pile": counts(parts["pile"], 13),
        "stack": counts(parts["stack"], 13),
        "set_aside": ids(parts["set_aside"]),
        "removed": ids(parts["removed"]),
        "remover": parts.who("remover"),
        "removals": whole(parts["removals"].item()) if node == "REMOVE" else None,
        "points": counts(sides["points"], 64),
        "totals": counts(sides["totals"], 36),
        "seats": [
            {
                "hand": ids(parts["hand"]) if q == seat else None,
                "hand_size": whole(sides["hand_size"][q], 12),
                "table": seen.get(q),
                "has_played": flag(sides["has_played"][q]),
                "open": ids(sides["open"][q]),
                "open_celestial": counts(sides["open_celestial"][q], 13),
                "eclipse": ids(sides["eclipse"][q]),
                "eclipse_celestial": counts(sides["eclipse_celestial"][q], 13),
                "marker": flag(sides["marker"][q]),
                "void": ids(sides["void"][q]),
                "game_points": counts(sides["game_points"][q][:finished], 6),
                "loss": whole(sides["loss"][q], 64),
            }
            for q in range(n)
        ],
    }
