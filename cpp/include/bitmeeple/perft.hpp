#pragma once
// Perft: counts the nodes of the game tree at one depth, the classical test of move generation.

#include <atomic>
#include <cstdint>

#include "bitmeeple/concept.hpp"

namespace bitmeeple {

/// Number of nodes at exactly `depth` below `state`; a terminal above it counts 0, chance outcomes
/// count once each. Ends early (with a meaningless result) once `stop` is set.
template <Game G>
[[nodiscard]] std::uint64_t perft(const G& game, const typename G::State& state, int depth,
                                  const std::atomic<bool>& stop) {
    if (depth == 0) return 1;
    if (stop.load(std::memory_order_relaxed)) return 0;
    const int player = game.current_player(state);
    if (player == kTerminalPlayer) return 0;
    std::uint64_t nodes = 0;
    const auto visit = [&](int action) {
        auto next = state;
        game.apply_action(next, action);
        nodes += perft(game, next, depth - 1, stop);
    };
    if (player == kChancePlayer) {
        typename G::Outcomes outcomes;
        game.chance_outcomes(state, outcomes);
        if (depth == 1) return static_cast<std::uint64_t>(outcomes.size());
        outcomes.for_each([&](int id, std::uint32_t) { visit(id); });
    } else {
        typename G::Actions actions;
        game.legal_actions(state, actions);
        if (depth == 1) return static_cast<std::uint64_t>(actions.size());
        actions.for_each(visit);
    }
    return nodes;
}

}  // namespace bitmeeple
