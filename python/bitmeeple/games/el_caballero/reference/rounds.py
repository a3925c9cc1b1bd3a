"""El Caballero: set-up, chance, and the nodes of a round (sections 3, 4.3, 5)."""

from __future__ import annotations

from bitmeeple.games.el_caballero.reference import types as ids
from bitmeeple.games.el_caballero.reference.regions import Areas
from bitmeeple.games.el_caballero.reference.scoring import score_map
from bitmeeple.games.el_caballero.reference.state import (
    Position,
    Seat,
    Turn,
    seat_to_play,
    turn_order,
)
from bitmeeple.games.el_caballero.reference.tables import Tables


def initial_state(t: Tables, players: int, first_player: int) -> Position:
    """[L-03] Nothing on the table yet; the first player is an option."""
    hand = range(1, ids.POWER_VALUES + 1)
    return Position(
        node="START",
        round=1,
        first_player=first_player,
        points=[0] * players,
        areas=Areas(),
        display=[0] * len(t.types),
        undrawn=list(t.count),
        supply_ships=t.ships,
        supply_castillos=t.castillos,
        governors={},
        seats=[Seat(t.start_court, list(hand)) for _ in range(players)],
    )


# The display


def start_outcomes(t: Tables, s: Position) -> list[tuple[int, int]]:
    """[L-02] A start card has neither gold nor fish."""
    return [(t.cells + ids.TILE + k, n) for k, n in enumerate(s.undrawn) if n and t.plain[k]]


def start(t: Tables, s: Position, outcome: int) -> None:
    """In the middle, unrotated."""
    kind = outcome - t.cells - ids.TILE
    s.undrawn[kind] -= 1
    s.areas = s.areas.laid(t, t.start_cell, kind, 0)
    s.node = "DRAW"


def draw_outcomes(t: Tables, s: Position) -> list[tuple[int, int]]:
    """Every undrawn card alike."""
    return [(t.cells + ids.TILE + k, n) for k, n in enumerate(s.undrawn) if n]


def draw(t: Tables, s: Position, outcome: int) -> None:
    """The card comes into the display."""
    kind = outcome - t.cells - ids.TILE
    s.undrawn[kind] -= 1
    s.display[kind] += 1
    begin_round(t, s)


def begin_round(t: Tables, s: Position) -> None:
    """[L-24] Draw while the display has room and a card is undrawn; then the power cards."""
    short = sum(s.display) < t.display_size and any(s.undrawn)
    s.node = "DRAW" if short else "POWER"


# Power cards and turns (4.3)


def power_choices(t: Tables, s: Position) -> list[int]:
    """[L-42] Cards in hand of values that nobody has played in this round."""
    played = [seat.played for seat in s.seats]
    hand = s.seats[seat_to_play(s)].hand
    return [t.cells + ids.POWER + v - 1 for v in hand if v not in played]


def power(t: Tables, s: Position, action: int) -> None:
    """After the last player: turns in descending order of the values."""
    value = action - t.cells - ids.POWER + 1
    seat = s.seats[seat_to_play(s)]
    seat.hand.remove(value)
    seat.played = value
    if all(other.played is not None for other in s.seats):
        begin_turn(t, s, 0)


def begin_turn(t: Tables, s: Position, index: int) -> None:
    """The turn of the seat with the index-th greatest power card: the values differ [D-04].

    Counters start anew, what was left of the turn before lapses [L-44].
    """
    seat = turn_order(s.seats)[index]
    value = s.seats[seat].played
    assert value is not None
    s.node = "TURN"
    s.turn = Turn(
        seat=seat,
        index=index,
        tiles_left=t.power_tiles[value - 1],
        supply_taken=False,
        card_actions=t.limits.card_actions,
        ship_buys=t.limits.ship_buys,
        castillo_builds=t.limits.castillo_builds,
        grande_moves=t.limits.grande_moves,
    )


def end_turn(t: Tables, s: Position) -> None:
    """The next lower power card, or the end of the round."""
    assert s.turn is not None
    index = s.turn.index + 1
    if index < len(s.seats):
        begin_turn(t, s, index)
    else:
        end_round(t, s)


def end_round(t: Tables, s: Position) -> None:
    """[D-02] Score if due; then the game is over, or the last of the turns plays first."""
    if t.scoring[s.round - 1]:
        score_map(t, s)
    s.first_player = turn_order(s.seats)[-1]
    s.turn = None
    for seat in s.seats:
        seat.played = None
    if s.round == t.rounds:
        s.node = "GAME_OVER"
    else:
        s.round += 1
        begin_round(t, s)
