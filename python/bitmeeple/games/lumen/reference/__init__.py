"""Lumen, for reading. Rules: docs/games/lumen/rules.md.

Reading order: `types`, `tables`, `state`; then the rules in the order of the specification:
`battlefield` (predicates of 4.2), `awards` (the other procedures of 4.2, and SETTLE of 5), `turn`
(4.3 to 4.6), `act` (4.7), `scoring` (6); `rules` puts them together; `observe` and `invariants`
are what the interface page asks for.
"""

from bitmeeple.games.lumen.reference.rules import Rules

__all__ = ["Rules"]
