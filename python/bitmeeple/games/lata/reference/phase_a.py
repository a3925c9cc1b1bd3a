"""Lata: phase A, turn order (4.2 to 4.4); 2-4 players only."""

from __future__ import annotations

from bitmeeple.games.lata.reference.phase_b import begin_phase_b
from bitmeeple.games.lata.reference.setup import deal
from bitmeeple.games.lata.reference.state import Position
from bitmeeple.games.lata.reference.tables import Tables
from bitmeeple.games.lata.reference.types import ACTION_POINTS, BIDS, PASS, STAY


def deal_sets(t: Tables, s: Position, card: int) -> None:
    """4.2: a card of the sets; after the last one phase A begins."""
    if deal(t, s, card):
        s.node = "AUCTION" if t.options.open_auction else "BID"
        s.actor = s.turn_order()[0] if t.options.open_auction else 0


def bid_actions(t: Tables, s: Position) -> list[int]:
    """[L-12] 0 to 9."""
    return list(BIDS)


def bid(t: Tables, s: Position, amount: int) -> None:
    """4.3: bids are made in seat order, hidden, and revealed after the last one."""
    s.me.bid = amount
    assert s.actor is not None
    if s.actor + 1 < t.options.players:
        s.actor += 1
    else:
        reveal_bids(t, s)


def reveal_bids(t: Tables, s: Position) -> None:
    """[L-11] Everyone pays. [L-13] Ties: the higher old token goes first."""
    order = sorted(s.seats, key=lambda seat: (seat.bid, seat.token), reverse=True)
    for position, seat in enumerate(order, 1):
        assert seat.bid is not None
        seat.ap = ACTION_POINTS - seat.bid
        seat.bid = None
        seat.token = position
    begin_phase_b(t, s)


def auction_actions(t: Tables, s: Position) -> list[int]:
    """[L-17] At 0 AP only passing is possible."""
    return [STAY, PASS] if s.me.ap >= 1 else [PASS]


def auction(t: Tables, s: Position, action: int) -> None:
    """4.4: staying costs 1 AP; passing takes the highest free token."""
    if action == STAY:
        s.me.ap -= 1
    else:
        out = sum(seat.new_token is not None for seat in s.seats)
        s.me.new_token = t.options.players - out
        if out + 2 == t.options.players:
            end_auction(t, s)
            return
    s.actor = next_bidder(s)


def next_bidder(s: Position) -> int:
    """[L-15] Round by old token, lowest first, skipping players who are out."""
    order = s.turn_order()
    after = order.index(s.actor) + 1 if s.actor is not None else 0
    return next(seat for seat in order[after:] + order if s.seats[seat].new_token is None)


def end_auction(t: Tables, s: Position) -> None:
    """[L-16] The last bidder takes token 1 without paying; the new tokens replace the old."""
    for seat in s.seats:
        seat.token = seat.new_token or 1
        seat.new_token = None
    begin_phase_b(t, s)
