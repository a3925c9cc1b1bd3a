#pragma once
// Latria: from State to Position and back. A Position (interface.hpp, generated) can hold anything a
// dict of the right shape can, so that the invariants can be checked on it. Cold code.

#include <span>
#include <string>

#include "bitmeeple/games/latria/observe.hpp"

namespace bitmeeple::latria {

/// Without the derived entries. Precondition: the fields are in range, see `out_of_range`.
[[nodiscard]] Position unpack(const Game& game, const State& s);
/// Precondition: no invariant is broken. Computes all derived fields.
[[nodiscard]] State pack(const Game& game, const Position& position);
/// "" or the first broken invariant I-01 .. I-25. Safe on every position of the right shape.
[[nodiscard]] std::string broken_invariant(const Game& game, const Position& position);

/// `ecl` as a mask.
[[nodiscard]] std::uint8_t boards_of(const Position& position);
[[nodiscard]] Counts to_counts(std::span<const int> counts);

}  // namespace bitmeeple::latria
