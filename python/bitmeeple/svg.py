"""Pictures of positions as SVG, without a dependency; everything is escaped.

`svg` draws a position. The rest is the ground floor of the games' ``picture.py``: `el`, `text` and
`picture`, which makes the root with the one palette of all games. Colours are CSS custom
properties, ``fill="var(--ink)"``, with a light and a dark value (`PALETTE`); they follow Okabe and
Ito, so that nobody has to tell red from green, and every colour that carries a meaning also
carries a word or a shape.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache
from html import escape
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, SupportsIndex

if TYPE_CHECKING:
    from bitmeeple.game import Game
    from bitmeeple.state import State

# Name -> light, dark. A surface, then inks on it, then colours with a meaning.
PALETTE = {
    "bg": ("#faf8f3", "#14171f"),
    "panel": ("#ffffff", "#1d212d"),
    "card": ("#fffdf8", "#2a2f40"),
    "tray": ("#efece3", "#343a4a"),
    "line": ("#d5d0c3", "#454b5e"),
    "ink": ("#1c2030", "#f1eee4"),
    "soft": ("#5a6072", "#adb2c4"),
    "back": ("#3b4468", "#4a5586"),
    "back-line": ("#98a0cc", "#a8b2e0"),
    "night": ("#20254a", "#05060c"),
    "night-ink": ("#f4f1e6", "#f4f1e6"),
    "last": ("#d55e00", "#ff8a3d"),
    "orange": ("#e69f00", "#f0b429"),
    "sky": ("#56b4e9", "#7cc6f0"),
    "green": ("#009e73", "#2fc79a"),
    "yellow": ("#f0e442", "#e8dc45"),
    "blue": ("#0072b2", "#56b4e9"),
    "vermilion": ("#d55e00", "#f08a4b"),
    "purple": ("#cc79a7", "#e39bc2"),
    "grey": ("#75808a", "#aeb6be"),
    "silver": ("#c3cad1", "#aeb6be"),
    "brown": ("#8f5a28", "#c48a4e"),
    # The same as inks, for words on `panel` and `card`.
    "orange-ink": ("#7a5200", "#f7c95c"),
    "green-ink": ("#00664b", "#6fdcb8"),
    "blue-ink": ("#00568a", "#8ccdf2"),
    "vermilion-ink": ("#a84300", "#ff9a5c"),
    "yellow-ink": ("#7d6c00", "#f0e442"),
    "purple-ink": ("#8f3c6a", "#f0b9d6"),
    # The same as tints, for areas under words in `ink`.
    "orange-tint": ("#fdecc4", "#4a3c12"),
    "green-tint": ("#d3f0e5", "#11483a"),
    "blue-tint": ("#d8ebf8", "#17405c"),
    "yellow-tint": ("#faf5bd", "#4b4710"),
    "purple-tint": ("#f7e1ed", "#55324a"),
}
_FONTS = 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","DejaVu Sans",sans-serif'
# What XML 1.0 cannot hold, escaped or not.
_UNSPEAKABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def svg(
    position: State | Mapping[str, Any],
    player: SupportsIndex | None = None,
    *,
    game: Game | None = None,
    marked: Collection[int] = (),
    last: int | None = None,
) -> str:
    """A picture of a position.

    Parameters
    ----------
    position
        A state, or the dict of `State.view` or `State.to_dict`.
    player
        A seat: the picture shows ``state.view(player)`` and nothing else. By default everything
        is shown, hidden parts included, as ``str(state)`` does. Only with a state.
    game
        The game of a dict, which does not name it. Only with a dict.
    marked
        Ids of legal actions whose targets are framed: the groups with ``data-action``.
    last
        The action played last, marked with a dot where the picture shows what it did; a hidden
        one leaves no mark.

    Returns
    -------
    str
        One ``<svg>`` element, without scripts and references; its colours follow the reader's
        light or dark scheme.

    Raises
    ------
    ValueError
        No such seat, a dict of another game, or the game has no picture.
    TypeError
        ``position`` is neither, a dict without ``game``, or ``player`` or ``game`` with the wrong
        kind of position.

    Examples
    --------
    >>> import bitmeeple as bm
    >>> game = bm.load_game("latria")
    >>> state = game.new_initial_state()
    >>> bm.svg(state, player=0) == bm.svg(state.view(0), game=game)
    True
    """
    if isinstance(position, Mapping):
        if game is None:
            raise TypeError("a dict names no game: svg(view, game=game)")
        if player is not None:
            raise TypeError("player goes with a state; a dict shows what is in it")
        _check_keys(game, position)
        return _draw(game, position, marked, last)
    if not hasattr(position, "to_dict"):
        raise TypeError(f"a position is a state or its dict, not {type(position).__name__}")
    if game is not None:
        raise TypeError("game goes with a dict; a state knows its game")
    shown = position.to_dict() if player is None else position.view(player)
    return _draw(position.game, shown, marked, last)


def _check_keys(game: Game, view: Mapping[str, Any]) -> None:
    """Raise unless the dict is one of this game."""
    wrong = (view.keys() - {"player"}) ^ game._spec.fields.fields.keys()
    if wrong:
        key = min(map(str, wrong))
        what = "has no" if key in game._spec.fields.fields else "has a"
        raise ValueError(f"a dict of another game than {game.name}: it {what} {key!r}")
    if len(view["seats"]) != game.num_players():
        raise ValueError(f"a dict of {len(view['seats'])} seats, of the game {game.num_players()}")


def _draw(game: Game, view: Mapping[str, Any], marked: Collection[int], last: int | None) -> str:
    if not has_picture(game):
        raise ValueError(f"{game.name} has no picture")
    drawn: str = game._spec.picture.draw(game, view, marked=marked, last=last)
    return drawn


def has_picture(game: Game) -> bool:
    """Whether the game has a ``picture.py``; small games of tests have none."""
    return find_spec(f"bitmeeple.games.{game.name}.picture") is not None


def text(value: object) -> str:
    """The value as an escaped text node.

    Examples
    --------
    >>> text("a < b")
    'a &lt; b'
    """
    words = str(value)
    return words if words.isalnum() else escape(_UNSPEAKABLE.sub("\ufffd", words))


def el(tag: str, /, *children: str, **attrs: object) -> str:
    """An element.

    Parameters
    ----------
    tag
        Its name.
    children
        SVG already made by `el` and `text`: this is not escaped again.
    attrs
        Attributes; a trailing ``_`` of the name falls away and ``_`` becomes ``-``. Values are
        escaped, floats have at most two decimals, and None leaves the attribute out.

    Examples
    --------
    >>> el("text", text("5 < 6"), x=1.5, class_="a", data_action=None)
    '<text x="1.5" class="a">5 &lt; 6</text>'
    """
    names = "".join(
        f' {_name(name)}="{_value(value)}"' for name, value in attrs.items() if value is not None
    )
    inner = "".join(children)
    return f"<{tag}{names}>{inner}</{tag}>" if inner else f"<{tag}{names}/>"


@cache
def _name(argument: str) -> str:
    return argument.removesuffix("_").replace("_", "-")


def _value(value: object) -> str:
    if type(value) is int:
        return str(value)
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return text(value)


def picture(width: float, height: float, *children: str, title: str) -> str:
    """The root of a picture: title, palette, background, children.

    Examples
    --------
    >>> picture(4, 3, title="a & b")[:66]
    '<svg xmlns="http://www.w3.org/2000/svg" class="bm" viewBox="0 0 4 '
    """
    return el(
        "svg",
        el("title", text(title)),
        el("style", _STYLE),
        el("rect", width=width, height=height, fill="var(--bg)"),
        *children,
        xmlns="http://www.w3.org/2000/svg",
        class_="bm",
        viewBox=f"0 0 {_value(float(width))} {_value(float(height))}",
        width=width,
        height=height,
        role="img",
    )


def _scheme(which: int) -> str:
    return "".join(f"--{name}:{pair[which]};" for name, pair in PALETTE.items())


# Scoped by the class: a page may hold other SVG.
_STYLE = (
    f".bm{{{_scheme(0)}max-width:100%;height:auto;fill:var(--ink);font-family:{_FONTS};"
    "font-variant-numeric:tabular-nums}"
    f"@media(prefers-color-scheme:dark){{.bm{{{_scheme(1)}}}}}"
    ".bm [data-action]{cursor:pointer}"
)


def label(
    x: float,
    y: float,
    value: object,
    size: float = 14,
    *,
    fill: str | None = None,
    bold: bool = False,
    anchor: str | None = None,
) -> str:
    """A line of words with its baseline at ``y``; a picture is 480 wide and 14 its smallest size.

    Examples
    --------
    >>> label(1, 2, "Moon", 16, anchor="end")
    '<text x="1" y="2" font-size="16" text-anchor="end">Moon</text>'
    """
    return el(
        "text",
        text(value),
        x=x,
        y=y,
        font_size=size,
        fill=fill,
        font_weight=700 if bold else None,
        text_anchor=anchor,
    )


def group(
    *children: str,
    title: object = None,
    action: int | None = None,
    at: tuple[float, float] = (0, 0),
) -> str:
    """What belongs together at a place, with a tooltip, and the action it is a target of.

    Examples
    --------
    >>> group(title="Moon 8", action=22, at=(5, 6))
    '<g data-action="22" transform="translate(5 6)"><title>Moon 8</title></g>'
    """
    moved = None if at == (0, 0) else f"translate({_value(at[0])} {_value(at[1])})"
    tip = [] if title is None else [el("title", text(title))]
    return el("g", *tip, *children, data_action=action, transform=moved)


def dot(x: float, y: float) -> str:
    """The mark of the last move."""
    return el("circle", cx=x, cy=y, r=6, fill="var(--last)", stroke="var(--bg)", stroke_width=2)
