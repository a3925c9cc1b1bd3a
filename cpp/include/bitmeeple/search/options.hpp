#pragma once
// What a search can be told (docs/search.md says what each option does and how it was measured).

#include <cstddef>
#include <cstdint>
#include <limits>

#include "bitmeeple/playout.hpp"

namespace bitmeeple {

/// How the iterations are spent: on the actions of the root in turn (`flat`), on the better half of
/// them again and again (`halving`), or in a tree (`tree`).
enum class Method : std::uint8_t { flat, halving, tree };

/// What is known in the search. `omniscient`: the true position. `single`: one tree of the moves as
/// the searching seat sees them. `multi`: a tree per seat, of the moves as it sees them. `worlds`: a
/// tree per world of a few, in which everything is known.
enum class Knowledge : std::uint8_t { omniscient, single, multi, worlds };

/// Which action is taken: the one with the most visits, or the one with the best mean.
enum class Final : std::uint8_t { visits, value };

struct SearchOptions {
    Method method = Method::tree;
    Knowledge knowledge = Knowledge::single;
    Final final = Final::visits;
    Policy playout = Policy::uniform;
    bool tree_policy = false;  ///< below the root, passive actions are struck out as in playouts
    bool closed = false;       ///< chance: a node per outcome instead of none
    int worlds = 20;           ///< `worlds`: how many
    int postpone = 0;          ///< `worlds`: decisions before the trees of the worlds part
    float exploration = 0.7F;
    float mast = 0;           ///< share of playout decisions that follow the action averages
    float margin = 0;         ///< share of the score margin in the utility
    float margin_scale = 10;  ///< points that make half of the greatest margin
    std::int64_t iterations = 10'000;
    double seconds = std::numeric_limits<double>::infinity();
    std::uint64_t seed = 0;
    std::size_t memory = std::size_t{64} << 20;  ///< bytes of the tree at most
};

}  // namespace bitmeeple
