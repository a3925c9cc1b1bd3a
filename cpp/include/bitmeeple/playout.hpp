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

/// Draws among the legal actions under `policy`, which may strike some out of the set.
template <Policy policy, Game G, ActionSet Actions>
[[nodiscard]] inline int draw_action(const G& game, Actions& actions, Rng& rng) noexcept {
    if constexpr (policy == Policy::eager) {
        int passive = 0;
        actions.for_each([&](int a) { passive += game.is_passive(a) ? 1 : 0; });
        if (0 < passive && passive < actions.size() && rng.below(10) > 0)
            actions.remove_if([&](int a) { return game.is_passive(a); });
    }
    return pick_uniform(actions, rng);
}

/// Draws among outcomes by weight; a single one is taken without drawing.
template <OutcomeSet Outcomes>
[[nodiscard]] inline int draw_outcome(const Outcomes& outcomes, Rng& rng) noexcept {
    return outcomes.pick(outcomes.size() == 1 ? 0 : rng.below(outcomes.total()));
}

/// A decision under `policy` at a node where a seat is to move.
template <Policy policy, Game G>
[[nodiscard]] inline int pick_action(const G& game, const typename G::State& state,
                                     Rng& rng) noexcept {
    typename G::Actions actions;
    game.legal_actions(state, actions);
    return draw_action<policy>(game, actions, rng);
}

/// An outcome at a chance node, by weight.
template <Game G>
[[nodiscard]] inline int pick_outcome(const G& game, const typename G::State& state,
                                      Rng& rng) noexcept {
    typename G::Outcomes outcomes;
    game.chance_outcomes(state, outcomes);
    return draw_outcome(outcomes, rng);
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

/// `play_out` of a game with a member `advance(state, choose)`: one event with a single switch over
/// the nodes. It passes the legal actions or the outcomes of the node, in a set type that fits it,
/// to `choose` and applies the id that it returns; false at a terminal, where nothing happens.
template <Policy policy, Game G>
inline PlayoutLength advance_to_end(const G& game, typename G::State& state, Rng& rng,
                                    Digest& digest) noexcept {
    PlayoutLength length;
    Rng local_rng = rng;  // the compiler keeps locals in registers
    Digest local_digest = digest;
    const auto choose = [&]<class Choices>(Choices& choices) noexcept {
        int id;
        if constexpr (OutcomeSet<Choices>) {
            id = draw_outcome(choices, local_rng);
            ++length.chance;
        } else {
            id = draw_action<policy>(game, choices, local_rng);
            ++length.plies;
        }
        local_digest.add_action(id);
        return id;
    };
    while (game.advance(state, choose)) debug_check(game, state);
    rng = local_rng;
    digest = local_digest;
    return length;
}

/// Whether the game brings `advance`, which is optional.
template <class G>
concept Advancing = requires(const G g, typename G::State s) {
    { g.advance(s, [](const auto&) { return 0; }) } noexcept -> std::same_as<bool>;
};

/// Plays `state` to its end with this policy. Adds every id to `digest`, but not the scores.
template <Policy policy, Game G>
inline PlayoutLength play_out(const G& game, typename G::State& state, Rng& rng,
                              Digest& digest) noexcept {
    if constexpr (Advancing<G>) return advance_to_end<policy>(game, state, rng, digest);
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
