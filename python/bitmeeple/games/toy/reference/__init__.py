"""Toy, for reading. Rules: docs/games/toy/rules.md."""

from bitmeeple.games.toy.reference.rules import Rules

__all__ = ["Rules"]
