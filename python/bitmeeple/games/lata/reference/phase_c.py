"""Lata: phase C, produce and sell (4.6), its end (5.1), and the solo replacements (8.2)."""

from __future__ import annotations

from bisect import insort

from bitmeeple.games.lata.reference.phase_d import begin_phase_d
from bitmeeple.games.lata.reference.state import Position, Seat
from bitmeeple.games.lata.reference.tables import Line, Tables
from bitmeeple.games.lata.reference.types import (
    ACTION_POINTS,
    BUY_CUBES,
    BUY_SILVER,
    CARD_0,
    COLOURS,
    CONVERSIONS,
    CONVERT_0,
    CONVERT_CUBE,
    DELIVER_SILVER,
    END_SALES,
    FINISH,
    FREE_REVEAL,
    MAKE_SILVER,
    MONEY_TO_AP,
    NO_FREE_REVEAL,
    PAIRS,
    RED,
    REPLACE_DONE,
    REVEAL_MARKET,
    ROUNDS,
    SELL_TWO,
    SELL_TWO_0,
    SKIP,
    STOP_DELIVERY,
    USE_MONEY_TO_AP,
    YELLOW,
)


def begin_phase_c(t: Tables, s: Position) -> None:
    """Turn order; [L-71] [L-73] solo boards with replacements offer them first."""
    s.actor = s.turn_order()[0]
    if t.board and t.board.replace:
        s.node = "REPLACE_MARKETS"
        continue_replace_markets(t, s)
    else:
        begin_turn(t, s)


# Solo: replacing markets


def markable_markets(s: Position) -> list[int]:
    """[L-71] [L-72] At most 3, without cubes, ascending, no more than the deck holds."""
    if len(s.marked) == 3 or s.me.ap < 1 or len(s.market_deck) <= len(s.marked):
        return []
    last = s.marked[-1] if s.marked else 0
    return sorted(m for m, cubes in s.market_display.items() if m > last and not any(cubes))


def replace_markets_actions(t: Tables, s: Position) -> list[int]:
    """Mark another one, or be done."""
    return [REPLACE_DONE, *(CARD_0 + market for market in markable_markets(s))]


def replace_markets(t: Tables, s: Position, action: int) -> None:
    """[L-71] All cards to replace are named first."""
    if action == REPLACE_DONE:
        leave_replace_markets(t, s)
    else:
        s.marked.append(action - CARD_0)
        continue_replace_markets(t, s)


def continue_replace_markets(t: Tables, s: Position) -> None:
    """(auto) The node is left when nothing more can be marked."""
    if not markable_markets(s):
        leave_replace_markets(t, s)


def leave_replace_markets(t: Tables, s: Position) -> None:
    """[L-72] Pay 1 AP if any card is marked; marked cards leave the game; then the draws."""
    if not s.marked:
        begin_turn(t, s)
        return
    s.me.ap -= 1
    for market in s.marked:
        del s.market_display[market]
        insort(s.removed_markets, market)
    s.draws_left, s.marked = len(s.marked), []
    s.node, s.context = "MARKET_DRAW", "replace"


# C0


def begin_turn(t: Tables, s: Position) -> None:
    """[L-46] C0 exists with 0 or 1 displayed markets and a deck."""
    if len(s.market_display) <= 1 and s.market_deck:
        s.node = "FREE"
    else:
        begin_produce(t, s)


def free_actions(t: Tables, s: Position) -> list[int]:
    """[L-46] The free reveal is optional."""
    return [FREE_REVEAL, NO_FREE_REVEAL]


def free(t: Tables, s: Position, action: int) -> None:
    """[L-46] One card, no cost; it does not count as the paid reveal."""
    if action == FREE_REVEAL:
        s.node, s.context = "MARKET_DRAW", "free"
    else:
        begin_produce(t, s)


# C1


def begin_produce(t: Tables, s: Position) -> None:
    """The pointer stands at the start of the line, nothing is paid or used."""
    s.pointer, s.paid, s.uses, s.revealed = 0, False, [0, 0, 0, 0, 0], False
    settle(t, s)


def unused(line: Line, uses: list[int], effect: int) -> int | None:
    """[L-32] The leftmost space that shows this effect with a use left."""
    for space in line.spaces[effect]:
        if uses[space] < line.uses[space]:
            return space
    return None


def settle(t: Tables, s: Position) -> None:
    """Pass icons that can't make a cube [L-29]; when nothing is left to do, go to C2."""
    settled = settled_pointer(t, s)
    if settled is None:
        begin_sell(t, s)
    else:
        move_pointer(t, s, settled)
        s.node = "PRODUCE"


def settled_pointer(t: Tables, s: Position) -> int | None:
    """Where the settle step moves p; None if it goes to C2.

    Step 1 [L-29]: icons without a possible cube are passed, and all the rest if the next card
    can't be paid any more. Step 2: C1 ends with the line, unless a special card has a use left.
    """
    line = t.line(s.me.visible())
    pointer, uses = s.pointer, s.uses
    assert pointer is not None and uses is not None
    icons = line.icons
    space = icons[pointer].space if pointer < len(icons) else None
    while pointer < len(icons):
        icon = icons[pointer]
        if not icon.colours:
            pointer += 1
            continue
        paid = s.paid and icon.space == space
        if not paid and s.me.ap == 0 and unused(line, uses, MONEY_TO_AP) is None:
            pointer = len(icons)
        break
    if pointer == len(icons) and sum(uses) == sum(line.uses):
        return None
    return pointer


def move_pointer(t: Tables, s: Position, pointer: int) -> None:
    """Move p; ``paid`` belongs to the card of p."""
    if pointer == s.pointer:
        return
    icons = t.line(s.me.visible()).icons
    assert s.pointer is not None
    same = pointer < len(icons) and icons[pointer].space == icons[s.pointer].space
    s.paid = s.paid and same
    s.pointer = pointer


def produce_actions(t: Tables, s: Position) -> list[int]:
    """All choices of C1."""
    line = t.line(s.me.visible())
    actions = make_actions(s, line)
    actions.append(FINISH)
    if any(line.uses):
        actions += special_actions(s, line)
    if can_reveal_market(s):
        actions.append(REVEAL_MARKET)
    return actions


def make_actions(s: Position, line: Line) -> list[int]:
    """[L-26] [L-27] `MAKE` and `SKIP`; [L-31] a colour that has run out can't be made."""
    assert s.pointer is not None
    if s.pointer == len(line.icons):
        return []
    actions = []
    if s.paid or s.me.ap >= 1:
        for colour in line.icons[s.pointer].colours:
            if s.supply[colour]:
                actions.append(MAKE_SILVER + colour)
    actions.append(SKIP)
    return actions


def special_actions(s: Position, line: Line) -> list[int]:
    """[L-32] Uses of visible special cards, at any moment of C1."""
    assert s.uses is not None
    me, uses, actions = s.me, s.uses, []
    if unused(line, uses, SELL_TWO) is not None:
        for index, (a, b) in enumerate(PAIRS):
            if me.held[a] >= 1 and me.held[b] >= (2 if a == b else 1):
                actions.append(SELL_TWO_0 + index)
    if unused(line, uses, CONVERT_CUBE) is not None:
        for index, (a, b) in enumerate(CONVERSIONS):
            if me.held[a] and s.supply[b]:
                actions.append(CONVERT_0 + index)
    if (
        unused(line, uses, MONEY_TO_AP) is not None
        and me.money >= 1
        and me.ap < ACTION_POINTS  # [L-35]
    ):
        actions.append(USE_MONEY_TO_AP)
    space = unused(line, uses, BUY_CUBES)
    if space is not None and me.money >= 1 and (uses[space] or me.ap >= 1):
        actions += [BUY_SILVER + colour for colour in COLOURS if s.supply[colour]]
    return actions


def produce(t: Tables, s: Position, action: int) -> None:
    """Make, skip, use a special card, reveal, or finish."""
    if action == FINISH:
        begin_sell(t, s)
    elif action == REVEAL_MARKET:
        reveal_market(s, "produce")
    else:
        if action == SKIP:
            skip(t, s)
        elif action < SKIP:
            make(t, s, action - MAKE_SILVER)
        else:
            use_special(t, s, action)
        settle(t, s)


def skip(t: Tables, s: Position) -> None:
    """[L-27] Skipping is always allowed; [L-24] a skipped icon is never a partner again."""
    assert s.pointer is not None
    move_pointer(t, s, s.pointer + 1)


def make(t: Tables, s: Position, colour: int) -> None:
    """[L-23] [L-29] The icon at p gets one cube; [L-26] the card is paid with its first cube."""
    if not s.paid:
        s.me.ap -= 1
        s.paid = True
    take_cube(s, colour)
    assert s.pointer is not None
    move_pointer(t, s, s.pointer + 1)


def take_cube(s: Position, colour: int) -> None:
    """[L-31] A cube from the limited supply."""
    s.supply[colour] -= 1
    s.me.held[colour] += 1


def return_cube(s: Position, colour: int) -> None:
    """A held cube goes back to the supply."""
    s.me.held[colour] -= 1
    s.supply[colour] += 1


def spend_use(t: Tables, s: Position, effect: int) -> int:
    """[L-32] One use of the leftmost card with this effect; returns its uses so far."""
    assert s.uses is not None
    space = unused(t.line(s.me.visible()), s.uses, effect)
    assert space is not None
    s.uses[space] += 1
    return s.uses[space] - 1


def use_special(t: Tables, s: Position, action: int) -> None:
    """One use of a special card."""
    if action < CONVERT_0:
        use_sell_two(t, s, PAIRS[action - SELL_TWO_0])
    elif action < USE_MONEY_TO_AP:
        use_convert_cube(t, s, CONVERSIONS[action - CONVERT_0])
    elif action == USE_MONEY_TO_AP:
        use_money_to_ap(t, s)
    else:
        use_buy_cubes(t, s, action - BUY_SILVER)


def use_sell_two(t: Tables, s: Position, cubes: tuple[int, int]) -> None:
    """[L-33] 1$ for two cubes together [L-36]."""
    spend_use(t, s, SELL_TWO)
    for colour in cubes:
        return_cube(s, colour)
    s.me.gain(1)


def use_convert_cube(t: Tables, s: Position, cubes: tuple[int, int]) -> None:
    """[L-34] A cube of another colour from the supply; the old one goes back [L-36]."""
    spend_use(t, s, CONVERT_CUBE)
    return_cube(s, cubes[0])
    take_cube(s, cubes[1])


def use_money_to_ap(t: Tables, s: Position) -> None:
    """[L-35] The track ends at 9."""
    spend_use(t, s, MONEY_TO_AP)
    s.me.money -= 1
    s.me.ap = min(ACTION_POINTS, s.me.ap + 2)


def use_buy_cubes(t: Tables, s: Position, colour: int) -> None:
    """[L-37] [L-38] The first purchase costs 1 AP and 1$, the second only 1$."""
    if spend_use(t, s, BUY_CUBES) == 0:
        s.me.ap -= 1
    s.me.money -= 1
    take_cube(s, colour)


def can_reveal_market(s: Position) -> bool:
    """[L-45] The paid reveal: once a turn in C1 and C2 together. [L-22] Not without a deck."""
    return not s.revealed and s.me.ap >= 1 and len(s.market_deck) > 0


def reveal_market(s: Position, context: str) -> None:
    """[L-45] Pay 1 AP and draw a market."""
    s.me.ap -= 1
    s.revealed = True
    s.node, s.context = "MARKET_DRAW", context


# C2


def begin_sell(t: Tables, s: Position) -> None:
    """[L-40] No production after the first step of selling."""
    s.pointer = s.paid = s.uses = None
    continue_sell(t, s)


def continue_sell(t: Tables, s: Position) -> None:
    """(auto) The turn ends when neither a sale nor a reveal is legal."""
    s.node = "SELL"
    if not can_reveal_market(s) and not sellable(t, s):
        end_turn(t, s)


def wanted(t: Tables, s: Position, market: int) -> list[int]:
    """Colours that the actor holds and the market still needs."""
    held, there = s.me.held, s.market_display[market]
    needed = t.markets[market].needed
    return [c for c in COLOURS if held[c] and there[c] < needed[c]]


def sellable(t: Tables, s: Position) -> list[int]:
    """[L-41] A sale costs the AP of the card and delivers at least one cube [L-42]."""
    ap = s.me.ap
    if not any(s.me.held):
        return []
    return [m for m in sorted(s.market_display) if ap >= t.markets[m].ap and wanted(t, s, m)]


def sell_actions(t: Tables, s: Position) -> list[int]:
    """All choices of C2."""
    actions = [REVEAL_MARKET] if can_reveal_market(s) else []
    actions.append(END_SALES)
    return actions + [CARD_0 + market for market in sellable(t, s)]


def sell(t: Tables, s: Position, action: int) -> None:
    """Begin a sale [L-41], reveal a market [L-45], or end the turn."""
    if action == END_SALES:
        end_turn(t, s)
    elif action == REVEAL_MARKET:
        reveal_market(s, "sell")
    else:
        market = action - CARD_0
        s.me.ap -= t.markets[market].ap
        s.node, s.sale_market = "DELIVER", market


def deliverable(t: Tables, s: Position) -> list[int]:
    """Colours not before the one delivered last (canonical order S < R < Y)."""
    assert s.sale_market is not None
    lowest = s.sale_colour or 0
    return [c for c in wanted(t, s, s.sale_market) if c >= lowest]


def deliver_actions(t: Tables, s: Position) -> list[int]:
    """[L-42] At least one cube is delivered."""
    actions = [DELIVER_SILVER + c for c in deliverable(t, s)]
    if s.sale_colour is not None:
        actions.append(STOP_DELIVERY)
    return actions


def deliver(t: Tables, s: Position, action: int) -> None:
    """[L-43] Each cube is paid at once; [L-41] up to the open requirement."""
    if action == STOP_DELIVERY:
        end_sale(t, s)
        return
    colour, market = action - DELIVER_SILVER, s.sale_market
    assert market is not None
    s.me.held[colour] -= 1
    s.market_display[market][colour] += 1
    s.me.gain(t.markets[market].reward)
    s.sale_colour = colour
    if s.market_display[market] == list(t.markets[market].needed):
        complete(s, market)
        end_sale(t, s)
    elif not deliverable(t, s):
        end_sale(t, s)


def complete(s: Position, market: int) -> None:
    """[L-43] The completing player takes the card; [L-44] its cubes return at once."""
    for colour, number in enumerate(s.market_display.pop(market)):
        s.supply[colour] += number
    insort(s.me.markets, market)


def end_sale(t: Tables, s: Position) -> None:
    """[L-41] Back to `SELL`."""
    s.sale_market = s.sale_colour = None
    continue_sell(t, s)


# End of a turn and of the phase (5.1)


def end_turn(t: Tables, s: Position) -> None:
    """The next player's turn, or the end of the phase."""
    s.revealed = None
    following = s.next_seat()
    if following is None:
        end_phase_c(t, s)
    else:
        s.actor = following
        begin_turn(t, s)


def end_phase_c(t: Tables, s: Position) -> None:
    """[L-47] After all turns red and yellow cubes return; [L-77] on Aveiro all cubes stay."""
    if not (t.board and t.board.salt_all):
        for seat in s.seats:
            return_unsalted(s, seat)
    s.actor = None
    refill_markets(t, s)


def return_unsalted(s: Position, seat: Seat) -> None:
    """[L-47] Silver cubes stay in salt, any number of them [L-48]."""
    for colour in (RED, YELLOW):
        s.supply[colour] += seat.held[colour]
        seat.held[colour] = 0


def refill_markets(t: Tables, s: Position) -> None:
    """[L-19] [L-20] [L-21] [L-22] [L-79] Up to the size, in rounds 1-5, while the deck lasts."""
    if s.round < ROUNDS and len(s.market_display) < t.market_display and s.market_deck:
        s.node, s.context = "MARKET_DRAW", "refill"
    else:
        begin_phase_d(t, s)


def after_market_draw(t: Tables, s: Position, context: str) -> None:
    """Go on where a market was drawn during phase C."""
    if context == "refill":
        refill_markets(t, s)
    elif context == "free":
        begin_produce(t, s)
    elif context == "produce":
        settle(t, s)
    elif context == "sell":
        continue_sell(t, s)
    else:
        assert s.draws_left is not None
        if s.draws_left > 1:
            s.draws_left -= 1
            s.node, s.context = "MARKET_DRAW", "replace"
        else:
            s.draws_left = None
            begin_turn(t, s)
