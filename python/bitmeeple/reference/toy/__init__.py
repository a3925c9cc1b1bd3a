"""Toy, for reading. Rules: docs/rules/toy.md."""

from bitmeeple.reference.toy.rules import Rules

__all__ = ["Rules"]
