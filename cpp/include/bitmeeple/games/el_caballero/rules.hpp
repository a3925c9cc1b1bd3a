#pragma once
// El Caballero: the game. Its nodes: nodes.hpp; how cards come and go: map.hpp, regions.hpp;
// dicts, checks, observations: cpp/src/games/el_caballero/.

#include <optional>
#include <span>
#include <type_traits>

#include "bitmeeple/concept.hpp"
#include "bitmeeple/games/el_caballero/nodes.hpp"
#include "bitmeeple/results.hpp"

namespace bitmeeple::el_caballero {

class Game {
public:
    using State = el_caballero::State;
    using Actions = el_caballero::Actions;
    using Outcomes = el_caballero::Outcomes;
    static constexpr std::string_view kName = "el_caballero";
    static constexpr int kMaxPlayers = el_caballero::kMaxPlayers;

    Game(FlatTables options, FlatTables tables) : tables_(Options(options), tables) {}

    // Bounds (4.10, L-24)
    int num_players() const noexcept { return tables_.players; }
    int num_distinct_actions() const noexcept { return tables_.cells + kNoncellActions; }
    int max_chance_outcomes() const noexcept { return tables_.cells + kTile + kMaxTypes; }
    int max_game_length() const noexcept { return 751 * tables_.rounds * num_players(); }
    int max_chance_nodes_in_history() const noexcept { return kAreaCards; }
    double min_utility() const noexcept { return 0; }
    double max_utility() const noexcept { return 1; }
    std::optional<double> utility_sum() const noexcept { return 1; }

    // Playing
    State initial_state() const noexcept { return el_caballero::initial_state(tables_); }
    int current_player(const State& s) const noexcept { return s.player; }
    void legal_actions(const State& s, Actions& actions) const noexcept {
        assert(s.player >= 0);
        visit_node(s.node, [&](auto rule) {
            if constexpr (!rule.kIsChance) actions = rule.choices(tables_, s);
        });
    }
    void chance_outcomes(const State& s, Outcomes& outcomes) const noexcept {
        assert(s.player == kChancePlayer);
        visit_node(s.node, [&](auto rule) {
            if constexpr (rule.kIsChance) outcomes = rule.choices(tables_, s);
        });
    }
    bool is_legal(const State& s, int id) const noexcept {
        bool found = false;
        visit_node(s.node, [&](auto rule) {
            const auto choices = rule.choices(tables_, s);
            if constexpr (rule.kIsChance)
                choices.for_each([&](int outcome, std::uint32_t) { found |= outcome == id; });
            else
                found = choices.contains(id);
        });
        return found;
    }
    void apply_action(State& s, int id) const noexcept {
        assert(is_legal(s, id));
        visit_node(s.node, [&](auto rule) { rule.apply(tables_, s, id); });
    }
    /// One switch an event (`Playing` in playout.hpp).
    template <class Choose>
    void play(State& s, Choose& choose) const noexcept {
        Choose own = choose;
        while (visit_node(s.node, [&](auto rule) {
            rule.apply(tables_, s, own(*this, s, rule.choices(tables_, s)));
        })) {}
        choose = own;
    }
    bool is_passive(int action) const noexcept {
        const int choice = action - tables_.cells - kMenu;
        return choice == static_cast<int>(Menu::ship_from_court) ||
               choice == static_cast<int>(Menu::ship_to_court) ||
               choice == static_cast<int>(Menu::take_back) ||
               choice == static_cast<int>(Menu::end_turn);
    }

    // Results (section 6)
    void scores(const State& s, std::span<std::int32_t> out) const noexcept {
        for (unsigned p = 0; p < out.size(); ++p)
            out[p] = s.node == Node::game_over ? s.seat[p].points : 0;
    }
    /// [L-28] Equal scores share the victory.
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
        if (s.node == Node::game_over) return share_win<Real>(ranking_of, out);
        for (auto& value : out) value = 0;
    }

    // Text, views, worlds: cpp/src/games/el_caballero/dict.cpp
    Value to_value(const State& s) const;
    State from_value(const Value& value) const;
    std::string check(const State& s) const;
    Value view(const State& s, int player) const;
    /// Nothing is hidden (section 7).
    void mask(State&, int) const noexcept {}
    void resample(State& s, int player, Rng& rng) const;

    // Observation: cpp/src/games/el_caballero/observe.cpp
    int observation_size() const noexcept;
    void observation(const State& s, int player, std::span<float> out) const noexcept;

    const Tables& tables() const noexcept { return tables_; }

private:
    Tables tables_;
};
static_assert(bitmeeple::Game<Game>);

}  // namespace bitmeeple::el_caballero
