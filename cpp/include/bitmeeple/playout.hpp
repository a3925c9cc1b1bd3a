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
    constexpr void add_action(int id) noexcept {
        add(std::uint64_t{static_cast<std::uint32_t>(id)} + 1);
    }
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

// The draws are always inline: a generator whose address is taken cannot stay in registers.

/// Draws among the legal actions; a single one is taken without drawing.
template <ActionSet Actions>
[[nodiscard, gnu::always_inline]] inline int pick_uniform(const Actions& actions,
                                                          Rng& rng) noexcept {
    const int n = actions.size();
    return actions.nth(n == 1 ? 0 : static_cast<int>(rng.below(static_cast<std::uint32_t>(n))));
}

/// Draws among the legal actions under `policy`, which may strike some out of the set.
template <Policy policy, Game G, ActionSet Actions>
[[nodiscard, gnu::always_inline]] inline int draw_action(const G& game, Actions& actions,
                                                         Rng& rng) noexcept {
    if constexpr (policy == Policy::eager) {
        int passive = 0;
        actions.for_each([&](int a) { passive += game.is_passive(a) ? 1 : 0; });
        if (0 < passive && passive < actions.size() && rng.below(10) > 0)
            actions.remove_if([&](int a) { return game.is_passive(a); });
    }
    return pick_uniform(actions, rng);
}

/// Whether there is one outcome only; a set may bring a test that is cheaper than its size.
template <OutcomeSet Outcomes>
[[nodiscard]] constexpr bool is_single(const Outcomes& outcomes) noexcept {
    if constexpr (requires { outcomes.is_single(); })
        return outcomes.is_single();
    else
        return outcomes.size() == 1;
}

/// Draws among outcomes by weight; a single one is taken without drawing.
template <OutcomeSet Outcomes>
[[nodiscard, gnu::always_inline]] inline int draw_outcome(const Outcomes& outcomes,
                                                          Rng& rng) noexcept {
    return outcomes.pick(is_single(outcomes) ? 0 : rng.below(outcomes.total()));
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

/// What a playout draws from and what it keeps count of: the `choose` of a game's `play`.
template <Policy policy>
struct RandomEvents {
    Rng rng;
    Digest digest;
    PlayoutLength length{};

    /// `choices`: the legal actions or the outcomes of the node, in any set type; the id drawn.
    template <Game G, class Choices>
    [[gnu::always_inline]] int operator()(const G& game, const typename G::State& state,
                                          Choices choices) noexcept {
        debug_check(game, state);
        int id;
        if constexpr (OutcomeSet<Choices>) {
            id = draw_outcome(choices, rng);
            ++length.chance;
        } else {
            id = draw_action<policy>(game, choices, rng);
            ++length.plies;
        }
        digest.add_action(id);
        return id;
    }
};

/// Whether the game brings `play(state, choose)`, which is optional: it plays to the end. For each
/// event it calls `choose(game, state, choices)` and applies the id that it returns; the state is
/// then complete, as if every event so far had been played by `apply_action`. It may work with a
/// copy of `choose`, but copies it back in the end.
template <class G>
concept Playing = requires(const G g, typename G::State s, RandomEvents<Policy::uniform> choose) {
    { g.play(s, choose) } noexcept -> std::same_as<void>;
};

/// Plays `state` to its end with this policy. Adds every id to `digest`, but not the scores.
template <Policy policy, Game G>
inline PlayoutLength play_out(const G& game, typename G::State& state, Rng& rng,
                              Digest& digest) noexcept {
    if constexpr (Playing<G>) {
        RandomEvents<policy> choose{rng, digest};
        game.play(state, choose);
        debug_check(game, state);
        rng = choose.rng;
        digest = choose.digest;
        return choose.length;
    }
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

/// `play_out` once per game and policy in a program, not once per caller.
template <Policy policy, Game G>
[[gnu::noinline]] void play_to_end(const G& game, typename G::State& s, Rng& rng) noexcept {
    Digest digest;
    play_out<policy>(game, s, rng, digest);
}

/// `apply_action` once per game in a program.
template <Game G>
[[gnu::noinline]] void apply(const G& game, typename G::State& s, int id) noexcept {
    game.apply_action(s, id);
    debug_check(game, s);
}

}  // namespace bitmeeple
