"""Lata: phase D, scoring cards (4.7), its end (5.2), and the solo replacements (8.2)."""

from __future__ import annotations

from bisect import insort

from bitmeeple.games.lata.reference.setup import begin_round
from bitmeeple.games.lata.reference.state import Position
from bitmeeple.games.lata.reference.tables import Tables
from bitmeeple.games.lata.reference.types import (
    CARD_0,
    END_SCORING,
    REPLACE_DONE,
    REVEAL_SCORING,
    ROUNDS,
)


def begin_phase_d(t: Tables, s: Position) -> None:
    """[L-51] In every round; [L-71] [L-73] boards with replacements offer them first."""
    s.actor = s.turn_order()[0]
    if t.board and t.board.replace:
        s.node = "REPLACE_SCORING"
        continue_replace_scoring(t, s)
    else:
        begin_score(t, s)


# Solo: replacing scoring cards


def markable_scoring(s: Position) -> list[int]:
    """[L-71] [L-72] At most 3, ascending, no more than the deck holds; 1$ is needed."""
    if len(s.marked) == 3 or s.me.money < 1 or len(s.scoring_deck) <= len(s.marked):
        return []
    last = s.marked[-1] if s.marked else 0
    return [card for card in s.scoring_display if card > last]


def replace_scoring_actions(t: Tables, s: Position) -> list[int]:
    """Mark another one, or be done."""
    return [REPLACE_DONE, *(CARD_0 + card for card in markable_scoring(s))]


def replace_scoring(t: Tables, s: Position, action: int) -> None:
    """[L-71] All cards to replace are named first."""
    if action == REPLACE_DONE:
        leave_replace_scoring(t, s)
    else:
        s.marked.append(action - CARD_0)
        continue_replace_scoring(t, s)


def continue_replace_scoring(t: Tables, s: Position) -> None:
    """(auto) The node is left when nothing more can be marked."""
    if not markable_scoring(s):
        leave_replace_scoring(t, s)


def leave_replace_scoring(t: Tables, s: Position) -> None:
    """[L-72] Pay 1$ if any card is marked; marked cards leave the game; then the draws."""
    if not s.marked:
        begin_score(t, s)
        return
    s.me.money -= 1
    for card in s.marked:
        s.scoring_display.remove(card)
        insort(s.removed_scoring, card)
    s.draws_left, s.marked = len(s.marked), []
    s.node, s.context = "SCORING_DRAW", "replace"


# Buying


def begin_score(t: Tables, s: Position) -> None:
    """The actor's turn of phase D."""
    s.bought = s.seen = False
    continue_score(t, s)


def affordable(t: Tables, s: Position) -> list[int]:
    """[L-49] At most one purchase a round; [L-50] the revealed card can be bought too."""
    if s.bought:
        return []
    money = s.me.money
    return [card for card in s.scoring_display if t.scoring[card].cost <= money]


def can_reveal_scoring(s: Position) -> bool:
    """[L-49] One reveal, before or after the purchase; [L-22] not without a deck."""
    return not s.seen and s.me.money >= 1 and len(s.scoring_deck) > 0


def continue_score(t: Tables, s: Position) -> None:
    """(auto) The turn ends when neither a purchase nor a reveal is legal."""
    s.node = "SCORE"
    if not can_reveal_scoring(s) and not affordable(t, s):
        end_score(t, s)


def score_actions(t: Tables, s: Position) -> list[int]:
    """All choices of phase D."""
    actions = [REVEAL_SCORING] if can_reveal_scoring(s) else []
    actions.append(END_SCORING)
    return actions + [CARD_0 + card for card in affordable(t, s)]


def score(t: Tables, s: Position, action: int) -> None:
    """Buy, reveal, or end."""
    if action == END_SCORING:
        end_score(t, s)
    elif action == REVEAL_SCORING:
        s.me.money -= 1
        s.seen = True
        s.node, s.context = "SCORING_DRAW", "score"
    else:
        buy(t, s, action - CARD_0)
        continue_score(t, s)


def buy(t: Tables, s: Position, card: int) -> None:
    """[L-49] Pay the card and take it out of the display."""
    s.me.money -= t.scoring[card].cost
    s.scoring_display.remove(card)
    insort(s.me.scoring, card)
    s.bought = True


# End of a turn and of the phase (5.2)


def end_score(t: Tables, s: Position) -> None:
    """The next player's turn, or the end of the phase."""
    s.bought = s.seen = None
    following = s.next_seat()
    if following is not None:
        s.actor = following
        begin_score(t, s)
    elif s.round < ROUNDS:
        s.actor = None
        refill_scoring(t, s)
    else:
        s.node, s.actor = "END", None


def refill_scoring(t: Tables, s: Position) -> None:
    """[L-19] [L-20] [L-22] Up to the size, while the deck lasts; then the next round."""
    if len(s.scoring_display) < t.scoring_display and s.scoring_deck:
        s.node, s.context = "SCORING_DRAW", "refill"
    else:
        begin_round(t, s)


def after_scoring_draw(t: Tables, s: Position, context: str) -> None:
    """Go on where a scoring card was drawn during phase D or after it."""
    if context == "refill":
        refill_scoring(t, s)
    elif context == "score":
        continue_score(t, s)
    else:
        assert s.draws_left is not None
        if s.draws_left > 1:
            s.draws_left -= 1
            s.node, s.context = "SCORING_DRAW", "replace"
        else:
            s.draws_left = None
            begin_score(t, s)
