"""Lata: set-up (section 3) and the start of a round (4.2)."""

from __future__ import annotations

from bisect import insort

from bitmeeple.games.lata.reference.state import Position, Seat
from bitmeeple.games.lata.reference.tables import Tables
from bitmeeple.games.lata.reference.types import ACTION_POINTS, CARD_0, MARKETS, PRODUCTION


def initial_state(t: Tables) -> Position:
    """Section 3, steps 2 to 4 and the first node [L-67] [L-80]."""
    number_of_sets = len(t.set_sizes) or (2 if t.board and t.board.sets else 0)
    s = Position(
        node="TOKEN",
        seats=[starting_seat(t, seat) for seat in t.seats],
        supply=list(t.cubes),
        production_deck=list(t.production_deck),
        market_deck=list(MARKETS),
        scoring_deck=list(t.scoring_deck),
        sets=[None] * number_of_sets,
    )
    if t.board:
        if t.board.start_pick:
            s.node = "START_PICK"
            s.actor = 0
        else:
            fill_displays(t, s)
    return s


def starting_seat(t: Tables, seat: int) -> Seat:
    """[L-02] The starting card lies in space 1. [L-80] 4$; [L-75] Portimão starts without."""
    new = Seat(money=t.start_money)
    new.stacks[0].append(seat + 1)
    return new


def token_outcomes(t: Tables, s: Position) -> list[int]:
    """Tokens not yet drawn."""
    taken = [seat.token for seat in s.seats]
    return [token for token in range(1, t.options.players + 1) if token not in taken]


def draw_token(t: Tables, s: Position, token: int) -> None:
    """Seats draw in seat order; then the displays are filled."""
    seat = next(seat for seat in s.seats if seat.token is None)
    seat.token = token
    if seat is s.seats[-1]:
        fill_displays(t, s)


def start_pick_actions(t: Tables, s: Position) -> list[int]:
    """[L-76] Any of the 42 production cards."""
    return [CARD_0 + card for card in PRODUCTION]


def start_pick(t: Tables, s: Position, action: int) -> None:
    """[L-76] The card goes to space 2 at no cost."""
    card = action - CARD_0
    s.production_deck.remove(card)
    s.seats[0].stacks[1].append(card)
    s.actor = None
    fill_displays(t, s)


def fill_displays(t: Tables, s: Position) -> None:
    """[L-19] Step 6: markets first, then scoring cards; then round 1."""
    if len(s.market_display) < t.market_display and s.market_deck:
        s.node, s.context = "MARKET_DRAW", "setup"
    elif len(s.scoring_display) < t.scoring_display and s.scoring_deck:
        s.node, s.context = "SCORING_DRAW", "setup"
    else:
        s.context = None
        begin_round(t, s)


def begin_round(t: Tables, s: Position) -> None:
    """4.2 [L-18] All AP are reset. Then the sets are dealt; solo: 8.2.

    [L-14] With three players the six cards that are left over are simply never drawn.
    """
    s.round += 1
    for seat in s.seats:
        seat.ap = ACTION_POINTS
    if t.options.solo:
        s.node, s.actor = "SPEND", 0
    else:
        s.node, s.actor = "PRODUCTION_DRAW", None
        s.sets = [[] for _ in t.set_sizes]


def deal(t: Tables, s: Position, card: int) -> bool:
    """Put a drawn card into the first set that is not full; true if it was the last one."""
    s.production_deck.remove(card)
    sizes = t.set_sizes or (2, 2)
    for index, size in enumerate(sizes):
        cards = s.sets[index]
        assert cards is not None
        if len(cards) < size:
            insort(cards, card)
            return index == len(sizes) - 1 and len(cards) == size
    raise AssertionError("all sets are full")
