"""Lata, for reading. Rules: docs/rules/lata.md; interface: docs/rules/lata.interface.md.

Read ``types``, ``tables``, ``state``; then the game in the order of the specification: ``setup``
(section 3 and the start of a round), ``phase_a``, ``phase_b``, ``phase_c``, ``phase_d``,
``scoring``. ``rules`` puts them together.
"""

from bitmeeple.reference.lata.rules import Rules

__all__ = ["Rules"]
