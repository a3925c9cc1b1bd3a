#pragma once
// Many playouts on many threads. Row i draws from Rng(seed, first_stream + i) and nothing else, so
// the result does not depend on the number of threads, and no lock is needed.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>
#include <system_error>
#include <thread>
#include <vector>

#include "bitmeeple/playout.hpp"

namespace bitmeeple {

/// Output rows, owned by the caller: `count` rows, players-wide ones row-major.
struct RolloutRows {
    std::int32_t* scores;            ///< count x players
    float* returns;                  ///< count x players
    std::int32_t* plies;             ///< count
    std::int32_t* chance;            ///< count
    std::uint64_t* digests;          ///< count
    std::uint64_t first_stream = 0;  ///< row i is the playout of stream first_stream + i
};

/// What other threads may watch and say while a rollout runs.
struct RolloutControl {
    std::atomic<std::int64_t> next{0};  ///< first playout not yet handed to a thread
    std::atomic<std::int64_t> done{0};  ///< playouts finished
    std::atomic<bool> stop{false};      ///< set it to end early; rows not done stay untouched
};

/// Playouts handed out at a time: few enough for a prompt stop, many enough to hide the atomics.
inline constexpr std::int64_t kPlayoutsPerChunk = 64;

template <Policy policy, Game G>
void rollout_row(const G& game, const typename G::State& start, std::uint64_t seed,
                 std::int64_t row, const RolloutRows& rows) noexcept {
    Rng rng(seed, rows.first_stream + static_cast<std::uint64_t>(row));
    Digest digest;
    typename G::State state = start;
    const PlayoutLength length = play_out<policy>(game, state, rng, digest);

    const auto players = static_cast<std::size_t>(game.num_players());
    const std::size_t first = static_cast<std::size_t>(row) * players;
    const std::span scores(rows.scores + first, players);
    game.scores(state, scores);
    game.returns(state, std::span(rows.returns + first, players));
    for (const auto score : scores) digest.add_score(score);
    rows.plies[row] = length.plies;
    rows.chance[row] = length.chance;
    rows.digests[row] = digest.value();
}

/// One thread's share: takes chunks until none is left or `stop` is set.
template <Policy policy, Game G>
void rollout_worker(const G& game, const typename G::State& start, std::uint64_t seed,
                    std::int64_t count, const RolloutRows& rows, RolloutControl& control) noexcept {
    while (!control.stop.load(std::memory_order_relaxed)) {
        const std::int64_t first = control.next.fetch_add(kPlayoutsPerChunk);
        if (first >= count) return;
        const std::int64_t last = std::min(count, first + kPlayoutsPerChunk);
        for (std::int64_t row = first; row < last; ++row)
            rollout_row<policy>(game, start, seed, row, rows);
        control.done.fetch_add(last - first);
    }
}

/// The whole rollout, blocking; the calling thread takes a share too. threads >= 1. If a thread
/// cannot be started the rest does its work: the output is the same.
template <Game G>
void rollout(const G& game, const typename G::State& start, Policy policy, std::uint64_t seed,
             std::int64_t count, int threads, const RolloutRows& rows, RolloutControl& control) {
    const auto work = [&game, &start, policy, seed, count, rows, &control] {
        if (policy == Policy::uniform)
            rollout_worker<Policy::uniform>(game, start, seed, count, rows, control);
        else
            rollout_worker<Policy::eager>(game, start, seed, count, rows, control);
    };
    std::vector<std::thread> helpers;
    helpers.reserve(static_cast<std::size_t>(threads));
    try {
        for (int t = 1; t < threads; ++t) helpers.emplace_back(work);
    } catch (const std::system_error&) {}
    work();
    for (auto& helper : helpers) helper.join();
}

/// The same without a way to watch or stop it.
template <Game G>
void rollout(const G& game, const typename G::State& start, Policy policy, std::uint64_t seed,
             std::int64_t count, int threads, const RolloutRows& rows) {
    RolloutControl control;
    rollout(game, start, policy, seed, count, threads, rows, control);
}

}  // namespace bitmeeple
