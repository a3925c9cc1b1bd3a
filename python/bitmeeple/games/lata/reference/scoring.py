"""Lata: the values of scoring cards (section 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bitmeeple.games.lata.reference.state import Position, Seat
from bitmeeple.games.lata.reference.tables import ProductionCard, ScoringCard, Tables, all_of
from bitmeeple.games.lata.reference.types import MAX_MONEY

Value = Callable[[Tables, Position, Seat, ScoringCard], int]


def breakdown(t: Tables, s: Position, seat: int) -> list[list[int]]:
    """[card, VP] of every own scoring card on this position, the starting card last [L-65]."""
    cards = [*s.seats[seat].scoring, t.starting_scoring(seat)]
    return [[card, value_of(t, s, s.seats[seat], t.scoring[card])] for card in cards]


def points(t: Tables, s: Position, seat: int) -> int:
    """Sum of the values of all own scoring cards."""
    return sum(vp for _, vp in breakdown(t, s, seat))


def value_of(t: Tables, s: Position, seat: Seat, rule: ScoringCard) -> int:
    """Value of one card by its kind (6.1)."""
    return VALUES[rule.kind](t, s, seat, rule)


def factory(t: Tables, seat: Seat, all_cards: bool) -> list[ProductionCard]:
    """[L-58] [L-59] Covered cards count unless the rule says "visible"; so do starting cards."""
    cards: Iterable[int] = all_of(seat.stacks) if all_cards else filter(None, seat.visible())
    return [t.production[card] for card in cards]


def own_flags(t: Tables, seat: Seat) -> list[int]:
    """[L-52] All flags of completed markets."""
    return [flag for market in seat.markets for flag in t.markets[market].flags]


def flat(t: Tables, s: Position, seat: Seat, rule: ScoringCard) -> int:
    """VP without a condition."""
    return rule.vp


def color(t: Tables, s: Position, seat: Seat, rule: ScoringCard) -> int:
    """[L-58] Cards of a colour."""
    return rule.vp * sum(c.color in rule.select for c in factory(t, seat, rule.all_cards))


def icon(t: Tables, s: Position, seat: Seat, rule: ScoringCard) -> int:
    """[L-58] Icons; tinplate has numbers of its own."""
    cards = factory(t, seat, rule.all_cards)
    return rule.vp * sum(card.count_icon(i) for card in cards for i in rule.select)


def market_cubes(t: Tables, s: Position, seat: Seat, rule: ScoringCard) -> int:
    """[L-52] Printed requirements of own markets. [L-54] Rounded down on the total."""
    icons = sum(t.markets[m].needed[c] for m in seat.markets for c in rule.select)
    return rule.vp * (icons // rule.per)


def market_flags(t: Tables, s: Position, seat: Seat, rule: ScoringCard) -> int:
    """[L-63] Each matching flag. [L-54] Rounded down on the total."""
    return rule.vp * (sum(flag in rule.select for flag in own_flags(t, seat)) // rule.per)


def market_ap_sum(t: Tables, s: Position, seat: Seat, rule: ScoringCard) -> int:
    """[L-53] Printed costs, not AP really spent. [L-54] Rounded down on the total."""
    return rule.vp * (sum(t.markets[m].ap for m in seat.markets) // rule.per)


def market_ap_icon(t: Tables, s: Position, seat: Seat, rule: ScoringCard) -> int:
    """[L-53] Own markets with that cost."""
    return rule.vp * sum(t.markets[m].ap in rule.select for m in seat.markets)


def flag_sets(t: Tables, s: Position, seat: Seat, rule: ScoringCard) -> int:
    """[L-62] A flag serves in one set only."""
    flags = own_flags(t, seat)
    return rule.vp * min(flags.count(nation) for nation in rule.select)


def best_space(t: Tables, s: Position, seat: Seat, rule: ScoringCard) -> int:
    """[L-56] The tallest stack only."""
    return rule.vp * max(len(stack) for stack in seat.stacks)


def space_cost(t: Tables, s: Position, seat: Seat, rule: ScoringCard) -> int:
    """[L-57] Costs of the player's own board, all cards of the stacks."""
    stacks = zip(t.space_costs, seat.stacks)
    return rule.vp * sum(len(stack) for cost, stack in stacks if cost in rule.select)


def color_sets(t: Tables, s: Position, seat: Seat, rule: ScoringCard) -> int:
    """[L-58] Covered cards count too."""
    colors = [card.color for card in factory(t, seat, True)]
    return rule.vp * min(colors.count(c) for c in rule.select)


def discard_cards(t: Tables, s: Position, seat: Seat, rule: ScoringCard) -> int:
    """[L-60] The common discard pile."""
    return rule.vp * len(s.discard)


def discard_icon(t: Tables, s: Position, seat: Seat, rule: ScoringCard) -> int:
    """[L-60] Icons in the common discard pile."""
    cards = [t.production[card] for card in s.discard]
    return rule.vp * sum(card.count_icon(i) for card in cards for i in rule.select)


def threshold(t: Tables, s: Position, seat: Seat, rule: ScoringCard) -> int:
    """[L-61] All held cubes, [L-55] money, or [L-18] AP left."""
    amounts = (sum(seat.held), seat.money, seat.ap)
    return rule.vp if all(amounts[what] >= rule.at_least for what in rule.select) else 0


def flags_and_pairs(t: Tables, s: Position, seat: Seat, rule: ScoringCard) -> int:
    """[L-64] Flags, and pairs of one nation."""
    flags = own_flags(t, seat)
    pairs = sum(flags.count(nation) // 2 for nation in set(flags))
    return rule.vp * len(flags) + rule.vp2 * pairs


def money(t: Tables, s: Position, seat: Seat, rule: ScoringCard) -> int:
    """[L-55] Every $ counts."""
    return rule.vp * seat.money


def cubes_made(t: Tables, s: Position, seat: Seat, rule: ScoringCard) -> int:
    """[L-78] Requirements of own markets, held cubes, cubes on displayed markets [L-54]."""
    made = sum(seat.held)
    made += sum(sum(t.markets[market].needed) for market in seat.markets)
    made += sum(sum(cubes) for cubes in s.market_display.values())
    return rule.vp * (made // rule.per)


# In the order of the kinds of 6.1
VALUES: tuple[Value, ...] = (
    flat,
    color,
    icon,
    market_cubes,
    market_flags,
    market_ap_sum,
    market_ap_icon,
    flag_sets,
    best_space,
    space_cost,
    color_sets,
    discard_cards,
    discard_icon,
    threshold,
    flags_and_pairs,
    money,
    cubes_made,
)


def most(rule: ScoringCard) -> int:
    """The cap of a card (interface page, head)."""
    cards, flags, markets, pairs = 14, 78, 39, 39
    counts: dict[Value, int] = {
        color: cards,
        icon: 42,
        market_cubes: 156 // rule.per,
        market_flags: flags // rule.per,
        market_ap_sum: 117 // rule.per,
        market_ap_icon: markets,
        flag_sets: flags,
        best_space: 7,
        space_cost: cards,
        color_sets: cards,
        discard_cards: 42,
        discard_icon: 126,
        flags_and_pairs: flags,
        money: MAX_MONEY,
        cubes_made: 288 // rule.per,
    }
    return rule.vp * counts.get(VALUES[rule.kind], 1) + rule.vp2 * pairs


def max_solo_score(t: Tables) -> int:
    """The starting card and the six best scoring cards at their caps [L-51]."""
    caps = sorted(most(t.scoring[card]) for card in t.scoring_deck)
    return most(t.scoring[t.starting_scoring(0)]) + sum(caps[-6:])
