#pragma once
// The search over any game. An iteration draws a world, walks down the tree from the root to a new
// edge, plays out from there, and adds the result to the edges on its way; every seat looks for its
// own value (max^n). Iteration i draws everything from Rng(seed, i): a result depends on the game,
// on what the seat to move sees, on the options and on nothing else.

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "bitmeeple/search/engine.hpp"

namespace bitmeeple {

template <Game G>
class Search final : public SearchEngine {
public:
    using State = typename G::State;
    static_assert(G::kMaxPlayers <= kMaxSearchPlayers);

    Search(const G& game, const SearchOptions& options)
        : SearchEngine(options, game.num_players(), game.num_distinct_actions(), game.min_utility(),
                       game.max_utility()),
          game_(game), scale_(static_cast<float>(1 / (game.max_utility() - game.min_utility()))) {
        if (options.mast > 0) averages_.emplace(game.num_distinct_actions(), game.num_players());
        if (options.knowledge == Knowledge::worlds)
            few_worlds_.reserve(static_cast<std::size_t>(options.worlds));
        line_.path.reserve(kMaxLine);
        moves_.reserve(averages_ ? kMaxLine : 0);
    }

private:
    using Worlds = decltype(worlds_of(std::declval<const G&>(), std::declval<const State&>(), 0));
    using Values = std::array<std::int32_t, kMaxSearchPlayers>;
    static constexpr std::size_t kMaxLine = 4096;  ///< decisions; later ones teach nothing
    static constexpr std::uint64_t kWorldStreams = std::uint64_t{1} << 63;
    static constexpr int kClockEvery = 16;

    struct Step {
        Tree::Place edge;
        int seat;
    };
    struct Move {
        std::uint16_t action, seat;
    };
    /// From the root to a leaf that waits for its value.
    struct Line {
        State leaf;
        std::size_t row;  ///< of the root
        std::vector<Step> path;
        Values values;
    };

    void take_root(const std::byte* root) override {
        root_ = *reinterpret_cast<const State*>(root);
        typename G::Actions actions;
        game_.legal_actions(root_, actions);
        ids_.clear();
        actions.for_each([&](int a) { ids_.push_back(a); });
        set_root(game_.current_player(root_), ids_);
        if (averages_) averages_->clear();
        few_worlds_.clear();
        worlds_.reset();
        if (options_.knowledge != Knowledge::omniscient)
            worlds_.emplace(worlds_of(game_, root_, seat()));
        if (options_.knowledge == Knowledge::worlds)
            for (int w = 0; w < options_.worlds; ++w) {
                Rng rng(options_.seed, kWorldStreams + static_cast<std::uint64_t>(w));
                few_worlds_.push_back(root_);
                worlds_->draw(few_worlds_.back(), rng);
            }
    }

    void iterate(const std::atomic<bool>& stop, Clock::time_point pause) override {
        for (const auto first = done_; done_ < options_.iterations; ++done_) {
            if (stop.load(std::memory_order_relaxed)) return;
            if (done_ % kClockEvery == 0 && done_ > first && Clock::now() >= pause) return;
            Rng rng(options_.seed, static_cast<std::uint64_t>(done_));
            start(rng);
            if (uses_tree())
                descend(rng);
            else
                try_in_turn();
            evaluate(rng);
            back_up();
        }
    }

    /// A world at the root.
    void start(Rng& rng) {
        line_.path.clear();
        moves_.clear();
        if (options_.knowledge == Knowledge::worlds) {
            line_.leaf = few_worlds_[static_cast<std::size_t>(done_) % few_worlds_.size()];
            return;
        }
        line_.leaf = root_;
        if (worlds_) worlds_->draw(line_.leaf, rng);
    }

    void try_in_turn() {
        line_.row = row_in_turn(done_);
        apply(game_, line_.leaf, rows_[line_.row].action);
    }

    void descend(Rng& rng) {
        State& s = line_.leaf;
        const bool parts = options_.knowledge == Knowledge::worlds;
        std::copy(roots_.begin(), roots_.end(), at_.begin());
        for (int depth = 0;;) {
            int player;
            while ((player = game_.current_player(s)) == kChancePlayer) {
                const int id = pick_outcome(game_, s, rng);
                if (!move_on(id, kChancePlayer, depth, {})) return;
            }
            if (player == kTerminalPlayer) return;
            if (parts && depth == options_.postpone) {
                at_[0] =
                    tree_.keyed(at_[0], static_cast<std::uint64_t>(done_) % few_worlds_.size());
                if (at_[0] == Tree::kNone) return leave(depth);
            }
            fill_menu(s, depth > 0 && options_.tree_policy, rng);
            bool expanded;
            Tree::Id& node = at_[tree_of(player)];
            const Tree::Place edge = tree_.select(node, menu_, player, options_.exploration,
                                                  averages_ ? &*averages_ : nullptr, rng, expanded);
            if (edge.node == Tree::kNone) return leave(depth);
            tree_.visit(edge);
            const int action = tree_.action(edge);
            if (depth == 0) line_.row = row_of(action);
            ++depth;
            line_.path.push_back({edge, player});
            note(player, action);
            if (expanded || line_.path.size() == kMaxLine) return apply(game_, s, action);
            if (!move_on(action, player, depth - 1, edge)) return;
        }
    }
    /// The memory is full: the playout goes on from here.
    void leave(int depth) {
        full_ = true;
        if (depth == 0) try_in_turn();
    }

    [[nodiscard]] unsigned tree_of(int player) const noexcept {
        return options_.knowledge == Knowledge::multi ? static_cast<unsigned>(player) : 0;
    }

    /// Applies an action or outcome and goes on to the next node in every tree. False: the memory
    /// is full.
    bool move_on(int id, int player, int depth, Tree::Place edge) {
        State& s = line_.leaf;
        const bool chance = player == kChancePlayer;
        if (chance && !options_.closed) {
            apply(game_, s, id);
            return true;
        }
        std::array<std::int64_t, kMaxSearchPlayers> shown;
        for (unsigned t = 0; t < roots_.size(); ++t) shown[t] = shown_to(t, s, id, depth);
        apply(game_, s, id);
        for (unsigned t = 0; t < roots_.size(); ++t) {
            at_[t] = chance ? behind_outcome(at_[t], shown[t])
                            : behind_decision(t, id, player, shown[t], edge);
            if (at_[t] != Tree::kNone) continue;
            leave(depth + 1);
            return false;
        }
        return true;
    }
    /// What the owner of a tree sees of a move.
    [[nodiscard]] std::int64_t shown_to(unsigned tree, const State& s, int id, int depth) const {
        switch (options_.knowledge) {
            case Knowledge::omniscient: return id;
            case Knowledge::single: return seen_by(game_, s, id, seat());
            case Knowledge::multi: return seen_by(game_, s, id, static_cast<int>(tree));
            case Knowledge::worlds:
                return depth >= options_.postpone ? id : seen_by(game_, s, id, seat());
        }
        return id;
    }
    [[nodiscard]] Tree::Id behind_outcome(Tree::Id node, std::int64_t shown) {
        return shown == kUnseen ? node : tree_.keyed(node, static_cast<std::uint64_t>(shown));
    }
    /// What a move turns over is chance to those who did not know it.
    [[nodiscard]] Tree::Id behind_decision(unsigned tree, int action, int player,
                                           std::int64_t shown, Tree::Place edge) {
        const bool multi = options_.knowledge == Knowledge::multi;
        const bool own = multi ? static_cast<int>(tree) == player : player == seat();
        Tree::Id next;
        if (own || (!multi && shown == action))
            next = tree_.child(edge);
        else if (shown == action)
            next = tree_.keyed(at_[tree], static_cast<std::uint64_t>(action));
        else
            next = tree_.shared(at_[tree]);
        if (shown > kRevealed && options_.closed && next != Tree::kNone)
            next = tree_.keyed(next, static_cast<std::uint64_t>(shown));
        return next;
    }

    void fill_menu(const State& s, bool by_policy, Rng& rng) {
        typename G::Actions actions;
        game_.legal_actions(s, actions);
        if (by_policy) strike_passive(actions, rng);
        menu_.size = actions.size();
        if constexpr (requires {
                          actions.word(0);
                          G::Actions::kWords;
                      }) {
            menu_.words = G::Actions::kWords;
            for (int w = 0; w < G::Actions::kWords; ++w)
                menu_.bits[static_cast<unsigned>(w)] = actions.word(w);
        } else {
            menu_.words = static_cast<unsigned>(game_.num_distinct_actions() + 63) / 64;
            assert(menu_.words <= Menu::kWords);
            std::fill_n(menu_.bits.begin(), menu_.words, 0);
            actions.for_each([&](int a) {
                menu_.bits[static_cast<unsigned>(a) / 64] |= std::uint64_t{1} << (a % 64);
            });
        }
    }

    void evaluate(Rng& rng) {
        State& s = line_.leaf;
        if (averages_)
            play_by_averages(s, rng);
        else if (options_.playout == Policy::uniform)
            play_to_end<Policy::uniform>(game_, s, rng);
        else
            play_to_end<Policy::eager>(game_, s, rng);

        const auto players = static_cast<std::size_t>(players_);
        std::array<float, kMaxSearchPlayers> returns;
        game_.returns(s, std::span(returns).first(players));
        std::array<std::int32_t, kMaxSearchPlayers> scores;
        if (options_.margin > 0) game_.scores(s, std::span(scores).first(players));
        const auto low = static_cast<float>(low_);
        for (std::size_t p = 0; p < players; ++p) {
            float value = (returns[p] - low) * scale_;
            if (options_.margin > 0)
                value += options_.margin * (margin_of(std::span(scores).first(players), p) - value);
            assert(0 <= value && value <= 1);
            line_.values[p] = static_cast<std::int32_t>(value * kValueUnit);
        }
    }
    /// The distance to the best other seat, alone the score, on a scale of 0 .. 1.
    [[nodiscard]] float margin_of(std::span<const std::int32_t> scores, std::size_t p) const {
        std::int32_t distance = scores[p];
        if (scores.size() > 1) {
            std::int32_t other = std::numeric_limits<std::int32_t>::min();
            for (std::size_t q = 0; q < scores.size(); ++q)
                if (q != p) other = std::max(other, scores[q]);
            distance -= other;
        }
        const auto d = static_cast<float>(distance);
        return 0.5F + 0.5F * d / (std::fabs(d) + options_.margin_scale);
    }

    /// A playout in which the best action by its average is taken in a share of the decisions.
    void play_by_averages(State& s, Rng& rng) {
        const auto greedy = static_cast<std::uint32_t>(options_.mast * 1024);
        for (int player; (player = game_.current_player(s)) != kTerminalPlayer;) {
            if (player == kChancePlayer) {
                apply(game_, s, pick_outcome(game_, s, rng));
                continue;
            }
            typename G::Actions actions;
            game_.legal_actions(s, actions);
            int id;
            if (actions.size() == 1) {
                id = actions.nth(0);
            } else {
                id = rng.below(1024) < greedy ? best_by_averages(actions, player, rng)
                                              : draw(actions, rng);
                note(player, id);
            }
            apply(game_, s, id);
        }
    }
    [[nodiscard]] int best_by_averages(const typename G::Actions& actions, int player, Rng& rng) {
        int best = -1;
        float top = -1;
        AverageNoise noise(rng);
        actions.for_each([&](int a) {
            const float mean = averages_->of(player, a) + 1e-4F * noise.next();
            if (mean > top) top = mean, best = a;
        });
        return best;
    }
    [[nodiscard]] int draw(typename G::Actions& actions, Rng& rng) {
        if (options_.playout == Policy::eager) strike_passive(actions, rng);
        return pick_uniform(actions, rng);
    }
    /// As the policy `eager` does.
    void strike_passive(typename G::Actions& actions, Rng& rng) {
        int passive = 0;
        actions.for_each([&](int a) { passive += game_.is_passive(a) ? 1 : 0; });
        if (0 < passive && passive < actions.size() && rng.below(10) > 0)
            actions.remove_if([&](int a) { return game_.is_passive(a); });
    }

    void note(int player, int action) {
        if (averages_ && moves_.size() < kMaxLine)
            moves_.push_back(
                {static_cast<std::uint16_t>(action), static_cast<std::uint16_t>(player)});
    }

    void back_up() {
        RootAction& row = rows_[line_.row];
        ++row.visits;
        for (unsigned p = 0; p < static_cast<unsigned>(players_); ++p)
            row.sum[p] += line_.values[p];
        for (const Step& step : line_.path)
            tree_.add_value(step.edge, line_.values[static_cast<unsigned>(step.seat)]);
        for (const Move& move : moves_)
            averages_->add(move.seat, move.action,
                           static_cast<float>(line_.values[move.seat]) * (1 / kValueUnit));
    }

    const G& game_;
    const float scale_;
    State root_;
    std::vector<int> ids_;
    std::optional<Worlds> worlds_;
    std::vector<State> few_worlds_;
    std::optional<ActionAverages> averages_;
    Line line_;
    std::vector<Move> moves_;
    Menu menu_;
    std::array<Tree::Id, kMaxSearchPlayers> at_;
};

template <Game G>
std::unique_ptr<SearchEngine> make_search(const G& game, const SearchOptions& options) {
    return std::make_unique<Search<G>>(game, options);
}

}  // namespace bitmeeple
