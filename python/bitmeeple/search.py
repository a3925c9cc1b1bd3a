"""Search for a good move: flat Monte Carlo, MCTS, information-set MCTS, and MCTS over worlds."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypedDict, Unpack

import numpy as np
import numpy.typing as npt

from bitmeeple.arguments import checked_int
from bitmeeple.constants import POLICIES
from bitmeeple.contract.data import suggest
from bitmeeple.game import Game
from bitmeeple.gamestring import parse_game_string
from bitmeeple.native import core
from bitmeeple.registry import shipped_presets
from bitmeeple.state import State, wrong_node

MOST_ITERATIONS = (1 << 31) - 1
Progress = Callable[[int], object]


class SearchOptions(TypedDict, total=False):
    """Options of every search; docs/search.md says what each does."""

    iterations: int | None
    seconds: float | None
    seed: int
    playout: str
    mast: float
    margin: float
    margin_scale: float


class TreeOptions(SearchOptions, total=False):
    """Options of the searches that grow a tree."""

    exploration: float
    tree_policy: bool
    chance: str
    final: str
    memory_mb: int


@dataclass(frozen=True)
class TreeAction:
    """A move below the root.

    Attributes
    ----------
    player, action
        Who moves, and the action's id.
    visits
        How many iterations went through it.
    value
        Mean utility of ``player`` there.
    """

    player: int
    action: int
    visits: int
    value: float

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return dict(vars(self))


@dataclass(frozen=True, eq=False)
class SearchResult:
    """What a search found at its root.

    Attributes
    ----------
    player
        The seat to move.
    action
        The action to take.
    actions : ndarray of int64, shape (k,)
        The legal actions, ascending.
    visits : ndarray of int64, shape (k,)
        Iterations that began with each.
    values : ndarray of float64, shape (k, players)
        Mean utility of every seat behind each; ``min_utility()`` where there was no visit. The
        utility is what ``returns()`` says, mixed with the score margin if so asked.
    line : tuple of TreeAction
        The principal line, see `principal_line`.
    iterations, seconds
        How much was searched. The same result comes out of ``iterations=result.iterations``.
    nodes, bytes
        Size of the tree; 0 without one.
    memory_full
        Whether the tree stopped growing because ``memory_mb`` was reached.
    stopped_by
        ``"iterations"``, ``"seconds"``, or ``"request"`` (`stop` was called).
    """

    state: State = field(repr=False)
    player: int
    action: int
    actions: npt.NDArray[np.int64]
    visits: npt.NDArray[np.int64]
    values: npt.NDArray[np.float64]
    line: tuple[TreeAction, ...] = field(repr=False)
    iterations: int
    seconds: float
    nodes: int
    bytes: int
    memory_full: bool
    stopped_by: str
    _children: Callable[[list[int]], list[TreeAction]] = field(repr=False)

    def policy(self, temperature: float = 1.0) -> npt.NDArray[np.float64]:
        """Probabilities of ``actions``: visits to the power of ``1 / temperature``, normalised.

        A temperature of 0 puts everything on ``action``.

        Raises
        ------
        ValueError
            ``temperature`` is negative or not finite.
        """
        if not 0 <= temperature < math.inf:
            raise ValueError(f"temperature is {temperature}; allowed is 0 or more")
        if temperature == 0:
            chosen: npt.NDArray[np.float64] = (self.actions == self.action).astype(np.float64)
            return chosen
        shares = (self.visits / self.visits.max()) ** (1 / temperature)
        policy: npt.NDArray[np.float64] = shares / shares.sum()
        return policy

    def principal_line(self) -> list[TreeAction]:
        """The most visited moves, one after the other, beginning with ``action``; empty without a
        tree. Chance and what is hidden in between are averaged over, so a later move need not be
        legal in the true position.
        """
        return list(self.line)

    def children(self, actions: list[int] | tuple[int, ...] = ()) -> list[TreeAction]:
        """What the tree knows behind these moves, most visited first; empty where it ends.

        With ``observer="multi"`` the moves are those of the searching seat alone.

        Raises
        ------
        RuntimeError
            The bot has searched again since; its tree is no longer this one.
        """
        return self._children([int(a) for a in actions])

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "game": str(self.state.game),
            "player": self.player,
            "action": self.action,
            "moves": [
                {
                    "action": int(a),
                    "name": name,
                    "visits": int(n),
                    "values": [float(v) for v in row],
                }
                for a, name, n, row in zip(self.actions, self._names(), self.visits, self.values)
            ],
            "line": [move.to_dict() for move in self.line],
            "iterations": self.iterations,
            "seconds": self.seconds,
            "nodes": self.nodes,
            "bytes": self.bytes,
            "memory_full": self.memory_full,
            "stopped_by": self.stopped_by,
        }

    def to_json(self) -> str:
        """`to_dict` as JSON text."""
        return json.dumps(self.to_dict())

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Header and one row per action, as text, the most visited first."""
        head = ["", "action", "id", "visits", "share"]
        head += [f"seat {seat}" for seat in range(self.values.shape[1])]
        names, total = self._names(), max(1, int(self.visits.sum()))
        rows = []
        for k in sorted(range(len(names)), key=self._rank):
            mark = "*" if self.actions[k] == self.action else ""
            share = f"{self.visits[k] / total:.1%}"
            values = [f"{value:.3f}" if self.visits[k] else "-" for value in self.values[k]]
            rows.append([mark, names[k], str(self.actions[k]), str(self.visits[k]), share, *values])
        return head, rows

    def lines(self) -> list[str]:
        """The facts beside the table."""
        facts = [
            f"seat {self.player} to move: {self.iterations:,} iterations, {self.seconds:.3f} s, "
            f"stopped by {self.stopped_by}"
        ]
        if self.nodes:
            full = ", memory full" * self.memory_full
            facts.append(f"{self.nodes:,} nodes, {self.bytes:,} bytes{full}")
        if self.line:
            moves = " ".join(f"{move.player}:{move.action}" for move in self.line[:8])
            facts.append(f"line (seat:action) {moves}")
        return facts

    def __str__(self) -> str:
        head, rows = self.table()
        widths = [max(len(row[k]) for row in [head, *rows]) for k in range(len(head))]
        body = [
            "  ".join(
                c.ljust(w) if k == 1 else c.rjust(w) for k, (c, w) in enumerate(zip(row, widths))
            )
            for row in [head, *rows]
        ]
        return "\n".join([self.lines()[0], *body, *self.lines()[1:]])

    def _repr_html_(self) -> str:
        from html import escape

        def cells(row: list[str], tag: str) -> str:
            return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row) + "</tr>"

        head, rows = self.table()
        body = "".join(cells(row, "td") for row in rows)
        facts = "<br>".join(escape(line) for line in self.lines())
        return f"<table>{cells(head, 'th')}{body}</table><p>{facts}</p>"

    def _rank(self, k: int) -> tuple[bool, int, float, int]:
        """Sorts the chosen action first, then by visits and value."""
        value = float(self.values[k, self.player])
        return self.actions[k] != self.action, -int(self.visits[k]), -value, k

    def _names(self) -> list[str]:
        return [self.state.action_to_string(int(a)) for a in self.actions]


def _checked_real(value: object, name: str, low: float, high: float) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{name} is a number, not {type(value).__name__}")
    if not low <= value <= high:
        raise ValueError(f"{name} is {value}; allowed is {low:g} .. {high:g}")
    return float(value)


def _checked_choice(value: object, name: str, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise ValueError(f"{name} is {value!r}; allowed are {', '.join(allowed)}")
    return str(value)


def _checked_flag(value: object, name: str) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{name} is True or False, not {value!r}")
    return value


_CHECKS: dict[str, Callable[[Any], Any]] = {
    "iterations": lambda v: v if v is None else checked_int(v, "iterations", 1, MOST_ITERATIONS),
    "seconds": lambda v: v if v is None else _checked_real(v, "seconds", 1e-6, 1e9),
    "seed": lambda v: checked_int(v, "seed", 0, (1 << 64) - 1),
    "memory_mb": lambda v: checked_int(v, "memory_mb", 1, 1 << 14),
    "playout": lambda v: _checked_choice(v, "playout", POLICIES),
    "mast": lambda v: _checked_real(v, "mast", 0, 1),
    "margin": lambda v: _checked_real(v, "margin", 0, 1),
    "margin_scale": lambda v: _checked_real(v, "margin_scale", 0.001, 1e6),
    "exploration": lambda v: _checked_real(v, "exploration", 0, 1000),
    "tree_policy": lambda v: _checked_flag(v, "tree_policy"),
    "chance": lambda v: _checked_choice(v, "chance", ("open", "closed")),
    "final": lambda v: _checked_choice(v, "final", ("visits", "value")),
    "worlds": lambda v: checked_int(v, "worlds", 1, 1000),
    "postpone": lambda v: checked_int(v, "postpone", 0, 1000),
}

_DEFAULTS: dict[str, Any] = {
    "iterations": 10_000,
    "seconds": None,
    "seed": 0,
    "memory_mb": 64,
    "playout": "uniform",
    "mast": 0.0,
    "margin": 0.0,
    "margin_scale": 10.0,
    "exploration": 0.7,
    "tree_policy": False,
    "chance": "open",
    "final": "visits",
    "worlds": 20,
    "postpone": 0,
}


def preset(name: str) -> dict[str, Any]:
    """Options that suit a game, by its name: the table ``search`` of its ``presets.toml``."""
    options = shipped_presets(name).get("search", {})
    return {key: _CHECKS[key](value) for key, value in options.items()}


class _Search:
    """What all searches share."""

    _options: ClassVar[frozenset[str]] = frozenset(SearchOptions.__annotations__)

    def __init__(
        self,
        game: Game,
        given: Mapping[str, Any],
        fixed: Mapping[str, Any],
        own: Mapping[str, Any],
    ) -> None:
        if not isinstance(game, Game):
            raise TypeError(f"{type(self).__name__} takes a game, not {type(game).__name__}")
        if game.implementation != "core":
            raise ValueError("searches need a game of the compiled core: bitmeeple.load_game")
        known = [key for key in _CHECKS if key in self._options]
        for key in given:
            if key not in known:
                hint = suggest(key, known)
                raise TypeError(
                    f"{type(self).__name__} has no option {key!r}; it has {', '.join(known)}{hint}"
                )
        suited = {k: v for k, v in preset(game.name).items() if k in self._options}
        checked = {key: _CHECKS[key](value) for key, value in given.items()}
        options = {**_DEFAULTS, **suited, **checked}
        if options["iterations"] is None and options["seconds"] is None:
            raise ValueError("iterations and seconds are both None; give at least one")
        if options["seconds"] is not None and "iterations" not in given:
            options["iterations"] = None
        self._game = game
        self._arguments = {**own, **given}
        self._own = dict(own)
        self._chosen = {key: options[key] for key in known}
        self._core = core.make_search(game, _for_core({**options, **fixed}))

    @property
    def game(self) -> Game:
        """The game that is searched."""
        return self._game

    @property
    def options(self) -> dict[str, Any]:
        """All options, those of the preset included."""
        return dict(self._chosen)

    def __repr__(self) -> str:
        chosen = {**self._own, **self._chosen}
        options = "".join(f", {key}={value!r}" for key, value in chosen.items())
        return f"{type(self).__name__}({self._game!r}{options})"

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy has the same arguments, and a tree of its own."""
        return _restore, (type(self), self._game, self._arguments)

    def search(self, state: State, *, progress: Progress | None = None) -> SearchResult:
        """Search for the seat to move.

        Only what this seat sees enters the result. The GIL is released; Ctrl-C raises
        `KeyboardInterrupt` within 50 ms, and the search can be used again.

        Parameters
        ----------
        state
            A position of this game with a seat to move. It is not changed.
        progress
            Called about ten times a second with the number of iterations done.

        Raises
        ------
        ValueError
            The game is over, chance is to act, or the state is of another game.
        RuntimeError
            Another thread is searching with this object.
        """
        self._check(state)
        self._core.run(state, progress)
        found = self._core.result()
        number = self._core.searches()

        def children(line: list[int]) -> list[TreeAction]:
            if self._core.searches() != number:
                raise RuntimeError("the tree of this result is gone: its bot has searched again")
            return [TreeAction(*row) for row in self._core.children(line)]

        line = tuple(TreeAction(*row) for row in self._core.principal_line())
        return SearchResult(state=state.clone(), line=line, _children=children, **found)

    def stop(self) -> None:
        """End the running search at its next iteration; for other threads and for `progress`."""
        self._core.stop()

    def step(self, state: State) -> int:
        """The action to take, as OpenSpiel's bots say it."""
        self._check(state)
        legal = state.legal_actions()
        return legal[0] if len(legal) == 1 else self.search(state).action

    def step_with_policy(self, state: State) -> tuple[list[tuple[int, float]], int]:
        """``([(action, probability)], action)``: everything on the action to take."""
        result = self.search(state)
        policy = [(int(a), float(a == result.action)) for a in result.actions]
        return policy, result.action

    def restart(self) -> None:
        """Nothing is kept between moves."""

    def restart_at(self, state: State) -> None:
        """Nothing is kept between moves."""

    def inform_action(self, state: State, player: int, action: int) -> None:
        """Nothing is kept between moves."""

    def _check(self, state: State) -> None:
        name = type(self).__name__
        if not isinstance(state, State):
            raise TypeError(f"{name} searches a state, not {type(state).__name__}")
        if state.game != self._game:
            raise ValueError(f"the state is of {state.game}, this {name} is of {self._game}")
        if state.current_player() < 0:
            raise wrong_node(state, "search()")


def _restore(cls: Callable[..., _Search], game: Game, arguments: dict[str, Any]) -> _Search:
    return cls(game, **arguments)


def _for_core(options: dict[str, Any]) -> dict[str, Any]:
    """None means: without limit."""
    iterations, seconds = options["iterations"], options["seconds"]
    return {
        **options,
        "iterations": MOST_ITERATIONS if iterations is None else iterations,
        "seconds": math.inf if seconds is None else seconds,
    }


class FlatMonteCarlo(_Search):
    """Playouts from every legal action, in worlds that the seat to move cannot tell apart.

    Parameters
    ----------
    game
        A game of the compiled core.
    allocation
        ``"uniform"``: all actions in turn. ``"sequential_halving"``: in rounds, after each the
        better half stays; needs ``iterations``.
    **options
        `SearchOptions`. What is not given is as in the game's preset.

    Examples
    --------
    >>> import bitmeeple as bm
    >>> game = bm.load_game("toy", open=True)
    >>> state = game.new_initial_state()
    >>> while state.is_chance_node():
    ...     state.apply_action(state.legal_actions()[0])
    >>> bm.FlatMonteCarlo(game, iterations=100).search(state).visits.tolist()
    [50, 50]
    """

    def __init__(
        self, game: Game, *, allocation: str = "uniform", **options: Unpack[SearchOptions]
    ) -> None:
        method = _checked_choice(allocation, "allocation", ("uniform", "sequential_halving"))
        if method != "uniform" and options.get("iterations", _DEFAULTS["iterations"]) is None:
            raise ValueError("allocation 'sequential_halving' needs iterations")
        if method != "uniform" and "seconds" in options and "iterations" not in options:
            raise ValueError("allocation 'sequential_halving' needs iterations beside seconds")
        fixed = {"method": method, "knowledge": "single"}
        super().__init__(game, options, fixed, {"allocation": allocation})


class _TreeSearch(_Search):
    _options = frozenset(TreeOptions.__annotations__) | _Search._options


class ISMCTS(_TreeSearch):
    """Information-set Monte Carlo tree search: every iteration in a world of its own.

    Parameters
    ----------
    game
        A game of the compiled core.
    observer
        ``"single"``: one tree, of the moves as the seat to move sees them. ``"multi"``: a tree per
        seat, so that each decides by what it sees itself.
    **options
        `TreeOptions`. What is not given is as in the game's preset.

    Examples
    --------
    >>> import bitmeeple as bm
    >>> game = bm.load_game("latria", players=4)
    >>> state, rng = game.new_initial_state(), bm.Rng(7)
    >>> while state.is_chance_node():
    ...     state.apply_action(state.sample_chance(rng))
    >>> result = bm.ISMCTS(game, iterations=1000, seed=7).search(state)
    >>> result.action in state.legal_actions(), int(result.visits.sum())
    (True, 1000)
    """

    def __init__(
        self, game: Game, *, observer: str = "single", **options: Unpack[TreeOptions]
    ) -> None:
        knowledge = _checked_choice(observer, "observer", ("single", "multi"))
        fixed = {"method": "tree", "knowledge": knowledge}
        super().__init__(game, options, fixed, {"observer": observer})


class PIMC(_TreeSearch):
    """Perfect-information Monte Carlo: a tree in each of a few worlds, their visits added up.

    Parameters
    ----------
    game
        A game of the compiled core.
    worlds
        How many, 1 .. 1000. The iterations go to them in turn.
    postpone
        Decisions before the worlds part; more than 0 is extended PIMC.
    **options
        `TreeOptions`. What is not given is as in the game's preset.
    """

    def __init__(
        self, game: Game, *, worlds: int = 20, postpone: int = 0, **options: Unpack[TreeOptions]
    ) -> None:
        own = {"worlds": _CHECKS["worlds"](worlds), "postpone": _CHECKS["postpone"](postpone)}
        fixed = {"method": "tree", "knowledge": "worlds", **own}
        super().__init__(game, options, fixed, own)


class MCTS(_TreeSearch):
    """Monte Carlo tree search with perfect information.

    Parameters
    ----------
    game
        A game of the compiled core.
    omniscient
        Whether to search positions with something hidden too, as if all were seen. That is
        cheating at the table; it is for analysis and for measuring what knowledge is worth.
    **options
        `TreeOptions`. What is not given is as in the game's preset.
    """

    def __init__(
        self, game: Game, *, omniscient: bool = False, **options: Unpack[TreeOptions]
    ) -> None:
        self._omniscient = _checked_flag(omniscient, "omniscient")
        fixed = {"method": "tree", "knowledge": "omniscient"}
        super().__init__(game, options, fixed, {"omniscient": omniscient})

    def _check(self, state: State) -> None:
        super()._check(state)
        if self._omniscient:
            return
        seen = {**state.view(state.current_player())}
        del seen["player"]
        if seen != state.to_dict():
            raise ValueError(
                "something is hidden from the seat to move: use ISMCTS or PIMC, "
                "or omniscient=True to search with all of it known"
            )


KINDS: dict[str, type[_Search]] = {
    "flat": FlatMonteCarlo,
    "ismcts": ISMCTS,
    "mcts": MCTS,
    "pimc": PIMC,
}


def from_spec(game: Game, spec: str, **more: Any) -> _Search:
    """A search by a line of text: ``"ismcts:iterations=100,mast=0.8"``.

    Parameters
    ----------
    game
        A game of the compiled core.
    spec
        ``flat``, ``ismcts``, ``mcts`` or ``pimc``, then options as in Python, without quotes.
    **more
        More options.

    Raises
    ------
    ValueError, TypeError
        An unknown name or option, or a value that is not allowed.

    Examples
    --------
    >>> import bitmeeple as bm
    >>> from_spec(bm.load_game("toy"), "ismcts:iterations=100,chance=closed").options["chance"]
    'closed'
    """
    name, _, listed = spec.partition(":")
    if name not in KINDS:
        raise ValueError(f"no search {name!r}; there are {', '.join(KINDS)}{suggest(name, KINDS)}")
    _, options = parse_game_string(f"{name}({listed})")
    return KINDS[name](game, **{key: _number(value) for key, value in options.items()}, **more)


def _number(value: Any) -> Any:
    """The words of game strings are options too; a fraction among them is a number."""
    try:
        return float(value) if isinstance(value, str) else value
    except ValueError:
        return value
