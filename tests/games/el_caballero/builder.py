"""Positions of El Caballero from short descriptions.

``map`` is the notation of the specification, section 10, items separated by spaces:
``A(r,c)=t/k`` area card; ``K(r,c)=p:o`` caballero card, then ``+C`` castillo, ``+G`` Grande,
``+sN`` ship on the north side; and ``V(r,c,N)=p`` governor, then ``+s`` with a ship.
"""

import re

ITEM = re.compile(r"(A|K|V)\((\d+),(\d+)(?:,([NESW]))?\)=(\d+)(?:[/:](\d))?((?:\+\w+)*)")
SIDES = "NESW"
USUAL_POWER = (12, 11, 10, 8)  # the ninth lays two area cards


def build(
    game,
    map="",
    node="TURN",
    actor=0,
    power=None,
    round=1,
    first_player=0,
    points=None,
    display=(),
    court=None,
    court_ships=None,
    played=None,
    hands=None,
    turn=None,
    pending=None,
    change=None,
):
    """A state dict without derived entries.

    ``actor`` has the turn with power card ``power`` (the others played usual ones), unless
    ``played`` gives the cards of all seats. ``display``: list of types. ``court``,
    ``court_ships``: per seat. ``turn``, ``pending``: entries that differ from a fresh turn and
    from nothing. ``change``: any entry, by path, at the very end; adds keys, too.
    """
    players = game.num_players()
    in_turn = node not in ("START", "DRAW", "POWER", "GAME_OVER")
    if played is None:
        played = usual_played(players, actor, power) if in_turn else [None] * players
    seats = [
        {
            "court": 5 if court is None else court[p],
            "ships": 0 if court_ships is None else court_ships[p],
            "grande": None,
            "hand": usual_hand(round, played[p], node) if hands is None else hands[p],
            "played": played[p],
            "cards": [],
        }
        for p in range(players)
    ]
    types = game.tables["area_cards"]["types"]
    d = {
        "node": node,
        "round": round,
        "first_player": first_player,
        "points": [0] * players if points is None else points,
        "area_cards": [],
        "display": [list(display).count(t) for t in range(len(types))],
        "governors": [],
        "seats": seats,
        "turn": fresh_turn(game, played, actor) | (turn or {}) if in_turn else None,
        "pending": {"tile": None, "cell": None, "ship_from": None} | (pending or {}),
    }
    for word in map.split():
        add_item(d, word, game.tables["table"]["size"])
    d["area_cards"].sort(key=lambda card: card["cell"])
    d["governors"].sort(key=lambda governor: (governor["cell"], governor["side"]))
    for seat in seats:
        seat["cards"].sort(key=lambda card: card["cell"])
    for path, value in (change or {}).items():
        set_entry(d, path, value)
    return d


def usual_played(players, actor, power):
    """The actor has played ``power``, or the greatest usual card."""
    others = [value for value in USUAL_POWER if value != power]
    if power is None:
        power = others.pop(0)
    played = [None] * players
    played[actor] = power
    for p in range(players):
        if p != actor:
            played[p] = others.pop(0)
    return played


def usual_hand(round, played, node):
    """What is left if the lowest cards were played first."""
    gone = round - 1 + (node == "GAME_OVER")
    left = [value for value in range(1, 14) if value != played]
    return left[gone:]


def fresh_turn(game, played, actor):
    """The counters at the start of the actor's turn."""
    limits = game.tables["turn_limits"]
    tiles = {c["value"]: c["tiles"] for c in game.tables["power_cards"]["cards"]}
    value = played[actor]
    return {
        "index": sum(other is not None and other > (value or 0) for other in played),
        "tiles_left": tiles.get(value, 1),
        "supply_taken": False,
        "card_actions": limits["card_actions"],
        "ship_buys": limits["buy_ship"],
        "castillo_builds": limits["build_castillo"],
        "grande_moves": limits["move_grande"],
    }


def add_item(d, word, size):
    """One item of the map notation."""
    match = ITEM.fullmatch(word)
    assert match, f"unknown item {word!r}"
    kind, row, col, side, first, second, marks = match.groups()
    cell = size * int(row) + int(col)
    marks = marks.split("+")[1:]
    if kind == "A":
        d["area_cards"].append({"cell": cell, "type": int(first), "rotation": int(second)})
    elif kind == "V":
        owner = int(first)
        governor = {"cell": cell, "side": SIDES.index(side), "owner": owner, "ship": "s" in marks}
        d["governors"].append(governor)
    else:
        seat = d["seats"][int(first)]
        ships = sorted(SIDES.index(mark[1]) for mark in marks if mark[0] == "s")
        card = {"cell": cell, "orientation": int(second), "castillo": "C" in marks, "ships": ships}
        seat["cards"].append(card)
        if "G" in marks:
            seat["grande"] = cell


def set_entry(d, path, value):
    """Set the entry at ``path.to.0.entry``."""
    *path, last = path.split(".")
    for key in path:
        d = d[int(key)] if isinstance(d, list) else d[key]
    if isinstance(d, list):
        d[int(last)] = value
    else:
        d[last] = value
