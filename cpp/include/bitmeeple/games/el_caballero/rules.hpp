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
    using Outcomes = ListOutcomes<kMaxTypes>;
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

// Chance

inline State Game::initial_state() const noexcept {
    State s{};
    s.node = Node::start;
    s.player = kChancePlayer;
    s.round = 1;
    s.first_player = static_cast<std::uint8_t>(tables_.first_player);
    s.pending_tile = kNone;
    s.pending_cell = kNoCell;
    s.supply_ships = static_cast<std::uint8_t>(tables_.ships);
    s.supply_castillos = static_cast<std::uint8_t>(tables_.castillos);
    s.display.fill(kNone);
    s.board = tables_.empty_board;
    for (auto& seat : s.seat) seat.grande = kNone;
    for (unsigned p = 0; p < index(tables_.players); ++p) {
        s.seat[p].hand = ((1U << kPowerCards) - 1) << 1;
        s.seat[p].court = static_cast<std::uint8_t>(tables_.start_court);
        s.seat[p].governors = static_cast<std::uint8_t>(tables_.governors);
    }
    return s;
}
/// [L-02] A start card has neither gold nor fish; then every undrawn card alike.
inline void Game::chance_outcomes(const State& s, Outcomes& outcomes) const noexcept {
    outcomes.clear();
    auto left = tables_.count;
    if (s.node == Node::start) {
        for (unsigned type = 0; type < kMaxTypes; ++type)
            if (tables_.gold[type] + tables_.fish[type] > 0) left[type] = 0;
    } else {
        for (unsigned i = 0; i < s.area_cards; ++i) --left[s.area_code[i] / 4];
        for (const auto type : s.display)
            if (type != kNone) --left[type];
    }
    for (int type = 0; type < tables_.types; ++type)
        outcomes.add(tables_.cells + kTile + type, left[index(type)]);
}
inline bool Game::is_legal(const State& s, int action) const noexcept {
    if (s.node == Node::game_over) return false;
    if (s.player >= 0) {
        Actions actions;
        fill_actions(tables_, s, actions);
        return actions.contains(action);
    }
    Outcomes outcomes;
    chance_outcomes(s, outcomes);
    bool found = false;
    outcomes.for_each([&](int id, std::uint32_t) { found = found || id == action; });
    return found;
}
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

// Rounds (4.3)

inline void Game::start(State& s, int type) const noexcept {
    put_area_card(tables_, s, tables_.start_cell, code_of(type, 0));
    s.node = Node::draw;
}
inline void Game::draw(State& s, int type) const noexcept {
    int i = kDisplaySize - 1;  // the last entry is free
    for (; i > 0 && s.display[index(i - 1)] > type; --i)
        s.display[index(i)] = s.display[index(i - 1)];
    s.display[index(i)] = static_cast<std::uint8_t>(type);
    s.display_types |= bit(type);
    begin_round(s);
}
/// [L-24] Draws while the display has room and a card is undrawn; then the power cards. [D-02]
inline void Game::begin_round(State& s) const noexcept {
    const auto shown = kDisplaySize - std::ranges::count(s.display, kNone);
    const bool draws = shown < kDisplaySize && shown + s.area_cards < kAreaCards;
    s.node = draws ? Node::draw : Node::power;
    s.player = static_cast<std::int8_t>(draws ? kChancePlayer : s.first_player);
}
inline void Game::play_power(State& s, int value) const noexcept {
    Seat& seat = mover(s);
    seat.hand = static_cast<std::uint16_t>(seat.hand & ~(1U << value));
    seat.played = static_cast<std::uint8_t>(value);
    const int next = s.player + 1 == num_players() ? 0 : s.player + 1;
    s.player = static_cast<std::int8_t>(next);
    if (next == s.first_player) begin_turn(s, 0);
}
/// [D-04] The turn of the seat with the `turn`-th greatest power card, from 0.
inline void Game::begin_turn(State& s, int turn) const noexcept {
    for (int p = 0; p < num_players(); ++p) {
        int greater = 0;
        for (const Seat& other : s.seat) greater += other.played > s.seat[index(p)].played ? 1 : 0;
        if (greater == turn) s.player = static_cast<std::int8_t>(p);
    }
    s.node = Node::turn;
    const Limits& limits = tables_.limits;
    s.turn = {static_cast<std::uint8_t>(turn),
              tables_.power_tiles[mover(s).played],
              0,
              limits.card_actions,
              limits.ship_buys,
              limits.castillo_builds,
              limits.grande_moves};
}
inline void Game::end_turn(State& s) const noexcept {
    if (s.turn.index + 1 < num_players()) return begin_turn(s, s.turn.index + 1);
    end_round(s);
}
/// Section 5.3. [D-02]
inline void Game::end_round(State& s) const noexcept {
    if (tables_.scoring_after >> s.round & 1) {
        const auto points = scoring(tables_, s);
        for (unsigned p = 0; p < kMaxPlayers; ++p)
            s.seat[p].points = static_cast<std::uint16_t>(s.seat[p].points + points[p]);
    }
    s.first_player = static_cast<std::uint8_t>(s.player);
    for (auto& seat : s.seat) seat.played = 0;
    s.turn = {};
    if (s.round < tables_.rounds) {
        ++s.round;
        return begin_round(s);
    }
    s.node = Node::game_over;
    s.player = kTerminalPlayer;
}

// A turn (4.4). Effects happen at the last step of an action.

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
inline void Game::finish(State& s) const noexcept {
    s.node = Node::turn;
    s.pending_tile = kNone;
    s.pending_cell = kNoCell;
    s.pending_ship = ShipFrom::none;
}
/// [L-05] What the court cannot show is lost.
inline void Game::take_supply(State& s) const noexcept {
    mover(s).court = static_cast<std::uint8_t>(mover(s).court + supply_gain(tables_, s));
    s.turn.supply_taken = 1;
}
/// 4.5: cards that would touch a second land side are forced back, judged before the card lies.
/// [L-39] [L-40] [D-05]
inline void Game::lay_area_card(State& s, int rotation) const noexcept {
    const unsigned cell = s.pending_cell;
    const unsigned code = code_of(s.pending_tile, rotation);
    for_each_bit(tables_.edges[code], [&](int side) {
        const unsigned beside = neighbour(cell, side);
        if (!is_card(s.board[beside]) || card_pattern(s, beside).land_sides == 0) return;
        int player = 0;
        while (card_in(s.seat[index(player)], beside) < 0) ++player;
        const int card = card_in(s.seat[index(player)], beside);
        if (s.seat[index(player)].grande == card) return;
        force_back(s, player, card, strength(tables_, s, player, card));
    });
    const unsigned place = put_area_card(tables_, s, cell, code);
    if (tables_.governors > 0)
        s.free_closed = static_cast<std::uint8_t>(s.free_closed +
                                                  closed_regions_of(tables_, s, place));
    const auto laid = std::ranges::find(s.display, s.pending_tile);
    std::copy(laid + 1, s.display.end(), laid);
    s.display.back() = kNone;
    if (*laid != s.pending_tile) s.display_types &= ~bit(s.pending_tile);
    --s.turn.tiles_left;
    finish(s);
}
/// [L-18] [L-19] [L-20] A castillo saves `value` caballeros and the ships.
inline void Game::force_back(State& s, int player, int card, int value) const noexcept {
    Seat& seat = s.seat[index(player)];
    const int ships = popcount(nibble(seat.ships, card));
    if (has_castillo(seat, card)) {
        seat.court = static_cast<std::uint8_t>(seat.court + value);
        seat.court_ships = static_cast<std::uint8_t>(seat.court_ships + ships);
        ++s.supply_castillos;
    } else {
        s.supply_ships = static_cast<std::uint8_t>(s.supply_ships + ships);
    }
    remove_card(tables_, s, player, card);
}
/// 4.6 [L-32]
inline void Game::place_card(State& s, int orientation) const noexcept {
    Seat& seat = mover(s);
    const int card = put_card(tables_, s, s.player, s.pending_cell, orientation);
    int price = strength(tables_, s, s.player, card);
    if (card_pattern(s, s.pending_cell).land_sides > 1) {
        seat.grande = static_cast<std::uint8_t>(card);
        price += tables_.costs.place_grande;
    }
    seat.court = static_cast<std::uint8_t>(seat.court - price);
    --s.turn.card_actions;
    finish(s);
}
/// 4.7 [L-15]
inline void Game::raise_card(State& s, int orientation) const noexcept {
    Seat& seat = mover(s);
    const int card = card_in(seat, s.pending_cell);
    const int side = card_pattern(s, s.pending_cell).side;
    const int old = static_cast<int>(nibble(seat.number, card));
    const int number = tables_.number[index(orientation)][index(side)];
    seat.face = set_nibble(seat.face, card, (nibble(seat.face, card) & 8) | index(orientation));
    seat.number = set_nibble(seat.number, card, index(number));
    auto& total = s.total[region_beside(s, s.pending_cell, side)][index(s.player)];
    total = static_cast<std::uint8_t>(total + number - old);
    seat.court = static_cast<std::uint8_t>(seat.court - (number - old));
    --s.turn.card_actions;
    finish(s);
}
/// BUY_SHIP and SHIP_FROM_COURT [L-21] [L-41]
inline void Game::put_ship(State& s, int side) const noexcept {
    Seat& seat = mover(s);
    if (const int card = card_in(seat, s.pending_cell); card >= 0)
        seat.ships |= bit(4 * card + side);
    else
        s.governor[index(governor_on(s, kSides * s.pending_cell + index(side)))] |= 1;
    const bool bought = s.pending_ship == ShipFrom::supply;
    const int price = bought ? tables_.costs.buy_ship : tables_.costs.ship_from_court;
    seat.court = static_cast<std::uint8_t>(seat.court - price);
    if (bought) {
        --s.supply_ships;
        --s.turn.ship_buys;
    } else {
        --seat.court_ships;
    }
    finish(s);
}
/// SHIP_TO_COURT [L-21]
inline void Game::take_ship(State& s, int side) const noexcept {
    Seat& seat = mover(s);
    if (const int card = card_in(seat, s.pending_cell); card >= 0)
        seat.ships &= ~bit(4 * card + side);
    else
        s.governor[index(governor_on(s, kSides * s.pending_cell + index(side)))] &= 0xFFFE;
    ++seat.court_ships;
    finish(s);
}
/// [L-22]
inline void Game::build_castillo(State& s, int card) const noexcept {
    Seat& seat = mover(s);
    seat.face |= bit(4 * card + 3);
    seat.court = static_cast<std::uint8_t>(seat.court - tables_.costs.build_castillo);
    --s.supply_castillos;
    --s.turn.castillo_builds;
    finish(s);
}
inline void Game::move_castillo(State& s, int card) const noexcept {
    Seat& seat = mover(s);
    seat.face ^= bit(4 * card + 3) | bit(4 * card_in(seat, s.pending_cell) + 3);
    seat.court = static_cast<std::uint8_t>(seat.court - tables_.costs.move_castillo);
    finish(s);
}
/// 4.8 [L-20] [L-35]
inline void Game::take_back(State& s, int card) const noexcept {
    Seat& seat = mover(s);
    seat.court_ships =
        static_cast<std::uint8_t>(seat.court_ships + popcount(nibble(seat.ships, card)));
    if (has_castillo(seat, card)) {
        seat.court =
            static_cast<std::uint8_t>(seat.court + strength(tables_, s, s.player, card));
        ++s.supply_castillos;
    }
    if (seat.grande == card) seat.grande = kNone;
    remove_card(tables_, s, s.player, card);
    finish(s);
}
/// [L-30]
inline void Game::place_governor(State& s, int side) const noexcept {
    const unsigned edge = kSides * s.pending_cell + index(side);
    int i = s.governors++;
    for (; i > 0 && governor_edge(s.governor[index(i - 1)]) > edge; --i)
        s.governor[index(i)] = s.governor[index(i - 1)];
    s.governor[index(i)] = static_cast<std::uint16_t>(edge << 3 | index(s.player) << 1);
    Seat& seat = mover(s);
    --seat.governors;
    --s.free_closed;
    seat.court = static_cast<std::uint8_t>(seat.court - tables_.costs.place_governor);
    finish(s);
}
/// [L-33]
inline void Game::place_grande(State& s, int card) const noexcept {
    Seat& seat = mover(s);
    seat.grande = static_cast<std::uint8_t>(card);
    set_number(tables_, s, s.player, card);
    seat.court = static_cast<std::uint8_t>(seat.court - tables_.costs.place_grande);
    finish(s);
}
/// 4.9 [L-34]: a card that the Grande protected is forced back.
inline void Game::move_grande(State& s, int card) const noexcept {
    Seat& seat = mover(s);
    const int left = seat.grande;
    seat.court = static_cast<std::uint8_t>(seat.court - tables_.costs.move_grande);
    seat.grande = static_cast<std::uint8_t>(card);
    set_number(tables_, s, s.player, card);
    set_number(tables_, s, s.player, left);
    if (card_pattern(s, seat.cell[index(left)]).land_sides > 1)
        force_back(s, s.player, left, strength(tables_, s, s.player, left));
    --s.turn.grande_moves;
    finish(s);
}

}  // namespace bitmeeple::el_caballero
