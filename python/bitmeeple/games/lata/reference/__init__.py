"""Lata, for reading. Rules: docs/games/lata/rules.md; interface: docs/games/lata/interface.md.

Read ``types``, ``tables``, ``state``; then the game in the order of the specification: ``setup``
(section 3 and the start of a round), ``phase_a``, ``phase_b``, ``phase_c``, ``phase_d``,
``scoring``. ``rules`` puts them together.
"""

from bitmeeple.games.lata.reference.rules import Rules

__all__ = ["Rules"]
