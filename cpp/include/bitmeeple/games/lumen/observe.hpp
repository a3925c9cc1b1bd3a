#pragma once
// Lumen: layout of the observation tensor (interface page, section 7). The writer is in
// cpp/src/games/lumen/observe.cpp.
//
//   shared: node 30, to_move 4, seat 2, turn, half, first_player 2, dice 12, first_row 5, value 2,
//           cell 20, step 3, counters 2, pending 32, target 17, enter 18, awards 42, marker 16,
//           discovery 80, unrevealed 8, closed 11
//   per seat, self first: filled, barred, values 20 each, links E, rows 5, boxes, slots 70,
//           reserve 6, bag 6, fighters 448, strength 16, loots 3, tokens 2, bag_awarded, held,
//           objectives 4, points

#include "bitmeeple/games/lumen/rules.hpp"

namespace bitmeeple::lumen {

inline constexpr int kSharedFloats = 308;
inline constexpr int kSeatFloats = 624;  // and one per edge of the Command board

inline int Game::observation_size() const noexcept {
    return kSharedFloats + kPlayers * (kSeatFloats + static_cast<int>(tables_.edges.size()));
}

/// Until the end the values of Objective tokens are seen by their owner only (section 7).
inline bool Game::sees(const State& s, int observer, int p) const noexcept {
    return observer == p || observer == kEveryone || s.node == Node::terminal;
}

}  // namespace bitmeeple::lumen
