#pragma once
// Games behind one interface, for callers that choose the game at run time (the Python module).
// A state is a block of `state_size()` bytes. Loops that matter (rollouts, batches, perft) run on
// the far side of the virtual call, where the game's type is known.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "bitmeeple/batch.hpp"
#include "bitmeeple/bytes.hpp"
#include "bitmeeple/perft.hpp"
#include "bitmeeple/rollout.hpp"
#include "bitmeeple/search/engine.hpp"

namespace bitmeeple {

/// What is legal at a node: actions, or chance outcomes with their weights.
struct LegalIds {
    static constexpr int kCapacity = 2048;
    int size = 0;
    std::uint32_t total = 0;  ///< sum of the weights; 0 for actions
    // Deliberately uninitialised: only the first `size` entries are ever read.
    std::array<std::uint16_t, kCapacity> ids;
    std::array<std::uint32_t, kCapacity> weights;
};

/// The bounds of a game (concept.hpp).
struct Bounds {
    int num_players, num_distinct_actions, max_chance_outcomes, max_game_length,
        max_chance_nodes_in_history, observation_size;
    double min_utility, max_utility;
    std::optional<double> utility_sum;
};

/// A Batch of any game.
class BatchEngine {
public:
    using Ids = std::span<const std::int32_t>;
    virtual ~BatchEngine() = default;
    virtual void set_seeds(std::span<const std::uint64_t> seeds) = 0;
    virtual void reset(Ids ids) = 0;
    /// -1, or the first position whose action is refused; then nothing is stepped.
    virtual std::int64_t step(Ids ids, Ids actions) = 0;
    virtual void sample_actions(Policy policy, Ids ids, std::span<std::int32_t> out) = 0;
    virtual void copy_state(int i, std::byte* out) const = 0;
    /// Everything that the output rows do not hold.
    [[nodiscard]] virtual std::string dump() const = 0;
    /// The inverse; throws std::invalid_argument if the bytes do not fit.
    virtual void load(std::string_view bytes) = 0;
};

class Engine {
public:
    using Bytes = const std::byte*;
    virtual ~Engine() = default;
    [[nodiscard]] virtual Bounds bounds() const = 0;
    [[nodiscard]] virtual std::size_t state_size() const = 0;

    virtual void initial_state(std::byte* s) const = 0;
    [[nodiscard]] virtual int current_player(Bytes s) const = 0;
    virtual void legal_ids(Bytes s, LegalIds& out) const = 0;
    [[nodiscard]] virtual bool is_legal(Bytes s, int id) const = 0;
    virtual void apply_action(std::byte* s, int id) const = 0;
    /// Precondition: a seat is to move.
    [[nodiscard]] virtual int sample_action(Bytes s, Policy policy, Rng& rng) const = 0;
    /// Precondition: a chance node.
    [[nodiscard]] virtual int sample_chance(Bytes s, Rng& rng) const = 0;
    virtual void play_random(std::byte* s, Policy policy, Rng& rng) const = 0;

    virtual void scores(Bytes s, std::span<std::int32_t> out) const = 0;
    virtual void ranking(Bytes s, std::span<std::int32_t> out) const = 0;
    virtual void returns(Bytes s, std::span<double> out) const = 0;

    [[nodiscard]] virtual Value to_value(Bytes s) const = 0;
    virtual void from_value(const Value& value, std::byte* out) const = 0;
    [[nodiscard]] virtual std::string check(Bytes s) const = 0;
    [[nodiscard]] virtual Value view(Bytes s, int player) const = 0;
    virtual void resample(std::byte* s, int player, Rng& rng) const = 0;
    /// Equal for equal views of a seat, different for different ones (as far as 64 bits go).
    [[nodiscard]] virtual std::uint64_t information_state_key(Bytes s, int player) const = 0;
    /// What the player is shown when `id` is applied (concept.hpp). Precondition: id is legal.
    [[nodiscard]] virtual std::int64_t seen(Bytes s, int id, int player) const = 0;
    virtual void observation(Bytes s, int player, std::span<float> out) const = 0;

    virtual void rollout(Bytes start, Policy policy, std::uint64_t seed, std::int64_t count,
                         int threads, const RolloutRows& rows, RolloutControl& control) const = 0;
    [[nodiscard]] virtual std::uint64_t perft(Bytes start, int depth,
                                              const std::atomic<bool>& stop) const = 0;
    /// The engine must outlive the batch.
    [[nodiscard]] virtual std::unique_ptr<BatchEngine> make_batch(
        int size, std::span<const std::uint64_t> seeds, Autoreset autoreset, bool packed,
        int threads, const BatchRows& rows) const = 0;
    /// The engine must outlive the search.
    [[nodiscard]] virtual std::unique_ptr<SearchEngine> make_search(
        const SearchOptions& options) const = 0;
};

/// BatchEngine over a Batch.
template <Game G>
class BatchEngineOf final : public BatchEngine {
public:
    BatchEngineOf(const G& game, int size, std::span<const std::uint64_t> seeds,
                  Autoreset autoreset, bool packed, int threads, const BatchRows& rows)
        : game_(game), batch_(game, size, seeds, autoreset, packed, threads, rows) {}

    void set_seeds(std::span<const std::uint64_t> seeds) override { batch_.set_seeds(seeds); }
    void reset(Ids ids) override { batch_.reset(ids); }
    std::int64_t step(Ids ids, Ids actions) override {
        const std::int64_t bad = batch_.first_illegal(ids, actions);
        if (bad < 0) batch_.step(ids, actions);
        return bad;
    }
    void sample_actions(Policy policy, Ids ids, std::span<std::int32_t> out) override {
        batch_.sample_actions(policy, ids, out);
    }
    void copy_state(int i, std::byte* out) const override {
        std::memcpy(out, &batch_.env(i).state, sizeof(typename G::State));
    }
    std::string dump() const override {
        std::string bytes;
        bytes.reserve(static_cast<std::size_t>(batch_.size()) * kRecord);
        const auto put = [&](const auto& part) {
            bytes.append(reinterpret_cast<const char*>(&part), sizeof part);
        };
        for (int i = 0; i < batch_.size(); ++i) {
            const auto& e = batch_.env(i);
            put(e.state);
            put(e.rng.words());
            put(e.digest.value());
            put(e.seed);
            put(e.games);
        }
        return bytes;
    }
    void load(std::string_view bytes) override {
        if (bytes.size() != static_cast<std::size_t>(batch_.size()) * kRecord)
            throw std::invalid_argument("the saved batch has another size");
        const char* from = bytes.data();
        const auto get = [&](auto& part) {
            std::memcpy(&part, from, sizeof part);
            from += sizeof part;
        };
        for (int i = 0; i < batch_.size(); ++i) {
            typename Batch<G>::Env e;
            Rng::Words words;
            std::uint64_t digest = 0;
            get(e.state);
            get(words);
            get(digest);
            get(e.seed);
            get(e.games);
            e.rng.set_words(words);
            e.digest.set_value(digest);
            if (const auto broken = game_.check(e.state); !broken.empty())
                throw std::invalid_argument("the saved batch is broken: " + broken);
            batch_.restore(i, e);
        }
    }

private:
    static constexpr std::size_t kRecord =
        sizeof(typename G::State) + sizeof(Rng::Words) + 3 * sizeof(std::uint64_t);
    const G& game_;
    Batch<G> batch_;
};

/// In search/search.hpp, which only the file that makes the engine needs.
template <Game G>
[[nodiscard]] std::unique_ptr<SearchEngine> make_search(const G& game,
                                                        const SearchOptions& options);

/// Engine over a game: the one template between the games and everything chosen at run time.
template <Game G>
class EngineOf final : public Engine {
public:
    using State = typename G::State;

    /// Throws std::invalid_argument for what G refuses, and for more ids than LegalIds has room for.
    EngineOf(FlatTables options, FlatTables tables) : game_(options, tables) {
        const int ids = std::max(game_.num_distinct_actions(), game_.max_chance_outcomes());
        if (ids > LegalIds::kCapacity)
            throw std::invalid_argument("a game of " + std::to_string(ids) + " ids; at most " +
                                        std::to_string(LegalIds::kCapacity) + " are supported");
    }

    Bounds bounds() const override {
        return {game_.num_players(),
                game_.num_distinct_actions(),
                game_.max_chance_outcomes(),
                game_.max_game_length(),
                game_.max_chance_nodes_in_history(),
                game_.observation_size(),
                game_.min_utility(),
                game_.max_utility(),
                game_.utility_sum()};
    }
    std::size_t state_size() const override { return sizeof(State); }

    void initial_state(std::byte* s) const override { as_state(s) = game_.initial_state(); }
    int current_player(Bytes s) const override { return game_.current_player(as_state(s)); }
    void legal_ids(Bytes s, LegalIds& out) const override {
        out.size = 0;
        out.total = 0;
        const int player = current_player(s);
        if (player >= 0) {
            typename G::Actions actions;
            game_.legal_actions(as_state(s), actions);
            actions.for_each([&](int a) { put(out, a, 0); });
        } else if (player == kChancePlayer) {
            typename G::Outcomes outcomes;
            game_.chance_outcomes(as_state(s), outcomes);
            out.total = outcomes.total();
            outcomes.for_each([&](int id, std::uint32_t weight) { put(out, id, weight); });
        }
    }
    bool is_legal(Bytes s, int id) const override { return game_.is_legal(as_state(s), id); }
    void apply_action(std::byte* s, int id) const override { apply(game_, as_state(s), id); }
    int sample_action(Bytes s, Policy policy, Rng& rng) const override {
        return policy == Policy::uniform ? pick_action<Policy::uniform>(game_, as_state(s), rng)
                                         : pick_action<Policy::eager>(game_, as_state(s), rng);
    }
    int sample_chance(Bytes s, Rng& rng) const override {
        return pick_outcome(game_, as_state(s), rng);
    }
    void play_random(std::byte* s, Policy policy, Rng& rng) const override {
        if (policy == Policy::uniform)
            play_to_end<Policy::uniform>(game_, as_state(s), rng);
        else
            play_to_end<Policy::eager>(game_, as_state(s), rng);
    }

    void scores(Bytes s, std::span<std::int32_t> out) const override {
        game_.scores(as_state(s), out);
    }
    void ranking(Bytes s, std::span<std::int32_t> out) const override {
        game_.ranking(as_state(s), out);
    }
    void returns(Bytes s, std::span<double> out) const override {
        game_.template returns<double>(as_state(s), out);
    }

    Value to_value(Bytes s) const override { return game_.to_value(as_state(s)); }
    void from_value(const Value& value, std::byte* out) const override {
        as_state(out) = game_.from_value(value);
    }
    std::string check(Bytes s) const override { return game_.check(as_state(s)); }
    Value view(Bytes s, int player) const override { return game_.view(as_state(s), player); }
    void resample(std::byte* s, int player, Rng& rng) const override {
        game_.resample(as_state(s), player, rng);
        debug_check(game_, as_state(s));
    }
    std::int64_t seen(Bytes s, int id, int player) const override {
        return seen_by(game_, as_state(s), id, player);
    }
    std::uint64_t information_state_key(Bytes s, int player) const override {
        State masked = as_state(s);
        game_.mask(masked, player);
        return hash_bytes(std::as_bytes(std::span(&masked, 1)),
                          mix(static_cast<std::uint64_t>(player) + 1));
    }
    void observation(Bytes s, int player, std::span<float> out) const override {
        game_.observation(as_state(s), player, out);
    }

    void rollout(Bytes start, Policy policy, std::uint64_t seed, std::int64_t count, int threads,
                 const RolloutRows& rows, RolloutControl& control) const override {
        bitmeeple::rollout(game_, as_state(start), policy, seed, count, threads, rows, control);
    }
    std::uint64_t perft(Bytes start, int depth, const std::atomic<bool>& stop) const override {
        return bitmeeple::perft(game_, as_state(start), depth, stop);
    }
    std::unique_ptr<BatchEngine> make_batch(int size, std::span<const std::uint64_t> seeds,
                                            Autoreset autoreset, bool packed, int threads,
                                            const BatchRows& rows) const override {
        return std::make_unique<BatchEngineOf<G>>(game_, size, seeds, autoreset, packed, threads,
                                                  rows);
    }
    std::unique_ptr<SearchEngine> make_search(const SearchOptions& options) const override {
        return bitmeeple::make_search(game_, options);
    }

private:
    static void put(LegalIds& out, int id, std::uint32_t weight) {
        assert(out.size < LegalIds::kCapacity);
        const auto k = static_cast<std::size_t>(out.size++);
        out.ids[k] = static_cast<std::uint16_t>(id);
        out.weights[k] = weight;
    }
    // Blocks of bytes from operator new hold implicitly created objects of the trivial State.
    static const State& as_state(Bytes s) { return *reinterpret_cast<const State*>(s); }
    static State& as_state(std::byte* s) { return *reinterpret_cast<State*>(s); }

    G game_;
};

}  // namespace bitmeeple
