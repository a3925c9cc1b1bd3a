#pragma once
// Latria: a position spelled out, the form between State and dict. It can hold anything a dict of
// the right shape can, so that the invariants can be checked on it. Cold code.

#include <optional>
#include <string>

#include "bitmeeple/games/latria/observe.hpp"

namespace bitmeeple::latria {

using TypeCounts = std::array<int, kTypes>;

struct SeatPosition {
    Cards hand = 0;
    std::optional<int> table;
    std::array<Cards, 2> astrology{};
    std::array<TypeCounts, 2> celestial{};
    bool marker = false;
    unsigned voids = 0;  ///< suits
    std::array<int, kMaxPlayers> game_points{};
    int games = 0;  ///< length of game_points
};

struct Position {
    Node node = Node::deal;
    int game_index = 0;
    int round = 0;
    std::optional<int> first_parent;
    std::optional<int> parent;
    std::optional<int> target;
    unsigned ecl = 0;
    TypeCounts pile{};
    TypeCounts stack{};
    Cards set_aside = 0;
    Cards removed = 0;
    std::optional<int> remover;
    std::optional<int> removals;
    PerSeat<SeatPosition> seats{};
};

/// Precondition: the fields are in range, see `out_of_range`.
[[nodiscard]] Position unpack(const Game& game, const State& s);
/// Precondition: no invariant is broken. Computes all derived fields.
[[nodiscard]] State pack(const Game& game, const Position& position);
/// "" or the first broken invariant I-01 .. I-25. Safe on every position of the right shape.
[[nodiscard]] std::string broken_invariant(const Game& game, const Position& position);

[[nodiscard]] Counts to_counts(const TypeCounts& counts);

}  // namespace bitmeeple::latria
