"""El Caballero."""

from bitmeeple.games.el_caballero.interface import NODES
from games.decoding import counts, flag, ids, one, whole

DERIVED = set()


def cell_of(game, row, column):
    """A cell from its coordinates."""
    size = game.tables["table"]["size"]
    return whole(row, size - 1) * size + whole(column, size - 1)


def area_card(game, row):
    """An area card on the map."""
    return {"cell": cell_of(game, *row[1:3]), "type": one(row[11:]), "rotation": one(row[3:7])}


def own_card(game, row):
    """A caballero card, without the Grande."""
    return {
        "cell": cell_of(game, *row[1:3]),
        "orientation": one(row[3:11]),
        "castillo": flag(row[11]),
        "ships": ids(row[13:17]),
    }


def governors(game, parts):
    """All governors on the map."""
    found = []
    for owner in range(parts.players) if "governors" in parts else []:
        for row in parts.seats("governors")[owner]:
            if row[0]:
                where = {"cell": cell_of(game, *row[1:3]), "side": one(row[3:7])}
                found.append({**where, "owner": owner, "ship": flag(row[7])})
    return sorted(found, key=lambda g: (g["cell"], g["side"]))


def seat_of(game, parts, q):
    """A seat's entries."""
    rows = [row for row in parts.seats("cards")[q] if row[0]]
    grande = [cell_of(game, *row[1:3]) for row in rows if row[12]]
    return {
        "court": whole(parts.seats("court")[q], 80),
        "ships": whole(parts.seats("court_ships")[q], 16),
        "stock": whole(parts.seats("stock")[q], 10),
        "governors": whole(parts.seats("court_governors")[q], 5),
        "grande": grande[0] if grande else None,
        "hand": ids(parts.seats("hand")[q], 1),
        "played": one(parts.seats("played")[q], 1),
        "cards": [own_card(game, row) for row in rows],
    }


def turn(parts):
    """The counters of a turn."""
    tiles, taken, *limits = parts["turn"]
    names = ("card_actions", "ship_buys", "castillo_builds")
    return {
        "index": one(parts["turn_index"]),
        "tiles_left": whole(tiles, 2),
        "supply_taken": flag(taken),
        **{name: whole(value, 2) for name, value in zip(names, limits)},
        "grande_moves": whole(limits[3]),
    }


def decode(game, parts, seat):
    """The complete view of ``seat``."""
    node = NODES[one(parts["node"])]
    mover = parts.who("current_player")
    cell, ship = parts["pending_cell"], one(parts["pending_ship"])
    return {
        "player": seat,
        "node": node,
        "current_player": mover if mover is not None else -4 if node == "GAME_OVER" else -1,
        "round": whole(parts["round"].item(), 10),
        "first_player": parts.who("first_player"),
        "points": counts(parts.seats("points"), 100),
        "area_cards": [area_card(game, row) for row in parts["area_cards"] if row[0]],
        "display": counts(parts["display"], 5),
        "undrawn": counts(parts["undrawn"], 48),
        "supply_ships": whole(parts["supply"][0], 16),
        "supply_castillos": whole(parts["supply"][1], 16),
        "governors": governors(game, parts),
        "seats": [seat_of(game, parts, q) for q in range(parts.players)],
        "turn": turn(parts) if node not in ("START", "DRAW", "POWER", "GAME_OVER") else None,
        "pending": {
            "tile": one(parts["pending_tile"]),
            "cell": cell_of(game, *cell[1:]) if cell[0] else None,
            "ship_from": None if ship is None else ("supply", "court")[ship],
        },
    }
