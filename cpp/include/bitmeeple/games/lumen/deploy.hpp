#pragma once
// Lumen: the DEPLOY step (section 4.6) and the Reserve. Included by rules.hpp.

#include "bitmeeple/games/lumen/rules.hpp"

namespace bitmeeple::lumen {

/// `act_left`: the ACT step comes afterwards.
inline void Game::begin_deploy(State& s, bool act_left) const noexcept {
    s.step = Step::deploy;
    s.act_left = act_left ? 1 : 0;
    s.node = Node::deploy;
}

/// Every type at hand, everywhere P has a Fighter; or nothing. [L-22] [L-30]
inline Actions Game::deploy_choices(const State& s) noexcept {
    Actions actions;
    const Seat& own = seat(s, turn_player(s));
    const std::uint64_t everywhere = lanes::in_each_lane(own.occupied);
    const auto types = [&](int w) {  // four of them
        return RunActions(kDeploy + 64 * w,
                          lanes::kByTypes[own.deployable >> 4 * w & 15] & everywhere);
    };
    actions.add(RunActions(kDone, 1), types(0), types(1));
    if (own.deployable >> 8 != 0) actions.add(types(2), types(3));  // rare
    return actions;
}

/// A slot is used once and stays empty. [L-21]
inline void Game::spend_bonus(Seat& own, int bonus) noexcept {
    unsigned slot = 0;
    while (own.slots[slot] != bonus) ++slot;
    own.slots[slot] = kNone;
    own.bonus = static_cast<std::uint16_t>(own.bonus & ~(1U << bonus));
}

/// From the Reserve or, a Mercenary, from its slot. It reveals nothing. DONE ends the
/// step. [L-21] [L-30]
inline void Game::deploy(State& s, int action) const noexcept {
    if (action == kDone) {
        s.reinforcements = 0;
        return refill(s);
    }
    const int type = (action - kDeploy) / kTerritories;
    const int t = (action - kDeploy) % kTerritories;
    const int p = turn_player(s);
    Seat& own = seat(s, p);
    const auto at_hand = static_cast<std::uint16_t>(1U << type);
    if (type < kBasicTypes) {
        --own.reserve_size;
        if (--own.reserve[index(type)] == 0) own.deployable ^= at_hand;
    } else {
        const int bonus = type - kBasicTypes;
        spend_bonus(own, bonus);
        own.deployable ^= at_hand;
        if (tables_.first_mercenary_objective && s.mercenary_closed == 0) {  // scenario A
            s.mercenary_closed = 1;
            gain(s, p, 1);
        }
    }
    put(s, p, class_of(type, 0), t);
    --s.reinforcements;
    settle(s);
    proceed(s);
}

inline void Game::continue_deploy(State& s) const noexcept {
    if (s.reinforcements > 0)
        s.node = Node::deploy;
    else
        refill(s);
}

/// REFILL at the end of the step, then the other step if it is still to come. [L-23]
inline void Game::refill(State& s) const noexcept {
    const Seat& own = seat(s, turn_player(s));
    if (own.reserve_size < kReserve && own.bag != 0) {
        s.node = Node::reserve_draw;
    } else if (s.act_left != 0) {
        s.act_left = 0;
        begin_act(s);
    } else {
        end_half_turn(s);
    }
}

/// During set-up Day draws first.
inline int Game::reserve_player(const State& s) noexcept {
    if (s.turn > 0) return turn_player(s);
    return s.seats[0].reserve_size < kReserve && s.seats[0].bag != 0 ? 0 : 1;
}

inline void Game::reserve_draw(State& s, int type) const noexcept {
    const int p = reserve_player(s);
    Seat& own = seat(s, p);
    own.bag -= one_in_byte(type);
    ++own.reserve[index(type)];
    ++own.reserve_size;
    own.deployable = static_cast<std::uint16_t>(own.deployable | 1U << type);
    if (s.turn == 0) return continue_set_up(s);  // no BAG_CHECK at set-up
    bag_check(s, p);
    proceed(s);
}

/// BAG_CHECK, scenario B: a draw took the last token, once per player. [L-53]
inline void Game::bag_check(State& s, int p) const noexcept {
    Seat& own = seat(s, p);
    if (tables_.empty_bag_objective == 0 || own.bag != 0 || own.bag_awarded != 0) return;
    own.bag_awarded = 1;
    gain(s, p, tables_.empty_bag_objective);
}

}  // namespace bitmeeple::lumen
