#pragma once
// El Caballero: the game. Legal actions: legal.hpp; how cards come and go: map.hpp, regions.hpp;
// scoring, dicts, checks, observations: cpp/src/games/el_caballero/.

#include <optional>
#include <span>

#include "bitmeeple/concept.hpp"
#include "bitmeeple/games/el_caballero/legal.hpp"
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
    State initial_state() const noexcept;
    int current_player(const State& s) const noexcept { return s.player; }
    void legal_actions(const State& s, Actions& actions) const noexcept {
        assert(s.player >= 0);
        fill_actions(tables_, s, actions);
    }
    void chance_outcomes(const State& s, Outcomes& outcomes) const noexcept;
    bool is_legal(const State& s, int action) const noexcept;
    void apply_action(State& s, int action) const noexcept;
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
    void returns(const State& s, std::span<float> out) const noexcept {
        std::array<std::int32_t, kMaxPlayers> ranks{};
        const auto ranking_of = std::span(ranks).first(out.size());
        ranking(s, ranking_of);
        if (s.node == Node::game_over) return share_win(ranking_of, out);
        for (auto& value : out) value = 0;
    }

    // Text, views, worlds: cpp/src/games/el_caballero/dict.cpp
    Value to_value(const State& s) const;
    State from_value(const Value& value) const;
    std::string check(const State& s) const;
    Value view(const State& s, int player) const;
    void resample(State& s, int player, Rng& rng) const;

    // Observation: cpp/src/games/el_caballero/observe.cpp
    int observation_size() const noexcept;
    void observation(const State& s, int player, std::span<float> out) const noexcept;

    const Tables& tables() const noexcept { return tables_; }

private:
    Seat& mover(State& s) const noexcept { return s.seat[static_cast<unsigned char>(s.player)]; }

    // Rounds (4.3)
    void start(State& s, int type) const noexcept;
    void draw(State& s, int type) const noexcept;
    void begin_round(State& s) const noexcept;
    void play_power(State& s, int value) const noexcept;
    void begin_turn(State& s, int turn) const noexcept;
    void end_turn(State& s) const noexcept;
    void end_round(State& s) const noexcept;

    // A turn (4.4)
    void choose(State& s, int choice) const noexcept;
    void choose_cell(State& s, int action) const noexcept;
    void finish(State& s) const noexcept;
    void take_supply(State& s) const noexcept;
    void lay_area_card(State& s, int rotation) const noexcept;
    void force_back(State& s, int player, int card, int value) const noexcept;
    void place_card(State& s, int orientation) const noexcept;
    void raise_card(State& s, int orientation) const noexcept;
    void put_ship(State& s, int side) const noexcept;
    void take_ship(State& s, int side) const noexcept;
    void build_castillo(State& s, int card) const noexcept;
    void move_castillo(State& s, int card) const noexcept;
    void take_back(State& s, int card) const noexcept;
    void place_governor(State& s, int side) const noexcept;
    void place_grande(State& s, int card) const noexcept;
    void move_grande(State& s, int card) const noexcept;

    Tables tables_;
};
static_assert(bitmeeple::Game<Game>);

inline void Game::apply_action(State& s, int action) const noexcept {
    assert(is_legal(s, action));
    const int choice = action - tables_.cells;
    const auto card = [&] { return card_in(mover(s), tables_.cell_of(action)); };
    switch (s.node) {
        case Node::start: return start(s, choice - kTile);
        case Node::draw: return draw(s, choice - kTile);
        case Node::power: return play_power(s, choice - kPower + 1);
        case Node::turn: return choose(s, choice);
        case Node::tile_cell:
        case Node::card_cell:
        case Node::raise_cell:
        case Node::ship_cell:
        case Node::unship_cell:
        case Node::movecas_from:
        case Node::gov_cell: return choose_cell(s, action);
        case Node::tile_rot: return lay_area_card(s, choice - kRot);
        case Node::card_ori: return place_card(s, choice - kOri);
        case Node::raise_ori: return raise_card(s, choice - kOri);
        case Node::ship_side: return put_ship(s, choice - kSide);
        case Node::unship_side: return take_ship(s, choice - kSide);
        case Node::castillo_cell: return build_castillo(s, card());
        case Node::movecas_to: return move_castillo(s, card());
        case Node::back_cell: return take_back(s, card());
        case Node::gov_side: return place_governor(s, choice - kSide);
        case Node::grande_cell: return place_grande(s, card());
        case Node::grande_to: return move_grande(s, card());
        case Node::game_over: return;
    }
}
inline void Game::choose(State& s, int choice) const noexcept {
    if (choice < kRot) {
        s.pending_tile = static_cast<std::uint8_t>(choice - kTile);
        s.node = Node::tile_cell;
        return;
    }
    const auto action = static_cast<Menu>(choice - kMenu);
    if (action == Menu::end_turn) return end_turn(s);
    if (action == Menu::supply) return take_supply(s);
    s.node = kOpenings[index(choice - kMenu)].node;
    s.pending_ship = kOpenings[index(choice - kMenu)].ship_from;
}
inline void Game::choose_cell(State& s, int action) const noexcept {
    s.pending_cell = static_cast<std::uint16_t>(tables_.cell_of(action));
    s.node = static_cast<Node>(static_cast<int>(s.node) + 1);
}

}  // namespace bitmeeple::el_caballero
