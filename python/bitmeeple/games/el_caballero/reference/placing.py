"""El Caballero: caballero cards: where one may be placed, which may be raised, how they come back.

Sections 4.6 to 4.8, and the forced returns of 4.5 and 4.9.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from bitmeeple.games.el_caballero.reference.regions import Contact, Region
from bitmeeple.games.el_caballero.reference.state import Card, Position, Seat, mover, pending_cell
from bitmeeple.games.el_caballero.reference.tables import Tables
from bitmeeple.games.el_caballero.reference.types import CARD_NUMBERS, ORI, ORIENTATIONS

Totals = Mapping[Region, list[int]]
"""By region and seat; regions without caballeros are missing."""

# The court


def court_room(t: Tables, on_map: int) -> int:
    """[L-06] Caballeros that the cards which are not on the map can show."""
    return CARD_NUMBERS * (t.caballero_cards - on_map)


def stock(t: Tables, seat: Seat) -> int:
    """Caballero cards that are neither on the map nor needed to show the court."""
    shown = -(-seat.court // CARD_NUMBERS)
    return t.caballero_cards - len(seat.cards) - shown


def grande_at_court(t: Tables, seat: Seat) -> bool:
    """[D-03] Has the variant a Grande, and is it at court?"""
    return t.grandes > 0 and seat.grande is None


def strength(t: Tables, s: Position, seat: Seat, cell: int) -> int:
    """[L-19] [D-05] The greatest number on a land side; the price of a water-only card."""
    numbers = t.numbers[seat.cards[cell].orientation]
    land = s.areas.border[cell].land
    return max((numbers[d] for d, _ in land), default=t.costs.water_only_card)


# The unequal rule


def totals(t: Tables, s: Position) -> Totals:
    """total(p, region) of section 4.1; kept until a card comes, goes, or is raised."""
    if s.totals is None:
        result: dict[Region, list[int]] = {}
        for p, seat in enumerate(s.seats):
            for cell, card in seat.cards.items():
                numbers = t.numbers[card.orientation]
                for d, edge in s.areas.border[cell].land:
                    row = result.setdefault(s.areas.region_of[edge], [0] * len(s.seats))
                    row[p] += numbers[d]
        s.totals = result
    return s.totals


def keeps_unequal(t: Tables, s: Position, added: Iterable[tuple[int, int]]) -> bool:
    """With these numbers added at these edges, does the mover's total differ from everybody's?

    In each region [L-16]; two edges of one region add up [L-37].
    """
    p, rows = s.mover, totals(t, s)
    sums: dict[Region, int] = {}
    for edge, number in added:
        region = s.areas.region_of[edge]
        sums[region] = sums.get(region, 0) + number
    for region, number in sums.items():
        row = rows.get(region)
        if row is None:
            continue  # everybody else has 0, and the numbers are at least 1
        mine = row[p] + number
        if any(q != p and other == mine for q, other in enumerate(row)):
            return False
    return True


# Placing (4.6)


def placing_cost(t: Tables, seat: Seat, land: tuple[Contact, ...], o: int) -> int | None:
    """Price of a card in orientation o with these land sides; None if no such card may lie."""
    if not land:
        return t.costs.water_only_card if o < 4 else None
    numbers = t.numbers[o]
    if len(land) == 1:
        return numbers[land[0][0]]
    greatest = max(numbers[d] for d, _ in land)
    return greatest + t.costs.place_grande if grande_at_court(t, seat) else None


def orientations_at(t: Tables, s: Position, cell: int) -> Iterator[int]:
    """Legal orientations in an empty cell beside area cards."""
    seat = s.seats[s.mover]
    land = s.areas.border[cell].land
    room = court_room(t, len(seat.cards) + 1)
    for o in ORIENTATIONS:
        cost = placing_cost(t, seat, land, o)
        if cost is None or not cost <= seat.court <= cost + room:
            continue
        if keeps_unequal(t, s, [(edge, t.numbers[o][d]) for d, edge in land]):
            yield o


def cells_to_place(t: Tables, s: Position) -> Iterator[int]:
    """Empty cells beside area cards with a legal orientation, in no order."""
    seat = s.seats[s.mover]
    if not seat.court or len(seat.cards) == t.caballero_cards:
        return  # every price is at least 1
    taken = s.taken()
    for cell in s.areas.border:
        if cell not in taken and any(True for _ in orientations_at(t, s, cell)):
            yield cell


def can_place_card(t: Tables, s: Position) -> bool:
    """Is there a card action left, and a cell?"""
    return mover(s)[0].card_actions > 0 and any(True for _ in cells_to_place(t, s))


def card_cell_choices(t: Tables, s: Position) -> list[int]:
    """[L-13] Empty cells beside area cards where a card may lie in some orientation."""
    return sorted(cells_to_place(t, s))


def card_ori_choices(t: Tables, s: Position) -> list[int]:
    """Legal orientations in the chosen cell."""
    return [t.cells + ORI + o for o in orientations_at(t, s, pending_cell(s))]


def card_ori(t: Tables, s: Position, action: int) -> None:
    """[L-32] Pay and place; with several land sides the Grande comes along."""
    turn, seat = mover(s)
    o, cell = action - t.cells - ORI, pending_cell(s)
    land = s.areas.border[cell].land
    cost = placing_cost(t, seat, land, o)
    assert cost is not None
    seat.court -= cost
    seat.cards[cell] = Card(o)
    if len(land) >= 2:
        seat.grande = cell
    turn.card_actions -= 1
    s.totals = None


# Raising (4.7)


def raised_numbers(t: Tables, s: Position, cell: int) -> set[int]:
    """Numbers that a card may be raised to: it has one land side and no Grande [L-36]."""
    seat = s.seats[s.mover]
    land = s.areas.border[cell].land
    if len(land) != 1 or seat.grande == cell:
        return set()
    ((d, edge),) = land
    shown = t.numbers[seat.cards[cell].orientation][d]
    most = min(CARD_NUMBERS, shown + seat.court)
    return {v for v in range(shown + 1, most + 1) if keeps_unequal(t, s, [(edge, v - shown)])}


def can_raise_card(t: Tables, s: Position) -> bool:
    """Is there a card action left, and a card?"""
    turn, seat = mover(s)
    allowed = turn.card_actions > 0 and seat.court > 0
    return allowed and any(raised_numbers(t, s, cell) for cell in seat.cards)


def raise_cell_choices(t: Tables, s: Position) -> list[int]:
    """Own cards that can be raised."""
    _, seat = mover(s)
    return [cell for cell in sorted(seat.cards) if raised_numbers(t, s, cell)]


def raise_ori_choices(t: Tables, s: Position) -> list[int]:
    """Orientations that show one of the numbers on the land side."""
    cell = pending_cell(s)
    ((d, _),) = s.areas.border[cell].land
    numbers = raised_numbers(t, s, cell)
    return [t.cells + ORI + o for o in ORIENTATIONS if t.numbers[o][d] in numbers]


def raise_ori(t: Tables, s: Position, action: int) -> None:
    """[L-15] Pay the difference; ships and castillo keep their place."""
    turn, seat = mover(s)
    o, cell = action - t.cells - ORI, pending_cell(s)
    card = seat.cards[cell]
    ((d, _),) = s.areas.border[cell].land
    seat.court -= t.numbers[o][d] - t.numbers[card.orientation][d]
    card.orientation = o
    turn.card_actions -= 1
    s.totals = None


# Cards come back (4.8, 4.5)


def back_cell_choices(t: Tables, s: Position) -> list[int]:
    """Own cards on the map."""
    return sorted(mover(s)[1].cards)


def back_cell(t: Tables, s: Position, cell: int) -> None:
    """Ships come to court, caballeros only with a castillo [L-20]; the Grande does, too [L-35]."""
    _, seat = mover(s)
    refund = strength(t, s, seat, cell)
    card = seat.cards.pop(cell)
    seat.ships += len(card.ships)
    if card.castillo:
        seat.court += refund
        s.supply_castillos += 1
    if seat.grande == cell:
        seat.grande = None
    s.totals = None


def force_back(s: Position, p: int, cell: int, refund: int) -> None:
    """A castillo saves caballeros [L-38] and ships [L-20]; else both are lost [L-18]."""
    seat = s.seats[p]
    card = seat.cards.pop(cell)
    if card.castillo:
        seat.court += refund
        seat.ships += len(card.ships)
        s.supply_castillos += 1
    else:
        s.supply_ships += len(card.ships)
    s.totals = None
