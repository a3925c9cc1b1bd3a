"""Lata: the picture of a position (`bitmeeple.svg`)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from bitmeeple.games.lata import interface as ids
from bitmeeple.games.lata.text import (
    COLOURS,
    CONVERSIONS,
    PAIRS,
    card_entry,
    card_of,
    rating,
)
from bitmeeple.svg import dot, el, group, label, picture

if TYPE_CHECKING:
    from bitmeeple.game import Game

WIDTH, MARGIN = 480, 14
INNER = WIDTH - 2 * MARGIN
COLUMN, GAP = 84, 8
CUBES = ("silver", "vermilion", "yellow")
EDGES = ("grey", "vermilion", "yellow-ink")  # of cubes that are still open
HEADS = {"brown": "brown", "blue": "blue", "yellow": "yellow", "green": "green-ink"}
CODES = {
    "portugal": "PT",
    "france": "FR",
    "usa": "US",
    "australia": "AU",
    "chile": "CL",
    "united_kingdom": "UK",
    "germany": "DE",
    "italy": "IT",
}
PLACES = ("1st", "2nd", "3rd", "4th")
EFFECTS = {
    "sell_two": ("2 cubes", "→ 1$"),
    "convert_cube": ("cube →", "other"),
    "money_to_ap": ("1$ →", "2 AP"),
    "buy_cubes": ("buy 2,", "1$ each"),
}
BUTTONS = {
    ids.STAY.first: "Stay in: 1 AP",
    ids.PASS.first: "Pass",
    ids.SKIP.first: "Skip this icon",
    ids.FINISH.first: "Finish",
    ids.MONEY_TO_AP.first: "1$ → 2 AP",
    ids.REVEAL_MARKET.first: "Reveal a market: 1 AP",
    ids.FREE_REVEAL.first: "Reveal a market: free",
    ids.NO_FREE_REVEAL.first: "Reveal none",
    ids.STOP_DELIVERY.first: "Deliver no more",
    ids.END_SALES.first: "End selling",
    ids.REVEAL_SCORING.first: "Reveal a card: 1$",
    ids.END_SCORING.first: "End buying",
    ids.KEEP_BOTH.first: "Keep both",
    ids.DISCARD_LOWER.first: "Discard the left one",
    ids.DISCARD_HIGHER.first: "Discard the right one",
    ids.REPLACE_DONE.first: "Replace these",
    **{id: f"Make {colour}" for id, colour in zip(ids.MAKE, COLOURS, strict=True)},
    **{id: f"Deliver {colour}" for id, colour in zip(ids.DELIVER, COLOURS, strict=True)},
    **{id: f"Buy {colour}: 1$" for id, colour in zip(ids.BUY_CUBE, COLOURS, strict=True)},
    **{
        id: f"{COLOURS[a]} + {COLOURS[b]} → 1$"
        for id, (a, b) in zip(ids.SELL_TWO, PAIRS, strict=True)
    },
    **{
        id: f"{COLOURS[a]} → {COLOURS[b]}"
        for id, (a, b) in zip(ids.CONVERT, CONVERSIONS, strict=True)
    },
}
_FISH = "M-11.5,0C-8,-7.6 3,-7.6 7,-1.4L11.5,-6.6L10,0L11.5,6.6L7,1.4C3,7.6 -8,7.6 -11.5,0Z"
_ICONS = {
    "sardine": "M-10.5,0C-6,-4 3,-4 7,-.6L11,-4L10,0L11,4L7,.6C3,4 -6,4 -10.5,0Z",
    "mackerel": _FISH,
    "tomato": "M0,-6C5,-9 10,-5.5 9.5,1C9,7 4.5,9.6 0,9.6C-4.5,9.6 -9,7 -9.5,1"
    "C-10,-5.5 -5,-9 0,-6Z",
    "olive_oil": "M-2.4,-11.5h4.8v5.2c3.4,1.6 4.6,3.6 4.6,6.8v8.6a2,2 0 0 1 -2,2h-10"
    "a2,2 0 0 1 -2,-2v-8.6c0,-3.2 1.2,-5.2 4.6,-6.8z",
    "tinplate": "M-8,-6.5A8,2.8 0 0 1 8,-6.5V6.5A8,2.8 0 0 1 -8,6.5Z"
    "M-6.2,-6.5A6.2,1.5 0 0 0 6.2,-6.5A6.2,1.5 0 0 0 -6.2,-6.5Z",
}
_FILLS = {
    "sardine": "soft",
    "mackerel": "blue",
    "tomato": "vermilion",
    "olive_oil": "green-ink",
    "tinplate": "grey",
}
_DETAILS = {
    "mackerel": ("M-4,-5L-2,0M0,-5.2L2,-.4M3.6,-4L5,-.6", "none", "card"),
    "tomato": ("M0,-5.6L-5,-7.6L-1.6,-8.6L0,-11.4L1.6,-8.6L5,-7.6Z", "green", None),
    "olive_oil": (
        "M0,0C1.8,2.4 2.9,3.6 2.9,5.2A2.9,2.9 0 0 1 -2.9,5.2C-2.9,3.6 -1.8,2.4 0,0Z",
        "card",
        None,
    ),
}


@dataclass(frozen=True)
class _Scene:
    """What is drawn, and the marks on it."""

    game: Game
    view: Mapping[str, Any]
    marked: Collection[int]
    last: int | None

    def action(self, action: int) -> int | None:
        """The action, if it is to be marked."""
        return action if action in self.marked else None

    def name(self, seat: int) -> str:
        """How the picture calls a seat."""
        return "You" if self.view.get("player") == seat else f"Seat {seat}"

    def card(self, card: int) -> Mapping[str, Any]:
        """A card in the data."""
        return card_entry(self.game, card)

    @property
    def seat(self) -> int:
        """The seat whose factory is large: the viewer's, else that of whose turn it is."""
        seat: int = self.view.get("player", self.view["actor"] or 0)
        return seat

    @property
    def costs(self) -> Sequence[int]:
        """What a card costs in each space."""
        tables, options = self.game.tables, self.game.options
        alone = options["players"] == 1
        board = tables["solo"]["boards"][options["solo_board"]] if alone else tables["factory"]
        costs: Sequence[int] = board["costs"]
        return costs


def draw(
    game: Game,
    view: Mapping[str, Any],
    *,
    marked: Collection[int] = (),
    last: int | None = None,
) -> str:
    """The picture of a view, or of a complete dict, with marks (`bitmeeple.svg.svg`)."""
    deciding = view["current_player"] >= 0  # outcomes of chance have numbers of their own
    scene = _Scene(game, view, marked if deciding else (), last)
    blocks: list[Callable[[_Scene], tuple[float, str]]] = [_status, _buttons]
    if view["node"] != "END":
        blocks += [_factory, _pending, _offers, _markets, _scoring, _supply]
    blocks.append(_seats)
    y, drawn = float(MARGIN), []
    for block in blocks:
        height, content = block(scene)
        if content:
            drawn.append(group(content, at=(0, y)))
            y += height + 14
    return picture(WIDTH, y, *drawn, title=f"Lata: {_sentence(scene)}")


# Words


def rule_words(scene: _Scene, card: int) -> str:
    """What a scoring card counts: ``2 per mackerel, all cards``."""
    rule = scene.card(card)["rule"]
    kind, worth = rule["kind"], rule.get("vp")
    if kind == "flat":
        return f"{worth} VP"
    if kind == "threshold":
        what = {"salt": "cubes in salt", "money": "$", "ap": "AP left"}[rule["what"]]
        return f"{worth} if {rule['at_least']}+ {what}"
    if kind == "flags_and_pairs":
        return f"{rule['per_flag']} per flag, {rule['per_pair']} per pair of a flag"
    return f"{worth} per {_counted(rule)}"


def _counted(rule: Mapping[str, Any]) -> str:
    """What a rule counts one by one, or in groups of ``per``."""
    kind, per = rule["kind"], rule.get("per", 1)
    many = "" if per == 1 else f"{per} "
    plural = "" if per == 1 else "s"
    scope = "all cards" if rule.get("scope") == "all" else "visible"
    if kind == "color":
        return f"{rule['color']} card, {scope}"
    if kind == "icon":
        return f"{_icon_word(rule['icon'])}, {scope}"
    if kind == "market_cubes":
        return f"{many}{rule['cube']} cube{plural}, own markets"
    if kind == "market_flags":
        flags = " or ".join(_code(nation) for nation in rule["nations"] or ())
        return f"{many}{flags + ' ' if flags else ''}flag{plural}"
    if kind == "flag_sets":
        return f"set {'+'.join(_code(nation) for nation in rule['nations'])}"
    if kind == "space_cost":
        return f"card in {' or '.join(_price(cost) for cost in rule['costs'])} spaces"
    if kind == "color_sets":
        return f"set {'+'.join(rule['colors'])}"
    if kind == "discard_icon":
        return f"{_icon_word(rule['icon'])} on the discard pile"
    return {
        "market_ap_sum": f"{many}AP of own markets",
        "market_ap_icon": f"own market of {rule.get('ap')} AP",
        "best_space": "card in the tallest stack",
        "discard_cards": "card on the discard pile",
        "money": "$",
        "cubes_made": f"{many}cube{plural} on markets or held",
    }[kind]


def _icon_word(icon: str) -> str:
    return "tin" if icon == "tinplate" else icon.replace("_", " ")


def _code(nation: str) -> str:
    return CODES.get(nation, nation[:2].upper())


def _nation(nation: str) -> str:
    return "USA" if nation == "usa" else nation.replace("_", " ").title()


def _price(cost: int) -> str:
    return f"{cost}$" if cost else "free"


def _icons(scene: _Scene, card: int) -> list[str]:
    entry = scene.card(card)
    return [*entry["icons"], *["tinplate"] * entry["tinplate"]]


def _card_words(scene: _Scene, card: int) -> str:
    """``blue card 24: tomato, sardine``."""
    entry = scene.card(card)
    words = [_icon_word(icon) for icon in _icons(scene, card)]
    if entry["effect"] is not None:
        words.append(" ".join(EFFECTS[entry["effect"]]))
    return f"{entry['color']} card {card}: {', '.join(words) or 'no icon'}"


def _sentence(scene: _Scene) -> str:
    view = scene.view
    deeds = {
        "START_PICK": "pick a card to start with",
        "SPEND": "spend AP on cards",
        "BID": "bid for the turn order",
        "AUCTION": "stay in for 1 AP, or pass",
        "SET": "choose a set",
        "PICK": "pick a card",
        "KEEP": "keep both cards, or discard one",
        "PLACE": "place a card",
        "REPLACE_MARKETS": "mark markets to replace",
        "FREE": "reveal a market free of charge?",
        "PRODUCE": "make cubes",
        "SELL": "sell to a market",
        "DELIVER": "deliver cubes",
        "REPLACE_SCORING": "mark scoring cards to replace",
        "SCORE": "buy a scoring card",
    }
    if view["node"] in deeds:
        return f"{scene.name(view['current_player'])}: {deeds[view['node']]}"
    if view["node"] == "END":
        best = max(view["points"])
        seats = [scene.name(i) for i, vp in enumerate(view["points"]) if vp == best]
        if len(view["points"]) == 1:
            return f"the end, {best} VP: {rating(best, scene.game)}"
        return f"the end, {' and '.join(seats)}: {best} VP"
    drawn = {
        "TOKEN": "turn-order tokens are drawn",
        "PRODUCTION_DRAW": "a production card is drawn",
        "MARKET_DRAW": "a market is revealed",
        "SCORING_DRAW": "a scoring card is revealed",
    }
    return drawn[view["node"]]


# Pieces


@cache
def _box(
    width: float, height: float, *, fill: str = "panel", frame: bool = False, radius: float = 7
) -> str:
    return el(
        "rect",
        width=width,
        height=height,
        rx=radius,
        fill=f"var(--{fill})",
        stroke="var(--ink)" if frame else "var(--line)",
        stroke_width=3 if frame else 1,
    )


@cache
def _slot(width: float, height: float, *, frame: bool = False) -> str:
    return el(
        "rect",
        width=width,
        height=height,
        rx=7,
        fill="var(--bg)",
        stroke="var(--ink)" if frame else "var(--line)",
        stroke_width=3 if frame else 1.5,
        stroke_dasharray=None if frame else "4 4",
    )


@cache
def _icon(icon: str, x: float, y: float, scale: float = 1) -> str:
    parts = [
        el(
            "path",
            d=_ICONS[icon],
            fill=f"var(--{_FILLS[icon]})",
            fill_rule="evenodd" if icon == "tinplate" else None,
        )
    ]
    if icon in _DETAILS:
        path, fill, stroke = _DETAILS[icon]
        colour = "none" if fill == "none" else f"var(--{fill})"
        line = f"var(--{stroke})" if stroke else None
        parts.append(el("path", d=path, fill=colour, stroke=line))
    return el("g", *parts, transform=f"translate({x:g} {y:g}) scale({scale:g})")


@cache
def _cube(colour: int, x: float, y: float, *, state: str = "held") -> str:
    """A lettered cube 20 x 20: ``held``, ``open`` (required) or ``done`` (delivered)."""
    is_open = state == "open"
    square = el(
        "rect",
        x=x,
        y=y,
        width=20,
        height=20,
        rx=4,
        fill="var(--card)" if is_open else f"var(--{CUBES[colour]})",
        stroke=f"var(--{EDGES[colour]})" if is_open else "var(--soft)",
        stroke_width=2.5 if is_open else 1,
    )
    if state == "done":
        check = f"M{x + 5:g},{y + 10:g}L{x + 9:g},{y + 14:g}L{x + 15:g},{y + 6:g}"
        return square + el("path", d=check, fill="none", stroke="#14171b", stroke_width=2.5)
    ink = None if is_open else "#14171b"
    return square + label(x + 10, y + 15, "SRY"[colour], 14, fill=ink, bold=True, anchor="middle")


def _holding(held: Sequence[int], x: float, y: float) -> str:
    """Cubes with their numbers."""
    parts = []
    for colour, count in enumerate(held):
        number = label(x + 60 * colour + 26, y + 16, count, 15, bold=True)
        pair = _cube(colour, x + 60 * colour, y) + number
        tip = f"{count} {COLOURS[colour]}"
        parts.append(group(pair, title=tip) if count else el("g", pair, opacity=0.45))
    return "".join(parts)


@cache
def _head(colour: str, width: float, height: float, words: str) -> str:
    """The coloured head of a card; it says its colour."""
    ink = "#14171b" if colour == "yellow" else "var(--bg)"
    bar = el("rect", width=width, height=height, rx=5, fill=f"var(--{HEADS[colour]})")
    return bar + label(width / 2, height - 4, words, 14, fill=ink, bold=True, anchor="middle")


def _face(scene: _Scene, card: int, width: float, *, tall: bool, now: int | None = None) -> str:
    """The inside of a production card; ``now``: the icon that production stands at."""
    entry, middle = scene.card(card), width / 2
    if entry["effect"] is not None:
        lines = EFFECTS[entry["effect"]]
        first = 58 if tall else 38
        return "".join(
            label(middle, first + 18 * i, words, 14, bold=True, anchor="middle")
            for i, words in enumerate(lines)
        )
    icons, parts = _icons(scene, card), []
    for place, icon in enumerate(icons):
        if tall:
            step = 82 / len(icons)
            y = 18 + step * (place + 0.5)
            parts.append(_icon(icon, middle, y - 6, 1 if len(icons) < 3 else 0.8))
            if len(icons) < 3:
                words = _icon_word(icon)
                parts.append(label(middle, y + 16, words, 14, fill="var(--soft)", anchor="middle"))
            if now == place and place < len(entry["icons"]):
                turn = f"M6,{y - 13:g}L16,{y - 6:g}L6,{y + 1:g}Z"
                parts.append(el("path", d=turn, fill="var(--ink)"))
        else:
            x = width * (place + 0.5) / len(icons)
            parts.append(_icon(icon, x, 39, 1.1))
    return "".join(parts)


def _production(
    scene: _Scene,
    card: int,
    width: float,
    *,
    tall: bool,
    now: int | None = None,
    frame: bool = False,
) -> str:
    """An open production card: 104 high, or 62."""
    colour = scene.card(card)["color"]
    parts = [
        _box(width, 104 if tall else 62, fill="card", frame=frame),
        group(_head(colour, width - 4, 18, colour), at=(2, 2)),
        _face(scene, card, width, tall=tall, now=now),
    ]
    return group(*parts, title=_card_words(scene, card))


def _covered(scene: _Scene, card: int, width: float) -> str:
    """The strip that shows of a covered card: its colour and its icons."""
    colour = scene.card(card)["color"]
    parts = [
        _box(width, 22, fill="tray"),
        group(_head(colour, 26, 18, colour[:2].capitalize()), at=(2, 2)),
    ]
    parts += [
        _icon(icon, 44 + 24 * place, 11, 0.75) for place, icon in enumerate(_icons(scene, card)[:2])
    ]
    return group(*parts, title=f"covered: {_card_words(scene, card)}")


def _columns(scene: _Scene, seat: int, *, tall: bool) -> tuple[float, str]:
    """The factory: five stacks, open cards in one line, covered ones above them."""
    stacks = scene.view["seats"][seat]["stacks"]
    own = scene.view["actor"] == seat
    deepest = 20 * max(0, *(len(stack) - 1 for stack in stacks))
    height, parts = (104 if tall else 62), []
    now = scene.view["pointer"] if own else None
    for space, stack in enumerate(stacks):
        action = scene.action(ids.SPACE.first + space) if own else None
        column = []
        for above, card in enumerate(stack[:-1]):
            y = deepest - 20 * (len(stack) - 1 - above)
            column.append(group(_covered(scene, card, COLUMN), at=(0, y)))
        if stack:
            face = _production(
                scene, stack[-1], COLUMN, tall=tall, now=now, frame=action is not None
            )
            now = None if now is None else now - len(scene.card(stack[-1])["icons"])
        else:
            face = _slot(COLUMN, height, frame=action is not None)
        column.append(group(face, at=(0, deepest)))
        tip = None if action is None else f"place the card in space {space + 1}"
        parts.append(group(*column, title=tip, action=action, at=(space * (COLUMN + GAP), 0)))
    return deepest + height, "".join(parts)


def _heading(words: str, note: str = "") -> str:
    right = label(WIDTH - MARGIN, 14, note, 14, fill="var(--soft)", anchor="end") if note else ""
    return label(MARGIN, 14, words, 14, fill="var(--soft)", bold=True) + right


def _flow(items: Iterable[tuple[float, str]], height: float) -> tuple[float, str]:
    """Items of given widths in rows: height and content."""
    x, y, parts = float(MARGIN), 0.0, []
    for width, content in items:
        if x + width > WIDTH - MARGIN + 1 and x > MARGIN:
            x, y = float(MARGIN), y + height + GAP
        parts.append(group(content, at=(x, y)))
        x += width + GAP
    return (y + height if parts else 0), "".join(parts)


# Blocks: height and content, from y = 0


def _status(scene: _Scene) -> tuple[float, str]:
    sentence = _sentence(scene)
    words = [f"Round {scene.view['round']} of {scene.game.tables['general']['rounds']}"]
    if scene.game.options["players"] == 1:
        words.append(scene.game.options["solo_board"].capitalize())
    return 46, "".join(
        (
            label(MARGIN, 20, sentence[0].upper() + sentence[1:], 20, bold=True),
            label(MARGIN, 42, " · ".join(words), 14, fill="var(--soft)"),
        )
    )


def _choice(view: Mapping[str, Any]) -> Sequence[int]:
    """The production cards that are to be chosen from: at the start the whole deck."""
    cards: Sequence[int] = view["production_deck" if view["node"] == "START_PICK" else "drawn"]
    return cards


def _has_place(scene: _Scene, action: int) -> bool:
    """Whether the action is the target of a card or space of the picture."""
    view = scene.view
    if action in ids.PICK:
        return card_of(action) in _choice(view)
    return any(action in kind for kind in (ids.SET, ids.SPACE, ids.MARKET, ids.SCORING_CARD))


def _buttons(scene: _Scene) -> tuple[float, str]:
    """Choices that have no place of their own."""
    items = []
    for action in sorted(scene.marked):
        if not _has_place(scene, action):
            words = _button_words(action)
            width = min(8.4 * len(words) + 20, INNER)
            face = _box(width, 32, fill="tray", frame=action not in ids.BID)
            word = label(width / 2, 21, words, 14, bold=True, anchor="middle")
            items.append((width, group(face, word, action=action)))
    return _flow(items, 32)


def _button_words(action: int) -> str:
    if action in ids.BID:
        return f"{action} AP"
    return BUTTONS[action]


def _factory(scene: _Scene) -> tuple[float, str]:
    """The large factory, what it costs to place, and what its owner has."""
    name = scene.name(scene.seat)
    height, columns = _columns(scene, scene.seat, tall=True)
    costs = [
        label(
            MARGIN + space * (COLUMN + GAP) + COLUMN / 2,
            height + 46,
            f"{space + 1}: {_price(cost)}",
            14,
            fill="var(--soft)",
            anchor="middle",
        )
        for space, cost in enumerate(scene.costs)
    ]
    heading = _heading("Your factory" if name == "You" else f"Factory of {name.lower()}")
    own_height, own = _state(scene, scene.seat)
    parts = [heading, group(columns, at=(MARGIN, 24)), *costs, group(own, at=(0, height + 60))]
    return height + 60 + own_height, "".join(parts)


def _state(scene: _Scene, index: int) -> tuple[float, str]:
    """What a seat has: name, AP, money, cubes, flags, scoring cards with their values."""
    view = scene.view
    seat = view["seats"][index]
    turn = view["actor"] == index and view["node"] != "END"
    order = f" · {PLACES[seat['token'] - 1]}" if seat["token"] is not None else ""
    parts = [label(MARGIN + 12, 24, scene.name(index) + order, 16, bold=True)]
    x = WIDTH - MARGIN - 12
    parts.append(label(x, 24, f"{view['points'][index]} VP", 18, bold=True, anchor="end"))
    if _bid_words(scene, index):
        parts.append(label(200, 24, _bid_words(scene, index), 14, fill="var(--soft)"))
    parts.append(label(MARGIN + 12, 50, f"{seat['ap']} AP  ·  {seat['money']}$", 16, bold=True))
    parts.append(_holding(seat["held"], 170, 34))
    y = 62.0
    flags = _flags(scene, seat["markets"])
    if flags:
        height, chips = _flow(flags, 22)
        parts.append(group(chips, at=(12, y)))
        y += height + 6
    for card, worth in seat["breakdown"]:
        bought = card in ids.SCORING and scene.last == _purchase(card)
        mark = dot(MARGIN + 4, y + 10) if bought else ""
        row = label(MARGIN + 12, y + 15, rule_words(scene, card), 14) + mark
        value = label(x, y + 15, worth, 14, bold=True, anchor="end")
        parts.append(group(row, value, title=f"scoring card {card}: now {worth} VP"))
        y += 21
    height = y + 6
    frame = group(_box(INNER, height, frame=turn), at=(MARGIN, 0))
    return height, frame + "".join(parts)


def _purchase(card: int) -> int:
    """The action that is about a scoring card."""
    return ids.SCORING_CARD.first + ids.SCORING.index(card)


def _bid_words(scene: _Scene, index: int) -> str:
    """A pending bid: its number only where the view has it."""
    view = scene.view
    seat = view["seats"][index]
    if seat["bid"] is not None:
        return f"bids {seat['bid']} AP"
    if view["node"] == "BID" and index < view["actor"]:
        return "bid in"
    return f"takes {PLACES[seat['new_token'] - 1]}" if seat["new_token"] is not None else ""


def _flags(scene: _Scene, markets: Sequence[int]) -> list[tuple[float, str]]:
    """Chips of the flags on own markets."""
    counts: dict[str, int] = {}
    for card in markets:
        for nation in scene.card(card)["flags"]:
            counts[nation] = counts.get(nation, 0) + 1
    return [
        _chip(_code(nation) + (f" ×{count}" if count > 1 else ""), f"{count} × {_nation(nation)}")
        for nation, count in sorted(counts.items())
    ]


def _chip(words: str, tip: str) -> tuple[float, str]:
    width = 10.0 * len(words) + 10
    face = _box(width, 22, fill="tray", radius=5)
    return width, group(
        face, label(width / 2, 16, words, 14, bold=True, anchor="middle"), title=tip
    )


def _pending(scene: _Scene) -> tuple[float, str]:
    """Cards that are to be placed, in their order, and those that were drawn."""
    view = scene.view
    cards, words = (view["pending"], "To place, the left one first")
    if not cards:
        cards, words = _choice(view), "Cards to choose from"
    if not cards:
        return 0, ""
    items, tall = [], len(cards) < 15
    for card in cards:
        action = scene.action(ids.PICK.first + card - ids.PRODUCTION[0])
        framed = action is not None or view["picked"] == card
        face = _production(scene, card, COLUMN, tall=tall, frame=framed)
        items.append((float(COLUMN), group(face, action=action)))
    height, content = _flow(items, 104 if tall else 62)
    return height + 22, _heading(words) + group(content, at=(0, 22))


def _offers(scene: _Scene) -> tuple[float, str]:
    """The sets on offer."""
    sets = scene.view["sets"]
    if not any(sets):
        return 0, ""
    items = []
    for index, cards in enumerate(sets):
        action = scene.action(ids.SET.first + index)
        count = len(cards) if cards else 1
        width = 90.0 * count + 6
        if cards:
            face = [_box(width, 74, fill="tray", frame=action is not None)]
            face += [
                group(_production(scene, card, COLUMN, tall=False), at=(6 + 90 * place, 6))
                for place, card in enumerate(cards)
            ]
        else:
            words = "taken" if cards is None else "empty"
            face = [_slot(width, 74)]
            face.append(label(width / 2, 42, words, 14, fill="var(--soft)", anchor="middle"))
        if scene.last == ids.SET.first + index:
            face.append(dot(width - 5, 5))
        items.append((width, group(*face, action=action)))
    height, content = _flow(items, 74)
    return height + 22, _heading("Sets on offer") + group(content, at=(0, 22))


def _markets(scene: _Scene) -> tuple[float, str]:
    view = scene.view
    items = [(107.0, _market(scene, entry)) for entry in view["market_display"]]
    height, content = _flow(items, 92)
    heading = _heading("Markets", f"{len(view['market_deck'])} in the deck")
    return height + 22, heading + group(content, at=(0, 22))


def _market(scene: _Scene, entry: Mapping[str, Any]) -> str:
    """Flags, required cubes in a row, cost of a sale and reward of a cube."""
    card = entry["card"]
    market, action = scene.card(card), scene.action(ids.MARKET.first + card - ids.MARKETS[0])
    here = scene.view["sale_market"] == card
    parts = [_box(107, 92, fill="card", frame=action is not None or here)]
    x = 7.0
    for nation in market["flags"]:
        width, chip = _chip(_code(nation), _nation(nation))
        parts.append(group(chip, at=(x, 7)))
        x += width + 4
    needed = [colour for colour in range(3) for _ in range(market[COLOURS[colour]])]
    step = min(24.0, 94 / len(needed))
    left = (107 - step * (len(needed) - 1) - 20) / 2
    delivered = list(entry["cubes"])
    for place, colour in enumerate(needed):
        done = delivered[colour] > 0
        delivered[colour] -= done
        state = "done" if done else "open"
        parts.append(_cube(colour, left + step * place, 38, state=state))
    parts.append(label(8, 84, f"{market['ap']} AP", 14, bold=True))
    parts.append(label(99, 84, f"{market['reward']}$", 14, bold=True, anchor="end"))
    if card in scene.view["marked"]:
        parts.append(label(99, 24, "out", 14, fill="var(--vermilion-ink)", bold=True, anchor="end"))
    if scene.last == ids.MARKET.first + card - ids.MARKETS[0]:
        parts.append(dot(102, 5))
    nations = ", ".join(_nation(nation) for nation in market["flags"])
    tip = f"market {card}: {nations}, {market['ap']} AP a sale, {market['reward']}$ a cube"
    return group(*parts, title=tip, action=action)


def _scoring(scene: _Scene) -> tuple[float, str]:
    view = scene.view
    heading = _heading("Scoring cards", f"{len(view['scoring_deck'])} in the deck")
    items = []
    for card in view["scoring_display"]:
        action = scene.action(_purchase(card))
        parts = [
            _box(INNER, 30, fill="card", frame=action is not None),
            label(12, 20, f"{scene.card(card)['cost']}$", 16, bold=True),
            label(48, 20, rule_words(scene, card), 15),
        ]
        if card in view["marked"]:
            out = label(INNER - 10, 20, "out", 14, fill="var(--vermilion-ink)", anchor="end")
            parts.append(out)
        items.append((float(INNER), group(*parts, title=f"scoring card {card}", action=action)))
    height, content = _flow(items, 30)
    return height + 22, heading + group(content, at=(0, 22))


def _supply(scene: _Scene) -> tuple[float, str]:
    view = scene.view
    decks = f"deck {len(view['production_deck'])} · discard {len(view['discard'])}"
    words = label(MARGIN, 16, "Supply", 14, fill="var(--soft)", bold=True)
    right = label(WIDTH - MARGIN, 16, decks, 14, fill="var(--soft)", anchor="end")
    return 22, words + _holding(view["supply"], 80, 0) + right


def _seats(scene: _Scene) -> tuple[float, str]:
    """The other seats; at the end all of them."""
    y, parts = 0.0, []
    for index in range(len(scene.view["seats"])):
        if index == scene.seat and scene.view["node"] != "END":
            continue
        own_height, own = _state(scene, index)
        height, columns = _columns(scene, index, tall=False)
        parts.append(group(own, at=(0, y)))
        parts.append(group(columns, at=(MARGIN, y + own_height + 8)))
        y += own_height + height + 26
    return max(y - 18, 0), "".join(parts)
