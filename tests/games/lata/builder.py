"""Lata: full positions from short descriptions.

* ``seats``: per seat ``"0"`` .. ``"3"`` what differs from 9 AP, the start money, no cubes and the
  starting card: ``stacks`` as ``"1,24|20|-|39"`` (bottom to top), ``held`` as ``"SSR"``, the other
  entries as in the state dict.
* ``display``: markets, ``74`` or ``"61:S"`` with the cubes on it; ``scoring``: displayed cards. By
  default the highest free ones, up to the size of the display.
* ``sets``: lists or null. By default the lowest free cards where the node wants them full.
* ``deck``: the whole production deck; what lies nowhere else is discarded then.
* ``rest_markets``: ``"display"``, ``"removed"`` or a seat that gets all markets of the deck;
  ``rest_scoring``: ``"display"`` or ``"removed"``.
* other keys of the state dict under their own names; ``override`` sets entries of the finished
  dict by path (null too), to break it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

COLOURS = "SRY"
SETUP_NODES = ("TOKEN", "START_PICK")
WITHOUT_ACTOR = ("TOKEN", "PRODUCTION_DRAW", "END")
WITH_FULL_SETS = ("BID", "AUCTION", "SET", "PLACE")


def build(
    game: Any,
    node: str = "PRODUCE",
    round: int | None = None,
    actor: int | None = 0,
    seats: Mapping[str, Mapping[str, Any]] | None = None,
    tokens: Sequence[int | None] | None = None,
    display: Iterable[int | str] | None = None,
    scoring: Sequence[int] | None = None,
    sets: list[list[int] | None] | None = None,
    discard: Iterable[int] = (),
    deck: Iterable[int] | None = None,
    rest_markets: str | int | None = None,
    rest_scoring: str | None = None,
    override: Mapping[str, Any] | None = None,
    **entries: Any,
) -> dict[str, Any]:
    """Return a state dict without its derived entries."""
    context = entries.get("context")
    setup = node in SETUP_NODES or context == "setup"
    if context in ("setup", "refill") or node in WITHOUT_ACTOR:
        actor = None
    if round is None:
        round = 0 if setup else 6 if node == "END" else 1
    d: dict[str, Any] = {
        "node": node,
        "actor": actor,
        "round": round,
        **pending_entries(node, context),
        "sets": sets,
        "market_display": [],
        "scoring_display": [],
        "discard": sorted(discard),
        "removed_markets": [],
        "removed_scoring": [],
        "seats": [seat_entry(game, i, (seats or {}).get(str(i), {})) for i in seats_of(game)],
    }
    d |= entries
    set_tokens(game, d, tokens)
    players = game.tables["players"][str(game.num_players())]
    empty = setup and display is None
    put_markets(d, display, 0 if empty else players["market_display"], rest_markets)
    size = 0 if setup and scoring is None else players["scoring_display"]
    put_scoring(game, d, scoring, size, rest_scoring)
    if sets is None:
        put_sets(game, d)
    if deck is not None:
        kept = {*deck, *placed_production(d)}
        d["discard"] = sorted({*d["discard"], *(c for c in range(5, 47) if c not in kept)})
    for path, value in (override or {}).items():
        set_entry(d, path, value)
    return d


def pending_entries(node: str, context: str | None) -> dict[str, Any]:
    """The entries that mean something at some nodes only."""
    producing = node == "PRODUCE" or context == "produce"
    revealing = producing or node in ("SELL", "DELIVER") or context == "sell"
    scoring = node == "SCORE" or context == "score"
    return {
        "context": context,
        "draws_left": 1 if context == "replace" else None,
        "drawn": [],
        "picked": None,
        "pending": [],
        "placed_space": None,
        "pointer": 0 if producing else None,
        "paid": False if producing else None,
        "uses": [0] * 5 if producing else None,
        "revealed": context in ("produce", "sell") if revealing else None,
        "sale_market": None,
        "sale_colour": None,
        "bought": False if scoring else None,
        "seen": context == "score" if scoring else None,
        "marked": [],
    }


def seats_of(game: Any) -> range:
    """Seat numbers."""
    return range(game.num_players())


def seat_entry(game: Any, seat: int, given: Mapping[str, Any]) -> dict[str, Any]:
    """The entry of a seat."""
    general = game.tables["general"]
    if game.num_players() == 1:
        general = game.tables["solo"]["boards"][game.options["solo_board"]]
    stacks = read_stacks(given.get("stacks", str(seat + 1)))
    held = given.get("held", "")
    return {
        "token": None,
        "new_token": None,
        "bid": None,
        "ap": 9,
        "money": general["start_money"],
        "markets": [],
        "scoring": [],
        **given,
        "held": [held.count(c) for c in COLOURS] if isinstance(held, str) else held,
        "stacks": stacks,
    }


def read_stacks(text: str) -> list[list[int]]:
    """``"1,24|20"``: missing spaces are empty."""
    stacks = [
        [] if stack.strip() == "-" else [int(card) for card in stack.split(",")]
        for stack in text.split("|")
    ]
    return stacks + [[]] * (5 - len(stacks))


def set_tokens(game: Any, d: dict[str, Any], tokens: Sequence[int | None] | None) -> None:
    """Tokens in seat order unless given; none in a solo game and before they are drawn."""
    n = game.num_players()
    if tokens is None:
        tokens = [None] * n if n == 1 or d["node"] == "TOKEN" else range(1, n + 1)
    for entry, token in zip(d["seats"], tokens):
        entry["token"] = token


def put_markets(
    d: dict[str, Any], display: Iterable[int | str] | None, size: int, rest: str | int | None
) -> None:
    """The market display, and where the deck goes if it shall be empty."""
    shown: dict[int, list[int]] = {}
    for word in display or []:
        card, _, cubes = str(word).partition(":")
        shown[int(card)] = [cubes.count(c) for c in COLOURS]
    taken = {*shown, *d["removed_markets"], *(m for seat in d["seats"] for m in seat["markets"])}
    free = [m for m in range(47, 86) if m not in taken]
    if display is None:
        shown |= {m: [0, 0, 0] for m in free[len(free) - size :]}
        free = free[: len(free) - size]
    if rest == "display":
        shown |= {m: [0, 0, 0] for m in free}
    elif rest == "removed":
        d["removed_markets"] = sorted([*d["removed_markets"], *free])
    elif rest is not None:
        seat = d["seats"][rest]
        seat["markets"] = sorted([*seat["markets"], *free])
    d["market_display"] = [{"card": m, "cubes": shown[m]} for m in sorted(shown)]


def put_scoring(
    game: Any, d: dict[str, Any], display: Sequence[int] | None, size: int, rest: str | None
) -> None:
    """The scoring display, and where the deck goes if it shall be empty."""
    cards = [
        c["id"]
        for c in game.tables["scoring_cards"]["cards"]
        if not (game.num_players() == 2 and c["two_player_removed"])
    ]
    own = {c for seat in d["seats"] for c in seat["scoring"]}
    taken = {*own, *(display or []), *d["removed_scoring"]}
    free = [c for c in cards if c not in taken]
    shown = list(display or [])
    if display is None:
        shown, free = free[len(free) - size :], free[: len(free) - size]
    if rest == "display":
        shown += free
    elif rest == "removed":
        d["removed_scoring"] = sorted([*d["removed_scoring"], *free])
    d["scoring_display"] = sorted(shown)


def placed_production(d: Mapping[str, Any]) -> set[int]:
    """Production cards outside the deck."""
    cards = {c for seat in d["seats"] for stack in seat["stacks"] for c in stack}
    cards |= {c for entry in d["sets"] or [] for c in entry or []}
    return cards | {*d["drawn"], *d["pending"], *d["discard"]}


def put_sets(game: Any, d: dict[str, Any]) -> None:
    """Sets as the node wants them: the first ones are taken, the others full."""
    n = game.num_players()
    if n == 1:
        board = game.tables["solo"]["boards"][game.options["solo_board"]]
        d["sets"] = [None, None] if board["phase_b"] == "sets" else []
        return
    sizes = game.tables["players"][str(n)]["sets"]
    if d["node"] == "PRODUCTION_DRAW":
        d["sets"] = [[] for _ in sizes]
        return
    d["sets"] = [None] * len(sizes)
    if d["node"] not in WITH_FULL_SETS:
        return
    marked = {c["id"] for c in game.tables["production_cards"]["cards"] if c["two_player_removed"]}
    taken = placed_production(d) | (marked if n == 2 else set())
    free = iter([c for c in range(5, 47) if c not in taken])
    first = 0
    if d["node"] in ("SET", "PLACE"):
        token = d["seats"][d["actor"]]["token"]
        first = sum(seat["token"] < token for seat in d["seats"]) + (d["node"] == "PLACE")
    for index in range(first, len(sizes)):
        d["sets"][index] = [next(free) for _ in range(sizes[index])]


def set_entry(d: Any, path: str, value: Any) -> None:
    """Set the entry at ``path.to.0.entry``."""
    *parents, last = path.split(".")
    for key in parents:
        d = d[int(key)] if isinstance(d, list) else d[key]
    if isinstance(d, list):
        d[int(last)] = value
    else:
        d[last] = value
