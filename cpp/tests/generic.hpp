#pragma once
// Checks that every game must pass; each game's test file calls them on its configurations.

#include <doctest/doctest.h>

#include <cstring>
#include <vector>

#include "bitmeeple/perft.hpp"
#include "bitmeeple/rollout.hpp"

namespace bitmeeple::testing {

/// Plays random games; after every step the state passes `check`, survives its dict, and legal
/// actions agree with is_legal over the whole id range.
template <Game G>
void check_random_games(const G& game, int games, std::uint64_t seed) {
    for (int i = 0; i < games; ++i) {
        CAPTURE(seed);
        CAPTURE(i);
        Rng rng(seed, static_cast<std::uint64_t>(i));
        auto state = game.initial_state();
        int plies = 0;
        int chance = 0;
        while (game.current_player(state) != kTerminalPlayer) {
            const bool is_chance = game.current_player(state) == kChancePlayer;
            const int ids = is_chance ? game.max_chance_outcomes() : game.num_distinct_actions();
            std::vector<int> legal;
            int action;
            if (is_chance) {
                typename G::Outcomes outcomes;
                game.chance_outcomes(state, outcomes);
                std::uint32_t total = 0;
                outcomes.for_each([&](int id, std::uint32_t weight) {
                    legal.push_back(id);
                    total += weight;
                });
                REQUIRE(total == outcomes.total());
                REQUIRE(static_cast<int>(legal.size()) == outcomes.size());
                action = pick_outcome(game, state, rng);
                ++chance;
            } else {
                typename G::Actions actions;
                game.legal_actions(state, actions);
                actions.for_each([&](int a) { legal.push_back(a); });
                REQUIRE(static_cast<int>(legal.size()) == actions.size());
                for (int k = 0; k < actions.size(); ++k)
                    REQUIRE(actions.nth(k) == legal[static_cast<std::size_t>(k)]);
                action = i % 2 == 0 ? pick_action<Policy::uniform>(game, state, rng)
                                    : pick_action<Policy::eager>(game, state, rng);
                ++plies;
            }
            REQUIRE(!legal.empty());
            for (std::size_t k = 1; k < legal.size(); ++k) REQUIRE(legal[k - 1] < legal[k]);
            std::vector<int> by_id;
            for (int a = -3; a < ids + 3; ++a)
                if (game.is_legal(state, a)) by_id.push_back(a);
            REQUIRE(by_id == legal);
            game.apply_action(state, action);
            REQUIRE(game.check(state) == "");
            const auto rebuilt = game.from_value(game.to_value(state));
            REQUIRE(std::memcmp(&rebuilt, &state, sizeof state) == 0);
        }
        REQUIRE(plies <= game.max_game_length());
        REQUIRE(chance <= game.max_chance_nodes_in_history());
    }
}

/// Everything a rollout writes.
struct RolloutResult {
    std::vector<std::int32_t> scores, plies, chance;
    std::vector<float> returns;
    std::vector<std::uint64_t> digests;
    friend bool operator==(const RolloutResult&, const RolloutResult&) = default;
};

template <Game G>
RolloutResult run_rollout(const G& game, Policy policy, std::int64_t count, int threads) {
    const auto rows = static_cast<std::size_t>(count);
    const auto cells = rows * static_cast<std::size_t>(game.num_players());
    RolloutResult r{std::vector<std::int32_t>(cells), std::vector<std::int32_t>(rows),
                    std::vector<std::int32_t>(rows), std::vector<float>(cells),
                    std::vector<std::uint64_t>(rows)};
    rollout(game, game.initial_state(), policy, 7, count, threads,
            {r.scores.data(), r.returns.data(), r.plies.data(), r.chance.data(),
             r.digests.data()});
    return r;
}

/// The output of a rollout does not depend on the number of threads.
template <Game G>
void check_threads(const G& game, std::int64_t count) {
    for (const auto policy : {Policy::uniform, Policy::eager}) {
        const auto one = run_rollout(game, policy, count, 1);
        CHECK(one == run_rollout(game, policy, count, 2));
        CHECK(one == run_rollout(game, policy, count, 3));
    }
}

}  // namespace bitmeeple::testing
