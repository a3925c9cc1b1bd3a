"""States as bytes: the format of ``serialize`` and of pickles.

Layout: magic ``BMPL``, format version (1 byte), implementation (1 byte), SHA-256 of the game's
identity (32 bytes), length of the payload (4 bytes, little endian), payload (compact JSON of
``to_dict()``), CRC-32 of everything before (4 bytes).
"""

from __future__ import annotations

import json
import struct
import zlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bitmeeple.game import Game
    from bitmeeple.state import State

_MAGIC = b"BMPL"
_VERSION = 1
_HEAD = struct.Struct("<4sBB32sI")
_CRC = struct.Struct("<I")
_IMPLEMENTATIONS = ("core", "reference")


def _identity(game: Game) -> bytes:
    import hashlib  # loads a library for cryptography

    return hashlib.sha256(repr(game._spec.identity).encode()).digest()


def serialize(state: State) -> bytes:
    """Bytes of a state."""
    from bitmeeple.registry import canonical_json

    game = state.game
    payload = canonical_json(state.to_dict()).encode("ascii")
    implementation = _IMPLEMENTATIONS.index(game.implementation)
    head = _HEAD.pack(_MAGIC, _VERSION, implementation, _identity(game), len(payload))
    return head + payload + _CRC.pack(zlib.crc32(head + payload))


def deserialize(game: Game, data: bytes) -> State:
    """The state of bytes; every defect is a `ValueError`."""
    if not isinstance(data, bytes | bytearray | memoryview):
        raise TypeError(f"a serialized state is bytes, not {type(data).__name__}")
    data = bytes(data)
    if len(data) < _HEAD.size + _CRC.size:
        raise ValueError(f"serialized state is truncated: {len(data)} bytes")
    magic, version, implementation, identity, size = _HEAD.unpack_from(data)
    if magic != _MAGIC:
        raise ValueError("these bytes are not a serialized state")
    if version != _VERSION:
        raise ValueError(f"serialized state has format version {version}, known is {_VERSION}")
    if len(data) != _HEAD.size + size + _CRC.size:
        raise ValueError("serialized state is truncated or has bytes too many")
    if zlib.crc32(data[: -_CRC.size]) != _CRC.unpack(data[-_CRC.size :])[0]:
        raise ValueError("serialized state is corrupted: the checksum does not match")
    if identity != _identity(game):
        raise ValueError(f"serialized state is of another game, options or data than {game}")
    if _IMPLEMENTATIONS[implementation : implementation + 1] != (game.implementation,):
        raise ValueError("serialized state is of the other implementation; exchange dicts instead")
    try:
        return game.state_from_dict(json.loads(data[_HEAD.size : -_CRC.size]))
    except (TypeError, RecursionError, json.JSONDecodeError) as error:
        raise ValueError(f"serialized state has a broken payload: {error}") from None


def restore_game(implementation: str, name: str, options: dict[str, Any], data: str | None) -> Game:
    """A game from its pickle."""
    import bitmeeple
    from bitmeeple import reference

    load = reference.load_game if implementation == "reference" else bitmeeple.load_game
    return load(name, **options, data=data)


def restore_state(game: Game, data: bytes) -> State:
    """A state from its pickle."""
    return deserialize(game, data)
