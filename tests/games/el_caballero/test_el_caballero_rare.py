"""Rare paths of El Caballero in random games on own data files, and what always holds.

Constructed positions for each of these paths are vectors: ``vectors.json`` beside this file.
"""

from __future__ import annotations

from collections import Counter

import bitmeeple as bm
import pytest
from conftest import own_file
from games.el_caballero.builder import build

STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # N, E, S, W


def load(implementation, file=None, **options):
    data = {} if file is None else {"data": own_file("el_caballero", file)}
    return implementation("el_caballero", **data, **options)


def random_game(game, seed, policy="uniform"):
    """(dict, word) of each decision and the dict after it."""
    rng = bm.Rng(seed, 5)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.sample_chance(rng))
            continue
        action = state.sample_action(rng, policy)
        before, word = state.to_dict(), state.action_to_string(action)
        state.apply_action(action)
        yield before, word, state.to_dict()


class Board:
    """The map of a dict, derived anew by the plainest means."""

    def __init__(self, game, d):
        self.size = game.tables["table"]["size"]
        types = game.tables["area_cards"]["types"]
        self.edges = {}
        for card in d["area_cards"]:
            edges, k = types[card["type"]]["edges"], card["rotation"]
            self.edges[card["cell"]] = [edges[(side - k) % 4] for side in range(4)]

    def beside(self, cell):
        """The cells N, E, S, W, None outside the table."""
        row, col = divmod(cell, self.size)
        for down, right in STEPS:
            r, c = row + down, col + right
            inside = 0 <= r < self.size and 0 <= c < self.size
            yield r * self.size + c if inside else None

    def sides(self, cell, kind):
        """The sides of a cell that touch an area card showing this kind."""
        near = enumerate(self.beside(cell))
        return [d for d, x in near if x in self.edges and self.edges[x][(d + 2) % 4] == kind]


def cards_of(d):
    return {(p, card["cell"]) for p, seat in enumerate(d["seats"]) for card in seat["cards"]}


def rare_paths(game, before, word, after):
    """Names of the rare things that this decision shows."""
    board = Board(game, before)
    me = before["current_player"]
    gone = cards_of(before) - cards_of(after)
    castillos = {
        card["cell"] for seat in before["seats"] for card in seat["cards"] if card["castillo"]
    }
    node = before["node"]
    if node == "TILE_ROT":
        cell = before["pending"]["cell"]
        near = set(board.beside(cell))
        if not near & set(board.edges):
            own = {card["cell"] for card in before["seats"][me]["cards"]}
            yield "tier 2" if near & own else "tier 3"
        for p, place in gone:
            kept = "with" if place in castillos else "without"
            yield f"forced back {kept} castillo"
            if p != me:
                yield "another player's card forced back"
        if len(near & set(board.edges)) == 4:
            yield "a hole filled"
    if word == "end_turn" and before["turn"]["tiles_left"] and any(before["display"]):
        yield "stuck with a tile left"
    if word == "end_turn" and not any(before["display"]):
        yield "an empty display"
    if node == "GRANDE_TO" and gone:
        yield "the Grande leaves a many-sided card"
    if node == "CARD_ORI" and len(board.sides(before["pending"]["cell"], "L")) > 1:
        yield "the Grande placed over several areas"
    if node == "GOV_SIDE":
        side = "NESW".index(word[-1])
        yield f"a governor on {board.edges[before['pending']['cell']][side]}"
    if node == "SHIP_SIDE" and before["pending"]["cell"] in board.edges:
        yield "a ship to a governor"
    if node == "TURN" and not after["supply_ships"]:
        yield "no ship in the supply"
    if node == "TURN" and not after["supply_castillos"]:
        yield "no castillo in the supply"
    if word == "supply":
        values = {c["value"]: c["caballeros"] for c in game.tables["power_cards"]["cards"]}
        gain = after["seats"][me]["court"] - before["seats"][me]["court"]
        if gain < values[before["seats"][me]["played"]]:
            yield "supply lost"


GAMES = 12
REACHED = {
    ("blocks.json", "base", 4): {
        "tier 2",
        "tier 3",
        "stuck with a tile left",
        "an empty display",
        "a hole filled",
        "forced back with castillo",
        "forced back without castillo",
        "another player's card forced back",
        "no ship in the supply",
    },
    ("blocks.json", "expanded", 3): {
        "tier 2",
        "tier 3",
        "stuck with a tile left",
        "the Grande placed over several areas",
        "the Grande leaves a many-sided card",
        "no ship in the supply",
        "no castillo in the supply",
    },
    ("strips.json", "base", 2): {
        "forced back with castillo",
        "forced back without castillo",
    },
    ("strips.json", "expanded", 4): {
        "tier 2",
        "a governor on W",
        "a ship to a governor",
        "an empty display",
        "the Grande leaves a many-sided card",
    },
}


@pytest.mark.parametrize(("file", "variant", "players"), REACHED, ids=str)
def test_rare_paths_are_common_on_small_tables(implementation, file, variant, players):
    game = load(implementation, file, variant=variant, players=players)
    seen = Counter()
    for seed in range(GAMES):
        for step in random_game(game, seed, bm.POLICIES[seed % 2]):
            seen.update(rare_paths(game, *step))
    missing = REACHED[file, variant, players] - set(seen)
    assert not missing, f"seeds 0..{GAMES - 1}, stream 5: {seen}"


def check_conservation(game, d):
    """The invariants of section 5, counted anew from the visible part."""
    types = game.tables["area_cards"]["types"]
    variant = game.tables["variants"][game.options["variant"]]
    laid = Counter(card["type"] for card in d["area_cards"])
    for t, entry in enumerate(types):
        assert d["undrawn"][t] + d["display"][t] + laid[t] == entry["count"]
    cards = [card for seat in d["seats"] for card in seat["cards"]]
    ships = d["supply_ships"] + sum(seat["ships"] for seat in d["seats"])
    ships += sum(len(card["ships"]) for card in cards) + sum(g["ship"] for g in d["governors"])
    assert ships == variant["ships"]
    assert d["supply_castillos"] + sum(card["castillo"] for card in cards) == variant["castillos"]
    board = Board(game, d)
    cells = [*board.edges, *(card["cell"] for card in cards)]
    assert len(cells) == len(set(cells))
    for seat in d["seats"]:
        free = variant["caballero_cards_per_player"] - len(seat["cards"])
        assert 0 <= seat["court"] <= 8 * free
        assert seat["stock"] == free - (seat["court"] + 7) // 8
        for card in seat["cards"]:
            assert set(card["ships"]) <= set(board.sides(card["cell"], "W"))
            if card["cell"] != seat["grande"]:
                assert len(board.sides(card["cell"], "L")) <= 1
    for cell, edges in board.edges.items():
        for d_, other in enumerate(board.beside(cell)):
            assert other not in board.edges or board.edges[other][(d_ + 2) % 4] == edges[d_]


@pytest.mark.parametrize("variant", ["base", "expanded"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_is_ever_lost_or_made(implementation, players, variant):
    game = load(implementation, players=players, variant=variant)
    for seed in range(3):
        for _, _, after in random_game(game, seed, bm.POLICIES[seed % 2]):
            check_conservation(game, after)


@pytest.mark.parametrize("file", ["blocks.json", "strips.json"])
def test_nothing_is_ever_lost_or_made_on_small_tables(implementation, file):
    game = load(implementation, file, players=4, variant="expanded")
    for seed in range(3):
        for _, _, after in random_game(game, seed, bm.POLICIES[seed % 2]):
            check_conservation(game, after)


def test_everybody_sees_everything_and_resampling_changes_nothing(implementation):
    game = load(implementation, players=3, variant="expanded")
    rng, unused = bm.Rng(8, 0), bm.Rng(9, 0)
    first = bm.Rng(9, 0).next()
    state = game.new_initial_state()
    while not state.is_terminal():
        for p in range(3):
            assert state.view(p) == {"player": p, **state.to_dict()}
            assert state.resample_from_infostate(p, unused) == state
        state.apply_action(state.sample(rng))
    assert unused.next() == first, "resampling drew from the generator"


def test_two_orders_lead_to_the_same_state(implementation):
    game = load(implementation, variant="expanded")
    start = build(
        game,
        map="A(15,15)=0/0 A(17,15)=10/0 K(14,15)=0:0 K(15,14)=0:1",
        court=[20, 5],
        display=[5],
        power=1,
    )
    actions = [
        ["buy_ship", "cell:14,15", "side:S"],
        ["build_castillo", "cell:15,14"],
        ["place_card", "cell:18,15", "ori:4"],
        ["supply"],
        ["place_grande", "cell:15,14"],
        ["tile:LLWW", "cell:17,16", "rot:2"],
    ]
    ends = []
    for order in (actions, actions[::-1], actions[3:] + actions[:3]):
        state = game.state_from_dict(start)
        for word in [word for action in order for word in action]:
            state.apply_action(state.string_to_action(word))
        ends.append(state)
    assert ends[0] == ends[1] == ends[2]
    assert len({end.serialize() for end in ends}) == 1
    assert len({end.key() for end in ends}) == 1


@pytest.mark.parametrize("file", [None, "blocks.json"])
def test_action_ids_are_those_of_the_specification(implementation, file):
    game = load(implementation, file, variant="expanded")
    size = game.tables["table"]["size"]
    base = size * size
    assert game.num_distinct_actions() == base + 90
    assert game.max_chance_outcomes() == base + 61
    state = game.new_initial_state()
    assert state.legal_actions()[0] == base + 13
    words = {
        size + 2: "cell:1,2",
        base + 8: "power:9",
        base + 63: "rot:2",
        base + 70: "ori:5",
        base + 76: "side:W",
        **{base + 77 + i: word for i, word in enumerate(MENU)},
    }
    at_turn = game.state_from_dict(build(game, **HERE[file]))
    for action, word in words.items():
        assert at_turn.action_to_string(action) == word


MENU = [
    *["supply", "place_card", "raise_card", "buy_ship", "ship_from_court", "ship_to_court"],
    *["build_castillo", "move_castillo", "take_back", "place_governor", "place_grande"],
    *["move_grande", "end_turn"],
]
HERE = {
    None: {"map": "A(15,15)=10/0"},
    "blocks.json": {"map": "A(0,8)=1/0"},
}

SHOWN = (
    "A(15,15)=10/0 A(14,14)=3/0 A(17,14)=10/2 A(17,15)=12/0 A(18,14)=9/0 "
    "K(14,15)=0:0+C+G+sW K(15,16)=1:5 V(17,14,E)=1+s"
)
PICTURE = """
      13       14       15       16       17

13     .        .        .        .        .

            +  ###  +[   1   ]
14     .    ~  g1   ~[4*aCG2 ]    .        .
            +  ~~~  +[   3   ]
                     +  ###  +[   6   ]
15     .        .    ~       #[5 b  7 ]    .
                     +  ###  +[   8   ]

16     .        .        .        .        .

            +  ###  ++  ###  +
17     .    #     Gb*~  f1   #    .        .
            +  ###  ++  ###  +
            +  ###  +
18     .    ~  g1   ~    .        .        .
            +  ###  +

19     .        .        .        .        .
"""


def test_the_map_can_be_read(implementation):
    game = load(implementation, variant="expanded")
    d = build(game, map=SHOWN, court=[3, 9], court_ships=[0, 2], display=[5, 5, 12])
    text = str(game.state_from_dict(d))
    assert PICTURE in text
    assert "display: LLWW x2, LLLW+f1W\n" in text
    assert "> seat 0 (a): 0 points, court 3 caballeros and 0 ships, stock 8, 5 governors" in text
    assert "Grande in 14,15" in text
    assert text.isascii()
