#pragma once
// Lumen: set-up (section 3), Turns and half-turns (4.3, 4.4). Included by rules.hpp.

#include "bitmeeple/games/lumen/rules.hpp"

namespace bitmeeple::lumen {

/// Set-up: Day's Reserve, Night's Reserve, then the first player (section 3.4). [L-08]
inline void Game::continue_set_up(State& s) const noexcept {
    for (const Seat& own : s.seats)
        if (own.reserve_size < kReserve && own.bag != 0) {
            s.node = Node::reserve_draw;
            return;
        }
    if (s.first_player == kNone) {
        s.node = Node::first_player;
        return;
    }
    s.turn = 1;
    begin_turn(s);
}

/// Section 4.3. [L-26]
inline void Game::begin_turn(State& s) const noexcept {
    s.half = 0;
    s.player = s.first_player;
    s.node = seat(s, s.first_player).planning > 0 ? Node::planning : Node::dice_roll;
}

inline void Game::first_player(State& s, int p) const noexcept {
    s.first_player = u8(p);
    s.turn = 1;
    begin_turn(s);
}

/// PLANNING: a token fixes the dice. [L-26]
inline void Game::plan(State& s, int action) const noexcept {
    if (action == kRoll) {
        s.node = Node::dice_roll;
        return;
    }
    --seat(s, s.first_player).planning;
    roll(s, action - kDiceAction);
}

inline void Game::roll(State& s, int dice) const noexcept {
    s.dice = u8(dice);
    s.node = Node::calc;
}

/// CALC: rows with a free box; the second player leaves out the first player's row if possible.
/// [L-09] [L-10]
inline unsigned Game::calc_rows(const State& s) noexcept {
    const unsigned open = seat(s, turn_player(s)).open_rows;
    if (s.half == 0) return open;
    const unsigned others = open & ~(1U << s.first_row);
    return others != 0 ? others : open;
}

inline void Game::calc(State& s, int row) const noexcept {
    Seat& own = seat(s, turn_player(s));
    const bool full = ++own.rows[index(row)] == tables_.row_boxes[index(row)];
    own.open_rows = u8(own.open_rows & ~(int{full} << row));
    if (s.half == 0) s.first_row = u8(row);
    s.value = kCalculation[s.dice][index(row)];
    s.node = Node::fill;
}

/// PHASE 3: actions of the Chain, then the order of the steps. [L-24]
inline void Game::begin_phase_3(State& s, int actions) const noexcept {
    s.actions = u8(actions);
    s.cell = s.written = kNone;
    if (s.reinforcements == 0) return begin_act(s);
    if (can_act(s))
        s.node = Node::order;
    else
        begin_deploy(s, true);
}

inline void Game::end_half_turn(State& s) const noexcept {
    s.step = Step::none;
    if (s.half == 1) return end_turn(s);
    s.half = 1;
    s.player ^= 1;
    s.node = Node::calc;
}

/// The marker, or else the change of seats, makes the next first player. [V-09] [L-64]
inline void Game::end_turn(State& s) const noexcept {
    s.dice = kNone;
    s.first_row = kNone;
    if (s.turn == kTurns) return finish_game(s);
    const int controller = marker_controller(s);
    s.first_player = u8(controller >= 0 ? controller : 1 - s.first_player);
    ++s.turn;
    begin_turn(s);
}

}  // namespace bitmeeple::lumen
