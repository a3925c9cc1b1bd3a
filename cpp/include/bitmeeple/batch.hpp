#pragma once
// A contiguous array of games stepped together, for learners: actions in, rows of buffers out.
// Chance is resolved inside. Every game draws from a stream of its own and every environment writes
// its own rows, so trajectories do not depend on the number of threads.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "bitmeeple/playout.hpp"
#include "bitmeeple/tensor.hpp"
#include "bitmeeple/thread_pool.hpp"

namespace bitmeeple {

/// What happens to an environment whose game has ended (Gymnasium's names).
enum class Autoreset : std::uint8_t {
    next_step,  ///< the next step ignores its action and starts a new game
    same_step,  ///< a new game starts at once; the old one's data are in final_*
    disabled,   ///< it stays finished until it is reset
};

/// Output rows, owned by the caller, one per environment. They are written and never read: nothing
/// that is done to them changes how the games go on.
struct BatchRows {
    std::int8_t* current_player;  ///< seat to move, kTerminalPlayer after the end
    std::uint8_t* masks;          ///< legal actions: a byte each, or packed (lowest bit first)
    float* observations;          ///< tensor of the seat to move, or nullptr
    float* final_observations;    ///< players x tensor at the end of a game, or nullptr
    float* rewards;               ///< players; the returns on the terminal step, else zeros
    std::uint8_t* terminated;     ///< 1 on the terminal step
    std::uint64_t* digests;       ///< of the last finished game
};

template <Game G>
class Batch {
public:
    using State = typename G::State;

    /// One environment, as it is copied out and in (pickling). `actions` are recomputed.
    struct Env {
        State state;
        Rng rng{0, 0};
        Digest digest;
        std::uint64_t seed = 0;
        std::uint64_t games = 0;  ///< games started so far
        typename G::Actions actions;
    };

    /// seeds: one per environment, or a single one for all of them. `game` must outlive the batch.
    Batch(const G& game, int size, std::span<const std::uint64_t> seeds, Autoreset autoreset,
          bool packed, int threads, const BatchRows& rows)
        : game_(game), rows_(rows), envs_(static_cast<std::size_t>(size)), autoreset_(autoreset),
          packed_(packed), players_(static_cast<std::size_t>(game.num_players())),
          tensor_(static_cast<std::size_t>(game.observation_size())),
          mask_bytes_(static_cast<std::size_t>(packed ? (game.num_distinct_actions() + 7) / 8
                                                      : game.num_distinct_actions())),
          streams_(rows.observations && envs_.size() * tensor_ * sizeof(float) >= kStreamedBytes),
          seats_(envs_.size(), std::int8_t{kTerminalPlayer}), pool_(threads) {
        set_seeds(seeds);
    }

    [[nodiscard]] int size() const noexcept { return static_cast<int>(envs_.size()); }
    [[nodiscard]] const Env& env(int i) const noexcept { return envs_[index(i)]; }

    /// Back to the first game of these seeds; call `reset` for every environment next.
    void set_seeds(std::span<const std::uint64_t> seeds) noexcept {
        one_seed_ = seeds.size() == 1;
        for (std::size_t i = 0; i < envs_.size(); ++i) {
            envs_[i].seed = seeds[one_seed_ ? 0 : i];
            envs_[i].games = 0;
        }
    }

    /// Starts the next game of each named environment.
    void reset(std::span<const std::int32_t> ids) {
        clear_outputs();
        for_each(ids.size(), [&](std::size_t k) {
            start_game(ids[k]);
            show(ids[k]);
        });
    }

    /// The first k for which actions[k] is not legal in environment ids[k] (or, with autoreset
    /// disabled, the game is over); -1 if there is none.
    [[nodiscard]] std::int64_t first_illegal(std::span<const std::int32_t> ids,
                                             std::span<const std::int32_t> actions) {
        std::atomic<std::int64_t> first{-1};
        pool_.run(static_cast<std::int64_t>(ids.size()), kGrain, [&](auto begin, auto end) {
            for (std::int64_t k = begin; k < end; ++k) {
                if (accepts(ids[static_cast<std::size_t>(k)], actions[static_cast<std::size_t>(k)]))
                    continue;
                std::int64_t known = first.load();
                while ((known < 0 || k < known) && !first.compare_exchange_weak(known, k)) {}
                return;
            }
        });
        return first.load();
    }

    /// Precondition: first_illegal(ids, actions) < 0 and ids are distinct.
    void step(std::span<const std::int32_t> ids, std::span<const std::int32_t> actions) {
        clear_outputs();
        for_each(ids.size(), [&](std::size_t k) { step_one(ids[k], actions[k]); });
    }

    /// out[k] = an action for environment ids[k], drawn from its own stream as a playout does; 0 for
    /// a finished game, where nothing is drawn. Precondition: ids are distinct.
    void sample_actions(Policy policy, std::span<const std::int32_t> ids,
                        std::span<std::int32_t> out) {
        for_each(ids.size(), [&](std::size_t k) {
            Env& e = envs_[index(ids[k])];
            if (seats_[index(ids[k])] < 0)
                out[k] = 0;
            else if (policy == Policy::uniform)
                out[k] = pick_uniform(e.actions, e.rng);
            else
                out[k] = pick_action<Policy::eager>(game_, e.state, e.rng);
        });
    }

    /// Puts an environment back to where `env` was copied from. Precondition: a valid state.
    void restore(int i, const Env& env) {
        envs_[index(i)] = env;
        show(i);
    }

private:
    static constexpr std::int64_t kGrain = 64;  // environments worth waking a thread for
    static constexpr std::size_t kStreamedBytes = 4 << 20;  // of tensors: more than caches keep
    static constexpr std::size_t index(int i) noexcept { return static_cast<std::size_t>(i); }

    template <class F>
    void for_each(std::size_t count, F&& f) {
        pool_.run(static_cast<std::int64_t>(count), kGrain, [&](auto begin, auto end) {
            for (auto k = begin; k < end; ++k) f(static_cast<std::size_t>(k));
            if (streams_) flush_rows();
        });
    }

    /// Rewards and terminations speak of the present call only.
    void clear_outputs() noexcept {
        if (!dirty_.exchange(false)) return;
        std::fill_n(rows_.rewards, envs_.size() * players_, 0.0F);
        std::fill_n(rows_.terminated, envs_.size(), std::uint8_t{0});
    }

    [[nodiscard]] bool accepts(std::int32_t i, std::int32_t action) const noexcept {
        if (seats_[index(i)] < 0) return autoreset_ == Autoreset::next_step;
        return envs_[index(i)].actions.contains(action);
    }

    void step_one(std::int32_t i, std::int32_t action) {
        if (seats_[index(i)] < 0) {  // finished, mode next_step
            start_game(i);
            return show(i);
        }
        Env& e = envs_[index(i)];
        e.digest.add_action(action);
        game_.apply_action(e.state, action);
        debug_check(game_, e.state);
        resolve_chance(e);
        if (game_.current_player(e.state) == kTerminalPlayer) finish(i);
        show(i);
    }

    void start_game(std::int32_t i) {
        Env& e = envs_[index(i)];
        const std::uint64_t k = e.games++;
        const auto n = static_cast<std::uint64_t>(envs_.size());
        e.rng = Rng(e.seed, one_seed_ ? k * n + static_cast<std::uint64_t>(i) : k);
        e.digest = Digest();
        e.state = game_.initial_state();
        resolve_chance(e);
    }

    void resolve_chance(Env& e) noexcept {
        while (game_.current_player(e.state) == kChancePlayer) {
            const int outcome = pick_outcome(game_, e.state, e.rng);
            e.digest.add_action(outcome);
            game_.apply_action(e.state, outcome);
            debug_check(game_, e.state);
        }
    }

    /// Writes what the terminal step reports.
    void finish(std::int32_t i) {
        Env& e = envs_[index(i)];
        dirty_.store(true, std::memory_order_relaxed);  // first: a fork may come at any moment
        std::array<std::int32_t, G::kMaxPlayers> scores;
        game_.scores(e.state, std::span(scores).first(players_));
        for (std::size_t p = 0; p < players_; ++p) e.digest.add_score(scores[p]);
        rows_.digests[i] = e.digest.value();
        rows_.terminated[i] = 1;
        game_.returns(e.state, std::span(rows_.rewards + index(i) * players_, players_));
        for (std::size_t p = 0; rows_.final_observations && p < players_; ++p)
            game_.observation(
                e.state, static_cast<int>(p),
                {rows_.final_observations + (index(i) * players_ + p) * tensor_, tensor_});
        if (autoreset_ == Autoreset::same_step) start_game(i);
    }

    /// Writes seat, mask and tensor of the present state.
    void show(std::int32_t i) {
        Env& e = envs_[index(i)];
        const int player = game_.current_player(e.state);
        rows_.current_player[i] = seats_[index(i)] = static_cast<std::int8_t>(player);
        std::uint8_t* mask = rows_.masks + index(i) * mask_bytes_;
        std::memset(mask, 0, mask_bytes_);
        if (player >= 0) {
            game_.legal_actions(e.state, e.actions);
            if (packed_)
                e.actions.for_each([&](int a) {
                    mask[a / 8] = static_cast<std::uint8_t>(mask[a / 8] | (1U << (a % 8)));
                });
            else
                e.actions.for_each([&](int a) { mask[a] = 1; });
        }
        if (!rows_.observations) return;
        const std::span out(rows_.observations + index(i) * tensor_, tensor_);
        if (player >= 0)
            write_observation(game_, e.state, player, out, streams_);
        else
            std::fill(out.begin(), out.end(), 0.0F);
    }

    const G& game_;
    BatchRows rows_;
    std::vector<Env> envs_;
    Autoreset autoreset_;
    bool packed_;
    bool one_seed_ = true;
    std::atomic<bool> dirty_{true};
    std::size_t players_, tensor_, mask_bytes_;
    bool streams_;  ///< tensors are written past the caches
    std::vector<std::int8_t>
        seats_;  ///< seat to move: what the rows say, but nobody else writes it
    ThreadPool pool_;
};

}  // namespace bitmeeple
