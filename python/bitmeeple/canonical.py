"""The one JSON text of a value: what is hashed, compared and written into bytes."""

from __future__ import annotations

import json


def canonical_json(value: object) -> str:
    """Sorted keys, no spaces, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
