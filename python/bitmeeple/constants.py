"""Numbers with a name, the same as OpenSpiel's."""

CHANCE_PLAYER = -1
"""``current_player()`` at a chance node."""

TERMINAL_PLAYER = -4
"""``current_player()`` at a terminal."""

POLICIES = ("uniform", "eager")
"""Policies of playouts."""
