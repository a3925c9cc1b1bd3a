"""El Caballero: ships, castillos, governors and the Grande (sections 4.4, 4.9)."""

from __future__ import annotations

from bitmeeple.games.el_caballero.reference.placing import force_back, strength
from bitmeeple.games.el_caballero.reference.state import (
    Governor,
    Position,
    mover,
    pending_cell,
)
from bitmeeple.games.el_caballero.reference.tables import Tables
from bitmeeple.games.el_caballero.reference.types import SIDE

Spots = list[tuple[int, int]]
"""Cells and sides."""


def spot_cells(spots: Spots) -> list[int]:
    """Their cells, ascending."""
    return sorted({cell for cell, _ in spots})


def spot_sides(t: Tables, s: Position, spots: Spots) -> list[int]:
    """Their sides in the chosen cell, ascending."""
    return sorted(t.cells + SIDE + d for place, d in spots if place == pending_cell(s))


# Ships


def free_ship_spots(s: Position) -> Spots:
    """Free water sides of own cards, own governors on water without a ship."""
    p = s.mover
    spots = [
        (cell, d)
        for cell, card in s.seats[p].cards.items()
        for d, _ in s.areas.border[cell].water
        if d not in card.ships
    ]
    for edge, governor in s.governors.items():
        if governor.owner == p and not governor.ship and not s.areas.region_of[edge].is_land:
            spots.append(divmod(edge, 4))
    return spots


def ship_spots(s: Position) -> Spots:
    """Own ships on the map."""
    p = s.mover
    spots = [(cell, d) for cell, card in s.seats[p].cards.items() for d in card.ships]
    for edge, governor in s.governors.items():
        if governor.owner == p and governor.ship:
            spots.append(divmod(edge, 4))
    return spots


def ship_cell_choices(t: Tables, s: Position) -> list[int]:
    """Cells with a free spot."""
    return spot_cells(free_ship_spots(s))


def ship_side_choices(t: Tables, s: Position) -> list[int]:
    """Free sides in the chosen cell."""
    return spot_sides(t, s, free_ship_spots(s))


def ship_side(t: Tables, s: Position, action: int) -> None:
    """A ship goes to the map at once [L-21], from the supply or from the own court [L-41]."""
    turn, seat = mover(s)
    d, cell = action - t.cells - SIDE, pending_cell(s)
    if s.pending.ship_from == "supply":
        seat.court -= t.costs.buy_ship
        s.supply_ships -= 1
        turn.ship_buys -= 1
    else:
        seat.court -= t.costs.ship_from_court
        seat.ships -= 1
    if cell in seat.cards:
        seat.cards[cell].ships.add(d)
    else:
        s.governors[4 * cell + d].ship = True


def unship_cell_choices(t: Tables, s: Position) -> list[int]:
    """Cells with an own ship."""
    return spot_cells(ship_spots(s))


def unship_side_choices(t: Tables, s: Position) -> list[int]:
    """Sides with an own ship in the chosen cell."""
    return spot_sides(t, s, ship_spots(s))


def unship_side(t: Tables, s: Position, action: int) -> None:
    """[L-21] Free, and there is no limit at court."""
    _, seat = mover(s)
    d, cell = action - t.cells - SIDE, pending_cell(s)
    if cell in seat.cards:
        seat.cards[cell].ships.remove(d)
    else:
        s.governors[4 * cell + d].ship = False
    seat.ships += 1


# Castillos


def cards_with_castillo(s: Position) -> list[int]:
    """Own cards that have one."""
    return sorted(cell for cell, card in mover(s)[1].cards.items() if card.castillo)


def cards_without_castillo(s: Position) -> list[int]:
    """Own cards that have none."""
    return sorted(cell for cell, card in mover(s)[1].cards.items() if not card.castillo)


def castillo_cell_choices(t: Tables, s: Position) -> list[int]:
    """Own cards without one."""
    return cards_without_castillo(s)


def castillo_cell(t: Tables, s: Position, cell: int) -> None:
    """[L-22] One on each card."""
    turn, seat = mover(s)
    seat.court -= t.costs.build_castillo
    seat.cards[cell].castillo = True
    s.supply_castillos -= 1
    turn.castillo_builds -= 1


def movecas_from_choices(t: Tables, s: Position) -> list[int]:
    """Own cards that have one."""
    return cards_with_castillo(s)


def movecas_to_choices(t: Tables, s: Position) -> list[int]:
    """Own cards without one."""
    return cards_without_castillo(s)


def movecas_to(t: Tables, s: Position, cell: int) -> None:
    """[L-22] To another own card, never to the court."""
    _, seat = mover(s)
    seat.court -= t.costs.move_castillo
    seat.cards[pending_cell(s)].castillo = False
    seat.cards[cell].castillo = True


# Governors


def governors_at_court(t: Tables, s: Position, p: int) -> int:
    """Governors of a seat that are not on the map."""
    return t.governors - sum(governor.owner == p for governor in s.governors.values())


def governor_spots(s: Position) -> Spots:
    """Canonical edges of closed regions without governor."""
    return [
        divmod(region.edge, 4)
        for region in s.areas.regions()
        if region.closed and region.edge not in s.governors
    ]


def gov_cell_choices(t: Tables, s: Position) -> list[int]:
    """Cells with such an edge."""
    return spot_cells(governor_spots(s))


def gov_side_choices(t: Tables, s: Position) -> list[int]:
    """Sides of the chosen cell."""
    return spot_sides(t, s, governor_spots(s))


def gov_side(t: Tables, s: Position, action: int) -> None:
    """[L-30] On the canonical edge of a closed region, for the rest of the game."""
    mover(s)[1].court -= t.costs.place_governor
    s.governors[4 * pending_cell(s) + action - t.cells - SIDE] = Governor(s.mover)


# The Grande (4.9)


def grande_cell_choices(t: Tables, s: Position) -> list[int]:
    """Own cards on the map."""
    return sorted(mover(s)[1].cards)


def grande_cell(t: Tables, s: Position, cell: int) -> None:
    """[L-33] Nothing else changes, and it is not a Grande move."""
    _, seat = mover(s)
    seat.court -= t.costs.place_grande
    seat.grande = cell


def grande_to_choices(t: Tables, s: Position) -> list[int]:
    """Own cards without the Grande."""
    _, seat = mover(s)
    return sorted(cell for cell in seat.cards if cell != seat.grande)


def grande_to(t: Tables, s: Position, cell: int) -> None:
    """[L-34] The card that it leaves is forced back if it has several land sides."""
    turn, seat = mover(s)
    left = seat.grande
    assert left is not None
    seat.court -= t.costs.move_grande
    turn.grande_moves -= 1
    seat.grande = cell
    if len(s.areas.border[left].land) >= 2:
        force_back(s, s.mover, left, strength(t, s, seat, left))
