"""El Caballero, for reading. Rules: docs/games/el_caballero/rules.md.

``types``, ``tables``, ``state``: what there is; ``areas``: regions by flood fill (4.1);
``tiles``: laying area cards (4.5); ``turn``: all other actions of a turn (4.4, 4.6 - 4.9);
``scoring`` (6); ``rules``: set-up and the round (3, 4.3); ``observe``, ``invariants``: dicts.
"""

from bitmeeple.games.el_caballero.reference.rules import Rules

__all__ = ["Rules"]
