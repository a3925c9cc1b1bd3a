#pragma once
// Lumen: set-up (section 3), Turns and half-turns (4.3, 4.4) and the dispatch of nodes. Included by
// rules.hpp.

#include "bitmeeple/games/lumen/rules.hpp"

namespace bitmeeple::lumen {

inline int Game::current_player(const State& s) const noexcept {
    if (s.node <= Node::para_draw) return kChancePlayer;
    if (s.node == Node::bar) return s.enter_player;  // [L-29]
    if (s.node == Node::terminal) return kTerminalPlayer;
    return turn_player(s);  // at PLANNING `half` is 0
}

inline void Game::legal_actions(const State& s, Actions& actions) const noexcept {
    const int p = turn_player(s);
    const int q = 1 - p;
    assert(current_player(s) >= 0);
    actions.clear();
    switch (s.node) {
        case Node::planning:
            actions.add(kRoll, 1);
            return actions.add(kDiceAction, low_bits(kDice));
        case Node::calc: return actions.add(kCalc, calc_rows(s));
        case Node::fill: return actions.add(kCell, fillable(seat(s, p).board));
        case Node::link_down: return actions.add(kCell, lower_candidates(s));
        case Node::link_up: return actions.add(kCell, upper_candidates(s));
        case Node::order: return actions.add(kDeployFirst, 3);
        case Node::deploy: return deploy_choices(s, actions);
        case Node::act: return act_choices(s, actions);
        case Node::move_dest:
            return actions.add(kTerritory,
                               move_destinations(s, p, s.pending_class, s.pending_territory));
        case Node::push_target: return push_targets(s, actions);
        case Node::push_dest:
            return actions.add(kTerritory,
                               push_destinations(s, s.target_owner, s.pending_territory));
        case Node::kill_target:
            return add_targets(actions, q, seat(s, q).fighters, lanes::kPrey, kill_territories(s));
        case Node::fly_dest:
            return actions.add(kTerritory, flight_destinations(s, p, s.pending_territory));
        case Node::epic_move:
            return actions.add(kTerritory, epic_destinations(s, p, s.pending_territory));
        case Node::marker_dest:  // [L-47]
            return actions.add(kTerritory, tables_.near[s.pending_territory]);
        case Node::hypno:
            actions.add(kDone, 1);
            return add_targets(actions, q, seat(s, q).fighters, lanes::kTwoSidedActive,
                               hypno_territories(s));
        case Node::fury_1:
            return add_targets(actions, q, seat(s, q).fighters, lanes::kPrey, tables_.in_play);
        case Node::fury_2:  // [L-44] [L-55]
            return add_targets(actions, q, seat(s, q).fighters, lanes::kPrey,
                               tables_.island[s.pending_territory] &
                                   ~territory_bit(s.pending_territory));
        case Node::clean: return actions.add(kTerritory, clean_territories(s));
        case Node::swap_1: {
            const Posts fighters = swappable(s, p);
            return add_targets(actions, p, fighters, fighters, with_partner(fighters));
        }
        case Node::swap_2: {
            const Posts fighters = swappable(s, p);
            return add_targets(actions, p, fighters, fighters,
                               tables_.island[s.pending_territory] &
                                   ~territory_bit(s.pending_territory));
        }
        case Node::bar: return actions.add(kCell, barrable(seat(s, 1 - s.enter_player).board));
        default: return actions.add(kDone, 1);  // excluded by the precondition
    }
}

inline void Game::chance_outcomes(const State& s, Outcomes& outcomes) const noexcept {
    assert(current_player(s) == kChancePlayer);
    switch (s.node) {
        case Node::reserve_draw: return outcomes.set_weights(seat(s, reserve_player(s)).bag);
        case Node::first_player: return outcomes.set_uniform(3);
        case Node::dice_roll: return outcomes.set_uniform(low_bits(kDice));
        case Node::bonus_draw: return outcomes.set_uniform(s.neutral);
        case Node::objective_draw: {
            const std::uint32_t left =
                tables_.objective_counts - s.seats[0].objectives - s.seats[1].objectives;
            const auto& values = tables_.objective_values;
            return outcomes.set_weights(left, values[0] | values[1] << 8 | values[2] << 16);
        }
        case Node::discovery_reveal: return outcomes.set_weights(s.unrevealed);
        case Node::para_draw: return outcomes.set_weights(seat(s, s.enter_player).bag);
        default: return outcomes.set_uniform(1);  // excluded by the precondition
    }
}

inline bool Game::is_legal(const State& s, int action) const noexcept {
    if (s.node == Node::terminal) return false;
    if (current_player(s) == kChancePlayer) {
        Outcomes outcomes;
        chance_outcomes(s, outcomes);
        return outcomes.contains(action);
    }
    Actions actions;
    legal_actions(s, actions);
    return actions.contains(action);
}

inline void Game::apply_action(State& s, int action) const noexcept {
    assert(is_legal(s, action));
    const int t = action - kTerritory;
    const int c = action - kCell;
    switch (s.node) {
        case Node::reserve_draw: return reserve_draw(s, action);
        case Node::first_player:
            s.first_player = u8(action);
            s.turn = 1;
            return begin_turn(s);
        case Node::dice_roll: return roll(s, action);
        case Node::bonus_draw: return bonus_draw(s, action);
        case Node::objective_draw: return objective_draw(s, action);
        case Node::discovery_reveal: return discovery_reveal(s, action);
        case Node::para_draw: return para_draw(s, action);
        case Node::planning:
            if (action == kRoll) return void(s.node = Node::dice_roll);
            --seat(s, s.first_player).planning;  // [L-26]
            return roll(s, action - kDiceAction);
        case Node::calc: return calc(s, action - kCalc);
        case Node::fill: return fill(s, c);
        case Node::link_down: return choose_link_down(s, c);
        case Node::link_up: return choose_link_up(s, c);
        case Node::order: return action == kDeployFirst ? begin_deploy(s, true) : begin_act(s);
        case Node::deploy:
            if (action == kDone) {
                s.reinforcements = 0;
                return refill(s);
            }
            return deploy(s, (action - kDeploy) / kTerritories, (action - kDeploy) % kTerritories);
        case Node::act: return act(s, action);
        case Node::move_dest: return move_to(s, t);
        case Node::push_target:
            s.target_owner = u8((action - kTarget) / kPosts);
            s.target_class = u8((action - kTarget) % kPosts / kTerritories);
            return void(s.node = Node::push_dest);
        case Node::push_dest: return push_to(s, t);
        case Node::kill_target: return kill(s, action - kTarget);
        case Node::fly_dest: return fly_to(s, t);
        case Node::epic_move: return epic_move(s, t);
        case Node::marker_dest:  // [L-47]
            s.marker = u8(t);
            s.pending_class = s.pending_territory = kNone;
            return continue_act(s);
        case Node::hypno: return hypnotise(s, action);
        case Node::fury_1:
        case Node::fury_2: return fury(s, action - kTarget);
        case Node::clean: return clean(s, t);
        case Node::swap_1:
        case Node::swap_2: return swap(s, action - kTarget);
        case Node::bar: return bar(s, c);
        case Node::terminal: assert(false && "the game is over");
    }
}

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
    s.node = seat(s, s.first_player).planning > 0 ? Node::planning : Node::dice_roll;
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
inline void Game::begin_phase_3(State& s) const noexcept {
    const Seat& own = seat(s, turn_player(s));
    s.actions = u8(chain_actions(own.board, s.cell));
    s.cell = kNone;
    if (s.reinforcements == 0) return begin_act(s);
    if (s.actions > 0 || own.foul_play > 0)
        s.node = Node::order;
    else
        begin_deploy(s, true);
}

inline void Game::end_half_turn(State& s) const noexcept {
    s.step = Step::none;
    if (s.half == 1) return end_turn(s);
    s.half = 1;
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
