#pragma once
// One random game from any state, with its digest. The inner loop of everything.

#include <cstdint>
#include <span>

#include "bitmeeple/concept.hpp"

namespace bitmeeple {

/// Policies of a playout. `uniform`: every legal action alike. `eager`: if both passive and other
/// actions are legal, the passive ones are struck out nine times in ten.
enum class Policy : std::uint8_t { uniform, eager };

/// FNV-1a over 64-bit items: every action and outcome id in order of play, then every score.
class Digest {
public:
    constexpr void add_action(int id) noexcept { add(static_cast<std::uint64_t>(id) + 1); }
    /// Scores enter modulo 2^64 (two's complement).
    constexpr void add_score(std::int32_t score) noexcept {
        add(static_cast<std::uint64_t>(static_cast<std::int64_t>(score)));
    }
    [[nodiscard]] constexpr std::uint64_t value() const noexcept { return hash_; }
    constexpr void set_value(std::uint64_t value) noexcept { hash_ = value; }

private:
    constexpr void add(std::uint64_t item) noexcept { hash_ = (hash_ ^ item) * 0x100000001B3U; }
    std::uint64_t hash_ = 0xCBF29CE484222325U;
};

/// Draws among the legal actions; a single one is taken without drawing.
template <ActionSet Actions>
[[nodiscard]] inline int pick_uniform(const Actions& actions, Rng& rng) noexcept {
    const int n = actions.size();
    return actions.nth(n == 1 ? 0 : static_cast<int>(rng.below(static_cast<std::uint32_t>(n))));
}

/// A decision under `policy` at a node where a seat is to move.
template <Policy policy, Game G>
[[nodiscard]] inline int pick_action(const G& game, const typename G::State& state,
                                     Rng& rng) noexcept {
    typename G::Actions actions;
    game.legal_actions(state, actions);
    if constexpr (policy == Policy::eager) {
        int passive = 0;
        actions.for_each([&](int a) { passive += game.is_passive(a) ? 1 : 0; });
        if (0 < passive && passive < actions.size() && rng.below(10) > 0)
            actions.remove_if([&](int a) { return game.is_passive(a); });
    }
    return pick_uniform(actions, rng);
}

/// An outcome at a chance node, by weight; a single one is taken without drawing.
template <Game G>
[[nodiscard]] inline int pick_outcome(const G& game, const typename G::State& state,
                                      Rng& rng) noexcept {
    typename G::Outcomes outcomes;
    game.chance_outcomes(state, outcomes);
    return outcomes.pick(outcomes.size() == 1 ? 0 : rng.below(outcomes.total()));
}

/// Assert builds verify the whole state after every step; release builds do nothing.
template <Game G>
inline void debug_check([[maybe_unused]] const G& game,
                        [[maybe_unused]] const typename G::State& state) {
#ifndef NDEBUG
    const std::string broken = game.check(state);
    assert(broken.empty());
#endif
}

struct PlayoutLength {
    std::int32_t plies = 0;   ///< player decisions
    std::int32_t chance = 0;  ///< chance events
};

/// Plays `state` to its end with this policy. Adds every id to `digest`, but not the scores.
template <Policy policy, Game G>
inline PlayoutLength play_out(const G& game, typename G::State& state, Rng& rng,
                              Digest& digest) noexcept {
    PlayoutLength length;
    for (;;) {
        const int player = game.current_player(state);
        int action;
        if (player >= 0) {
            action = pick_action<policy>(game, state, rng);
            ++length.plies;
        } else if (player == kChancePlayer) {
            action = pick_outcome(game, state, rng);
            ++length.chance;
        } else {
            return length;
        }
        digest.add_action(action);
        game.apply_action(state, action);
        debug_check(game, state);
    }
}

}  // namespace bitmeeple
