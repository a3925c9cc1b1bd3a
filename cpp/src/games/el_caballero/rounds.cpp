// El Caballero: set-up, chance, and the nodes of a round (section 3, 4.3, section 5).

#include "bitmeeple/games/el_caballero/rules.hpp"

namespace bitmeeple::el_caballero {

/// [L-03]
State Game::initial_state() const noexcept {
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
    s.region.fill(kNone);
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
void Game::chance_outcomes(const State& s, Outcomes& outcomes) const noexcept {
    auto left = tables_.count;
    if (s.node == Node::start) {
        for (unsigned type = 0; type < kMaxTypes; ++type)
            if (tables_.gold[type] + tables_.fish[type] > 0) left[type] = 0;
    } else {
        for (unsigned i = 0; i < s.area_cards; ++i) --left[s.area_code[i] / 4];
        for (const auto type : s.display)
            if (type != kNone) --left[type];
    }
    outcomes.set(tables_.cells + kTile, left);
}
bool Game::is_legal(const State& s, int action) const noexcept {
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
// Rounds (4.3)

void Game::start(State& s, int type) const noexcept {
    put_area_card(tables_, s, tables_.start_cell, code_of(type, 0));
    s.node = Node::draw;
}
void Game::draw(State& s, int type) const noexcept {
    int i = kDisplaySize - 1;  // the last entry is free
    for (; i > 0 && s.display[index(i - 1)] > type; --i)
        s.display[index(i)] = s.display[index(i - 1)];
    s.display[index(i)] = static_cast<std::uint8_t>(type);
    s.display_types |= bit(type);
    begin_round(s);
}
/// [L-24] Draws while the display has room and a card is undrawn; then the power cards. [D-02]
void Game::begin_round(State& s) const noexcept {
    const auto shown = kDisplaySize - std::ranges::count(s.display, kNone);
    const bool draws = shown < kDisplaySize && shown + s.area_cards < kAreaCards;
    s.node = draws ? Node::draw : Node::power;
    s.player = static_cast<std::int8_t>(draws ? kChancePlayer : s.first_player);
}
void Game::play_power(State& s, int value) const noexcept {
    Seat& seat = mover(s);
    seat.hand = static_cast<std::uint16_t>(seat.hand & ~(1U << value));
    seat.played = static_cast<std::uint8_t>(value);
    const int next = s.player + 1 == num_players() ? 0 : s.player + 1;
    s.player = static_cast<std::int8_t>(next);
    if (next == s.first_player) begin_turn(s, 0);
}
/// [D-04] [L-44] The turn of the seat with the `turn`-th greatest power card, from 0.
void Game::begin_turn(State& s, int turn) const noexcept {
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
void Game::end_turn(State& s) const noexcept {
    if (s.turn.index + 1 < num_players()) return begin_turn(s, s.turn.index + 1);
    end_round(s);
}
/// Section 5.3. [D-02]
void Game::end_round(State& s) const noexcept {
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

}  // namespace bitmeeple::el_caballero
