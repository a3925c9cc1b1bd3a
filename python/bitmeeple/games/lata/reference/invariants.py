"""Lata: the invariants of a position that is set up by hand (interface page, section 5).

Each ``i_nn`` returns what is wrong, or None. Shapes have been checked before; each may rely on
those before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bitmeeple.games.lata.reference.observe import (
    cubes_in_use,
    placed_markets,
    placed_production,
    placed_scoring,
)
from bitmeeple.games.lata.reference.phase_c import (
    can_reveal_market,
    deliverable,
    markable_markets,
    sellable,
    settled_pointer,
)
from bitmeeple.games.lata.reference.phase_d import affordable, can_reveal_scoring, markable_scoring
from bitmeeple.games.lata.reference.state import Position
from bitmeeple.games.lata.reference.tables import Tables
from bitmeeple.games.lata.reference.types import (
    ACTION_POINTS,
    COLOURS,
    MARKETS,
    PRODUCTION,
    ROUNDS,
    SPACES,
)

Found = str | None

CONTEXTS_OF = {
    "MARKET_DRAW": ("setup", "refill", "replace", "free", "produce", "sell"),
    "SCORING_DRAW": ("setup", "refill", "replace", "score"),
}


def check(t: Tables, s: Position) -> None:
    """Raise `ValueError` naming the first broken invariant."""
    for number, invariant in enumerate(CHECKS, 1):
        found = invariant(t, s)
        if found is not None:
            raise ValueError(f"I-{number:02}: {found}")


# Where the position is in the game


def place_of(s: Position) -> str:
    """Node and, at a draw, context: ``MARKET_DRAW/refill``."""
    return s.node if s.context is None else f"{s.node}/{s.context}"


def in_phase_d(s: Position) -> bool:
    """The nodes of phase D."""
    return place_of(s) in ("REPLACE_SCORING", "SCORE", "SCORING_DRAW/score", "SCORING_DRAW/replace")


def is_lower(s: Position, seat: int) -> bool:
    """The seat is before the actor in turn order."""
    token, acting = s.seats[seat].token, s.me.token
    return token is not None and acting is not None and token < acting


def rounds_of_b(s: Position, seat: int) -> int:
    """B(q): rounds whose phase B the seat has ended."""
    if s.round == 0:
        return 0
    if s.node in ("PRODUCTION_DRAW", "BID", "AUCTION", "SPEND", "PICK", "KEEP"):
        return s.round - 1
    if s.node in ("SET", "PLACE") and not is_lower(s, seat):
        return s.round - 1
    return s.round


def rounds_of_d(s: Position, seat: int) -> int:
    """D(q): rounds whose phase D the seat has ended."""
    if s.round == 0:
        return 0
    done = place_of(s) in ("SCORING_DRAW/refill", "END")
    if done or (in_phase_d(s) and is_lower(s, seat)):
        return s.round
    return s.round - 1


def sizes_of_sets(t: Tables, s: Position) -> list[int]:
    """Full sizes."""
    return list(t.set_sizes) or [2] * len(s.sets)


def cards_missing(t: Tables, s: Position) -> int:
    """Cards still to be dealt in this round."""
    if s.node != "PRODUCTION_DRAW":
        return 0
    return sum(t.set_sizes) - sum(len(cards or []) for cards in s.sets)


def first_twice(cards: Iterable[int]) -> int | None:
    """The lowest id that occurs twice."""
    ordered = sorted(cards)
    return next((a for a, b in zip(ordered, ordered[1:]) if a == b), None)  # noqa: RUF007


# Node, context, round, actor, pending data


def i_01(t: Tables, s: Position) -> Found:
    """The node exists in this game."""
    solo, board = t.options.solo, t.board
    exists = {
        "TOKEN": not solo,
        "BID": not solo and not t.options.open_auction,
        "AUCTION": not solo and t.options.open_auction,
        "SET": board is None or board.sets,
        "SPEND": solo,
        "PICK": board is not None and not board.sets,
        "KEEP": board is not None and board.sets,
        "START_PICK": board is not None and board.start_pick,
        "REPLACE_MARKETS": board is not None and board.replace,
        "REPLACE_SCORING": board is not None and board.replace,
    }
    return None if exists.get(s.node, True) else f"there is no node {s.node} in this game"


def i_02(t: Tables, s: Position) -> Found:
    """The context fits the node."""
    allowed = CONTEXTS_OF.get(s.node, (None,))
    if s.context not in allowed:
        return f"context {s.context} at {s.node}"
    if s.context == "replace" and not (t.board and t.board.replace):
        return "context replace without replacements"
    return None


def i_03(t: Tables, s: Position) -> Found:
    """The round fits the node."""
    lowest, highest = 1, ROUNDS
    if s.node in ("TOKEN", "START_PICK") or s.context == "setup":
        lowest, highest = 0, 0
    elif s.context == "refill":
        highest = ROUNDS - 1
    elif s.node == "END":
        lowest = ROUNDS
    fits = lowest <= s.round <= highest
    return None if fits else f"round {s.round} at {place_of(s)}"


def i_04(t: Tables, s: Position) -> Found:
    """An actor exactly where somebody chooses or is interrupted."""
    nobody = s.node in ("TOKEN", "PRODUCTION_DRAW", "END") or s.context in ("setup", "refill")
    if (s.actor is None) != nobody:
        return f"actor {s.actor} at {place_of(s)}"
    return None


def i_05(t: Tables, s: Position) -> Found:
    """Pending data is null or empty where it means nothing, and not null where it must mean."""
    place = place_of(s)
    producing = place in ("PRODUCE", "MARKET_DRAW/produce")
    revealing = producing or place in ("SELL", "DELIVER", "MARKET_DRAW/sell")
    scoring = place in ("SCORE", "SCORING_DRAW/score")
    required = {
        "draws_left": (s.draws_left, s.context == "replace"),
        "pointer": (s.pointer, producing),
        "paid": (s.paid, producing),
        "uses": (s.uses, producing),
        "revealed": (s.revealed, revealing),
        "sale_market": (s.sale_market, s.node == "DELIVER"),
        "bought": (s.bought, scoring),
        "seen": (s.seen, scoring),
    }
    for key, (value, meaningful) in required.items():
        if (value is not None) != meaningful:
            return f"{key} is {value} at {place}"
    drawing = t.options.solo and s.node in ("PRODUCTION_DRAW", "PICK")
    allowed = {
        "drawn": (bool(s.drawn), drawing),
        "picked": (s.picked is not None, s.node == "PICK"),
        "pending": (bool(s.pending), s.node in ("KEEP", "PLACE")),
        "placed_space": (s.placed_space is not None, s.node == "PLACE"),
        "marked": (bool(s.marked), s.node in ("REPLACE_MARKETS", "REPLACE_SCORING")),
        "sale_colour": (s.sale_colour is not None, s.node == "DELIVER"),
        "bid": (any(seat.bid is not None for seat in s.seats), s.node == "BID"),
        "new_token": (any(seat.new_token is not None for seat in s.seats), s.node == "AUCTION"),
    }
    for key, (present, meaningful) in allowed.items():
        if present and not meaningful:
            return f"{key} is given at {place}"
    if place in ("MARKET_DRAW/produce", "MARKET_DRAW/sell") and not s.revealed:
        return f"revealed is false at {place}"
    if place == "SCORING_DRAW/score" and not s.seen:
        return f"seen is false at {place}"
    return None


# Components are where they can be


def i_06(t: Tables, s: Position) -> Found:
    """Tokens."""
    tokens = [seat.token for seat in s.seats]
    drawn = [token for token in tokens if token is not None]
    n = len(tokens)
    if t.options.solo:
        fits = not drawn
    elif s.node == "TOKEN":
        fits = len(drawn) < n and tokens == drawn + [None] * (n - len(drawn))
        fits = fits and len(set(drawn)) == len(drawn)
    else:
        fits = sorted(drawn) == list(range(1, n + 1))
    return None if fits else f"tokens {tokens}"


def i_07(t: Tables, s: Position) -> Found:
    """Starting cards."""
    for seat, own in enumerate(s.seats):
        if own.stacks[0][:1] != [seat + 1]:
            return f"card {seat + 1} is not the bottom card of space 1 of seat {seat}"
        starting = [card for stack in own.stacks for card in stack if card not in PRODUCTION]
        if starting != [seat + 1]:
            return f"seat {seat} has the starting cards {starting}"
    return None


def i_08(t: Tables, s: Position) -> Found:
    """Production cards."""
    return check_cards(placed_production(s), t.production_deck)


def i_09(t: Tables, s: Position) -> Found:
    """Markets."""
    return check_cards(placed_markets(s), tuple(MARKETS))


def i_10(t: Tables, s: Position) -> Found:
    """Scoring cards."""
    return check_cards(placed_scoring(s), t.scoring_deck)


def check_cards(placed: list[int], cards_of_game: tuple[int, ...]) -> Found:
    """Every card in one place only, and no card that is not in the game."""
    twice = first_twice(placed)
    if twice is not None:
        return f"card {twice} is in two places"
    for card in sorted(placed):
        if card not in cards_of_game:
            return f"card {card} is not in a game for two"
    return None


def i_11(t: Tables, s: Position) -> Found:
    """Replaced cards."""
    replacing = t.board is not None and t.board.replace
    if (s.removed_markets or s.removed_scoring) and not replacing:
        return "cards have been replaced without replacements"
    return None


def i_12(t: Tables, s: Position) -> Found:
    """Cubes on markets."""
    for market in sorted(s.market_display):
        cubes, needed = s.market_display[market], t.markets[market].needed
        if any(there > need for there, need in zip(cubes, needed)):
            return f"market {market} has cubes that it does not need"
        if cubes == list(needed):
            return f"market {market} is complete and displayed"
    return None


def i_13(t: Tables, s: Position) -> Found:
    """Cubes of the game."""
    for colour in COLOURS:
        used = cubes_in_use(s, colour)
        if used > t.cubes[colour]:
            return f"{used} cubes of colour {colour} of {t.cubes[colour]}"
    return None


def i_14(t: Tables, s: Position) -> Found:
    """Heights of stacks."""
    picked = t.board is not None and t.board.start_pick and s.node != "START_PICK"
    extra = (1, 1 if picked else 0, 0, 0, 0)
    for seat, own in enumerate(s.seats):
        rounds = rounds_of_b(s, seat)
        placed = s.placed_space if seat == s.actor else None
        for space in SPACES:
            height = len(own.stacks[space - 1])
            if height > rounds + extra[space - 1] + (space == placed):
                return f"{height} cards in space {space} of seat {seat}"
        total = sum(len(stack) for stack in own.stacks)
        if total > 2 * rounds + sum(extra) + (placed is not None):
            return f"{total} cards in the factory of seat {seat}"
    return None


def i_15(t: Tables, s: Position) -> Found:
    """Bought cards."""
    for seat, own in enumerate(s.seats):
        bought = len(own.scoring)
        if bought > rounds_of_d(s, seat) + (seat == s.actor and s.bought is True):
            return f"{bought} bought scoring cards of seat {seat}"
    return None


# Phases A and B


def i_16(t: Tables, s: Position) -> Found:
    """The sets fit the node."""
    sizes, sets = sizes_of_sets(t, s), s.sets
    full = [cards is None or len(cards) == size for cards, size in zip(sets, sizes)]
    taken = sum(cards is None for cards in sets)
    wanted = len(sets)
    if s.node == "PRODUCTION_DRAW":
        if t.options.solo and s.seats[0].ap == ACTION_POINTS:
            fits = taken == wanted
        else:
            fits = not sets or (taken == 0 and are_filled_in_order(sets, sizes))
        return None if fits else "sets are not filled in order"
    if t.options.solo:
        wanted = 0 if s.node == "SET" else wanted
    elif s.node in ("BID", "AUCTION"):
        wanted = 0
    elif s.node in ("SET", "PLACE"):
        lower = sum(is_lower(s, seat) for seat in t.seats)
        wanted = lower + (s.node == "PLACE")
    if taken != wanted:
        return f"{taken} sets are null at {s.node} instead of {wanted}"
    return None if all(full) else f"a set is not full at {s.node}"


def are_filled_in_order(sets: list[list[int] | None], sizes: list[int]) -> bool:
    """Full sets, then one that is not full, then empty ones."""
    filled = [len(cards or []) for cards in sets]
    for index, size in enumerate(sizes):
        if filled[index] != size:
            return filled[index] < size and not any(filled[index + 1 :])
    return False


def i_17(t: Tables, s: Position) -> Found:
    """Enough production cards for all rounds."""
    if t.options.solo:
        return None
    due = cards_missing(t, s) + (ROUNDS - s.round) * sum(t.set_sizes)
    left = len(s.production_deck)
    return None if left >= due else f"{due} production cards are due of a deck of {left}"


def i_18(t: Tables, s: Position) -> Found:
    """Production draws."""
    if s.node == "START_PICK" and len(s.production_deck) != len(PRODUCTION):
        return "production cards have left the deck at START_PICK"
    if s.node != "PRODUCTION_DRAW":
        return None
    if not s.production_deck:
        return "the production deck is empty"
    if t.board:
        amount = ACTION_POINTS - s.seats[0].ap
        if amount not in t.board.spend:
            return f"{amount} AP have been spent"
        due = 2 + amount
        if t.board.sets:
            due = 1 if amount else 2
        if len(s.drawn) >= due:
            return f"{len(s.drawn)} cards have been drawn"
    return None


def i_19(t: Tables, s: Position) -> Found:
    """Draws of markets and scoring cards."""
    if s.node == "MARKET_DRAW":
        deck, shown, size = s.market_deck, len(s.market_display), t.market_display
    elif s.node == "SCORING_DRAW":
        deck, shown, size = s.scoring_deck, len(s.scoring_display), t.scoring_display
    else:
        return None
    if not deck:
        return "the deck is empty"
    if s.context in ("setup", "refill") and shown >= size:
        return f"{shown} cards are displayed"
    if s.draws_left is not None and s.draws_left > len(deck):
        return f"{s.draws_left} draws of a deck of {len(deck)}"
    if s.context == "free" and shown > 1:
        return f"{shown} markets are displayed"
    return None


def i_20(t: Tables, s: Position) -> Found:
    """Bids in seat order."""
    if s.node != "BID" or s.actor is None:
        return None
    for seat, own in enumerate(s.seats):
        if (own.bid is not None) != (seat < s.actor):
            return f"bid {own.bid} of seat {seat} while seat {s.actor} bids"
    return None


def i_21(t: Tables, s: Position) -> Found:
    """New tokens of the auction."""
    if s.node != "AUCTION":
        return None
    if s.me.new_token is not None:
        return "the actor is out"
    taken = sorted((seat.new_token for seat in s.seats if seat.new_token), reverse=True)
    n = t.options.players
    if taken != list(range(n, n - len(taken), -1)):
        return f"new tokens {taken}"
    return None if len(taken) <= n - 2 else "only one seat is in"


def i_22(t: Tables, s: Position) -> Found:
    """Solo: picks and sets fit the AP spent."""
    if not t.board or s.node not in ("PICK", "SET"):
        return None
    amount = ACTION_POINTS - s.me.ap
    if s.node == "SET":
        fits = amount in (2, 4) and amount in t.board.spend
        return None if fits else f"{amount} AP have been spent"
    if len(s.drawn) != 2 + amount or len(s.drawn) < 3 or amount not in t.board.spend:
        return f"{len(s.drawn)} cards are revealed and {amount} AP spent"
    if s.picked is not None and s.picked not in s.drawn[:-1]:
        return f"card {s.picked} can't be the first pick"
    return None


def i_23(t: Tables, s: Position) -> Found:
    """Pending cards."""
    if s.node == "KEEP" and len(s.pending) != 2:
        return f"{len(s.pending)} pending cards"
    if s.node != "PLACE":
        return None
    if not 1 <= len(s.pending) <= 2:
        return f"{len(s.pending)} pending cards"
    if s.placed_space is None:
        return None
    if len(s.pending) != 1:
        return "two pending cards and one placed"
    top = s.me.visible()[s.placed_space - 1]
    if top not in PRODUCTION or top >= s.pending[0]:
        return f"card {top} was not placed before card {s.pending[0]}"
    return None


# Phases C and D


def i_24(t: Tables, s: Position) -> Found:
    """Free reveal."""
    if s.node == "FREE" and (len(s.market_display) > 1 or not s.market_deck):
        return f"no free reveal with {len(s.market_display)} markets displayed"
    return None


def i_25(t: Tables, s: Position) -> Found:
    """Pointer, payment and uses."""
    if s.pointer is None or s.uses is None:
        return None
    line = t.line(s.me.visible())
    if s.pointer > len(line.icons):
        return f"pointer {s.pointer} in a line of {len(line.icons)}"
    if s.paid and (s.pointer == len(line.icons) or not line.icons[s.pointer].second):
        return f"the card of icon {s.pointer} can't be paid"
    for space in SPACES:
        uses, most = s.uses[space - 1], line.uses[space - 1]
        if uses > most:
            return f"{uses} uses in space {space} of {most}"
    return None


def i_26(t: Tables, s: Position) -> Found:
    """Settled."""
    if s.node == "PRODUCE" and settled_pointer(t, s) != s.pointer:
        return "the position is not settled"
    return None


def i_27(t: Tables, s: Position) -> Found:
    """Something to sell or reveal."""
    if s.node != "SELL" or can_reveal_market(s) or sellable(t, s):
        return None
    return "neither a sale nor a reveal is legal"


def i_28(t: Tables, s: Position) -> Found:
    """A sale under way."""
    if s.node != "DELIVER" or s.sale_market is None:
        return None
    if s.sale_market not in s.market_display:
        return f"market {s.sale_market} is not displayed"
    if not deliverable(t, s):
        return "no cube can be delivered"
    if s.sale_colour is not None and not s.market_display[s.sale_market][s.sale_colour]:
        return f"no cube of colour {s.sale_colour} has been delivered"
    return None


def i_29(t: Tables, s: Position) -> Found:
    """Something to buy or reveal."""
    if s.node != "SCORE" or can_reveal_scoring(s) or affordable(t, s):
        return None
    return "neither a purchase nor a reveal is legal"


def i_30(t: Tables, s: Position) -> Found:
    """Marked cards, and one that can still be marked."""
    if s.node == "REPLACE_MARKETS":
        marked_fit = all(c in s.market_display and not any(s.market_display[c]) for c in s.marked)
        more = marked_fit and markable_markets(s)
    elif s.node == "REPLACE_SCORING":
        marked_fit = all(card in s.scoring_display for card in s.marked)
        more = marked_fit and markable_scoring(s)
    else:
        return None
    if not marked_fit:
        return "a marked card can't be replaced"
    return None if more else "no further card can be marked"


CHECKS: tuple[Callable[[Tables, Position], Found], ...] = (
    i_01,
    i_02,
    i_03,
    i_04,
    i_05,
    i_06,
    i_07,
    i_08,
    i_09,
    i_10,
    i_11,
    i_12,
    i_13,
    i_14,
    i_15,
    i_16,
    i_17,
    i_18,
    i_19,
    i_20,
    i_21,
    i_22,
    i_23,
    i_24,
    i_25,
    i_26,
    i_27,
    i_28,
    i_29,
    i_30,
)
