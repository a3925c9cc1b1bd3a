"""Which games exist, and how a name with options becomes a validated `GameSpec`."""

from __future__ import annotations

import functools
import importlib
import itertools
import json
import os
import stat
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from bitmeeple.arguments import shown
from bitmeeple.canonical import canonical_json
from bitmeeple.gamestring import format_game_string, parse_game_string

if TYPE_CHECKING:
    from bitmeeple.contract.data import FlatTables, Option
    from bitmeeple.contract.shapes import Fields
    from bitmeeple.contract.tensor import Slice
    from bitmeeple.game import Game
    from bitmeeple.state import State

MAX_DATA_BYTES = 1 << 20
MAX_DATA_DEPTH = 32
G = TypeVar("G")
IMPLEMENTATIONS = {"core": "bitmeeple.native", "reference": "bitmeeple.reference.surface"}
"""The modules whose ``load`` makes a game of a `GameSpec`; imported when they are first used."""
_GAMES = os.path.join(os.path.dirname(__file__), "games")


def _shipped(*path: str) -> str:
    """Text of a file of the games; pathlib would be a fifth of the time of the import."""
    with open(os.path.join(_GAMES, *path), encoding="utf-8") as file:
        return file.read()


@functools.cache
def shipped_presets(name: str) -> Mapping[str, Any]:
    """``presets.toml`` of a game; empty for a game without one."""
    import tomllib  # only where something is searched

    try:
        return tomllib.loads(_shipped(name, "presets.toml"))
    except FileNotFoundError:
        return {}


@functools.cache
def _listed() -> dict[str, bool]:
    """Every game of the list; True for those that are only for tests."""
    text = _shipped("games.txt")
    lines = [line.split() for line in text.splitlines() if line.strip()]
    return {words[0]: "test" in words[1:] for words in lines}


def registered_games() -> list[str]:
    """Names of all games, ascending.

    Returns
    -------
    list of str
        What `load_game` takes; games that exist for the tests are left out.

    Examples
    --------
    >>> "latria" in registered_games()
    True
    """
    return sorted(name for name, test in _listed().items() if not test)


@dataclass(frozen=True, eq=False)
class GameSpec:
    """A game's name, options and data, validated: what both implementations are built from."""

    name: str
    options: Mapping[str, Any]  # all of them, `data` included, in the specification's order
    data: Mapping[str, Any] = field(repr=False)  # the nested data in use
    digest: str = field(repr=False)  # SHA-256 of the canonical JSON of the data, hex
    is_shipped: bool = field(repr=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameSpec) and self.identity == other.identity

    def __hash__(self) -> int:
        return hash(self.identity)

    @functools.cached_property
    def identity(self) -> tuple[Any, ...]:
        """What makes two specs equal: the data by content, not by where it was read from."""
        return (self.name, tuple(self.plain_options.items()), self.digest)

    @functools.cached_property
    def identity_digest(self) -> bytes:
        """SHA-256 of `identity`, 32 bytes: what bytes of states carry."""
        import hashlib  # loads a library for cryptography

        return hashlib.sha256(repr(self.identity).encode()).digest()

    @property
    def plain_options(self) -> dict[str, Any]:
        """The options without ``data``."""
        return {name: value for name, value in self.options.items() if name != "data"}

    def __str__(self) -> str:
        """The game string: the options that differ from the defaults."""
        defaults = {option.name: option.default for option in self.interface.OPTIONS}
        changed = {
            name: value for name, value in self.options.items() if value != defaults.get(name)
        }
        return format_game_string(self.name, changed)

    @property
    def embeds_data(self) -> bool:
        """Whether the game string would contain the data themselves."""
        return str(self.options["data"] or "").lstrip().startswith("{")

    def label(self) -> str:
        """The game string for reading: embedded data by the first digits of their digest."""
        if not self.embeds_data:
            return str(self)
        shipped = replace(self, options={**self.options, "data": f"sha256-{self.digest[:8]}"})
        return str(shipped)

    @property
    def loader(self) -> Any:
        """The module of options and data of this game."""
        return game_module(self.name, "loader")

    @property
    def interface(self) -> Any:
        """The module of what this game shows (`bitmeeple.contract`)."""
        return game_module(self.name, "interface")

    @property
    def text(self) -> Any:
        """The module of words and pictures of this game."""
        return game_module(self.name, "text")

    @property
    def picture(self) -> Any:
        """The module that draws this game (`bitmeeple.svg`)."""
        return game_module(self.name, "picture")

    @functools.cached_property
    def tables(self) -> Mapping[str, Any]:
        """The nested data as a read-only view."""
        frozen: Mapping[str, Any] = _freeze(self.data)
        return frozen

    def flat_options(self) -> dict[str, int]:
        """The options as integers (interface page, section 1)."""
        chosen: dict[str, Any] = {}
        flat = {}
        for option in self.interface.OPTIONS:
            chosen[option.name] = self.options[option.name]
            flat[option.name] = option.code(chosen[option.name], chosen, self.data)
        return flat

    def flat_tables(self) -> FlatTables:
        """The data as lists of integers (interface page, section 2)."""
        flat: FlatTables = self.loader.flatten(self.data, self.options)
        return flat

    @functools.cached_property
    def fields(self) -> Fields:
        """The shape of state dicts."""
        fields: Fields = self.interface.state_schema(self.options, self.tables)
        return fields

    @functools.cached_property
    def observation_slices(self) -> tuple[Slice, ...]:
        """The slices of the observation tensor with their offsets."""
        slices: list[Slice] = self.interface.observation_slices(self.options, self.tables)
        ends = itertools.accumulate(part.size for part in slices)
        return tuple(replace(part, offset=end - part.size) for part, end in zip(slices, ends))

    @functools.cached_property
    def rules(self) -> Any:
        """The rules in pure Python (`bitmeeple.reference.protocol.Rules`)."""
        module = game_module(self.name, "reference")
        return module.Rules(self.flat_options(), self.flat_tables())

    def data_text(self) -> str | None:
        """Canonical JSON of data that is not shipped, else None: what pickles embed."""
        return self.words[1]

    @functools.cached_property
    def words(self) -> tuple[str, str | None]:
        """The game string with all options, and `data_text`: what `revive` takes."""
        data = None if self.is_shipped else canonical_json(self.data)
        return format_game_string(self.name, self.plain_options), data


def game_options(name: str) -> tuple[Option, ...]:
    """The options of a game, without ``data``."""
    options: tuple[Option, ...] = game_module(name, "interface").OPTIONS
    return options


def game_module(name: str, part: str) -> ModuleType:
    """``bitmeeple.games.<name>.<part>``."""
    return importlib.import_module(f"bitmeeple.games.{name}.{part}")


def implement(spec: GameSpec, implementation: str) -> Game:
    """The game of a spec; equal specs with equal game strings share one object.

    Raises
    ------
    ValueError
        No such implementation.
    """
    if implementation not in IMPLEMENTATIONS:
        known = ", ".join(IMPLEMENTATIONS)
        raise ValueError(f"implementation is {shown(implementation)}; allowed are {known}")
    module = importlib.import_module(IMPLEMENTATIONS[implementation])
    game: Game = module.load(spec)
    return game


def shared(make: Callable[[GameSpec], G]) -> Callable[[GameSpec], G]:
    """Keep the games that ``make`` makes: one for equal specs that name their data alike."""

    @functools.lru_cache(maxsize=64)
    def kept(spec: GameSpec, source: str | None) -> G:
        return make(spec)

    @functools.wraps(make)
    def load(spec: GameSpec) -> G:
        return kept(spec, spec.options["data"])

    return load


def restore_game(implementation: str, name: str, options: dict[str, Any], data: str | None) -> Game:
    """A game from its pickle."""
    return implement(make_spec(name, {**options, "data": data}), implementation)


@functools.lru_cache(maxsize=64)
def revive(implementation: str, text: str, data: str | None) -> Game:
    """A game from its pickle; the same texts give the same object."""
    return implement(make_spec(text, {"data": data}), implementation)


def revive_state(implementation: str, text: str, data: str | None, state: bytes) -> State:
    """A state from its pickle."""
    return revive(implementation, text, data).deserialize_state(state)


def _freeze(value: Any) -> Any:
    if isinstance(value, Mapping):
        return MappingProxyType({k: _freeze(v) for k, v in value.items()})
    if isinstance(value, list):
        return tuple(_freeze(v) for v in value)
    return value


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise ValueError(f"the key {key!r} stands twice")
        result[key] = value
    return result


def _parse_data(text: str) -> Any:
    if len(text) > MAX_DATA_BYTES:
        raise ValueError(f"data: more than {MAX_DATA_BYTES} bytes")
    try:
        data = json.loads(text, object_pairs_hook=_no_duplicates)
    except RecursionError:
        raise _too_deep() from None
    except json.JSONDecodeError as error:
        raise ValueError(f"data: not JSON: {error}") from None
    except ValueError as error:  # a number of thousands of digits, a key twice
        raise ValueError(f"data: {error}") from None
    level = [data]
    for _ in range(MAX_DATA_DEPTH):
        level = [entry for value in level if isinstance(value, dict | list) for entry in _of(value)]
    if level:
        raise _too_deep()
    return data


def _of(value: dict[str, Any] | list[Any]) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value


def _too_deep() -> ValueError:
    return ValueError(f"data: nested deeper than {MAX_DATA_DEPTH} levels")


@functools.lru_cache(maxsize=16)
def _checked_data(name: str, text: str) -> tuple[Any, str]:
    """The nested data of a JSON text, validated, and their digest; nobody changes them."""
    data = _parse_data(text)
    game_module(name, "loader").validate(data)
    return data, data_digest(data)


def _read_data(source: object) -> tuple[str, str]:
    """JSON text from a path, a dict or JSON text, and how the game string names it."""
    if isinstance(source, Mapping):
        try:
            text = canonical_json(dict(source))
        except RecursionError:
            raise _too_deep() from None
        except (TypeError, ValueError) as error:
            raise ValueError(f"data: cannot be written as JSON ({error})") from None
        return text, text
    if isinstance(source, str) and source.lstrip().startswith("{"):
        return source, source
    if not isinstance(source, str | os.PathLike):
        raise TypeError(
            f"option 'data' takes a path, a dict or JSON text, not {type(source).__name__}"
        )
    path = os.fsdecode(source)
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise ValueError(f"data: {path!r} is not a regular file")
    with open(path, "rb") as file:
        raw = file.read(MAX_DATA_BYTES + 1)
    try:
        return raw.decode("utf-8"), path
    except UnicodeDecodeError as error:
        raise ValueError(f"data: {path!r} is not UTF-8: {error}") from None


@functools.cache
def shipped_data(name: str) -> tuple[Mapping[str, Any], str]:
    """The shipped data of a game and its digest."""
    data = json.loads(_shipped(name, "data.json"))
    return data, data_digest(data)


def data_digest(data: object) -> str:
    """SHA-256 of the canonical JSON, hexadecimal."""
    import hashlib  # loads a library for cryptography

    return hashlib.sha256(canonical_json(data).encode("ascii")).hexdigest()


def make_spec(game: str | Mapping[str, Any], options: Mapping[str, Any]) -> GameSpec:
    """Validate a game name, game string or mapping, with options.

    Raises
    ------
    ValueError
        Unknown game, option or value (the nearest known one is named); broken data.
    TypeError
        An option of the wrong type.
    OSError
        The data file cannot be read.
    """
    if isinstance(game, Mapping):
        given = dict(game)
        name = given.pop("name", None) or given.pop("game", None)
        if not isinstance(name, str):
            raise TypeError("a game mapping needs the key 'name' with a str")
    elif isinstance(game, str):
        name, given = parse_game_string(game)
    else:
        raise TypeError(f"a game is a str or a mapping, not {type(game).__name__}")
    if name not in _listed():
        from bitmeeple.contract.data import suggest  # shapes are loaded with the first game

        known = registered_games()
        raise ValueError(
            f"no game {shown(name)}; there are {', '.join(known)}{suggest(name, known)}"
        )
    for key in options:
        if key in given:
            raise ValueError(f"option {key!r} is given twice: in {game!r} and beside it")
    return _resolve(name, {**given, **options})


def _resolve(name: str, given: dict[str, Any]) -> GameSpec:
    options = game_options(name)
    known = [*(option.name for option in options), "data"]
    for key in given:
        if key not in known:
            from bitmeeple.contract.data import suggest

            hint = suggest(str(key), known)
            raise ValueError(f"{name} has no option {shown(key)}; it has {', '.join(known)}{hint}")
    shipped, shipped_digest = shipped_data(name)
    source = given.pop("data", None)
    if source is None:
        data, named, digest = shipped, None, shipped_digest
    else:
        text, named = _read_data(source)
        data, digest = _checked_data(name, text)
    chosen: dict[str, Any] = {}
    for option in options:
        value = given.get(option.name, option.default)
        option.check(value, chosen, data)
        chosen[option.name] = value
    is_shipped = digest == shipped_digest
    chosen["data"] = None if is_shipped else named
    return GameSpec(name, MappingProxyType(chosen), data, digest, is_shipped)
