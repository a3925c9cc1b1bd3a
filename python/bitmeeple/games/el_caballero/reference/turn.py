"""El Caballero: the actions of a turn (sections 4.4 and 4.6 - 4.9), laying area cards excepted.

For each action: when the menu offers it (``can_...``), what may be chosen (``..._cells`` etc.),
and its effect. A menu action is offered only if it can be completed.
"""

from __future__ import annotations

from collections.abc import Iterator

from bitmeeple.games.el_caballero.reference.areas import Contact
from bitmeeple.games.el_caballero.reference.state import (
    Card,
    Governor,
    Position,
    Seat,
    Turn,
    court_limit,
    governors_at_court,
    turn_seat,
)
from bitmeeple.games.el_caballero.reference.tables import Tables
from bitmeeple.games.el_caballero.reference.types import ORIENTATIONS

Totals = list[list[int]]
"""By region and seat."""


def mover(s: Position) -> tuple[Turn, Seat]:
    """The counters and the seat of the player whose turn it is."""
    assert s.turn is not None
    return s.turn, s.seats[turn_seat(s)]


def pending_cell(s: Position) -> int:
    """The cell chosen in the node before."""
    assert s.pending.cell is not None
    return s.pending.cell


# Totals and strength (section 4.1)


def totals(t: Tables, s: Position) -> Totals:
    """[L-15] [L-37] total(p, region) of every region and seat; water regions stay at 0."""
    result = [[0] * len(s.seats) for _ in s.areas.regions]
    for p, seat in enumerate(s.seats):
        for cell, card in seat.cards.items():
            numbers = t.numbers[card.orientation]
            for d, region in s.areas.border[cell].land:
                result[region][p] += numbers[d]
    return result


def strength(t: Tables, s: Position, seat: Seat, cell: int) -> int:
    """[L-19] [D-05] The greatest number on a land side; the price of a water-only card."""
    numbers = t.numbers[seat.cards[cell].orientation]
    land = s.areas.border[cell].land
    return max((numbers[d] for d, _ in land), default=t.costs.water_only_card)


def keeps_unequal(by_region: Totals, p: int, added: list[tuple[int, int]]) -> bool:
    """[L-16] [L-37] Would p differ from everybody in each region after these additions?"""
    sums: dict[int, int] = {}
    for region, number in added:
        sums[region] = sums.get(region, 0) + number
    for region, number in sums.items():
        row = by_region[region]
        mine = row[p] + number
        if any(q != p and other == mine for q, other in enumerate(row)):
            return False
    return True


# SUPPLY


def supply_gain(t: Tables, seat: Seat) -> int:
    """[L-04] [L-05] What the played power card adds; what does not fit at court is lost."""
    assert seat.played is not None
    room = court_limit(t, len(seat.cards)) - seat.court
    return min(t.power_caballeros[seat.played - 1], room)


def can_supply(t: Tables, s: Position) -> bool:
    """[L-05] Once per turn, and only if it adds something."""
    turn, seat = mover(s)
    return not turn.supply_taken and supply_gain(t, seat) >= 1


def take_supply(t: Tables, s: Position) -> None:
    """[L-05] Nothing is left for later in the turn."""
    turn, seat = mover(s)
    seat.court += supply_gain(t, seat)
    turn.supply_taken = True


# PLACE_CARD (section 4.6)


def placing_cost(t: Tables, seat: Seat, land: tuple[Contact, ...], o: int) -> int | None:
    """Price of a card in orientation o with these land sides; None if no such card may lie."""
    if not land:
        return t.costs.water_only_card if o < 4 else None
    greatest = max(t.numbers[o][d] for d, _ in land)
    if len(land) == 1:
        return greatest
    return greatest + t.costs.place_grande if grande_at_court(t, seat) else None


def placing_orientations(t: Tables, s: Position, cell: int, by_region: Totals) -> Iterator[int]:
    """[L-06] [L-13] [L-16] [L-32] Legal orientations in an empty cell beside area cards."""
    p = turn_seat(s)
    seat = s.seats[p]
    land = s.areas.border[cell].land
    kept = court_limit(t, len(seat.cards) + 1)
    for o in ORIENTATIONS:
        cost = placing_cost(t, seat, land, o)
        if cost is None or not cost <= seat.court <= cost + kept:
            continue
        if keeps_unequal(by_region, p, [(region, t.numbers[o][d]) for d, region in land]):
            yield o


def placing_cells(t: Tables, s: Position) -> Iterator[int]:
    """[L-13] Empty cells beside area cards with a legal orientation."""
    _, seat = mover(s)
    if not seat.court or len(seat.cards) == t.caballero_cards:
        return  # every price is at least 1
    taken = s.taken()
    by_region = totals(t, s)
    for cell in s.areas.border:
        if cell not in taken and any(True for _ in placing_orientations(t, s, cell, by_region)):
            yield cell


def can_place_card(t: Tables, s: Position) -> bool:
    """[L-07] Placing and raising share the card actions."""
    return mover(s)[0].card_actions > 0 and any(True for _ in placing_cells(t, s))


def place_card(t: Tables, s: Position, o: int) -> None:
    """[L-07] [L-32] Pay and place; with several land sides the Grande comes along."""
    turn, seat = mover(s)
    cell = pending_cell(s)
    land = s.areas.border[cell].land
    cost = placing_cost(t, seat, land, o)
    assert cost is not None
    seat.court -= cost
    seat.cards[cell] = Card(o)
    if len(land) >= 2:
        seat.grande = cell
    turn.card_actions -= 1


# RAISE_CARD (section 4.7)


def raising_orientations(t: Tables, s: Position, cell: int, by_region: Totals) -> Iterator[int]:
    """[L-15] [L-16] [L-36] Greater numbers for a card with one land side and no Grande."""
    p = turn_seat(s)
    seat = s.seats[p]
    land = s.areas.border[cell].land
    if len(land) != 1 or seat.grande == cell:
        return
    ((d, region),) = land
    shown = t.numbers[seat.cards[cell].orientation][d]
    for o in ORIENTATIONS:
        difference = t.numbers[o][d] - shown
        if 0 < difference <= seat.court and keeps_unequal(by_region, p, [(region, difference)]):
            yield o


def raising_cells(t: Tables, s: Position) -> Iterator[int]:
    """Own cards that can be raised."""
    _, seat = mover(s)
    by_region = totals(t, s)
    for cell in sorted(seat.cards):
        if any(True for _ in raising_orientations(t, s, cell, by_region)):
            yield cell


def can_raise_card(t: Tables, s: Position) -> bool:
    """[L-07] Placing and raising share the card actions."""
    return mover(s)[0].card_actions > 0 and any(True for _ in raising_cells(t, s))


def raise_card(t: Tables, s: Position, o: int) -> None:
    """[L-07] [L-15] Pay the difference; ships and castillo keep their place."""
    turn, seat = mover(s)
    cell = pending_cell(s)
    card = seat.cards[cell]
    ((d, _),) = s.areas.border[cell].land
    seat.court -= t.numbers[o][d] - t.numbers[card.orientation][d]
    card.orientation = o
    turn.card_actions -= 1


# BUY_SHIP, SHIP_FROM_COURT, SHIP_TO_COURT


def free_ship_spots(s: Position) -> list[tuple[int, int]]:
    """[L-21] [L-30] (cell, side): free water sides of own cards, own governors without ship."""
    p = turn_seat(s)
    spots = [
        (cell, d)
        for cell, card in s.seats[p].cards.items()
        for d, _ in s.areas.border[cell].water
        if d not in card.ships
    ]
    for edge, governor in s.governors.items():
        if governor.owner == p and not governor.ship and not is_land(s, edge):
            spots.append(divmod(edge, 4))
    return spots


def ship_spots(s: Position) -> list[tuple[int, int]]:
    """(cell, side) of the own ships on the map."""
    p = turn_seat(s)
    spots = [(cell, d) for cell, card in s.seats[p].cards.items() for d in card.ships]
    for edge, governor in s.governors.items():
        if governor.owner == p and governor.ship:
            spots.append(divmod(edge, 4))
    return spots


def is_land(s: Position, edge: int) -> bool:
    """The kind of the region of an edge."""
    return s.areas.regions[s.areas.region_of[edge]].is_land


def spot_cells(spots: list[tuple[int, int]]) -> list[int]:
    """Their cells, ascending."""
    return sorted({cell for cell, _ in spots})


def spot_sides(spots: list[tuple[int, int]], cell: int) -> list[int]:
    """Their sides in one cell, ascending."""
    return sorted(d for place, d in spots if place == cell)


def can_buy_ship(t: Tables, s: Position) -> bool:
    """[L-07] [L-23] The supply has a ship, and there is a spot for it."""
    turn, seat = mover(s)
    allowed = turn.ship_buys > 0 and s.supply_ships > 0 and seat.court >= t.costs.buy_ship
    return allowed and bool(free_ship_spots(s))


def can_ship_from_court(t: Tables, s: Position) -> bool:
    """[L-41] Court ships are the player's own; there is a spot."""
    _, seat = mover(s)
    allowed = seat.ships > 0 and seat.court >= t.costs.ship_from_court
    return allowed and bool(free_ship_spots(s))


def place_ship(t: Tables, s: Position, d: int) -> None:
    """[L-21] A ship from the supply or the court to the spot."""
    turn, seat = mover(s)
    if s.pending.ship_from == "supply":
        seat.court -= t.costs.buy_ship
        s.supply_ships -= 1
        turn.ship_buys -= 1
    else:
        seat.court -= t.costs.ship_from_court
        seat.ships -= 1
    cell = pending_cell(s)
    if cell in seat.cards:
        seat.cards[cell].ships.add(d)
    else:
        s.governors[4 * cell + d].ship = True


def can_ship_to_court(t: Tables, s: Position) -> bool:
    """[L-21] An own ship lies on the map."""
    return bool(ship_spots(s))


def return_ship(s: Position, d: int) -> None:
    """[L-21] Free, and there is no limit at court."""
    _, seat = mover(s)
    cell = pending_cell(s)
    if cell in seat.cards:
        seat.cards[cell].ships.remove(d)
    else:
        s.governors[4 * cell + d].ship = False
    seat.ships += 1


# BUILD_CASTILLO, MOVE_CASTILLO


def castillo_cells(s: Position, has: bool) -> list[int]:
    """[L-22] Own cards with or without castillo."""
    _, seat = mover(s)
    return sorted(cell for cell, card in seat.cards.items() if card.castillo == has)


def can_build_castillo(t: Tables, s: Position) -> bool:
    """[L-07] [L-23] The supply has one, and a card is without."""
    turn, seat = mover(s)
    allowed = turn.castillo_builds > 0 and s.supply_castillos > 0
    return allowed and seat.court >= t.costs.build_castillo and bool(castillo_cells(s, False))


def build_castillo(t: Tables, s: Position, cell: int) -> None:
    """[L-22] One per card."""
    turn, seat = mover(s)
    seat.court -= t.costs.build_castillo
    seat.cards[cell].castillo = True
    s.supply_castillos -= 1
    turn.castillo_builds -= 1


def can_move_castillo(t: Tables, s: Position) -> bool:
    """[L-22] From a card that has one to a card without."""
    _, seat = mover(s)
    both = castillo_cells(s, True) and castillo_cells(s, False)
    return seat.court >= t.costs.move_castillo and bool(both)


def move_castillo(t: Tables, s: Position, cell: int) -> None:
    """[L-22] To another own card, never to the court."""
    _, seat = mover(s)
    seat.court -= t.costs.move_castillo
    seat.cards[pending_cell(s)].castillo = False
    seat.cards[cell].castillo = True


# TAKE_BACK (section 4.8), forced returns (sections 4.5 and 4.9)


def own_cells(s: Position) -> list[int]:
    """Own cards on the map."""
    return sorted(mover(s)[1].cards)


def can_take_back(t: Tables, s: Position) -> bool:
    """[L-07] No limit per turn."""
    return bool(mover(s)[1].cards)


def take_back(t: Tables, s: Position, cell: int) -> None:
    """[L-20] [L-35] [L-38] Ships always come to court, caballeros only with a castillo."""
    _, seat = mover(s)
    refund = strength(t, s, seat, cell)
    card = seat.cards.pop(cell)
    seat.ships += len(card.ships)
    if card.castillo:
        seat.court += refund
        s.supply_castillos += 1
    if seat.grande == cell:
        seat.grande = None


def force_back(s: Position, p: int, cell: int, refund: int) -> None:
    """[L-18] [L-20] [L-38] Without castillo caballeros and ships are lost."""
    seat = s.seats[p]
    card = seat.cards.pop(cell)
    if card.castillo:
        seat.court += refund
        seat.ships += len(card.ships)
        s.supply_castillos += 1
    else:
        s.supply_ships += len(card.ships)


# PLACE_GOVERNOR


def governor_spots(s: Position) -> list[tuple[int, int]]:
    """[L-29] [L-30] Canonical edges (cell, side) of closed regions without governor."""
    return [
        divmod(region.edge, 4)
        for region in s.areas.regions
        if region.closed and region.edge not in s.governors
    ]


def can_place_governor(t: Tables, s: Position) -> bool:
    """[L-30] No limit per turn."""
    allowed = mover(s)[1].court >= t.costs.place_governor
    return allowed and governors_at_court(t, s, turn_seat(s)) > 0 and bool(governor_spots(s))


def place_governor(t: Tables, s: Position, d: int) -> None:
    """[L-30] For the rest of the game."""
    mover(s)[1].court -= t.costs.place_governor
    s.governors[4 * pending_cell(s) + d] = Governor(turn_seat(s))


# PLACE_GRANDE, MOVE_GRANDE (section 4.9)


def grande_at_court(t: Tables, seat: Seat) -> bool:
    """Has the variant a Grande [D-03], and is it at court?"""
    return t.grandes > 0 and seat.grande is None


def can_place_grande(t: Tables, s: Position) -> bool:
    """[L-33] The Grande is at court and there is a card for it."""
    _, seat = mover(s)
    allowed = grande_at_court(t, seat) and seat.court >= t.costs.place_grande
    return allowed and bool(seat.cards)


def place_grande(t: Tables, s: Position, cell: int) -> None:
    """[L-33] [L-35] Nothing else changes, and it is not a Grande move."""
    _, seat = mover(s)
    seat.court -= t.costs.place_grande
    seat.grande = cell


def grande_targets(s: Position) -> list[int]:
    """Own cards without the Grande."""
    _, seat = mover(s)
    return sorted(cell for cell in seat.cards if cell != seat.grande)


def can_move_grande(t: Tables, s: Position) -> bool:
    """[L-34] The Grande is on the map and there is another card for it."""
    turn, seat = mover(s)
    allowed = seat.grande is not None and turn.grande_moves > 0
    return allowed and seat.court >= t.costs.move_grande and len(seat.cards) >= 2


def move_grande(t: Tables, s: Position, cell: int) -> None:
    """[L-34] The card it leaves is forced back if it has several land sides."""
    turn, seat = mover(s)
    left = seat.grande
    assert left is not None
    seat.court -= t.costs.move_grande
    turn.grande_moves -= 1
    seat.grande = cell
    if len(s.areas.border[left].land) >= 2:
        force_back(s, turn_seat(s), left, strength(t, s, seat, left))
