"""Lata: notation, sentences and drawing (the contract is in `bitmeeple.games.toy.text`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bitmeeple.contract.ids import Ids
from bitmeeple.games.lata import interface as ids
from bitmeeple.registry import shipped_data

if TYPE_CHECKING:
    from bitmeeple.game import Game

COLOURS = ("silver", "red", "yellow")
PAIRS = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))
CONVERSIONS = ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1))

# One letter for an icon
LETTERS = {"sardine": "S", "mackerel": "M", "tomato": "T", "olive_oil": "O"}


def _named(ids: Ids, prefix: str, names: Iterable[object]) -> dict[int, str]:
    return {id: f"{prefix}:{name}" for id, name in zip(ids, names, strict=True)}


WORDS = {
    ids.STAY.first: "stay",
    ids.PASS.first: "pass",
    **_named(ids.SET, "set", range(5)),
    **_named(ids.SPACE, "space", range(1, 6)),
    **_named(ids.MAKE, "make", COLOURS),
    ids.SKIP.first: "skip",
    ids.FINISH.first: "finish",
    **_named(ids.SELL_TWO, "sell_two", (f"{COLOURS[a]}+{COLOURS[b]}" for a, b in PAIRS)),
    **_named(ids.CONVERT, "convert", (f"{COLOURS[a]}-{COLOURS[b]}" for a, b in CONVERSIONS)),
    ids.MONEY_TO_AP.first: "money_to_ap",
    **_named(ids.BUY_CUBE, "buy", COLOURS),
    ids.REVEAL_MARKET.first: "reveal_market",
    ids.FREE_REVEAL.first: "free_reveal",
    ids.NO_FREE_REVEAL.first: "no_free_reveal",
    **_named(ids.DELIVER, "deliver", COLOURS),
    ids.STOP_DELIVERY.first: "stop",
    ids.END_SALES.first: "end_sales",
    ids.REVEAL_SCORING.first: "reveal_scoring",
    ids.END_SCORING.first: "end_scoring",
    ids.KEEP_BOTH.first: "keep:both",
    ids.DISCARD_LOWER.first: "discard:lower",
    ids.DISCARD_HIGHER.first: "discard:higher",
    ids.REPLACE_DONE.first: "replace_done",
}


def card_of(action: int) -> int | None:
    """The card that an action is about: a pick, a market or a scoring card."""
    for names, cards in (
        (ids.PICK, ids.PRODUCTION),
        (ids.MARKET, ids.MARKETS),
        (ids.SCORING_CARD, ids.SCORING),
    ):
        if action in names:
            return cards[names.index(action)]
    return None


def action_notation(game: Game, d: Mapping[str, Any], action: int) -> str:
    """``bid:3``, ``space:2``, ``make:red``, ``sell:74``, ``deliver:red``, ``card:105``."""
    if action in ids.BID:
        return f"spend:{action}" if d["node"] == "SPEND" else f"bid:{action}"
    if action in WORDS:
        return WORDS[action]
    card = card_of(action)
    if action in ids.PICK:
        return f"pick:{card}"
    if action in ids.MARKET:
        return f"replace:{card}" if d["node"] == "REPLACE_MARKETS" else f"sell:{card}"
    return f"replace:{card}" if d["node"] == "REPLACE_SCORING" else f"card:{card}"


def outcome_notation(game: Game, d: Mapping[str, Any], outcome: int) -> str:
    """``token:3``, ``draw:24``."""
    return f"token:{outcome}" if d["node"] == "TOKEN" else f"draw:{outcome}"


# Cards in words


def card_entry(game: Game, card: int) -> Mapping[str, Any]:
    """The entry of a card in the data."""
    for table, cards in (
        ("starting_production_cards", ids.STARTING_PRODUCTION),
        ("production_cards", ids.PRODUCTION),
        ("market_cards", ids.MARKETS),
        ("scoring_cards", ids.SCORING),
        ("starting_scoring_cards", ids.STARTING_SCORING),
    ):
        if card in cards:
            entry: Mapping[str, Any] = game.tables[table]["cards"][cards.index(card)]
            return entry
    raise ValueError(f"no card {card}")


def production_name(game: Game, card: int) -> str:
    """``24:TS``, ``43:sell_two``, ``39:tin``, ``5:S``."""
    entry = card_entry(game, card)
    words = ["".join(LETTERS[icon] for icon in entry["icons"])]
    words += ["tin" if entry["tinplate"] == 1 else f"tin{entry['tinplate']}"] * (
        entry["tinplate"] > 0
    )
    words += [entry["effect"]] * (entry["effect"] is not None)
    shown = "+".join(word for word in words if word)
    return f"{card}:{shown}" if shown else str(card)


def market_name(game: Game, card: int) -> str:
    """``74 (australia)``."""
    return f"{card} ({'+'.join(card_entry(game, card)['flags'])})"


def rule_name(game: Game, card: int) -> str:
    """The rule of a scoring card: ``color brown all 1vp``."""
    rule = card_entry(game, card)["rule"]
    words = [rule["kind"]]
    for key in ("color", "icon", "cube", "what", "scope", "ap"):
        if key in rule:
            words.append(str(rule[key]))
    for key in ("nations", "colors", "costs"):
        if rule.get(key) is not None:
            words.append("+".join(map(str, rule[key])))
    if rule.get("per", 1) != 1:
        words.append(f"per {rule['per']}")
    if "at_least" in rule:
        words.append(f">={rule['at_least']}")
    if "vp" in rule:
        words.append(f"{rule['vp']}vp")
    else:
        words.append(f"{rule['per_flag']}vp+{rule['per_pair']}vp")
    return " ".join(words)


def rating(score: int, game: Game | None = None) -> str:
    """The rating of a solo score (6.2); ``game`` if it has data of its own.

    Examples
    --------
    >>> rating(38)
    'canned fish in olive oil'
    """
    tables = shipped_data("lata")[0] if game is None else game.tables
    reached = [r["name"] for r in tables["solo"]["ratings"] if r["at_least"] <= max(score, 0)]
    name: str = reached[-1]
    return name


# Sentences


def describe(game: Game, d: Mapping[str, Any], player: int, action: int) -> str:
    """One sentence."""
    if player < 0:
        return _describe_draw(game, d, action)
    return f"seat {player} {_deed(game, d, action)}"


def _describe_draw(game: Game, d: Mapping[str, Any], outcome: int) -> str:
    if d["node"] == "TOKEN":
        seat = next((i for i, entry in enumerate(d["seats"]) if entry["token"] is None), None)
        return f"seat {seat} draws turn-order token {outcome}"
    if d["node"] == "PRODUCTION_DRAW":
        return f"production card {production_name(game, outcome)} is drawn"
    if d["node"] == "MARKET_DRAW":
        return f"market {market_name(game, outcome)} is revealed"
    return f"scoring card {outcome} ({rule_name(game, outcome)}) is revealed"


def _deed(game: Game, d: Mapping[str, Any], action: int) -> str:
    """What a choice does, without the subject."""
    if action in ids.BID:
        return f"spends {action} AP on cards" if d["node"] == "SPEND" else f"bids {action} AP"
    if action in DEEDS:
        return DEEDS[action]
    if action in ids.SET:
        return _taking(game, d, ids.SET.index(action))
    if action in ids.SPACE:
        first = production_name(game, d["pending"][0]) if d["pending"] else "?"
        return f"places card {first} in space {ids.SPACE.index(action) + 1}"
    card = card_of(action)
    assert card is not None
    if action in ids.PICK:
        return f"picks card {production_name(game, card)}"
    if d["node"] in ("REPLACE_MARKETS", "REPLACE_SCORING"):
        return f"marks card {card} for replacement"
    if action in ids.MARKET:
        cost = card_entry(game, card)["ap"]
        return f"pays {cost} AP for a sale to market {market_name(game, card)}"
    cost = card_entry(game, card)["cost"]
    return f"buys scoring card {card} ({rule_name(game, card)}) for {cost}$"


def _taking(game: Game, d: Mapping[str, Any], index: int) -> str:
    cards = d["sets"][index] if index < len(d["sets"]) else None
    names = " and ".join(production_name(game, card) for card in cards or [])
    return f"takes set {index} ({names})" if names else f"takes set {index}"


def _of_cubes(named: Ids, sentence: str, cubes: Iterable[Sequence[int]]) -> dict[int, str]:
    return {
        id: sentence.format(*(COLOURS[colour] for colour in colours))
        for id, colours in zip(named, cubes, strict=True)
    }


ONE = ((0,), (1,), (2,))
DEEDS = {
    ids.STAY.first: "stays in for 1 AP",
    ids.PASS.first: "passes and takes the highest free token",
    **_of_cubes(ids.MAKE, "makes a {} cube", ONE),
    ids.SKIP.first: "skips an icon",
    ids.FINISH.first: "finishes production",
    **_of_cubes(ids.SELL_TWO, "sells a {} and a {} cube for 1$", PAIRS),
    **_of_cubes(ids.CONVERT, "turns a {} cube into a {} one", CONVERSIONS),
    ids.MONEY_TO_AP.first: "turns 1$ into 2 AP",
    **_of_cubes(ids.BUY_CUBE, "buys a {} cube", ONE),
    ids.REVEAL_MARKET.first: "reveals a market for 1 AP",
    ids.FREE_REVEAL.first: "reveals a market free of charge",
    ids.NO_FREE_REVEAL.first: "declines the free reveal",
    **_of_cubes(ids.DELIVER, "delivers a {} cube", ONE),
    ids.STOP_DELIVERY.first: "delivers no more",
    ids.END_SALES.first: "ends selling",
    ids.REVEAL_SCORING.first: "reveals a scoring card for 1$",
    ids.END_SCORING.first: "ends the scoring phase",
    ids.KEEP_BOTH.first: "keeps both cards",
    ids.DISCARD_LOWER.first: "discards the lower card",
    ids.DISCARD_HIGHER.first: "discards the higher card",
    ids.REPLACE_DONE.first: "has marked enough cards",
}


# Drawing


def draw(game: Game, d: Mapping[str, Any]) -> str:
    """Heading, displays and decks, then a block per seat with its factory."""
    lines = [
        heading(game, d),
        f"supply {_cubes(d['supply'])}, decks: production {len(d['production_deck'])},"
        f" markets {len(d['market_deck'])}, scoring {len(d['scoring_deck'])},"
        f" discard {_ids(d['discard'])}",
    ]
    lines += _draw_cards_of_phase_b(game, d)
    lines += _draw_markets(game, d)
    lines += _draw_scoring(game, d)
    for key in ("removed_markets", "removed_scoring"):
        if d[key]:
            lines.append(f"{key.replace('_', ' ')} {_ids(d[key])}")
    for index, seat in enumerate(d["seats"]):
        lines += _draw_seat(game, d, index, seat)
    if d["node"] == "END" and len(d["seats"]) == 1:
        lines.append(f"rating: {rating(d['points'][0], game)}")
    return "\n".join(lines)


def heading(game: Game, d: Mapping[str, Any]) -> str:
    """What is going on, in a line of open facts."""
    words = [d["node"] + (f" ({d['context']})" if d["context"] else "")]
    words.append(f"round {d['round']}/6")
    if d["draws_left"] is not None:
        words.append(f"{d['draws_left']} to draw")
    if d["pointer"] is not None:
        paid = " of a paid card" if d["paid"] else ""
        words.append(f"icon {d['pointer'] + 1}{paid}")
    if d["uses"] is not None and any(d["uses"]):
        words.append("uses " + "/".join(map(str, d["uses"])))
    if d["revealed"]:
        words.append("market revealed")
    if d["sale_market"] is not None:
        words.append(f"sale to {market_name(game, d['sale_market'])}")
    if d["bought"]:
        words.append("scoring card bought")
    if d["seen"]:
        words.append("scoring card revealed")
    return ", ".join(words)


def _draw_cards_of_phase_b(game: Game, d: Mapping[str, Any]) -> list[str]:
    """Sets, drawn and pending cards, if there are any."""
    lines = []
    if any(cards is not None for cards in d["sets"]):
        shown = [
            f"{index} {_production(game, cards)}"
            for index, cards in enumerate(d["sets"])
            if cards is not None
        ]
        lines.append(f"sets {' | '.join(shown)}")
    if d["drawn"]:
        picked = "" if d["picked"] is None else f", picked {d['picked']}"
        lines.append(f"drawn {_production(game, d['drawn'])}{picked}")
    if d["pending"]:
        where = "" if d["placed_space"] is None else f", the first is in space {d['placed_space']}"
        lines.append(f"to place {_production(game, d['pending'])}{where}")
    return lines


def _draw_markets(game: Game, d: Mapping[str, Any]) -> list[str]:
    lines = ["markets" if d["market_display"] else "markets -"]
    for entry in d["market_display"]:
        market = card_entry(game, entry["card"])
        needed = _letters([market[colour] for colour in COLOURS])
        there = f", {_letters(entry['cubes'])} delivered" if any(entry["cubes"]) else ""
        mark = "x" if entry["card"] in d["marked"] else " "
        lines.append(
            f" {mark} {entry['card']} {market['ap']} AP {needed:<5} {market['reward']}$"
            f" {'+'.join(market['flags'])}{there}"
        )
    return lines


def _draw_scoring(game: Game, d: Mapping[str, Any]) -> list[str]:
    lines = ["scoring cards" if d["scoring_display"] else "scoring cards -"]
    for card in d["scoring_display"]:
        mark = "x" if card in d["marked"] else " "
        lines.append(f" {mark} {card} {card_entry(game, card)['cost']}$ {rule_name(game, card)}")
    return lines


def _draw_seat(game: Game, d: Mapping[str, Any], index: int, seat: Mapping[str, Any]) -> list[str]:
    mark = ">" if d["actor"] == index else " "
    words = [f"{mark} seat {index}: {seat['ap']} AP, {seat['money']}$, {_cubes(seat['held'])}"]
    if seat["token"] is not None:
        words.append(f"token {seat['token']}")
    if seat["new_token"] is not None:
        words.append(f"takes token {seat['new_token']}")
    if d["node"] == "BID" and index < d["actor"]:
        words.append(f"bid {'?' if seat['bid'] is None else seat['bid']}")
    words.append(f"{d['points'][index]} vp")
    return [
        ", ".join(words),
        f"    factory {' | '.join(_stack(game, stack) for stack in seat['stacks'])}",
        f"    markets {_ids(seat['markets'])}",
        "    scores " + " ".join(f"{card}={vp}" for card, vp in seat["breakdown"]),
    ]


def _stack(game: Game, stack: Sequence[int]) -> str:
    """Covered cards by number, bottom to top, then the visible card: ``1,24:TS``."""
    if not stack:
        return "-"
    return ",".join([*map(str, stack[:-1]), production_name(game, stack[-1])])


def _production(game: Game, cards: Iterable[int]) -> str:
    return " ".join(production_name(game, card) for card in cards) or "-"


def _ids(cards: Iterable[int]) -> str:
    return " ".join(map(str, cards)) or "-"


def _cubes(counts: Sequence[int]) -> str:
    return " ".join(f"{letter}{count}" for letter, count in zip("SRY", counts))


def _letters(counts: Sequence[int]) -> str:
    """``SSR``."""
    return "".join(letter * count for letter, count in zip("SRY", counts))


# What a seat has seen of a line of play


def mask_history(
    game: Game, steps: Sequence[tuple[Mapping[str, Any], int]], player: int
) -> list[int | None]:
    """Bids of others stay hidden until the last one is made."""
    masked: list[int | None] = [action for _, action in steps]
    pending: list[int] = []
    for index, (d, _) in enumerate(steps):
        if d["node"] != "BID":
            continue
        if d["current_player"] != player:
            pending.append(index)
        if d["current_player"] == len(d["seats"]) - 1:
            pending.clear()
    for index in pending:
        masked[index] = None
    return masked
