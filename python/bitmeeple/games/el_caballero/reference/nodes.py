"""El Caballero: the nodes of the game, what may be chosen at each and what the choice does."""

from __future__ import annotations

from collections.abc import Callable

from bitmeeple.games.el_caballero.reference.laying import (
    tile_cell_choices,
    tile_rot,
    tile_rot_choices,
)
from bitmeeple.games.el_caballero.reference.placing import (
    back_cell,
    back_cell_choices,
    card_cell_choices,
    card_ori,
    card_ori_choices,
    raise_cell_choices,
    raise_ori,
    raise_ori_choices,
)
from bitmeeple.games.el_caballero.reference.rounds import (
    draw,
    draw_outcomes,
    power,
    power_choices,
    start,
    start_outcomes,
)
from bitmeeple.games.el_caballero.reference.state import Position
from bitmeeple.games.el_caballero.reference.tables import Tables
from bitmeeple.games.el_caballero.reference.tokens import (
    castillo_cell,
    castillo_cell_choices,
    gov_cell_choices,
    gov_side,
    gov_side_choices,
    grande_cell,
    grande_cell_choices,
    grande_to,
    grande_to_choices,
    movecas_from_choices,
    movecas_to,
    movecas_to_choices,
    ship_cell_choices,
    ship_side,
    ship_side_choices,
    unship_cell_choices,
    unship_side,
    unship_side_choices,
)
from bitmeeple.games.el_caballero.reference.turn import choose_cell, finish, turn, turn_choices

Choices = Callable[[Tables, Position], list[int]]
Outcomes = Callable[[Tables, Position], list[tuple[int, int]]]
Effect = Callable[[Tables, Position, int], None]


def last_step(effect: Effect) -> Effect:
    """The effect of an action with its last step."""

    def complete(t: Tables, s: Position, action: int) -> None:
        effect(t, s, action)
        finish(s)

    return complete


OUTCOMES: dict[str, tuple[Outcomes, Effect]] = {
    "START": (start_outcomes, start),
    "DRAW": (draw_outcomes, draw),
}

CHOICES: dict[str, tuple[Choices, Effect]] = {
    "POWER": (power_choices, power),
    "TURN": (turn_choices, turn),
    "TILE_CELL": (tile_cell_choices, choose_cell),
    "TILE_ROT": (tile_rot_choices, last_step(tile_rot)),
    "CARD_CELL": (card_cell_choices, choose_cell),
    "CARD_ORI": (card_ori_choices, last_step(card_ori)),
    "RAISE_CELL": (raise_cell_choices, choose_cell),
    "RAISE_ORI": (raise_ori_choices, last_step(raise_ori)),
    "SHIP_CELL": (ship_cell_choices, choose_cell),
    "SHIP_SIDE": (ship_side_choices, last_step(ship_side)),
    "UNSHIP_CELL": (unship_cell_choices, choose_cell),
    "UNSHIP_SIDE": (unship_side_choices, last_step(unship_side)),
    "CASTILLO_CELL": (castillo_cell_choices, last_step(castillo_cell)),
    "MOVECAS_FROM": (movecas_from_choices, choose_cell),
    "MOVECAS_TO": (movecas_to_choices, last_step(movecas_to)),
    "BACK_CELL": (back_cell_choices, last_step(back_cell)),
    "GOV_CELL": (gov_cell_choices, choose_cell),
    "GOV_SIDE": (gov_side_choices, last_step(gov_side)),
    "GRANDE_CELL": (grande_cell_choices, last_step(grande_cell)),
    "GRANDE_TO": (grande_to_choices, last_step(grande_to)),
}
