"""Latria, for reading. Rules: docs/games/latria/rules.md."""

from bitmeeple.games.latria.reference.rules import Rules

__all__ = ["Rules"]
