"""Bytes of states: the format of ``serialize`` and of pickles. Knows bytes and dicts only.

Here is version 1: what the reference writes, and what the core wrote in 0.1.0. The core's version 2
is in ``bindings/pickles.cpp``.

Layout: magic ``BMPL``, format version (1 byte), implementation (1 byte), SHA-256 of the game's
identity (32 bytes), length of the payload (4 bytes, little endian), payload (compact JSON of
``to_dict()``), CRC-32 of everything before (4 bytes).
"""

from __future__ import annotations

import json
import struct
import zlib
from typing import Any

from bitmeeple.canonical import canonical_json
from bitmeeple.registry import restore_game

__all__ = ["pack", "restore_game", "restore_state", "unpack"]

_MAGIC = b"BMPL"
_VERSION = 1
_BINARY = 2  # the core's
_HEAD = struct.Struct("<4sBB32sI")
_CRC = struct.Struct("<I")
_IMPLEMENTATIONS = ("core", "reference")


def pack(d: dict[str, Any], implementation: str, identity: bytes) -> bytes:
    """Bytes of a state dict; ``identity`` are the 32 bytes of `GameSpec.identity_digest`."""
    payload = canonical_json(d).encode("ascii")
    number = _IMPLEMENTATIONS.index(implementation)
    head = _HEAD.pack(_MAGIC, _VERSION, number, identity, len(payload))
    return head + payload + _CRC.pack(zlib.crc32(head + payload))


def unpack(data: bytes, implementation: str, identity: bytes, game: str) -> Any:
    """The inverse of `pack`; every defect is a `ValueError`. What comes out may be any JSON."""
    if not isinstance(data, bytes | bytearray | memoryview):
        raise TypeError(f"a serialized state is bytes, not {type(data).__name__}")
    data = bytes(data)
    if len(data) < _HEAD.size + _CRC.size:
        raise ValueError(f"serialized state is truncated: {len(data)} bytes")
    magic, version, number, given, size = _HEAD.unpack_from(data)
    if magic != _MAGIC:
        raise ValueError("these bytes are not a serialized state")
    if version == _BINARY:
        raise ValueError("serialized state is of the other implementation; exchange dicts instead")
    if version != _VERSION:
        raise ValueError(
            f"serialized state has format version {version}, known are {_VERSION}, {_BINARY}"
        )
    if len(data) != _HEAD.size + size + _CRC.size:
        raise ValueError("serialized state is truncated or has bytes too many")
    if zlib.crc32(data[: -_CRC.size]) != _CRC.unpack(data[-_CRC.size :])[0]:
        raise ValueError("serialized state is corrupted: the checksum does not match")
    if given != identity:
        raise ValueError(f"serialized state is of another game, options or data than {game}")
    if _IMPLEMENTATIONS[number : number + 1] != (implementation,):
        raise ValueError("serialized state is of the other implementation; exchange dicts instead")
    try:
        return json.loads(data[_HEAD.size : -_CRC.size])
    except (RecursionError, ValueError) as error:
        raise ValueError(f"serialized state has a broken payload: {error}") from None


def restore_state(game: Any, data: bytes) -> Any:
    """A state from its pickle."""
    return game.deserialize_state(data)
