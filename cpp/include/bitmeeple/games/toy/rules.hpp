#pragma once
// Toy: the rules. The hot functions are inline here; views, dicts and resampling are in
// observe.hpp and cpp/src/games/toy/toy.cpp.

#include <numeric>
#include <optional>
#include <span>
#include <type_traits>

#include "bitmeeple/concept.hpp"
#include "bitmeeple/games/toy/state.hpp"
#include "bitmeeple/games/toy/tables.hpp"
#include "bitmeeple/results.hpp"

namespace bitmeeple::toy {

class Game {
public:
    using State = toy::State;
    using Actions = BitActions<kActions>;
    using Outcomes = ListOutcomes<kTypes>;
    static constexpr std::string_view kName = "toy";
    static constexpr int kMaxPlayers = toy::kMaxPlayers;

    Game(FlatTables options, FlatTables tables) : options_(options), tables_(tables) {}

    // Bounds
    int num_players() const noexcept { return options_.players; }
    int num_distinct_actions() const noexcept { return kActions; }
    int max_chance_outcomes() const noexcept { return kOutcomes; }
    int max_game_length() const noexcept { return num_players() * (kMaxDrawn + 1); }
    int max_chance_nodes_in_history() const noexcept { return num_players() * (kMaxDrawn + 1); }
    double min_utility() const noexcept { return 0; }
    double max_utility() const noexcept { return 1; }
    std::optional<double> utility_sum() const noexcept { return 1; }

    // Playing [section 1]
    State initial_state() const noexcept {
        State s{};
        s.dealt.fill(kNone);
        for (auto& tokens : s.drawn) tokens.fill(kNone);
        s.bag = tables_.count;
        s.node = Node::deal;
        return s;
    }
    int current_player(const State& s) const noexcept {
        if (s.node == Node::turn) return s.seat;
        return s.node == Node::end ? kTerminalPlayer : kChancePlayer;
    }
    void legal_actions(const State& s, Actions& actions) const noexcept {
        actions.set_word(0, can_draw(s) ? bit(kDraw) | bit(kStay) : bit(kStay));
    }
    void chance_outcomes(const State& s, Outcomes& outcomes) const noexcept {
        outcomes.clear();
        for (unsigned t = 0; t < kTypes; ++t) outcomes.add(static_cast<int>(t), s.bag[t]);
    }
    bool is_legal(const State& s, int action) const noexcept {
        switch (s.node) {
            case Node::turn: return action == kStay || (action == kDraw && can_draw(s));
            case Node::end: return false;
            default: return 0 <= action && action < kTypes && s.bag[index(action)] > 0;
        }
    }
    void apply_action(State& s, int action) const noexcept {
        assert(is_legal(s, action));
        switch (s.node) {
            case Node::deal: return deal(s, action);
            case Node::token: return receive(s, action);
            default: return action == kDraw ? void(s.node = Node::token) : stay(s);
        }
    }
    static bool is_passive(int action) noexcept { return toy::is_passive(action); }

    // Results
    void scores(const State& s, std::span<std::int32_t> out) const noexcept {
        for (unsigned p = 0; p < out.size(); ++p) out[p] = s.node == Node::end ? score(s, p) : 0;
    }
    void ranking(const State& s, std::span<std::int32_t> out) const noexcept {
        std::array<std::int32_t, kMaxPlayers> points{};
        scores(s, std::span(points).first(out.size()));
        rank_seats(out, [&](int a, int b) { return points[index(a)] > points[index(b)]; });
    }
    template <class Real = float>
    void returns(const State& s, std::span<std::type_identity_t<Real>> out) const noexcept {
        std::array<std::int32_t, kMaxPlayers> ranks{};
        const auto ranking_of = std::span(ranks).first(out.size());
        ranking(s, ranking_of);
        if (s.node == Node::end) return share_win<Real>(ranking_of, out);
        for (auto& value : out) value = 0;
    }

    // Text, views, worlds: cpp/src/games/toy/toy.cpp
    Value to_value(const State& s) const;
    State from_value(const Value& value) const;
    std::string check(const State& s) const;
    Value view(const State& s, int player) const;
    void mask(State& s, int player) const noexcept;
    void resample(State& s, int player, Rng& rng) const;
    std::int64_t seen(const State& s, int id, int player) const noexcept {
        return s.node == Node::deal && !sees(player, s.seat) ? kUnseen : id;
    }

    // Observation: cpp/src/games/toy/toy.cpp
    int observation_size() const noexcept { return 9 * num_players() + 2 * kTypes; }
    void observation(const State& s, int player, std::span<float> out) const noexcept;

private:
    static constexpr unsigned index(int i) noexcept { return static_cast<unsigned>(i); }

    bool can_draw(const State& s) const noexcept {
        return s.drawn_count[s.seat] < kMaxDrawn &&
               std::accumulate(s.bag.begin(), s.bag.end(), 0) > 0;
    }
    void deal(State& s, int type) const noexcept {
        --s.bag[index(type)];
        s.dealt[s.seat] = static_cast<std::uint8_t>(type);
        if (++s.seat < num_players()) return;
        s.seat = 0;
        s.node = Node::turn;
    }
    void receive(State& s, int type) const noexcept {
        --s.bag[index(type)];
        s.drawn[s.seat][s.drawn_count[s.seat]++] = static_cast<std::uint8_t>(type);
        s.node = Node::turn;
    }
    void stay(State& s) const noexcept {
        if (++s.seat < num_players()) return;
        s.seat = kNone;
        s.node = Node::end;
    }
    /// [T-01] [T-02] The hidden token counts; above the limit everything is worth 0.
    std::int32_t score(const State& s, unsigned seat) const noexcept {
        int sum = tables_.value[s.dealt[seat]];
        for (unsigned k = 0; k < s.drawn_count[seat]; ++k) sum += tables_.value[s.drawn[seat][k]];
        return sum > tables_.limit ? 0 : sum;
    }
    bool sees(int player, unsigned seat) const noexcept {
        return options_.open || index(player) == seat;
    }
    bool in_range(const State& s) const noexcept;
    Position unpack(const State& s) const;
    std::array<std::uint8_t, kTypes> unseen(const State& s, int player) const noexcept;

    Options options_;
    Tables tables_;
};
static_assert(bitmeeple::Game<Game>);

}  // namespace bitmeeple::toy
