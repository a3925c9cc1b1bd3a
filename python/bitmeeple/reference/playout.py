"""Playouts on the reference: the randomness contract, spelled out."""

from __future__ import annotations

from typing import Any

from bitmeeple.constants import CHANCE_PLAYER, TERMINAL_PLAYER
from bitmeeple.reference.protocol import Rules, SupportsRng

_MASK = (1 << 64) - 1


class Digest:
    """FNV-1a over ids and scores."""

    def __init__(self) -> None:
        self.value = 0xCBF29CE484222325

    def add_action(self, action: int) -> None:
        """An action or outcome id."""
        self._add(action + 1)

    def add_score(self, score: int) -> None:
        """A seat's score, modulo 2**64."""
        self._add(score & _MASK)

    def _add(self, item: int) -> None:
        self.value = (self.value ^ item) * 0x100000001B3 & _MASK


def pick_action(rules: Rules[Any], s: Any, rng: SupportsRng, policy: str) -> int:
    """A decision; a single legal action is taken without drawing."""
    actions = rules.legal_actions(s)
    if policy == "eager":
        active = [a for a in actions if not rules.is_passive(a)]
        if 0 < len(active) < len(actions) and rng.below(10) > 0:
            actions = active
    return actions[rng.below(len(actions))] if len(actions) > 1 else actions[0]


def pick_outcome(rules: Rules[Any], s: Any, rng: SupportsRng) -> int:
    """A chance outcome by weight; a single one is taken without drawing."""
    outcomes = rules.chance_outcomes(s)
    if len(outcomes) == 1:
        return outcomes[0][0]
    r = rng.below(sum(weight for _, weight in outcomes))
    for outcome, weight in outcomes:
        if r < weight:
            return outcome
        r -= weight
    raise AssertionError("weights changed while drawing")


def play_out(
    rules: Rules[Any], s: Any, rng: SupportsRng, policy: str, digest: Digest | None = None
) -> tuple[int, int]:
    """Play ``s`` to its end; returns the numbers of plies and of chance events."""
    plies = chance = 0
    while (player := rules.current_player(s)) != TERMINAL_PLAYER:
        if player == CHANCE_PLAYER:
            action = pick_outcome(rules, s, rng)
            chance += 1
        else:
            action = pick_action(rules, s, rng, policy)
            plies += 1
        if digest is not None:
            digest.add_action(action)
        rules.apply_action(s, action)
    return plies, chance


def perft(rules: Rules[Any], s: Any, depth: int) -> int:
    """Number of nodes at exactly ``depth``."""
    player = rules.current_player(s)
    if depth == 0:
        return 1
    if player == TERMINAL_PLAYER:
        return 0
    if player == CHANCE_PLAYER:
        actions = [outcome for outcome, _ in rules.chance_outcomes(s)]
    else:
        actions = rules.legal_actions(s)
    if depth == 1:
        return len(actions)
    nodes = 0
    for action in actions:
        child = rules.copy(s)
        rules.apply_action(child, action)
        nodes += perft(rules, child, depth - 1)
    return nodes
