"""Lata: phase B, the factory (4.5), with the solo rules of 8.2."""

from __future__ import annotations

from bisect import insort

from bitmeeple.games.lata.reference.phase_c import begin_phase_c
from bitmeeple.games.lata.reference.setup import deal
from bitmeeple.games.lata.reference.state import Position
from bitmeeple.games.lata.reference.tables import Tables
from bitmeeple.games.lata.reference.types import (
    ACTION_POINTS,
    CARD_0,
    DISCARD_HIGHER,
    DISCARD_LOWER,
    KEEP_BOTH,
    SET_0,
    SPACE_0,
    SPACES,
)


def begin_phase_b(t: Tables, s: Position) -> None:
    """The first player in turn order chooses a set."""
    s.node, s.actor = "SET", s.turn_order()[0]


# Solo: cards for action points


def spend_actions(t: Tables, s: Position) -> list[int]:
    """[L-68] The spend list of the board."""
    assert t.board
    return list(t.board.spend)


def spend(t: Tables, s: Position, amount: int) -> None:
    """[L-68] The AP are paid before anything is revealed."""
    assert t.board
    s.me.ap = ACTION_POINTS - amount
    if t.board.sets and amount:
        s.sets = [[], []]
    s.actor = None
    begin_production_draw(s)


def begin_production_draw(s: Position) -> None:
    """[L-70] When a draw is due and the deck is empty, the discard pile becomes the deck."""
    s.node = "PRODUCTION_DRAW"
    if not s.production_deck:
        s.production_deck, s.discard = s.discard, []


def draw_production(t: Tables, s: Position, card: int) -> None:
    """8.2: two cards and one for each AP, or two sets of two."""
    if s.sets and s.sets[0] is not None:
        if deal(t, s, card):
            s.node, s.actor = "SET", 0
        else:
            begin_production_draw(s)
        return
    s.production_deck.remove(card)
    insort(s.drawn, card)
    amount = ACTION_POINTS - s.seats[0].ap
    if len(s.drawn) < 2 + amount:
        begin_production_draw(s)
    elif amount:
        s.node, s.actor = "PICK", 0
    else:
        s.pending, s.drawn = s.drawn, []
        s.node, s.actor = "PLACE", 0


def pick_actions(t: Tables, s: Position) -> list[int]:
    """[L-69] Two of the revealed cards, the lower number first."""
    if s.picked is None:
        return [CARD_0 + card for card in s.drawn[:-1]]
    return [CARD_0 + card for card in s.drawn if card > s.picked]


def pick(t: Tables, s: Position, action: int) -> None:
    """[L-69] After the second pick the others go to the discard pile."""
    card = action - CARD_0
    if s.picked is None:
        s.picked = card
        return
    s.pending = [s.picked, card]
    discard(s, [other for other in s.drawn if other not in s.pending])
    s.drawn, s.picked = [], None
    s.node = "PLACE"


def keep_actions(t: Tables, s: Position) -> list[int]:
    """[L-74] At 5 AP one of the two cards may be discarded."""
    return [KEEP_BOTH, DISCARD_LOWER, DISCARD_HIGHER]


def keep(t: Tables, s: Position, action: int) -> None:
    """[L-74] The lower or higher card of the chosen set is discarded, or none."""
    if action == DISCARD_LOWER:
        discard(s, [s.pending.pop(0)])
    elif action == DISCARD_HIGHER:
        discard(s, [s.pending.pop()])
    s.node = "PLACE"


# Choosing a set


def set_actions(t: Tables, s: Position) -> list[int]:
    """[L-09] Every set not yet taken; the last player has two."""
    return [SET_0 + index for index, cards in enumerate(s.sets) if cards is not None]


def take_set(t: Tables, s: Position, action: int) -> None:
    """[L-10] Both cards of a set are taken. Solo: the other set is discarded [L-74]."""
    index = action - SET_0
    s.pending, s.sets[index] = s.sets[index] or [], None
    s.node = "PLACE"
    if t.options.solo:
        other = s.sets[1 - index]
        assert other is not None
        discard(s, other)
        s.sets = [None, None]
        if s.me.ap == ACTION_POINTS - 4:
            s.node = "KEEP"


# Placing


def place_actions(t: Tables, s: Position) -> list[int]:
    """[L-04] Placing is compulsory. [L-05] Only spaces that can be paid.

    [L-06] Any older card may be covered, but the two cards of a round go to different spaces.
    """
    money = s.me.money
    return [
        SPACE_0 + space
        for space in SPACES
        if t.space_costs[space - 1] <= money and space != s.placed_space
    ]


def place(t: Tables, s: Position, action: int) -> None:
    """[L-01] [L-07] Pay the price of the space, covering or not; [L-81] then the next player."""
    space = action - SPACE_0
    s.me.money -= t.space_costs[space - 1]
    s.me.stacks[space - 1].append(s.pending.pop(0))
    if s.pending:
        s.placed_space = space
        return
    s.placed_space = None
    following = s.next_seat()
    if following is None:
        end_phase_b(t, s)
    else:
        s.node, s.actor = "SET", following


def end_phase_b(t: Tables, s: Position) -> None:
    """[L-09] The set that nobody took goes to the production discard pile."""
    for cards in s.sets:
        discard(s, cards or [])
    s.sets = [None] * len(s.sets)
    begin_phase_c(t, s)


def discard(s: Position, cards: list[int]) -> None:
    """Cards on the production discard pile."""
    for card in cards:
        insort(s.discard, card)
