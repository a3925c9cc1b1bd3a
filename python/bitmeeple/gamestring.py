"""Game strings: ``latria(players=4,variant=simple)``, OpenSpiel's notation."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from bitmeeple.arguments import shown

_GAME = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_-]*)\s*")  # a dash only so that it can be corrected
_NAME = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_]*)\s*")
_WORD = re.compile(r"[A-Za-z0-9_.+-]+")
_WORDS: dict[str, Any] = {"true": True, "True": True, "false": False, "False": False, "none": None}


def parse_game_string(text: str) -> tuple[str, dict[str, Any]]:
    """Split a game string into the name and the options.

    Values are integers, ``true``/``false``, words, or JSON strings in double quotes.

    Raises
    ------
    ValueError
        The text is not of this form.

    Examples
    --------
    >>> parse_game_string("latria(players=4,campaign=true,variant=simple)")
    ('latria', {'players': 4, 'campaign': True, 'variant': 'simple'})
    """
    match = _GAME.match(text)
    if not match:
        raise ValueError(f"{shown(text)} is not a game string like 'latria(players=4)'")
    name, rest = match.group(1), text[match.end() :].rstrip()
    if not rest:
        return name, {}
    if not (rest.startswith("(") and rest.endswith(")")):
        raise ValueError(f"{shown(text)} is not a game string like 'latria(players=4)'")
    return name, _parse_options(rest[1:-1])


def _parse_options(text: str) -> dict[str, Any]:
    options: dict[str, Any] = {}
    position = 0
    while text[position:].strip():
        match = re.compile(_NAME.pattern + r"=\s*").match(text, position)
        if not match:
            raise ValueError(f"expected 'option=value' at {shown(text[position:])}")
        if match.group(1) in options:
            raise ValueError(f"option {shown(match.group(1))} is given twice")
        options[match.group(1)], position = _parse_value(text, match.end())
        tail = re.compile(r"\s*(,|$)").match(text, position)
        if not tail:
            raise ValueError(f"expected ',' or ')' at {shown(text[position:])}")
        position = tail.end()
    return options


def _parse_value(text: str, position: int) -> tuple[Any, int]:
    if text[position : position + 1] == '"':
        try:
            value, end = json.JSONDecoder().raw_decode(text, position)
        except json.JSONDecodeError as error:
            raise ValueError(f"bad quoted value at {shown(text[position:])}: {error}") from None
        return value, end
    match = _WORD.match(text, position)
    if not match:
        raise ValueError(f"expected a value at {shown(text[position:])}")
    word = match.group()
    if re.fullmatch(r"[+-]?[0-9]{1,18}", word):
        return int(word), match.end()
    return _WORDS.get(word, word), match.end()


def format_game_string(name: str, options: Mapping[str, Any]) -> str:
    """The inverse of `parse_game_string`.

    Examples
    --------
    >>> format_game_string("latria", {"players": 3, "campaign": True})
    'latria(players=3,campaign=true)'
    """
    if not options:
        return name
    return f"{name}({','.join(f'{key}={_format(value)}' for key, value in options.items())})"


def _format(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    plain = isinstance(value, int) or (
        _WORD.fullmatch(text) and text not in _WORDS and not re.fullmatch(r"[+-]?[0-9]+", text)
    )
    return text if plain else json.dumps(text)
