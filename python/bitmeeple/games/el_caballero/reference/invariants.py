"""El Caballero: positions from dicts, and what a position must keep (interface page, 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from bitmeeple.games.el_caballero.reference import types as ids
from bitmeeple.games.el_caballero.reference.observe import to_dict
from bitmeeple.games.el_caballero.reference.placing import court_room
from bitmeeple.games.el_caballero.reference.regions import Areas
from bitmeeple.games.el_caballero.reference.state import (
    Card,
    Governor,
    Pending,
    Position,
    Seat,
    Turn,
    turn_order,
)
from bitmeeple.games.el_caballero.reference.tables import Tables
from bitmeeple.games.el_caballero.reference.types import CHANCE_NODES, NODES, NOWHERE, TURN_NODES

MAX_POINTS = 2**16 - 1
MAX_SCORING = 3168
"""48 cards with a fish of 3 in one region of 16 ships, each with land of 1 under a governor."""

LegalActions = Callable[[Position], list[int]]

PENDING = {
    "TILE_CELL": ("tile",),
    "TILE_ROT": ("tile", "cell"),
    "CARD_ORI": ("cell",),
    "RAISE_ORI": ("cell",),
    "SHIP_CELL": ("ship_from",),
    "SHIP_SIDE": ("ship_from", "cell"),
    "UNSHIP_SIDE": ("cell",),
    "MOVECAS_TO": ("cell",),
    "GOV_SIDE": ("cell",),
}
"""The entries of ``pending`` that are not null, by node."""

MENU_ACTION = {
    "CARD_CELL": ids.PLACE_CARD,
    "CARD_ORI": ids.PLACE_CARD,
    "RAISE_CELL": ids.RAISE_CARD,
    "RAISE_ORI": ids.RAISE_CARD,
    "UNSHIP_CELL": ids.SHIP_TO_COURT,
    "UNSHIP_SIDE": ids.SHIP_TO_COURT,
    "CASTILLO_CELL": ids.BUILD_CASTILLO,
    "MOVECAS_FROM": ids.MOVE_CASTILLO,
    "MOVECAS_TO": ids.MOVE_CASTILLO,
    "BACK_CELL": ids.TAKE_BACK,
    "GOV_CELL": ids.PLACE_GOVERNOR,
    "GOV_SIDE": ids.PLACE_GOVERNOR,
    "GRANDE_CELL": ids.PLACE_GRANDE,
    "GRANDE_TO": ids.MOVE_GRANDE,
}
"""The menu action that leads to a node; tiles and ships depend on what is pending."""

NODE_BEFORE = {
    "TILE_ROT": "TILE_CELL",
    "CARD_ORI": "CARD_CELL",
    "RAISE_ORI": "RAISE_CELL",
    "SHIP_SIDE": "SHIP_CELL",
    "UNSHIP_SIDE": "UNSHIP_CELL",
    "MOVECAS_TO": "MOVECAS_FROM",
    "GOV_SIDE": "GOV_CELL",
}


def from_dict(t: Tables, d: Mapping[str, Any], legal_actions: LegalActions) -> Position:
    """Build a position; `ValueError` names the first broken invariant."""
    s = build(t, d)
    for check in CHECKS:
        for broken in check(t, s):
            raise ValueError(broken)
    for broken in check_pending(t, s, legal_actions):
        raise ValueError(broken)
    for broken in check_derived(d, to_dict(t, s)):
        raise ValueError(broken)
    return s


def build(t: Tables, d: Mapping[str, Any]) -> Position:
    """The position that a dict of the right shape describes; derived entries are computed."""
    areas = Areas()
    for card in d["area_cards"]:
        areas = areas.laid(t, card["cell"], card["type"], card["rotation"])
    seats = [build_seat(entry) for entry in d["seats"]]
    governors = {4 * g["cell"] + g["side"]: Governor(g["owner"], g["ship"]) for g in d["governors"]}
    undrawn = [n - shown for n, shown in zip(t.count, d["display"])]
    for kind, _ in areas.cards.values():
        undrawn[kind] -= 1
    on_map = [card for seat in seats for card in seat.cards.values()]
    ships = sum(seat.ships for seat in seats)
    ships += sum(len(card.ships) for card in on_map)
    ships += sum(governor.ship for governor in governors.values())
    return Position(
        node=d["node"],
        round=d["round"],
        first_player=d["first_player"],
        points=list(d["points"]),
        areas=areas,
        display=list(d["display"]),
        undrawn=undrawn,
        supply_ships=t.ships - ships,
        supply_castillos=t.castillos - sum(card.castillo for card in on_map),
        governors=governors,
        seats=seats,
        turn=None if d["turn"] is None else build_turn(d["turn"], seats),
        pending=Pending(**d["pending"]),
    )


def build_seat(d: Mapping[str, Any]) -> Seat:
    """One entry of ``seats``."""
    return Seat(
        court=d["court"],
        hand=list(d["hand"]),
        ships=d["ships"],
        grande=d["grande"],
        played=d["played"],
        cards={
            card["cell"]: Card(card["orientation"], card["castillo"], set(card["ships"]))
            for card in d["cards"]
        },
    )


def build_turn(d: Mapping[str, Any], seats: list[Seat]) -> Turn:
    """``turn``; whose it is follows from the played cards."""
    return Turn(seat=turn_order(seats)[d["index"]], **d)


# One generator per invariant or group of them: yields a message for everything that is broken.


def check_node(t: Tables, s: Position) -> Iterator[str]:
    """I-01, I-02."""
    if (s.turn is not None) != (s.node in TURN_NODES):
        yield "I-01: turn is null exactly outside the turn nodes"
    for name in ("tile", "cell", "ship_from"):
        is_set = getattr(s.pending, name) is not None
        if is_set != (name in PENDING.get(s.node, ())):
            yield f"I-02: pending.{name} is {'not ' if is_set else ''}null at {s.node}"


def check_power_cards(t: Tables, s: Position) -> Iterator[str]:
    """I-03, I-04, I-05."""
    players = len(s.seats)
    have = [p for p in range(players) if s.seats[p].played is not None]
    if s.node == "POWER":
        fits = len(have) < players and have == sorted(
            (s.first_player + i) % players for i in range(len(have))
        )
    else:
        fits = len(have) == (players if s.node in TURN_NODES else 0)
    if not fits:
        yield f"I-03: seats {have} have played, which does not fit {s.node}"
    values = [s.seats[p].played for p in have]
    if len(set(values)) < len(values):
        yield f"I-04: the played values {values} are not distinct"
    for p, seat in enumerate(s.seats):
        if seat.played in seat.hand:
            yield f"I-04: seat {p} has its played card {seat.played} in hand"
    for p, seat in enumerate(s.seats):
        gone = (seat.played is not None) + (s.node == "GAME_OVER")
        wanted = ids.POWER_VALUES + 1 - s.round - gone
        if len(seat.hand) != wanted:
            yield f"I-05: seat {p} has {len(seat.hand)} power cards in hand instead of {wanted}"


def check_progress(t: Tables, s: Position) -> Iterator[str]:
    """I-06, I-07, I-27."""
    if s.node == "GAME_OVER" and s.round != t.rounds:
        yield f"I-06: GAME_OVER in round {s.round} of {t.rounds}"
    if s.turn is not None:
        value = s.seats[s.mover].played
        assert value is not None
        if s.turn.tiles_left > t.power_tiles[value - 1]:
            yield f"I-07: {s.turn.tiles_left} tiles left with power card {value}"
    left = 0 if s.node == "GAME_OVER" else sum(t.scoring[s.round - 1 : t.rounds])
    most = MAX_POINTS - MAX_SCORING * left
    for p, points in enumerate(s.points):
        if points > most:
            yield f"I-27: seat {p} has {points} points, at most {most} with {left} scorings to come"


def check_cards(t: Tables, s: Position) -> Iterator[str]:
    """I-08 .. I-11. [D-06] All 48 area cards may lie on the map."""
    cells = [*s.areas.cards, *(cell for seat in s.seats for cell in seat.cards)]
    for cell in sorted(set(cells)):
        if cells.count(cell) > 1:
            yield f"I-08: two cards in cell {cell}"
    for kind, left in enumerate(s.undrawn):
        if left < 0:
            yield f"I-09: more cards of type {kind} than {t.count[kind]}"
    if (s.node == "START") != (not s.areas.cards):
        yield f"I-10: {len(s.areas.cards)} area cards on the map at {s.node}"
    shown = sum(s.display)
    if s.node == "START" and shown:
        yield "I-10: the display is not empty at START"
    most = t.display_size - (s.node == "DRAW")
    if shown > most:
        yield f"I-11: {shown} cards in the display at {s.node}, at most {most}"
    if s.node == "DRAW" and not any(s.undrawn):
        yield "I-11: a card is to be drawn and nothing is undrawn"


def check_components(t: Tables, s: Position) -> Iterator[str]:
    """I-12 .. I-16."""
    for p, seat in enumerate(s.seats):
        if seat.grande is not None and not (t.grandes and seat.grande in seat.cards):
            yield f"I-12: the Grande of seat {p} is not on an own card, or there is none"
    for p, seat in enumerate(s.seats):
        limit = court_room(t, len(seat.cards))
        if seat.court > limit:
            yield f"I-13: {seat.court} caballeros at the court of seat {p}, at most {limit}"
    owners = [governor.owner for governor in s.governors.values()]
    for p in range(len(s.seats)):
        if owners.count(p) > t.governors:
            yield f"I-14: seat {p} has {owners.count(p)} governors on the map"
    if s.supply_ships < 0:
        yield f"I-15: {t.ships - s.supply_ships} ships, there are {t.ships}"
    if s.supply_castillos < 0:
        yield f"I-16: {t.castillos - s.supply_castillos} castillos, there are {t.castillos}"


def check_area_cards(t: Tables, s: Position) -> Iterator[str]:
    """I-17, I-18."""
    cards = sorted(s.areas.cards.items())
    for cell, (kind, rotation) in cards:
        if rotation not in t.rotations[kind]:
            yield f"I-17: rotation {rotation} in cell {cell} is not the smallest of its look"
    for cell, (kind, rotation) in cards:
        for d, beside in enumerate(t.neighbours[cell]):
            other = s.areas.cards.get(beside)
            if other is None:
                continue
            if t.edges[kind][rotation][d] != t.edges[other[0]][other[1]][(d + 2) % 4]:
                yield f"I-18: the touching edges of cells {cell} and {beside} differ"


def check_caballero_cards(t: Tables, s: Position) -> Iterator[str]:
    """I-19, I-20, I-21."""
    places = [(seat, cell) for seat in s.seats for cell in seat.cards]
    for _, cell in places:
        if all(x == NOWHERE or x not in s.areas.cards for x in t.neighbours[cell]):
            yield f"I-19: the caballero card in cell {cell} is not beside an area card"
    for seat, cell in places:
        land = len(s.areas.border[cell].land)
        if land > 1 and seat.grande != cell:
            yield f"I-20: the card in cell {cell} has {land} land sides and no Grande"
    for seat, cell in places:
        water = {d for d, _ in s.areas.border[cell].water}
        if not seat.cards[cell].ships <= water:
            yield f"I-21: a ship of the card in cell {cell} is not on a water side"


def check_governors(t: Tables, s: Position) -> Iterator[str]:
    """I-22, I-23."""
    regions = {region.edge: region for region in s.areas.regions() if region.closed}
    for edge in sorted(s.governors):
        if edge not in regions:
            cell, side = divmod(edge, 4)
            yield f"I-22: cell {cell}, side {side} is not the canonical edge of a closed region"
    for edge, governor in sorted(s.governors.items()):
        if governor.ship and regions[edge].is_land:
            yield f"I-23: a ship at the governor on land in cell {edge // 4}"


CHECKS = (
    check_node,
    check_power_cards,
    check_progress,
    check_cards,
    check_components,
    check_area_cards,
    check_caballero_cards,
    check_governors,
)
"""In the order of the ids; each is safe to run once those before it have found nothing."""


def check_pending(t: Tables, s: Position, legal_actions: LegalActions) -> Iterator[str]:
    """I-24, I-25."""
    if s.node not in TURN_NODES or s.node == "TURN":
        return
    menu = replace(s, node="TURN", pending=Pending())
    if t.cells + menu_action(s) not in legal_actions(menu):
        yield f"I-24: the action of {s.node} is not legal"
    if s.pending.cell is not None:
        before = replace(s, node=NODE_BEFORE[s.node], pending=replace(s.pending, cell=None))
        if s.pending.cell not in legal_actions(before):
            yield f"I-25: cell {s.pending.cell} is not a legal choice at {before.node}"


def menu_action(s: Position) -> int:
    """Offset of the menu action that leads to the node."""
    if s.pending.tile is not None:
        return ids.TILE + s.pending.tile
    if s.pending.ship_from is not None:
        return ids.BUY_SHIP if s.pending.ship_from == "supply" else ids.SHIP_FROM_COURT
    return MENU_ACTION[s.node]


def check_derived(given: Mapping[str, Any], rebuilt: Mapping[str, Any]) -> Iterator[str]:
    """I-26."""
    for key in ("current_player", "undrawn", "supply_ships", "supply_castillos"):
        if key in given and given[key] != rebuilt[key]:
            yield f"I-26: {key} is {given[key]}, the rest says {rebuilt[key]}"
    for p, (seat, other) in enumerate(zip(given["seats"], rebuilt["seats"])):
        for key in ("stock", "governors"):
            if key in seat and seat[key] != other[key]:
                yield f"I-26: {key} of seat {p} is {seat[key]}, the rest says {other[key]}"


assert set(PENDING) | set(MENU_ACTION) <= set(NODES)
assert set(CHANCE_NODES) <= set(NODES)
