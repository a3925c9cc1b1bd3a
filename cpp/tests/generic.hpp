#pragma once
// Checks that every game must pass; each game's test file calls them on its configurations.

#include <doctest/doctest.h>

#include <cstring>
#include <vector>

#include "bitmeeple/batch.hpp"
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

/// A playout takes the same way as its steps one by one: a game's `play`, if it has one, agrees
/// with its legal actions, outcomes and apply_action. In the first game, from every position on.
template <Policy policy, Game G>
void check_play_out(const G& game, int games, std::uint64_t seed) {
    for (int i = 0; i < games; ++i) {
        CAPTURE(i);
        Rng rng(seed, static_cast<std::uint64_t>(i));
        Rng step_rng = rng;
        Digest digest;
        Digest step_digest;
        auto state = game.initial_state();
        auto stepped = state;
        play_out<policy>(game, state, rng, digest);
        while (game.current_player(stepped) != kTerminalPlayer) {
            if (i == 0) {
                auto state_from_here = stepped;
                Rng rng_from_here = step_rng;
                Digest digest_from_here = step_digest;
                play_out<policy>(game, state_from_here, rng_from_here, digest_from_here);
                REQUIRE(digest_from_here.value() == digest.value());
                REQUIRE(rng_from_here == rng);
                REQUIRE(std::memcmp(&state_from_here, &state, sizeof state) == 0);
            }
            const int action = game.current_player(stepped) == kChancePlayer
                                   ? pick_outcome(game, stepped, step_rng)
                                   : pick_action<policy>(game, stepped, step_rng);
            step_digest.add_action(action);
            game.apply_action(stepped, action);
        }
        REQUIRE(digest.value() == step_digest.value());
        REQUIRE(rng == step_rng);
        REQUIRE(std::memcmp(&state, &stepped, sizeof state) == 0);
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
            {r.scores.data(), r.returns.data(), r.plies.data(), r.chance.data(), r.digests.data()});
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

/// Digests of the first game of `size` environments that step with their own sampled actions.
template <Game G>
std::vector<std::uint64_t> run_batch(const G& game, int size, int threads) {
    const auto n = static_cast<std::size_t>(size);
    const auto players = static_cast<std::size_t>(game.num_players());
    std::vector<std::int8_t> seats(n);
    std::vector<std::uint8_t> masks(n * static_cast<std::size_t>(game.num_distinct_actions())),
        terminated(n);
    std::vector<float> rewards(n * players);
    std::vector<std::uint64_t> digests(n), first(n);
    const std::uint64_t seeds[] = {7};
    Batch<G> batch(game, size, seeds, Autoreset::next_step, false, threads,
                   {seats.data(), masks.data(), nullptr, nullptr, rewards.data(), terminated.data(),
                    digests.data()});
    std::vector<std::int32_t> ids(n), actions(n);
    for (int i = 0; i < size; ++i) ids[static_cast<std::size_t>(i)] = i;
    batch.reset(ids);
    for (std::size_t left = n; left > 0;) {
        batch.sample_actions(Policy::uniform, ids, actions);
        REQUIRE(batch.first_illegal(ids, actions) == -1);
        batch.step(ids, actions);
        for (std::size_t i = 0; i < n; ++i) {
            if (!terminated[i] || first[i] != 0) continue;
            first[i] = digests[i];
            --left;
        }
    }
    return first;
}

/// A batch plays the rollout's playouts, for any number of threads, also while others use the
/// same game (the stress that the ThreadSanitizer build watches).
template <Game G>
void check_batch(const G& game, int size) {
    const auto wanted = run_rollout(game, Policy::uniform, size, 1).digests;
    CHECK(run_batch(game, size, 1) == wanted);
    CHECK(run_batch(game, size, 3) == wanted);
    std::vector<std::uint64_t> seen[3];
    std::vector<std::thread> users;
    for (int t = 0; t < 3; ++t)
        users.emplace_back([&, t] {
            seen[t] = t == 0 ? run_rollout(game, Policy::uniform, size, 2).digests
                             : run_batch(game, size, 2);
        });
    for (auto& user : users) user.join();
    for (const auto& digests : seen) CHECK(digests == wanted);
}

}  // namespace bitmeeple::testing
