#pragma once
// El Caballero: set-up, chance, and the nodes of a round (section 3, 4.3, section 5).

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>

#include "bitmeeple/games/el_caballero/actions.hpp"
#include "bitmeeple/games/el_caballero/map.hpp"
#include "bitmeeple/games/el_caballero/scoring.hpp"
#include "bitmeeple/games/el_caballero/state.hpp"
#include "bitmeeple/games/el_caballero/tables.hpp"

namespace bitmeeple::el_caballero {

/// [L-03] Nothing on the table yet; the first player is an option.
[[nodiscard]] inline State initial_state(const Tables& t) noexcept {
    State s{};
    s.node = Node::start;
    s.player = kChancePlayer;
    s.round = 1;
    s.first_player = static_cast<std::uint8_t>(t.first_player);
    s.pending_tile = kNone;
    s.pending_cell = kNoCell;
    s.supply_ships = static_cast<std::uint8_t>(t.ships);
    s.supply_castillos = static_cast<std::uint8_t>(t.castillos);
    s.display.fill(kNone);
    s.region.fill(kNone);
    s.board = t.empty_board;
    for (auto& seat : s.seat) seat.grande = kNone;
    for (unsigned p = 0; p < index(t.players); ++p) {
        s.seat[p].hand = ((1U << kPowerCards) - 1) << 1;
        s.seat[p].court = static_cast<std::uint8_t>(t.start_court);
        s.seat[p].governors = static_cast<std::uint8_t>(t.governors);
    }
    return s;
}

// Power cards and turns (4.3)

/// The turn of the seat with the greatest power card below `value`: the cards of a round differ
/// [D-04]. Counters start anew, what was left of the turn before lapses [L-44].
inline void begin_turn(const Tables& t, State& s, int turn, int value) noexcept {
    int greatest = 0;
    for (int p = 0; p < t.players; ++p) {
        const int played = s.seat[index(p)].played;
        if (played >= value || played <= greatest) continue;
        greatest = played;
        s.player = static_cast<std::int8_t>(p);
    }
    s.node = Node::turn;
    s.turn = {static_cast<std::uint8_t>(turn),
              t.power_tiles[mover(s).played],
              0,
              t.limits.card_actions,
              t.limits.ship_buys,
              t.limits.castillo_builds,
              t.limits.grande_moves};
}
/// [L-42] Cards in hand of values that nobody has played in this round.
[[nodiscard]] inline Few power_choices(const Tables& t, const State& s) noexcept {
    unsigned blocked = 0;
    for (const Seat& seat : s.seat) blocked |= 1U << seat.played;
    return {t.cells + kPower - 1, mover(s).hand & ~blocked};
}
inline void power(const Tables& t, State& s, int action) noexcept {
    const int value = action - t.cells - kPower + 1;
    Seat& seat = mover(s);
    seat.hand = static_cast<std::uint16_t>(seat.hand & ~(1U << value));
    seat.played = static_cast<std::uint8_t>(value);
    const int next = s.player + 1 == t.players ? 0 : s.player + 1;
    s.player = static_cast<std::int8_t>(next);
    if (next == s.first_player) begin_turn(t, s, 0, kPowerCards + 1);
}

// The display (5)

/// [L-24] Draws while the display has room and a card is undrawn; then the power cards.
inline void begin_round(State& s) noexcept {
    const auto shown = kDisplaySize - std::ranges::count(s.display, kNone);
    const bool draws = shown < kDisplaySize && shown + s.area_cards < kAreaCards;
    s.node = draws ? Node::draw : Node::power;
    s.player = static_cast<std::int8_t>(draws ? kChancePlayer : s.first_player);
}
/// [L-02] A start card has neither gold nor fish.
[[nodiscard]] inline Outcomes start_outcomes(const Tables& t, const State&) noexcept {
    auto left = t.count;
    for (unsigned type = 0; type < kMaxTypes; ++type)
        if (t.gold[type] + t.fish[type] > 0) left[type] = 0;
    return {t.cells + kTile, left, std::accumulate(left.begin(), left.end(), 0)};
}
/// In the middle, unrotated.
inline void start(const Tables& t, State& s, int outcome) noexcept {
    put_area_card(t, s, t.start_cell, code_of(outcome - t.cells - kTile, 0));
    s.node = Node::draw;
}
/// Every undrawn card alike.
[[nodiscard]] inline Outcomes draw_outcomes(const Tables& t, const State& s) noexcept {
    auto left = t.count;
    for (unsigned i = 0; i < s.area_cards; ++i) --left[s.area_code[i] / 4];
    int total = kAreaCards - s.area_cards;
    for (const auto type : s.display)
        if (type != kNone) --left[type], --total;
    return {t.cells + kTile, left, total};
}
inline void draw(const Tables& t, State& s, int outcome) noexcept {
    const int type = outcome - t.cells - kTile;
    int i = kDisplaySize - 1;  // the last entry is free
    for (; i > 0 && s.display[index(i - 1)] > type; --i)
        s.display[index(i)] = s.display[index(i - 1)];
    s.display[index(i)] = static_cast<std::uint8_t>(type);
    s.display_types |= bit(type);
    begin_round(s);
}

/// [D-02] Score if due; then the game is over, or the last of the turns plays first.
inline void end_round(const Tables& t, State& s) noexcept {
    if (t.scoring_after >> s.round & 1) {
        const auto points = score_map(t, s);
        for (unsigned p = 0; p < kMaxPlayers; ++p)
            s.seat[p].points = static_cast<std::uint16_t>(s.seat[p].points + points[p]);
    }
    s.first_player = static_cast<std::uint8_t>(s.player);
    for (auto& seat : s.seat) seat.played = 0;
    s.turn = {};
    if (s.round < t.rounds) {
        ++s.round;
        return begin_round(s);
    }
    s.node = Node::game_over;
    s.player = kTerminalPlayer;
}
/// The next lower power card, or the end of the round.
inline void end_turn(const Tables& t, State& s) noexcept {
    if (s.turn.index + 1 < t.players) return begin_turn(t, s, s.turn.index + 1, mover(s).played);
    end_round(t, s);
}

}  // namespace bitmeeple::el_caballero
