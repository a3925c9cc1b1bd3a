"""Where the rows of a rollout come from, as plain data that a file or another machine can hold."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any

from bitmeeple.canonical import canonical_json
from bitmeeple.constants import POLICIES
from bitmeeple.gamestring import format_game_string
from bitmeeple.registry import implement, make_spec

if TYPE_CHECKING:
    from bitmeeple.game import Game
    from bitmeeple.state import State

_FORMAT = 1


@dataclass(frozen=True)
class Origin:
    """All that a playout depends on but its stream.

    Attributes
    ----------
    version
        Of the package that plays.
    implementation
        ``"core"`` or ``"reference"``.
    game
        Game string without the data.
    data
        Canonical JSON of own data; None for the shipped data.
    data_digest
        SHA-256 of the data in use, hexadecimal.
    start
        Canonical JSON of the state where every playout begins; None for the initial one.
    seed, policy
        As in `bitmeeple.rollout`.
    """

    version: str
    implementation: str
    game: str
    data: str | None
    data_digest: str
    start: str | None
    seed: int
    policy: str

    @classmethod
    def of(cls, start: State, is_initial: bool, seed: int, policy: str, version: str) -> Origin:
        """The origin of rollouts from a state."""
        spec = start.game._spec
        return cls(
            version=version,
            implementation=start.game.implementation,
            game=format_game_string(spec.name, spec.plain_options),
            data=spec.data_text(),
            data_digest=spec.digest,
            start=None if is_initial else canonical_json(start.to_dict()),
            seed=seed,
            policy=policy,
        )

    def load(self) -> Game | State:
        """The game, or the state where every playout begins; do not change it.

        Raises
        ------
        ValueError
            This version does not know the game, or ships other data.
        """
        return _load(self)

    def require_same(self, other: Origin, what: str) -> None:
        """Raise a `ValueError` that names what differs, unless nothing does."""
        mine, theirs = asdict(self), asdict(other)
        for name, word in _WORDS.items():
            if mine[name] != theirs[name]:
                shown = "" if name in ("data", "start") else f": {theirs[name]} and {mine[name]}"
                raise ValueError(f"{what} of another {word}{shown}")

    def to_json(self, **more: Any) -> str:
        """The metadata of a file; ``more``: further entries."""
        return canonical_json({"format": _FORMAT, **asdict(self), **more})

    @classmethod
    def from_json(cls, text: bytes | str) -> tuple[Origin, Mapping[str, Any]]:
        """The origin of a file, and all its metadata.

        Raises
        ------
        ValueError
            Not what `to_json` writes.
        """
        try:
            content = json.loads(text)
            origin = cls(**{field.name: content[field.name] for field in fields(cls)})
        except (ValueError, KeyError, TypeError, RecursionError):
            raise ValueError("its metadata is not that of a rollout") from None
        if content.get("format") != _FORMAT:
            raise ValueError(f"its format is {content.get('format')!r}, known is {_FORMAT}")
        texts = (origin.version, origin.implementation, origin.game, origin.data_digest)
        optional = (origin.data, origin.start)
        if (
            not all(isinstance(text, str) for text in texts)
            or not all(text is None or isinstance(text, str) for text in optional)
            or type(origin.seed) is not int
            or not 0 <= origin.seed < 1 << 64
            or origin.policy not in POLICIES
            or not (origin.data or "{").startswith("{")  # a path: strangers' files name none
        ):
            raise ValueError("its metadata is not that of a rollout")
        return origin, content


_WORDS = {
    "version": "version",
    "implementation": "implementation",
    "game": "game",
    "data_digest": "data",
    "start": "start",
    "seed": "seed",
    "policy": "policy",
}


@functools.lru_cache(maxsize=16)
def _load(origin: Origin) -> Game | State:
    game = implement(make_spec(origin.game, {"data": origin.data}), origin.implementation)
    if game.data_digest != origin.data_digest:
        raise ValueError(
            f"{origin.game} was played with other shipped data ({origin.data_digest[:12]}) than "
            f"that of this installation ({game.data_digest[:12]})"
        )
    return game if origin.start is None else game.state_from_dict(json.loads(origin.start))
