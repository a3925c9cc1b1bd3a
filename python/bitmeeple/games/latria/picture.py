"""Latria: the picture of a position (`bitmeeple.svg`)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import TYPE_CHECKING, Any

from bitmeeple.games.latria import interface as ids
from bitmeeple.games.latria.text import BOARDS, type_name
from bitmeeple.svg import dot, el, group, label, picture

if TYPE_CHECKING:
    from bitmeeple.game import Game

WIDTH, MARGIN = 480, 14
INNER = WIDTH - 2 * MARGIN
COLOURS = ("orange", "blue", "green", "purple")
_SYMBOLS = (
    "M0,-5.6A5.6,5.6 0 1 1 0,5.6A5.6,5.6 0 1 1 0,-5.6ZM6.8,-2L11,0L6.8,2ZM6.2,3.4L7.8,7.8L3.4,6.2Z"
    "M2,6.8L0,11L-2,6.8ZM-3.4,6.2L-7.8,7.8L-6.2,3.4ZM-6.8,2L-11,0L-6.8,-2ZM-6.2,-3.4L-7.8,-7.8"
    "L-3.4,-6.2ZM-2,-6.8L0,-11L2,-6.8ZM3.4,-6.2L7.8,-7.8L6.2,-3.4Z",
    "M3,-10A10.4,10.4 0 1 0 10,3.6A8.4,8.4 0 0 1 3,-10Z",
    "M0,-11.5Q1.8,-1.8 11.5,0Q1.8,1.8 0,11.5Q-1.8,1.8 -11.5,0Q-1.8,-1.8 0,-11.5Z",
    "M1,-11.5C2,-6 8,-2.5 8,3.6A8,7.6 0 0 1 -8,3.6C-8,-.5 -5,-2.6 -4.6,-6C-2.6,-5 0,-8 1,-11.5Z"
    "M0,1.4C1.6,3.2 3.4,4.4 3.4,6.4A3.4,3.2 0 0 1 -3.4,6.4C-3.4,4.4 -1.6,3.2 0,1.4Z",
)
_CROWN = "M-9,6L-9,-4L-4,1L0,-7L4,1L9,-4L9,6Z"
_TURN = "M-4,-6L6,0L-4,6Z"


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

    def kind(self, kind: int) -> Mapping[str, Any]:
        """A celestial type in the data."""
        entry: Mapping[str, Any] = self.game.tables["celestial"]["types"][kind]
        return entry

    def kinds_of(self, suit: int) -> list[int]:
        """The celestial types of a body; none of Latria."""
        return [k for k in range(12) if self.kind(k)["body"] == BOARDS[suit].lower()]

    def value(self, card: int) -> tuple[int, int]:
        """Points and multiplier of an astrology card."""
        row = self.game.tables["astrology"][BOARDS[card // 15].lower()]
        return row["vp"][card % 15], row["mult"][card % 15]


def draw(
    game: Game,
    view: Mapping[str, Any],
    *,
    marked: Collection[int] = (),
    last: int | None = None,
) -> str:
    """The picture of a view, or of a complete dict, with marks (`bitmeeple.svg.svg`)."""
    deciding = view["current_player"] >= 0
    scene = _Scene(game, view, marked if deciding else (), last)
    blocks: list[Callable[[_Scene], tuple[float, str]]] = [_status, _sky]
    if view["node"] == "REMOVE":
        blocks.append(_removal)
    if view["node"] != "END":
        blocks += [_table, _hands]
    blocks += [_piles, _unseen]
    y, drawn = float(MARGIN), []
    for block in blocks:
        height, content = block(scene)
        if content:
            drawn.append(group(content, at=(0, y)))
            y += height + 14
    return picture(WIDTH, y, *drawn, title=f"Latria: {_sentence(scene)}")


# Pieces


def card_words(scene: _Scene, card: int) -> str:
    """``Moon 8, 3 VP``."""
    points, multiplier = scene.value(card)
    words = f"{BOARDS[card // 15]} {card % 15 + 1}"
    return words + (f", {points} VP" if points else "") + _times(multiplier, ", ×")


def _kind_words(scene: _Scene, kind: int) -> str:
    entry = scene.kind(kind)
    words = f"{type_name(scene.game, kind)}: {entry['body'].capitalize()}, {entry['vp']} VP"
    words += _times(entry["mult"], ", ×")
    words += ", turns the board round" if entry["mutation"] else ""
    return words + (", removes cards" if entry["special"] else "")


def _times(multiplier: int, before: str) -> str:
    return "" if multiplier == 1 else f"{before}{multiplier}"


@cache
def _symbol(suit: int, x: float, y: float, scale: float = 1, colour: str | None = None) -> str:
    return el(
        "path",
        d=_SYMBOLS[suit],
        fill=f"var(--{colour or COLOURS[suit]})",
        fill_rule="evenodd" if suit == 3 else None,
        stroke="var(--orange-ink)" if suit == 0 else None,
        stroke_width=0.8 if suit == 0 else None,
        transform=f"translate({x:g} {y:g}) scale({scale:g})",
    )


@cache
def _box(width: float, height: float, *, fill: str = "panel", frame: str | None = None) -> str:
    """A panel or a card; ``frame``: the colour of a thick frame."""
    return el(
        "rect",
        width=width,
        height=height,
        rx=8,
        fill=f"var(--{fill})",
        stroke=f"var(--{frame or 'line'})",
        stroke_width=3 if frame else 1,
    )


@cache
def _slot(width: float, height: float) -> str:
    return el(
        "rect",
        width=width,
        height=height,
        rx=6,
        fill="none",
        stroke="var(--line)",
        stroke_width=1.5,
        stroke_dasharray="4 4",
    )


@cache
def _back(width: float, height: float) -> str:
    star = el(
        "path",
        d=_SYMBOLS[2],
        fill="var(--back-line)",
        transform=f"translate({width / 2:g} {height / 2:g})",
    )
    return _box(width, height, fill="back") + star


def _small(scene: _Scene, card: int, *, action: int | None = None) -> str:
    """A card 46 x 44: number and suit, a bar in its colour where it has a value."""
    suit = card // 15
    points, multiplier = scene.value(card)
    worth = f"+{points}" if points else _times(multiplier, "×")
    parts = [
        _box(46, 44, fill="card", frame=None if action is None else "ink"),
        label(15, 20, card % 15 + 1, 17, bold=True, anchor="middle"),
        _symbol(suit, 35, 14, 0.62),
    ]
    if worth:
        parts.append(_band(suit, 3, 27, 40, 15, worth))
    return "".join(parts)


@cache
def _band(suit: int, x: float, y: float, width: float, height: float, worth: str) -> str:
    tint = el(
        "rect", x=x, y=y, width=width, height=height, rx=3, fill=f"var(--{COLOURS[suit]}-tint)"
    )
    fill = f"var(--{COLOURS[suit]}-ink)"
    return tint + label(
        x + width / 2, y + height - 2, worth, 14, fill=fill, bold=True, anchor="middle"
    )


def _tile(scene: _Scene, kind: int, *, action: int | None = None) -> str:
    """A celestial card, 30 x 40."""
    entry = scene.kind(kind)
    suit = BOARDS.index(entry["body"].capitalize())
    worth = "out" if entry["special"] else _times(entry["mult"], "×") or str(entry["vp"])
    half = (
        el("path", d="M25,4A5,5 0 0 1 25,14Z", fill="var(--ink)")
        + el("circle", cx=25, cy=9, r=5, fill="none", stroke="var(--ink)")
        if entry["mutation"]
        else ""
    )
    return "".join(
        (
            _box(32, 42, fill="card", frame=None if action is None else "ink"),
            label(12 if half else 16, 20, worth, 15, bold=True, anchor="middle"),
            half,
            _symbol(suit, 16, 31, 0.6),
        )
    )


def _heading(words: str) -> str:
    return label(MARGIN, 14, words, 14, fill="var(--soft)", bold=True)


def _listed(counts: Sequence[int], kinds: Iterable[int] = range(12)) -> list[int]:
    """The types of a multiset, each as often as it is in it."""
    return [kind for kind in kinds for _ in range(counts[kind])]


# Blocks: height and content, from y = 0


def _sentence(scene: _Scene) -> str:
    view = scene.view
    node, who = view["node"], view["current_player"]
    if node == "END":
        points = _result(scene)
        best = max(points)
        names = [scene.name(seat) for seat, own in enumerate(points) if own == best]
        unit = "campaign points" if scene.game.options["campaign"] else "VP"
        return f"the end, {' and '.join(names)}: {best} {unit}"
    if node == "DEAL":
        return "the cards are dealt"
    if node == "FIRST_PARENT":
        return "the first parent is drawn"
    if node.startswith("REVEAL"):
        return f"a {node.removeprefix('REVEAL_').capitalize()} card is revealed"
    if node == "PARENT_PLAY":
        deed = "any card leads"
    elif node == "NAME_BODY":
        deed = "name Sun, Moon or Polaris"
    elif node == "CHILD_PLAY":
        deed = f"follow {BOARDS[view['target']]} or Latria"
    else:
        deed = f"remove a card ({view['removals'] + 1} of 2)"
    return f"{scene.name(who)}: {deed}"


def _result(scene: _Scene) -> Sequence[int]:
    """What counts at the end."""
    points: Sequence[int] = scene.view["totals" if scene.game.options["campaign"] else "points"]
    return points


def _status(scene: _Scene) -> tuple[float, str]:
    view, options = scene.view, scene.game.options
    rounds = scene.game.tables["player_setup"][str(options["players"])]["rounds"]
    words = [f"Round {view['round']} of {rounds}"]
    if options["campaign"]:
        words.append(f"game {view['game_index'] + 1} of {options['players']}")
    if options["variant"] != "standard":
        words.append(options["variant"].replace("_", " "))
    sentence = _sentence(scene)
    lines = [
        label(MARGIN, 20, sentence[0].upper() + sentence[1:], 20, bold=True),
        label(MARGIN, 42, " · ".join(words), 14, fill="var(--soft)"),
    ]
    height = 46.0
    if options["variant"] == "simple":
        side = "the LOWEST number is strongest" if view["ecl"][3] else "the highest is strongest"
        turned = "Latria board, ECLIPSE" if view["ecl"][3] else "Latria board"
        lines.append(label(MARGIN, 64, f"{turned}: {side}", 14, bold=view["ecl"][3]))
        height += 22
    return height, "".join(lines)


def _sky(scene: _Scene) -> tuple[float, str]:
    width = (INNER - 16) / 3
    panels = [
        group(_body(scene, body, width), at=(MARGIN + body * (width + 8), 0)) for body in range(3)
    ]
    return 128, "".join(panels)


def _body(scene: _Scene, body: int, width: float) -> str:
    view = scene.view
    eclipsed = view["ecl"][body]
    action = scene.action(ids.NAME_BODY.first + body)
    led = view["target"] == body
    frame = "ink" if action is not None else COLOURS[body] if led else None
    ink = "var(--night-ink)" if eclipsed else "var(--ink)"
    stack = _listed(view["stack"], scene.kinds_of(body))
    left = sum(view["pile"][kind] for kind in scene.kinds_of(body))
    points = sum(scene.kind(kind)["vp"] for kind in stack)
    times = _times(prod(scene.kind(kind)["mult"] for kind in stack), " ×")
    stake = f"{'−' if eclipsed else '+'}{points}{times}" if stack else "–"
    state = "ECLIPSE" if eclipsed else "normal"
    parts = [_box(width, 128, fill="night" if eclipsed else "panel", frame=frame)]
    if eclipsed:
        parts.append(
            el("circle", cx=21, cy=23, r=15, fill="#000", stroke="var(--night-ink)", stroke_width=2)
        )
    parts += [
        _symbol(body, 21, 23, 0.95, "sky" if eclipsed and body == 1 else None),
        label(40, 20, BOARDS[body], 16, fill=ink, bold=True),
        label(40, 37, state + (" · led" if led else ""), 14, fill=ink),
        _row_of_tiles(scene, stack, width),
        label(8, 118, f"{left} left", 14, fill=ink),
        label(width - 8, 119, stake, 22, fill=ink, bold=True, anchor="end"),
    ]
    if scene.last == ids.NAME_BODY.first + body:
        parts.append(dot(width - 6, 6))
    tip = f"{BOARDS[body]}: {state}, stack worth {stake}, {_left_words(scene, body)}"
    return group(*parts, title=tip, action=action)


def _left_words(scene: _Scene, body: int) -> str:
    kinds = [
        f"{scene.view['pile'][k]} × {type_name(scene.game, k)}"
        for k in scene.kinds_of(body)
        if scene.view["pile"][k]
    ]
    return f"still in the pile: {', '.join(kinds) or 'nothing'}"


def _row_of_tiles(scene: _Scene, stack: Sequence[int], width: float) -> str:
    """The stack of a body; many cards overlap."""
    if not stack:
        return group(_slot(32, 42), at=(8, 48))
    step = min(35.0, (width - 48) / max(len(stack) - 1, 1))
    tiles = []
    for place, kind in enumerate(stack):
        newest = scene.last == ids.REVEAL.first + kind and kind not in stack[place + 1 :]
        tile = _tile(scene, kind) + (dot(28, 4) if newest else "")
        tiles.append(group(tile, title=_kind_words(scene, kind), at=(8 + place * step, 48)))
    return "".join(tiles)


def _table(scene: _Scene) -> tuple[float, str]:
    rows = [
        group(_seat(scene, seat), at=(MARGIN, 60 * seat))
        for seat in range(len(scene.view["seats"]))
    ]
    return 60 * len(rows) - 6, "".join(rows)


def _seat(scene: _Scene, index: int) -> str:
    view = scene.view
    seat = view["seats"][index]
    turn = view["current_player"] == index
    parts = [_box(INNER, 54, frame="ink" if turn else None)]
    parts.append(label(34, 23, scene.name(index), 16, bold=True))
    if view["parent"] == index:
        crown = el("path", d=_CROWN, fill="var(--ink)", transform="translate(18 18)")
        parts.append(group(crown, title=f"{scene.name(index)} leads: the parent"))
    elif turn:
        parts.append(el("path", d=_TURN, fill="var(--ink)", transform="translate(18 18)"))
    won = len(seat["open"]) + sum(seat["open_celestial"])
    lost = len(seat["eclipse"]) + sum(seat["eclipse_celestial"])
    total = f" · total {view['totals'][index]}" if scene.game.options["campaign"] else ""
    facts = f"{seat['hand_size']} in hand · {won} won · {lost} eclipsed{total}"
    parts.append(label(34, 44, facts, 14, fill="var(--soft)"))
    for place, suit in enumerate(seat["void"]):
        parts.append(_no_suit(scene, index, suit, 130 + 28 * place))
    points = f"{view['points'][index]} VP".replace("-", "−")
    parts.append(label(INNER - 64, 33, points, 18, bold=True, anchor="end"))
    parts.append(group(_played(scene, index), at=(INNER - 52, 5)))
    return "".join(parts)


def _no_suit(scene: _Scene, index: int, suit: int, x: float) -> str:
    stroke = el(
        "path", d=f"M{x - 11:g},28L{x + 11:g},8", stroke="var(--vermilion-ink)", stroke_width=2
    )
    tip = f"{scene.name(index)}: no {BOARDS[suit]} in hand"
    return group(_symbol(suit, x, 18, 0.85), stroke, title=tip)


def _played(scene: _Scene, index: int) -> str:
    """What a seat has on the table; a face-down card carries nothing of itself."""
    seat = scene.view["seats"][index]
    if not seat["has_played"]:
        return group(_slot(46, 44), title=f"{scene.name(index)}: nothing played yet")
    card = seat["table"]
    if card is None:
        return group(_back(46, 44), title=f"{scene.name(index)} has chosen a card")
    side = "leads" if scene.view["parent"] == index else "face down"
    mark = dot(43, 4) if scene.last == card else ""
    return group(_small(scene, card), mark, title=f"{card_words(scene, card)} ({side})")


def _hands(scene: _Scene) -> tuple[float, str]:
    """The own hand in full size; without a player, all hands."""
    view = scene.view
    if "player" in view:
        return _own_hand(scene, view["seats"][view["player"]]["hand"])
    y, parts = 0.0, []
    for index, seat in enumerate(view["seats"]):
        if seat["hand"]:
            parts.append(group(_heading(f"Hand of seat {index}"), at=(0, y)))
            height, cards = _cards(scene, seat["hand"], may=view["current_player"] == index)
            parts.append(group(cards, at=(0, y + 22)))
            y += height + 34
    return y - 12, "".join(parts)


def _own_hand(scene: _Scene, hand: Sequence[int]) -> tuple[float, str]:
    if not hand:
        return 0, ""
    parts = [_heading("Your hand")]
    rules = _advice(scene)
    for line, words in enumerate(rules):
        parts.append(label(MARGIN, 34 + 18 * line, words, 14))
    top = 24 + 18 * len(rules) + 4 * bool(rules)
    for place, card in enumerate(hand):
        at = (MARGIN + 76 * (place % 6), top + 96 * (place // 6))
        parts.append(group(_large(scene, card), at=at))
    return top + 96 * ((len(hand) + 5) // 6) - 8, "".join(parts)


def _advice(scene: _Scene) -> list[str]:
    """The card to follow, in words."""
    view = scene.view
    if view["node"] != "CHILD_PLAY":
        return []
    lead = view["seats"][view["parent"]]["table"]
    told = f"{scene.name(view['parent'])} led {card_words(scene, lead)}"
    return [f"{told}: {BOARDS[view['target']]} is at stake."]


def _large(scene: _Scene, card: int) -> str:
    """A card of the own hand, 68 x 88."""
    suit = card // 15
    action = scene.action(card) if scene.view["node"] != "REMOVE" else None
    points, multiplier = scene.value(card)
    worth = f"+{points}" if points else _times(multiplier, "×")
    face = [
        label(34, 32, card % 15 + 1, 28, bold=True, anchor="middle"),
        _symbol(suit, 34, 50, 1.1),
    ]
    if worth:
        face.append(_band(suit, 3, 67, 62, 18, worth))
    dimmed = scene.marked and action is None
    content = el("g", *face, opacity=0.45 if dimmed else None)
    frame = _box(68, 88, fill="card", frame=None if action is None else "ink")
    return group(frame, content, title=card_words(scene, card), action=action)


def _cards(scene: _Scene, hand: Iterable[int], *, may: bool) -> tuple[float, str]:
    """Small cards in rows of nine."""
    parts = []
    for place, card in enumerate(hand):
        action = scene.action(card) if may and scene.view["node"] != "REMOVE" else None
        at = (MARGIN + 50.5 * (place % 9), 50.0 * (place // 9))
        tip = card_words(scene, card)
        parts.append(group(_small(scene, card, action=action), title=tip, action=action, at=at))
    return 50.0 * ((len(parts) + 8) // 9) - 6, "".join(parts)


def _removal(scene: _Scene) -> tuple[float, str]:
    """The cards the owner of the special card may remove."""
    seat = scene.view["seats"][scene.view["remover"]]
    y, parts = 0.0, []
    for name, cards, counts, kinds in (
        ("won cards", seat["open"], seat["open_celestial"], ids.REMOVE_OPEN),
        ("eclipsed cards", seat["eclipse"], seat["eclipse_celestial"], ids.REMOVE_ECLIPSE),
    ):
        faces = [
            (_small(scene, card, action=scene.action(card)), card_words(scene, card), card)
            for card in cards
        ]
        for kind in range(12):
            if counts[kind]:
                action = kinds.first + kind
                tip = f"{counts[kind]} × {_kind_words(scene, kind)}"
                faces.append((_tile(scene, kind, action=scene.action(action)), tip, action))
        if not faces:
            continue
        parts.append(group(_heading(f"{scene.name(scene.view['remover'])}: {name}"), at=(0, y)))
        for place, (face, tip, action) in enumerate(faces):
            at = (MARGIN + 50.5 * (place % 9), y + 22 + 50 * (place // 9))
            parts.append(group(face, title=tip, action=scene.action(action), at=at))
        y += 22 + 50 * ((len(faces) + 8) // 9) + 8
    return max(y - 14, 0), "".join(parts)


def _piles(scene: _Scene) -> tuple[float, str]:
    """What each seat has won, by suit: points, multiplier; and its eclipse pile."""
    seats = scene.view["seats"]
    if not any(_any_pile(seat) for seat in seats) and scene.view["node"] != "END":
        return 0, ""
    columns = [MARGIN + 132 + 62 * i for i in range(5)]
    parts = [_heading("Piles")]
    parts += [_symbol(suit, columns[suit], 10, 0.75) for suit in range(4)]
    parts.append(label(columns[4], 14, "eclipse", 14, fill="var(--soft)", anchor="middle"))
    parts.append(label(WIDTH - MARGIN, 14, "VP", 14, fill="var(--soft)", anchor="end"))
    result = _result(scene)
    for index, seat in enumerate(seats):
        wins = scene.view["node"] == "END" and result[index] == max(result)
        y = 22 + 34 * index
        parts.append(group(_pile_row(scene, index, seat, columns, wins), at=(0, y)))
    return 22 + 34 * len(seats) - 4, "".join(parts)


def _any_pile(seat: Mapping[str, Any]) -> bool:
    celestial = any(seat["open_celestial"]) or any(seat["eclipse_celestial"])
    return bool(seat["open"] or seat["eclipse"] or celestial)


def _pile_row(
    scene: _Scene, index: int, seat: Mapping[str, Any], columns: Sequence[float], wins: bool
) -> str:
    frame = _box(INNER, 30, frame="ink" if wins else None)
    parts = [group(frame, at=(MARGIN, 0)), label(MARGIN + 10, 21, scene.name(index), 15, bold=True)]
    for suit in range(4):
        cards = [card for card in seat["open"] if card // 15 == suit]
        kinds = _listed(seat["open_celestial"], scene.kinds_of(suit))
        worth, tip = _pile_words(scene, cards, kinds)
        cell = label(columns[suit], 21, worth, 15, anchor="middle")
        parts.append(group(cell, title=f"{BOARDS[suit]}: {tip}"))
    if seat["marker"]:
        kinds = _listed(seat["eclipse_celestial"])
        _, tip = _pile_words(scene, seat["eclipse"], kinds)
        loss = f"−{abs(seat['loss'])}" if seat["loss"] else "0"
        dark = el("rect", x=columns[4] - 26, y=4, width=52, height=22, rx=6, fill="var(--night)")
        cell = label(columns[4], 21, loss, 15, fill="var(--night-ink)", bold=True, anchor="middle")
        parts.append(group(dark, cell, title=f"under the eclipse marker: {tip}"))
    points = str(scene.view["points"][index]).replace("-", "−")
    parts.append(label(WIDTH - MARGIN - 10, 21, points, 16, bold=True, anchor="end"))
    return "".join(parts)


def _pile_words(scene: _Scene, cards: Sequence[int], kinds: Sequence[int]) -> tuple[str, str]:
    """``5 ×2`` and the names of the cards."""
    values = [scene.value(card) for card in cards]
    values += [(scene.kind(kind)["vp"], scene.kind(kind)["mult"]) for kind in kinds]
    if not values:
        return "–", "nothing"
    worth = f"{sum(vp for vp, _ in values)}{_times(prod(mult for _, mult in values), ' ×')}"
    names = [card_words(scene, card) for card in cards]
    return worth, "; ".join(names + [_kind_words(scene, kind) for kind in kinds])


def _unseen(scene: _Scene) -> tuple[float, str]:
    """The cards that the seat has not seen yet, those set aside left out."""
    view = scene.view
    if "player" not in view or view["node"] in ("DEAL", "END"):
        return 0, ""
    seen = {*view["set_aside"], *view["removed"]}
    for seat in view["seats"]:
        seen.update(seat["hand"] or (), seat["open"], seat["eclipse"], (seat["table"],))
    setup = scene.game.tables["player_setup"][str(scene.game.options["players"])]
    parts = [_heading("Cards you have not seen")]
    for suit in range(4):
        y = 22 + 22 * suit
        parts.append(_symbol(suit, MARGIN + 11, y + 9, 0.75))
        for number in range(1, 16):
            if number in setup["removed_numbers"]:
                continue
            unseen = suit * 15 + number - 1 not in seen
            shown = str(number) if unseen else "·"
            fill = None if unseen else "var(--soft)"
            x = MARGIN + 42 + 28.5 * (number - 1)
            parts.append(label(x, y + 14, shown, 14, fill=fill, bold=unseen, anchor="middle"))
    return 22 + 88, "".join(parts)
