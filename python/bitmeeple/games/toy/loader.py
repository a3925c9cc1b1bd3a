"""Toy: options and data file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bitmeeple.contract.data import FlatTables, header


def validate(data: object) -> None:
    """Check a data file (specification, section 1)."""
    top = header(data, "toy", ["limit", "tokens"])
    top["limit"].int(1, 99)
    tokens = top["tokens"].object(["source", "types"])
    tokens["source"].source()
    names = []
    for entry in tokens["types"].list(4):
        token = entry.object(["name", "value", "count"])
        token["value"].int(0, 20)
        token["count"].int(1, 9)
        names.append(token["name"].str())
    tokens["types"].require(len(set(names)) == 4, "the names are not distinct")


def flatten(data: Mapping[str, Any], options: Mapping[str, Any]) -> FlatTables:
    """The flat tables of the interface page."""
    types = data["tokens"]["types"]
    return {
        "limit": [data["limit"]],
        "value": [t["value"] for t in types],
        "count": [t["count"] for t in types],
    }
