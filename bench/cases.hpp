#pragma once
// The cases of a game, written once over the game interface.

#include <array>
#include <atomic>
#include <cstring>

#include "bitmeeple/batch.hpp"
#include "bitmeeple/perft.hpp"
#include "bitmeeple/rollout.hpp"
#include "harness.hpp"

namespace bitmeeple::bench {

inline constexpr std::uint64_t kSeed = 7;
inline constexpr std::size_t kStateBytes = std::size_t{1} << 19;  ///< sampled states: fit into L2
inline constexpr std::size_t kLineEvents = std::size_t{1} << 16;  ///< events of the replayed lines
inline constexpr int kEnvs = 4096;
inline constexpr std::size_t kObservationRows = 1024;
inline constexpr std::uint64_t kPerftNodes = 10'000;

/// Output rows of a rollout of any length.
struct Rows {
    std::vector<std::int32_t> scores, plies, chance;
    std::vector<float> returns;
    std::vector<std::uint64_t> digests;

    RolloutRows resized(std::int64_t count, int players) {
        const auto n = static_cast<std::size_t>(count);
        const auto cells = n * static_cast<std::size_t>(players);
        scores.resize(cells), returns.resize(cells);
        plies.resize(n), chance.resize(n), digests.resize(n);
        return {scores.data(), returns.data(), plies.data(), chance.data(), digests.data()};
    }
};

/// Positions in the order of random games, and the games' lines.
template <Game G>
struct Sample {
    using State = typename G::State;

    explicit Sample(const G& game) {
        const std::size_t wanted = std::max<std::size_t>(64, kStateBytes / sizeof(State));
        for (std::uint64_t i = 0; decisions.size() < wanted || line.size() < kLineEvents; ++i)
            add_game(game, i, wanted);
    }

    std::vector<State> decisions, chances;
    std::vector<int> line;  ///< ids of whole games, each ended by -1

private:
    void add_game(const G& game, std::uint64_t stream, std::size_t wanted) {
        Rng rng(kSeed, stream);
        State s = game.initial_state();
        for (int player; (player = game.current_player(s)) != kTerminalPlayer;) {
            const bool chance = player == kChancePlayer;
            auto& positions = chance ? chances : decisions;
            if (positions.size() < wanted) positions.push_back(s);
            const int id =
                chance ? pick_outcome(game, s, rng) : pick_action<Policy::uniform>(game, s, rng);
            line.push_back(id);
            game.apply_action(s, id);
        }
        line.push_back(-1);
    }
};

/// Calls f(item) `work` times, going round the list.
template <class T, class F>
std::int64_t round_robin(const std::vector<T>& items, std::int64_t work, F&& f) {
    if (items.empty()) return 0;
    std::size_t k = 0;
    for (std::int64_t i = 0; i < work; ++i) {
        f(items[k]);
        k = k + 1 == items.size() ? 0 : k + 1;
    }
    return work;
}

template <Game G>
class Cases {
public:
    using State = typename G::State;

    Cases(FlatTables options, FlatTables tables)
        : game_(options, tables), sample_(game_),
          tensor_(static_cast<std::size_t>(game_.observation_size())),
          scratch_(sample_.decisions.size()) {
        while (perft(game_, game_.initial_state(), perft_depth_, never_) < kPerftNodes &&
               perft_depth_ < 12)
            ++perft_depth_;
    }

    // Whole playouts, set-up included; unit: event.
    template <Policy policy>
    std::int64_t playouts(std::int64_t work, Stopwatch& watch) {
        const RolloutRows rows = rows_.resized(work, game_.num_players());
        const State start = game_.initial_state();
        watch.start();
        rollout(game_, start, policy, kSeed, work, 1, rows);
        watch.stop();
        std::int64_t events = 0;
        for (std::int64_t i = 0; i < work; ++i) events += rows.plies[i] + rows.chance[i];
        return events;
    }

    /// The menu of decisions met in play, without the draw.
    std::int64_t legal(std::int64_t work, Stopwatch& watch) {
        watch.start();
        const auto units = round_robin(sample_.decisions, work, [&](const State& s) {
            typename G::Actions actions;
            game_.legal_actions(s, actions);
            const int size = actions.size();
            keep(actions);
            keep(size);
        });
        watch.stop();
        return units;
    }
    std::int64_t outcomes(std::int64_t work, Stopwatch& watch) {
        watch.start();
        const auto units = round_robin(sample_.chances, work, [&](const State& s) {
            typename G::Outcomes outcomes;
            game_.chance_outcomes(s, outcomes);
            const auto total = outcomes.total();
            keep(outcomes);
            keep(total);
        });
        watch.stop();
        return units;
    }

    /// Lines of play again: nothing but apply_action.
    std::int64_t apply(std::int64_t work, Stopwatch& watch) {
        std::int64_t events = 0;
        State s = game_.initial_state();
        watch.start();
        round_robin(sample_.line, work, [&](int id) {
            if (id < 0) {
                keep(s);
                s = game_.initial_state();
                return;
            }
            game_.apply_action(s, id);
            ++events;
        });
        keep(s);
        watch.stop();
        return events;
    }

    std::int64_t clone(std::int64_t work, Stopwatch& watch) {
        std::size_t k = 0;
        watch.start();
        const auto units = round_robin(sample_.decisions, work, [&](const State& s) {
            scratch_[k] = s;
            keep(scratch_[k]);
            k = k + 1 == scratch_.size() ? 0 : k + 1;
        });
        watch.stop();
        return units;
    }

    /// Tensors of the seat to move into consecutive rows, as a batch writes them, or into one row,
    /// which stays in the cache.
    template <std::size_t rows>
    std::int64_t observe(std::int64_t work, Stopwatch& watch) {
        make_tensors();
        std::size_t row = 0;
        watch.start();
        const auto units = round_robin(sample_.decisions, work, [&](const State& s) {
            const std::span out(tensors_.data() + row * tensor_, tensor_);
            write_observation(game_, s, game_.current_player(s), out, rows > 1);
            row = (row + 1) % rows;
        });
        keep(tensors_);
        watch.stop();
        return units;
    }
    /// The same number of bytes into the same rows by memcpy.
    template <std::size_t rows>
    std::int64_t copy_tensors(std::int64_t work, Stopwatch& watch) {
        make_tensors();
        watch.start();
        for (std::int64_t i = 0; i < work; ++i) {
            const std::size_t first = static_cast<std::size_t>(i) % rows * tensor_;
            std::memcpy(tensors_.data() + first, copied_.data() + first, tensor_ * sizeof(float));
            keep(tensors_[first]);
        }
        watch.stop();
        return work;
    }

    /// Worlds for the seat to move; a copy of the state included.
    std::int64_t resample(std::int64_t work, Stopwatch& watch) {
        Rng rng(kSeed, 1);
        watch.start();
        const auto units = round_robin(sample_.decisions, work, [&](const State& s) {
            State world = s;
            game_.resample(world, game_.current_player(s), rng);
            keep(world);
        });
        watch.stop();
        return units;
    }

    std::int64_t count_nodes(std::int64_t work, Stopwatch& watch) {
        std::uint64_t nodes = 0;
        const State start = game_.initial_state();
        watch.start();
        for (std::int64_t i = 0; i < work; ++i) nodes += perft(game_, start, perft_depth_, never_);
        keep(nodes);
        watch.stop();
        return static_cast<std::int64_t>(nodes);
    }

    /// Batch::step after its check, packed masks, no observations; drawing is not timed.
    std::int64_t batch_step(std::int64_t work, Stopwatch& watch) {
        make_batch();
        for (std::int64_t i = 0; i < work; ++i) {
            batch_->sample_actions(Policy::uniform, ids_, actions_);
            watch.start();
            const std::int64_t bad = batch_->first_illegal(ids_, actions_);
            batch_->step(ids_, actions_);
            keep(bad);
            watch.stop();
        }
        return work * kEnvs;
    }

    [[nodiscard]] std::vector<std::pair<std::string, double>> facts() {
        constexpr std::int64_t kGames = 2000;
        std::vector<std::pair<std::string, double>> result{
            {"state_bytes", static_cast<double>(sizeof(State))},
            {"observation_floats", static_cast<double>(tensor_)},
            {"perft_depth", perft_depth_}};
        for (const auto policy : {Policy::uniform, Policy::eager}) {
            const RolloutRows rows = rows_.resized(kGames, game_.num_players());
            rollout(game_, game_.initial_state(), policy, kSeed, kGames, 1, rows);
            double plies = 0;
            double chance = 0;
            for (std::int64_t i = 0; i < kGames; ++i) plies += rows.plies[i];
            for (std::int64_t i = 0; i < kGames; ++i) chance += rows.chance[i];
            const std::string name = policy == Policy::uniform ? "uniform" : "eager";
            result.emplace_back("plies_" + name, plies / kGames);
            result.emplace_back("chance_" + name, chance / kGames);
        }
        return result;
    }

private:
    void make_tensors() {
        if (!tensors_.empty()) return;
        tensors_.assign(kObservationRows * tensor_, 0);
        copied_.assign(kObservationRows * tensor_, 1);
    }
    void make_batch() {
        if (batch_) return;
        const auto players = static_cast<std::size_t>(game_.num_players());
        const auto mask = (static_cast<std::size_t>(game_.num_distinct_actions()) + 7) / 8;
        current_.resize(kEnvs), terminated_.resize(kEnvs), digests_.resize(kEnvs);
        masks_.resize(kEnvs * mask), rewards_.resize(kEnvs * players);
        ids_.resize(kEnvs), actions_.resize(kEnvs);
        for (int i = 0; i < kEnvs; ++i) ids_[static_cast<std::size_t>(i)] = i;
        const std::array<std::uint64_t, 1> seeds{kSeed};
        batch_ = std::make_unique<Batch<G>>(
            game_, kEnvs, seeds, Autoreset::next_step, true, 1,
            BatchRows{current_.data(), masks_.data(), nullptr, nullptr, rewards_.data(),
                      terminated_.data(), digests_.data()});
        batch_->reset(ids_);
        stagger();
    }
    /// Games of one length would all start anew in the same step: give each a head start.
    void stagger() {
        const RolloutRows one = rows_.resized(1, game_.num_players());
        rollout(game_, game_.initial_state(), Policy::uniform, kSeed, 1, 1, one);
        const auto length = static_cast<std::size_t>(one.plies[0]);
        for (std::size_t t = 0; t < length; ++t) {
            batch_->sample_actions(Policy::uniform, ids_, actions_);
            const std::size_t ready = kEnvs * (length - t) / length;
            batch_->step(std::span(ids_).first(ready), std::span(actions_).first(ready));
        }
    }

    G game_;
    Sample<G> sample_;
    Rows rows_;
    std::size_t tensor_;
    std::vector<State> scratch_;
    std::vector<float> tensors_, copied_;
    int perft_depth_ = 1;
    std::atomic<bool> never_{false};
    std::unique_ptr<Batch<G>> batch_;
    std::vector<std::int8_t> current_;
    std::vector<std::uint8_t> masks_, terminated_;
    std::vector<float> rewards_;
    std::vector<std::uint64_t> digests_;
    std::vector<std::int32_t> ids_, actions_;
};

template <Game G>
[[nodiscard]] Suite suite_of(FlatTables options, FlatTables tables, const Configuration& chosen) {
    const auto cases = std::make_shared<Cases<G>>(options, tables);
    const auto timed = [&](const char* name, const char* unit, auto member) {
        return Case{name, unit, [cases, member](std::int64_t work, Stopwatch& watch) {
                        return ((*cases).*member)(work, watch);
                    }};
    };
    using C = Cases<G>;
    return {chosen.text,
            {timed("playout_uniform", "event", &C::template playouts<Policy::uniform>),
             timed("playout_eager", "event", &C::template playouts<Policy::eager>),
             timed("legal_actions", "decision", &C::legal),
             timed("chance_outcomes", "chance node", &C::outcomes),
             timed("apply", "event", &C::apply), timed("clone", "state", &C::clone),
             timed("observation", "state", &C::template observe<kObservationRows>),
             timed("observation_memcpy", "state", &C::template copy_tensors<kObservationRows>),
             timed("observation_hot", "state", &C::template observe<1>),
             timed("observation_memcpy_hot", "state", &C::template copy_tensors<1>),
             timed("resample", "state", &C::resample), timed("perft", "node", &C::count_nodes),
             timed("batch_step", "env step", &C::batch_step)},
            [cases] { return cases->facts(); }};
}

}  // namespace bitmeeple::bench
