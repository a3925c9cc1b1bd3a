"""El Caballero: the picture of a position (`bitmeeple.svg`). Nothing is hidden in this game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from bitmeeple.games.el_caballero.text import (
    MENU,
    ORI,
    POWER,
    ROT,
    SIDE,
    SIDES,
    TILE,
    card_numbers,
    type_text,
)
from bitmeeple.svg import dot, el, group, label, picture

if TYPE_CHECKING:
    from bitmeeple.game import Game

WIDTH, MARGIN = 480, 14
INNER = WIDTH - 2 * MARGIN
LETTERS = "ABCD"
INKS = ("vermilion-ink", "blue-ink", "purple-ink", "green-ink")
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
# Land by its number of sides, from the north on (a strip: north and south), and its coast.
_LANDS = {
    "L...": (
        "M0,0H1C.93,.12 .92,.62 .5,.62C.08,.62 .07,.12 0,0Z",
        "M1,0C.93,.12 .92,.62 .5,.62C.08,.62 .07,.12 0,0",
    ),
    "LL..": ("M0,0H1V1C.62,.9 .1,.38 0,0Z", "M1,1C.62,.9 .1,.38 0,0"),
    "L.L.": (
        "M0,0H1C.55,.2 .55,.8 1,1H0C.45,.8 .45,.2 0,0Z",
        "M1,0C.55,.2 .55,.8 1,1M0,1C.45,.8 .45,.2 0,0",
    ),
    "LLL.": (
        "M0,0H1V1H0C.1,.86 .36,.8 .36,.5C.36,.2 .1,.14 0,0Z",
        "M0,1C.1,.86 .36,.8 .36,.5C.36,.2 .1,.14 0,0",
    ),
    "LLLL": ("M0,0H1V1H0Z", ""),
}
_SHIP = "M-12 4H12L7 11H-7ZM-1 2V-12L10 0V2ZM-3 2V-8L-10 2Z"
_CASTILLO = "M-10 11V-6H-12V-12H-7V-9H-3V-12H3V-9H7V-12H12V-6H10V11Z"
_CROWN = "M-11 6L-12-7L-5-1L0-10L5-1L12-7L11 6Z"
_HOUSE = "M-9 11V-3H-12L0-12L12-3H9V11H3V3H-3V11Z"
_FISH = "M-10 0C-5-7 4-7 8 0C4 7-5 7-10 0ZM7 0L13-5V5Z"
_BUTTONS = (
    "Take the supply",
    "Place a caballero card",
    "Raise a caballero card",
    "Buy a ship",
    "Ship from court to map",
    "Ship to court",
    "Build a castillo",
    "Move a castillo",
    "Take back a card",
    "Place a governor",
    "Place the Grande",
    "Move the Grande",
    "End the turn",
)
_DEEDS = {
    "POWER": "play a power card",
    "TURN": "choose what to do",
    "TILE_CELL": "lay the area card: where?",
    "TILE_ROT": "lay the area card: how?",
    "CARD_CELL": "place a caballero card: where?",
    "CARD_ORI": "place a caballero card: how?",
    "RAISE_CELL": "raise a caballero card: which?",
    "RAISE_ORI": "raise a caballero card: how?",
    "SHIP_CELL": "place a ship: on which card?",
    "SHIP_SIDE": "place a ship: on which side?",
    "UNSHIP_CELL": "fetch a ship: from which card?",
    "UNSHIP_SIDE": "fetch a ship: from which side?",
    "CASTILLO_CELL": "build a castillo: where?",
    "MOVECAS_FROM": "move a castillo: from where?",
    "MOVECAS_TO": "move a castillo: where to?",
    "BACK_CELL": "take back a card: which?",
    "GOV_CELL": "place a governor: on which card?",
    "GOV_SIDE": "place a governor: on which side?",
    "GRANDE_CELL": "place the Grande: where?",
    "GRANDE_TO": "move the Grande: where to?",
}


class _Scene:
    """What is drawn, and the marks on it."""

    def __init__(
        self, game: Game, view: Mapping[str, Any], marked: Collection[int], last: int | None
    ) -> None:
        self.game, self.view, self.last = game, view, last
        self.size: int = game.tables["table"]["size"]
        # Outcomes of chance have numbers of their own.
        self.marked = frozenset(marked if view["current_player"] >= 0 else ())
        self.areas = {card["cell"]: card for card in view["area_cards"]}
        complete = {key: value for key, value in view.items() if key != "player"}
        self.table = game.state_from_dict(complete).table()

    def action(self, number: int, base: int = 0) -> int | None:
        """The action with this number after the cells, if it is to be marked."""
        action = self.size * self.size + base + number
        return action if action in self.marked else None

    def name(self, seat: int) -> str:
        """How the picture calls a seat."""
        return f"You ({LETTERS[seat]})" if self.view.get("player") == seat else LETTERS[seat]

    def edges(self, card: Mapping[str, Any]) -> str:
        """Land and water of a laid card on its sides N, E, S, W."""
        edges = self.game.tables["area_cards"]["types"][card["type"]]["edges"]
        return "".join(edges[(side - card["rotation"]) % 4] for side in range(4))

    @cached_property
    def lands(self) -> Mapping[int, Mapping[str, Any]]:
        """Cell -> its land region."""
        regions = [region for region in self.table["regions"] if region["kind"] == "land"]
        return {cell: region for region in regions for cell in region["cells"]}

    @cached_property
    def shown(self) -> tuple[int, int, int, int]:
        """First row and column of the map, and their numbers."""
        view, squares = self.view, self.size * self.size
        cells = [*self.areas, *(card["cell"] for seat in view["seats"] for card in seat["cards"])]
        cells += [action for action in self.marked if action < squares]
        if view["pending"]["cell"] is not None:
            cells.append(view["pending"]["cell"])
        rows = [cell // self.size for cell in cells]
        cols = [cell % self.size for cell in cells]
        return min(rows), min(cols), max(rows) - min(rows) + 1, max(cols) - min(cols) + 1


def draw(
    game: Game,
    view: Mapping[str, Any],
    *,
    marked: Collection[int] = (),
    last: int | None = None,
) -> str:
    """The picture of a view, or of a complete dict, with marks (`bitmeeple.svg.svg`)."""
    scene = _Scene(game, view, marked, last)
    blocks: list[Callable[[_Scene], tuple[float, str]]]
    blocks = [_status, _buttons, _map, _choices, _display]
    if not view["area_cards"]:
        blocks.remove(_map)
    blocks += [_seat_block(index) for index in range(len(view["seats"]))]
    y, drawn = float(MARGIN), []
    for block in blocks:
        height, content = block(scene)
        if content:
            drawn.append(group(content, at=(0, y)))
            y += height + 10
    return picture(WIDTH, y + 4, *drawn, title=f"El Caballero: {_sentence(scene)}")


def _sentence(scene: _Scene) -> str:
    view = scene.view
    if view["node"] == "GAME_OVER":
        best = max(view["points"])
        winners = [scene.name(i) for i, points in enumerate(view["points"]) if points == best]
        return f"the end, {' and '.join(winners)}: {best} points"
    if view["node"] in _DEEDS:
        return f"{scene.name(view['current_player'])}: {_DEEDS[view['node']]}"
    return "the start card is drawn" if view["node"] == "START" else "an area card is drawn"


# Pieces


def _ink(seat: int) -> str:
    return f"var(--{INKS[seat]})"


def _rect(x: float, y: float, width: float, height: float, **attrs: object) -> str:
    return el("rect", x=x, y=y, width=width, height=height, **attrs)


def _target(x: float, y: float, width: float, height: float) -> str:
    """The frame of something that can be chosen."""
    return _rect(
        x,
        y,
        width,
        height,
        rx=6,
        fill="none",
        stroke="var(--ink)",
        stroke_width=3,
        stroke_dasharray="6 3",
    )


def _icon(path: str, x: float, y: float, r: float, fill: str) -> str:
    return el(
        "path", d=path, fill=fill, transform=f"translate({x:.1f} {y:.1f}) scale({r / 12:.2f})"
    )


def _emblem(seat: int, x: float, y: float, r: float) -> str:
    """The shape of a seat with its letter."""
    if seat == 0:
        shape = el("circle", cx=x, cy=y, r=r, fill=_ink(seat))
    elif seat == 1:
        shape = _rect(x - 0.9 * r, y - 0.9 * r, 1.8 * r, 1.8 * r, fill=_ink(seat))
    else:
        paths = ("M0-14L14 10H-14Z", "M0-14L14 0L0 14L-14 0Z")
        shape = _icon(paths[seat - 2], x, y, r, _ink(seat))
    size = 1.2 * r
    letter = label(
        x, y + 0.42 * r, LETTERS[seat], size, fill="var(--bg)", bold=True, anchor="middle"
    )
    return shape + letter


def _land(edges: str, u: float, coast: str, thick: float) -> str:
    """The land of an area card from its corner on, and its coast."""
    if "L" not in edges:
        return ""
    wanted = edges.replace("W", ".")
    turn = next(k for k in range(4) if wanted[k:] + wanted[:k] in _LANDS)
    ground, line = _LANDS[wanted[turn:] + wanted[:turn]]
    paths = el("path", d=ground, fill="var(--orange-tint)")
    if line:
        paths += el("path", d=line, fill="none", stroke=coast, stroke_width=thick / u)
    return el("g", paths, transform=f"scale({u:.2f}) rotate({90 * turn} .5 .5)")


def _middle(edges: str, sides: Sequence[int], *, land: bool) -> tuple[float, float]:
    """Where the words of an area of a card stand, in units of the card."""
    x, y = (sum(STEPS[side][axis] for side in sides) for axis in (0, 1))
    if not (x or y) or (land and edges in ("LWLW", "WLWL")):
        return 0.5, 0.5
    reach = (0, 0.46, 0.5, 0.2)[len(sides)] if land else (0, 0.76, 0.72, 0.64)[len(sides)]
    length = (x * x + y * y) ** 0.5
    return 0.5 + x / length * reach / 2, 0.5 + y / length * reach / 2


def _sides(edges: str, kind: str, side: int | None) -> list[int]:
    """The sides of the area on this side of a card; only a strip's waters are two areas."""
    if kind == "W" and side is not None and edges in ("LWLW", "WLWL"):
        return [side]
    return [d for d in range(4) if edges[d] == kind]


def _fish(scene: _Scene, card: Mapping[str, Any]) -> list[int]:
    """The sides of the water that has the card's fish."""
    entry = scene.game.tables["area_cards"]["types"][card["type"]]
    side = (SIDES.index(entry["fish_side"]) + card["rotation"]) % 4
    return _sides(scene.edges(card), "W", side)


def _area_card(
    scene: _Scene,
    card: Mapping[str, Any],
    u: float,
    coast: str = "var(--brown)",
    thick: float = 1.6,
) -> str:
    """Sea, land, gold and fish of an area card."""
    entry = scene.game.tables["area_cards"]["types"][card["type"]]
    edges = scene.edges(card)
    parts = [_rect(0, 0, u, u, fill="var(--blue-tint)", stroke="var(--line)")]
    parts.append(_land(edges, u, coast, thick))
    if entry["fish"]:
        x, y = _middle(edges, _fish(scene, card), land=False)
        for k in range(entry["fish"]):
            parts.append(_icon(_FISH, u * x, u * (y + 0.14 * k), 0.13 * u, "var(--blue-ink)"))
    if entry["gold"]:
        x, y = _middle(edges, _sides(edges, "L", None), land=True)
        for k in range(entry["gold"]):
            ring = el(
                "circle",
                cx=u * (x + 0.1 * k),
                cy=u * y,
                r=0.1 * u,
                fill="var(--yellow)",
                stroke="var(--brown)",
                stroke_width=2,
            )
            parts.append(ring)
    return "".join(parts)


# The map


def _status(scene: _Scene) -> tuple[float, str]:
    view = scene.view
    variant = scene.game.tables["variants"][scene.game.options["variant"]]
    after = ", ".join(map(str, variant["scoring_after"]))
    seat = view["current_player"]
    fill = _ink(seat) if seat >= 0 else "var(--tray)"
    ink = "var(--bg)" if seat >= 0 else "var(--ink)"
    words = f"Round {view['round']} of {variant['rounds']}, scoring after {after}"
    parts = [
        label(MARGIN, 14, words, 14, fill="var(--soft)"),
        _rect(MARGIN, 22, INNER, 34, rx=7, fill=fill),
        label(MARGIN + 12, 45, _sentence(scene), 18, fill=ink, bold=True),
    ]
    turn = view["turn"]
    if turn is None:
        return 56, "".join(parts)
    left = (
        (turn["tiles_left"], "area cards"),
        (turn["card_actions"], "cards"),
        (turn["ship_buys"], "ships"),
        (turn["castillo_builds"], "castillos"),
    )
    rest = " · ".join(f"{name} {number}" for number, name in left)
    supply = "supply taken" if turn["supply_taken"] else "supply to take"
    parts.append(label(MARGIN, 76, f"Left: {rest} · {supply}", 14))
    return 80, "".join(parts)


def _buttons(scene: _Scene) -> tuple[float, str]:
    parts, x, y = [], float(MARGIN), 0.0
    for number, words in enumerate(_BUTTONS):
        action = scene.action(number, MENU)
        if action is None:
            continue
        width = 8.4 * len(words) + 20
        if x + width > WIDTH - MARGIN:
            x, y = float(MARGIN), y + 34
        face = _rect(
            0, 0, width, 28, rx=14, fill="var(--card)", stroke="var(--ink)", stroke_width=2
        )
        name = label(width / 2, 19, words, 14, bold=True, anchor="middle")
        parts.append(group(face, name, action=action, at=(x, y)))
        x += width + 8
    return (y + 28 if parts else 0), "".join(parts)


def _map(scene: _Scene) -> tuple[float, str]:
    top, left, rows, cols = scene.shown
    u = min(84.0, INNER / cols)
    offset = (WIDTH - u * cols) / 2

    def place(cell: int) -> tuple[float, float]:
        row, col = divmod(cell, scene.size)
        return offset + u * (col - left), u * (row - top)

    parts = []
    for cell, card in scene.areas.items():
        leader = _leader(scene.lands.get(cell))
        coast = "var(--brown)" if leader is None else _ink(leader)
        face = _area_card(scene, card, u, coast, 1.6 if leader is None else 3.5)
        parts.append(group(face, at=place(cell)))
    parts += [_water(scene, region, u, place) for region in scene.table["regions"]]
    parts += [_plate(scene, region, u, place) for region in scene.table["regions"]]
    for governor in scene.view["governors"]:
        parts.append(group(_governor(governor, u), at=place(governor["cell"])))
    for owner, seat in enumerate(scene.view["seats"]):
        for card in seat["cards"]:
            face = _caballero(scene, owner, card, u, grande=seat["grande"] == card["cell"])
            parts.append(group(face, at=place(card["cell"])))
    parts += _marks(scene, u, place)
    return u * rows, "".join(parts)


def _leader(region: Mapping[str, Any] | None) -> int | None:
    """The seat that a region belongs to: its governor's, or the one that alone has most."""
    if region is None:
        return None
    if region["governor"] is not None:
        return int(region["governor"])
    best = max(region["totals"])
    leaders = [seat for seat, total in enumerate(region["totals"]) if total == best]
    return leaders[0] if best and len(leaders) == 1 else None


Place = Callable[[int], tuple[float, float]]


def _water(scene: _Scene, region: Mapping[str, Any], u: float, place: Place) -> str:
    """The value of a water region, above the fish if its card has one."""
    if region["kind"] != "water":
        return ""
    card = scene.areas[region["cell"]]
    edges = scene.edges(card)
    sides = _sides(edges, "W", region["side"])
    x, y = _middle(edges, sides, land=False)
    fish = scene.game.tables["area_cards"]["types"][card["type"]]["fish"]
    if fish and sides == _fish(scene, card):
        x, y = (x, y - 0.24) if sides[0] % 2 or len(sides) > 1 else (x + 0.24, y)
    left, top = place(region["cell"])
    size = max(12, 0.19 * u)
    word = label(
        left + u * x,
        top + u * y + size / 3,
        region["value"],
        size,
        fill="var(--blue-ink)",
        bold=True,
        anchor="middle",
    )
    return group(word, title=f"water region, value {region['value']}")


def _plate(scene: _Scene, region: Mapping[str, Any], u: float, place: Place) -> str:
    """Value and totals of a land region."""
    if region["kind"] != "land":
        return ""
    types = scene.game.tables["area_cards"]["types"]

    houses = {house["cell"] for house in scene.view["governors"]}

    def fitness(cell: int) -> tuple[bool, bool, int, int]:
        card = scene.areas[cell]
        return cell in houses, types[card["type"]]["gold"] > 0, scene.edges(card).count("W"), cell

    cell = min(region["cells"], key=fitness)
    edges = scene.edges(scene.areas[cell])
    x, y = _middle(edges, _sides(edges, "L", None), land=True)
    governor, leader = region["governor"], _leader(region)
    for house in scene.view["governors"]:  # the plate makes way for a house on its card
        if house["cell"] == cell:
            x -= 0.2 * STEPS[house["side"]][0]
            y -= 0.2 * STEPS[house["side"]][1]
    ranked = sorted(range(len(region["totals"])), key=lambda seat: -region["totals"][seat])
    present = [seat for seat in ranked if region["totals"][seat] and governor is None]
    size = max(12, 0.18 * u)
    width = min(
        u, size * (3.6 if len(present) > 1 else 2.3 if present or region["value"] > 9 else 1.5)
    )
    height = size * (1.25 + (len(present) + 1) // 2)
    stroke = "var(--soft)" if leader is None else _ink(leader)
    row, col = place(cell)[1], place(cell)[0]
    at = (
        col + min(max(u * x - width / 2, 0), u - width),
        row + min(max(u * y - height / 2, 0), max(u - height, 0)),
    )
    gold = types[scene.areas[cell]["type"]]["gold"]
    value = f"{region['value']}" + ("●" if gold else "")
    parts = [
        _rect(0, 0, width, height, rx=5, fill="var(--card)", stroke=stroke, stroke_width=2),
        label(width / 2, size, value, size, bold=True, anchor="middle"),
    ]
    for k, seat in enumerate(present):
        alone = k == len(present) - 1 and k % 2 == 0
        middle = width / 2 if alone else width * (0.27 + 0.46 * (k % 2))
        word = f"{LETTERS[seat]}{region['totals'][seat]}"
        parts.append(
            label(
                middle,
                size * (2.05 + k // 2),
                word,
                0.95 * size,
                fill=_ink(seat),
                bold=True,
                anchor="middle",
            )
        )
    words = [f"{LETTERS[seat]} {region['totals'][seat]}" for seat in present]
    if governor is not None:
        words = [f"governor of {LETTERS[governor]}"]
    return group(*parts, title=", ".join([f"land region, value {region['value']}", *words]), at=at)


def _governor(governor: Mapping[str, Any], u: float) -> str:
    """A house on its side of an area card, with its ship."""
    x, y = STEPS[governor["side"]]
    owner = governor["owner"]
    at = (u * (0.5 + 0.34 * x), u * (0.5 + 0.34 * y))
    parts = [_icon(_HOUSE, *at, 0.17 * u, _ink(owner))]
    parts.append(
        label(
            at[0],
            at[1] + 0.07 * u,
            LETTERS[owner],
            max(11, 0.16 * u),
            fill="var(--bg)",
            bold=True,
            anchor="middle",
        )
    )
    ship = ", with a ship" if governor["ship"] else ""
    if ship:
        parts.append(
            _icon(
                _SHIP,
                at[0] + 0.26 * u * abs(y),
                at[1] + 0.26 * u * abs(x),
                0.12 * u,
                "var(--blue-ink)",
            )
        )
    return group(*parts, title=f"governor of {LETTERS[owner]}{ship}")


def _faces_land(scene: _Scene, cell: int, side: int) -> bool:
    x, y = STEPS[side]
    row, col = divmod(cell, scene.size)
    if not (0 <= row + y < scene.size and 0 <= col + x < scene.size):
        return False
    neighbour = scene.areas.get(cell + scene.size * y + x)
    return neighbour is not None and scene.edges(neighbour)[(side + 2) % 4] == "L"


def _caballero(
    scene: _Scene, owner: int, card: Mapping[str, Any], u: float, *, grande: bool
) -> str:
    """A caballero card: its numbers, filled where they face land; owner, castillo, ships."""
    inset, size = 0.045 * u, max(12, 0.23 * u)
    parts = [
        _rect(
            inset,
            inset,
            u - 2 * inset,
            u - 2 * inset,
            rx=0.1 * u,
            fill="var(--card)",
            stroke=_ink(owner),
            stroke_width=max(2, 0.04 * u),
        )
    ]
    numbers = card_numbers(scene.game, card["orientation"])
    for side, (x, y) in enumerate(STEPS):
        at = (u * (0.5 + 0.31 * x), u * (0.5 + 0.31 * y))
        if side in card["ships"]:
            parts.append(_icon(_SHIP, *at, 0.15 * u, "var(--blue-ink)"))
            continue
        land = _faces_land(scene, card["cell"], side)
        if land:
            half = 0.15 * u
            parts.append(
                _rect(at[0] - half, at[1] - half, 2 * half, 2 * half, rx=0.06 * u, fill=_ink(owner))
            )
        parts.append(
            label(
                at[0],
                at[1] + size * 0.36,
                numbers[side],
                size if land else max(11, 0.19 * u),
                fill="var(--bg)" if land else "var(--soft)",
                bold=land,
                anchor="middle",
            )
        )
    if card["castillo"]:
        parts.append(_icon(_CASTILLO, u / 2, u / 2, 0.17 * u, _ink(owner)))
        parts.append(
            label(
                u / 2,
                u * 0.58,
                LETTERS[owner],
                max(11, 0.18 * u),
                fill="var(--bg)",
                bold=True,
                anchor="middle",
            )
        )
    else:
        parts.append(_emblem(owner, u / 2, u / 2, 0.13 * u))
    if grande:
        parts.append(_icon(_CROWN, u * 0.83, u * 0.17, 0.14 * u, "var(--ink)"))
    words = [f"caballero card of {LETTERS[owner]}: {'-'.join(map(str, numbers))}"]
    words += ["castillo"] * card["castillo"] + ["Grande"] * grande
    words += [f"ship {SIDES[side]}" for side in card["ships"]]
    return group(*parts, title=", ".join(words))


def _marks(scene: _Scene, u: float, place: Place) -> list[str]:
    """Last move, chosen cell, legal cells and sides."""
    parts, pending = [], scene.view["pending"]["cell"]
    squares = scene.size * scene.size
    held = {card["cell"] for seat in scene.view["seats"] for card in seat["cards"]}
    if scene.last in held | scene.areas.keys():
        x, y = place(int(scene.last or 0))
        parts.append(dot(x + u - 7, y + 7))
    if pending is not None:
        x, y = place(pending)
        parts.append(_rect(x, y, u, u, rx=6, fill="none", stroke="var(--ink)", stroke_width=3))
        for side, (right, down) in enumerate(STEPS):
            action = scene.action(side, SIDE)
            if action is not None:
                at = (x + u * (0.5 + 0.36 * right), y + u * (0.5 + 0.36 * down))
                ring = el(
                    "circle",
                    cx=at[0],
                    cy=at[1],
                    r=max(9, 0.17 * u),
                    stroke="var(--ink)",
                    fill="var(--yellow)",
                    fill_opacity=0.5,
                    stroke_width=2,
                )
                parts.append(group(ring, title=f"side {SIDES[side]}", action=action))
    for cell in sorted(action for action in scene.marked if action < squares):
        x, y = place(cell)
        inner = [_rect(x + 2, y + 2, u - 4, u - 4, fill="var(--yellow)", fill_opacity=0.15)]
        row, col = divmod(cell, scene.size)
        frame = _target(x + 3, y + 3, u - 6, u - 6)
        parts.append(group(*inner, frame, title=f"cell {row},{col}", action=cell))
    return parts


# Cards beside the map


def _choices(scene: _Scene) -> tuple[float, str]:
    """The ways to turn the chosen card, while one is to be chosen."""
    pending = scene.view["pending"]
    u, items = 66.0, []
    for rotation in range(4):
        action = scene.action(rotation, ROT)
        if action is not None and pending["tile"] is not None:
            card = {"type": pending["tile"], "rotation": rotation}
            items.append((action, f"turned {90 * rotation} degrees", _area_card(scene, card, u)))
    for orientation in range(8):
        action = scene.action(orientation, ORI)
        if action is not None and pending["cell"] is not None:
            card = {
                "cell": pending["cell"],
                "orientation": orientation,
                "castillo": False,
                "ships": (),
            }
            owner = scene.view["current_player"]
            face = _caballero(scene, owner, card, u, grande=False)
            items.append((action, f"orientation {orientation}", face))
    parts = [
        group(
            face,
            _target(-2, -2, u + 4, u + 4),
            title=words,
            action=action,
            at=(MARGIN + 4 + 76 * (k % 6), 4 + 78 * (k // 6)),
        )
        for k, (action, words, face) in enumerate(items)
    ]
    return 78.0 * ((len(items) + 5) // 6), "".join(parts)


def _display(scene: _Scene) -> tuple[float, str]:
    """The area cards on display, the supply, the stack."""
    view, u, x, parts = scene.view, 56.0, MARGIN + 2.0, []
    for kind, count in enumerate(view["display"]):
        for k in range(count):
            action = scene.action(kind, TILE) if k == 0 else None
            face = _area_card(scene, {"type": kind, "rotation": 0}, u)
            frame = "" if action is None else _target(-1, -1, u + 2, u + 2)
            title = f"area card {type_text(scene.game, kind)}"
            parts.append(group(face, frame, title=title, action=action, at=(x, 22)))
            x += u + 8
    undrawn = [
        f"{type_text(scene.game, kind)} x{count}"
        for kind, count in enumerate(view["undrawn"])
        if count
    ]
    right = WIDTH - MARGIN
    lines = (
        f"undrawn {sum(view['undrawn'])}",
        f"ships {view['supply_ships']}",
        f"castillos {view['supply_castillos']}",
    )
    words = [label(right, 38 + 19 * k, line, 14, anchor="end") for k, line in enumerate(lines)]
    heading = label(MARGIN, 14, "Display", 14, fill="var(--soft)", bold=True)
    supply = label(right, 14, "Supply", 14, fill="var(--soft)", bold=True, anchor="end")
    return 80, heading + supply + "".join(parts) + group(*words, title=", ".join(undrawn))


# Seats


def _seat_block(index: int) -> Callable[[_Scene], tuple[float, str]]:
    return lambda scene: _seat(scene, index)


def _seat(scene: _Scene, index: int) -> tuple[float, str]:
    """Points, what a scoring would give now, court, stock, power cards."""
    view, seat = scene.view, scene.view["seats"][index]
    turn = view["current_player"] == index
    variant = scene.game.tables["variants"][scene.game.options["variant"]]
    points = f"{view['points'][index]} points"
    if view["node"] != "GAME_OVER":
        points += f", +{scene.table['scoring'][index]} now"
    court = [f"caballeros {seat['court']}", f"ships {seat['ships']}", f"cards {seat['stock']}"]
    if variant["governors_per_player"]:
        court.append(f"governors {seat['governors']}")
    if variant["grandes_per_player"] and seat["grande"] is None:
        court.append("Grande")
    parts = [
        _rect(
            MARGIN,
            0,
            INNER,
            88,
            rx=7,
            fill="var(--panel)",
            stroke=_ink(index) if turn else "var(--line)",
            stroke_width=3 if turn else 1,
        ),
        _emblem(index, MARGIN + 24, 24, 13),
        label(MARGIN + 46, 30, scene.name(index), 16, bold=True),
        label(WIDTH - MARGIN - 12, 30, points, 16, bold=True, anchor="end"),
        label(MARGIN + 12, 54, " · ".join(court), 14),
    ]
    for value in range(1, 14):
        parts.append(_power(scene, index, value))
    return 88, "".join(parts)


def _power(scene: _Scene, index: int, value: int) -> str:
    """A power card: in hand a box, played filled, spent faint."""
    seat = scene.view["seats"][index]
    played, held = seat["played"] == value, value in seat["hand"]
    mine = scene.view["current_player"] == index
    action = scene.action(value - 1, POWER) if mine else None
    fill = _ink(index) if played else "var(--card)" if held else "none"
    stroke = "var(--ink)" if action is not None else "var(--soft)"
    ink = "var(--bg)" if played else "var(--ink)" if held else "var(--grey)"
    parts = [label(14, 16, value, 14, fill=ink, bold=played or held, anchor="middle")]
    if played or held:
        face = _rect(
            0,
            0,
            28,
            22,
            rx=4,
            fill=fill,
            stroke=stroke,
            stroke_width=3 if action is not None else 1,
        )
        parts.insert(0, face)
    else:
        parts.append(el("path", d="M4,11H24", stroke="var(--grey)", stroke_width=1.5))
    if scene.last == scene.size * scene.size + POWER + value - 1 and played:
        parts.append(dot(26, 2))
    entry = scene.game.tables["power_cards"]["cards"][value - 1]
    state = "played" if played else "in hand" if held else "spent"
    title = f"power card {value}: {entry['caballeros']} caballeros, lays {entry['tiles']}; {state}"
    return group(*parts, title=title, action=action, at=(MARGIN + 8 + 34 * (value - 1), 61))
