"""The pictures of docs/pictures.md: positions of random games, drawn for the seat that is to move.

    python examples/gallery.py --out docs/pictures

The same positions every time. The legal moves are framed; a notebook or a page can put them under
the reader's fingers, since each frame carries the id of its action (``data-action``).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import bitmeeple as bm


class Position(NamedTuple):
    """The first position of a kind in a random game, from a round on."""

    game: str
    node: str
    round: int
    seed: int
    options: dict[str, Any]


POSITIONS = {
    "latria-follow": Position("latria", "CHILD_PLAY", 5, 14, {}),
    "latria-name": Position("latria", "NAME_BODY", 4, 9, {"players": 5}),
    "latria-end": Position("latria", "END", 1, 7, {"players": 6}),
    "lata-produce": Position("lata", "PRODUCE", 5, 7, {"players": 3}),
    "lata-place": Position("lata", "PLACE", 3, 7, {"players": 4}),
    "el_caballero-place": Position("el_caballero", "CARD_CELL", 4, 3, {}),
    "el_caballero-turn": Position(
        "el_caballero", "TURN", 6, 5, {"players": 3, "variant": "expanded"}
    ),
    "lumen-fill": Position("lumen", "FILL", 9, 3, {}),
    "lumen-act": Position("lumen", "ACT", 12, 5, {"scenario": "E"}),
}


def find(position: Position) -> bm.State:
    """Play at random until it is reached."""
    rng = bm.Rng(position.seed)
    state = bm.load_game(position.game, **position.options).new_initial_state()
    while not state.is_terminal():
        now = state.to_dict()
        if (
            now["node"] == position.node
            and now["round" if "round" in now else "turn"] >= position.round
        ):
            break
        state.apply_action(state.sample(rng, "eager"))
    return state


def main(arguments: Sequence[str] | None = None) -> list[Path]:
    """Write the pictures; returns the files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="a folder, made if need be")
    out = parser.parse_args(arguments).out
    out.mkdir(parents=True, exist_ok=True)
    files = []
    for name, position in POSITIONS.items():
        state = find(position)
        seat = state.current_player() if state.is_player_node() else None
        marked = state.legal_actions() if state.is_player_node() else []
        file = out / f"{name}.svg"
        file.write_text(bm.svg(state, seat, marked=marked) + "\n", encoding="utf-8")
        files.append(file)
    print(f"{len(files)} pictures in {out}")
    return files


if __name__ == "__main__":
    main()
