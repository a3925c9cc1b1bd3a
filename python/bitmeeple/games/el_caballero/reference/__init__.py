"""El Caballero, for reading. Rules: docs/games/el_caballero/rules.md.

``types``, ``tables``, ``state``: what there is; ``nodes``: the nodes of the game; ``rounds``:
set-up and the round (3, 4.3, 5); ``turn``: its menu (4.4); ``laying`` (4.5), ``placing``
(4.6 - 4.8) and ``tokens`` (4.9): its actions; ``regions`` (4.1), ``scoring`` (6);
``observe``, ``invariants``: dicts.
"""

from bitmeeple.games.el_caballero.reference.rules import Rules

__all__ = ["Rules"]
