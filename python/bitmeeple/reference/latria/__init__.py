"""Latria, for reading. Rules: docs/rules/latria.md."""

from bitmeeple.reference.latria.rules import Rules

__all__ = ["Rules"]
