#pragma once
// Lumen: the nodes, what can be chosen at each and what it does. Included by rules.hpp.

#include "bitmeeple/games/lumen/rules.hpp"

namespace bitmeeple::lumen {

inline int Game::current_player(const State& s) const noexcept {
    if (s.node <= Node::para_draw) return kChancePlayer;
    if (s.node == Node::bar) return s.enter_player;  // [L-29]
    if (s.node == Node::terminal) return kTerminalPlayer;
    return turn_player(s);  // at PLANNING `half` is 0
}

/// The one list of all nodes. Returns visit(choices, effect) for the node of `s`, false at the end
/// of the game: choices() is the set of legal ids, in a type that fits the node, and
/// effect(state, id) applies one of them. What is asked about nodes comes down to one switch and
/// evaluates only what it needs.
template <class Visit>
[[gnu::always_inline]] inline bool Game::visit_node(const State& s,
                                                    const Visit& visit) const noexcept {
    const int p = turn_player(s);
    const auto targets = [&](int owner, const Posts& classes, Mask territories) {
        Actions actions;
        add_targets(actions, owner, seat(s, owner).fighters, classes, territories);
        return actions;
    };
    const auto swaps = [&](const Posts& fighters, Mask territories) {
        Actions actions;
        add_targets(actions, p, fighters, fighters, territories);
        return actions;
    };
    switch (s.node) {
        case Node::reserve_draw:
            return visit([&] { return TokenOutcomes(seat(s, reserve_player(s)).bag); },
                         [this](State& m, int type) { reserve_draw(m, type); });
        case Node::first_player:
            return visit([] { return IdOutcomes(3); },
                         [this](State& m, int player) { first_player(m, player); });
        case Node::dice_roll:
            return visit([] { return IdOutcomes(low_bits(kDice)); },
                         [this](State& m, int dice) { roll(m, dice); });
        case Node::bonus_draw:
            return visit([&] { return IdOutcomes(s.neutral); },
                         [this](State& m, int bonus) { bonus_draw(m, bonus); });
        case Node::objective_draw:
            return visit([&] { return objective_outcomes(s); },
                         [this](State& m, int value) { objective_draw(m, value); });
        case Node::discovery_reveal:
            return visit([&] { return TokenOutcomes(s.unrevealed); },
                         [this](State& m, int kind) { discovery_reveal(m, kind); });
        case Node::para_draw:
            return visit([&] { return TokenOutcomes(seat(s, s.enter_player).bag); },
                         [this](State& m, int type) { para_draw(m, type); });
        case Node::planning:
            return visit([] { return RunActions(kRoll, 1 | low_bits(kDice) << kDiceAction); },
                         [this](State& m, int action) { plan(m, action); });
        case Node::calc:
            return visit([&] { return RunActions(kCalc, calc_rows(s)); },
                         [this](State& m, int action) { calc(m, action - kCalc); });
        case Node::fill:
            return visit([&] { return RunActions(kCell, fillable(seat(s, p).board)); },
                         [this](State& m, int action) { fill(m, action - kCell); });
        case Node::link_down:
            return visit([&] { return RunActions(kCell, lower_candidates(s)); },
                         [this](State& m, int action) { choose_link_down(m, action - kCell); });
        case Node::link_up:
            return visit([&] { return RunActions(kCell, upper_candidates(s)); },
                         [this](State& m, int action) { choose_link_up(m, action - kCell); });
        case Node::order:
            return visit([] { return RunActions(kDeployFirst, 3); },
                         [this](State& m, int action) {
                             action == kDeployFirst ? begin_deploy(m, true) : begin_act(m);
                         });
        case Node::deploy:
            return visit([&] { return deploy_choices(s); },
                         [this](State& m, int action) { deploy(m, action); });
        case Node::act:
            return visit([&] { return act_choices(s); },
                         [this](State& m, int action) { act(m, action); });
        case Node::move_dest:
            return visit(
                [&] {
                    return RunActions(
                        kTerritory, move_destinations(s, p, s.pending_class, s.pending_territory));
                },
                [this](State& m, int action) { move_to(m, action - kTerritory); });
        case Node::push_target:
            return visit([&] { return push_targets(s); },
                         [this](State& m, int action) { choose_push(m, action - kTarget); });
        case Node::push_dest:
            return visit(
                [&] {
                    return RunActions(kTerritory,
                                      push_destinations(s, s.target_owner, s.pending_territory));
                },
                [this](State& m, int action) { push_to(m, action - kTerritory); });
        case Node::kill_target:
            return visit([&] { return targets(1 - p, lanes::kPrey, kill_territories(s)); },
                         [this](State& m, int action) { kill(m, action - kTarget); });
        case Node::fly_dest:
            return visit(
                [&] {
                    return RunActions(kTerritory, flight_destinations(s, p, s.pending_territory));
                },
                [this](State& m, int action) { fly_to(m, action - kTerritory); });
        case Node::epic_move:
            return visit(
                [&] {
                    return RunActions(kTerritory, epic_destinations(s, p, s.pending_territory));
                },
                [this](State& m, int action) { epic_move(m, action - kTerritory); });
        case Node::marker_dest:  // [L-47]
            return visit([&] { return RunActions(kTerritory, tables_.near[s.pending_territory]); },
                         [this](State& m, int action) { move_marker(m, action - kTerritory); });
        case Node::hypno:
            return visit([&] { return hypno_choices(s); },
                         [this](State& m, int action) { hypnotise(m, action); });
        case Node::fury_1:
            return visit([&] { return targets(1 - p, lanes::kPrey, tables_.in_play); },
                         [this](State& m, int action) { fury(m, action - kTarget); });
        case Node::fury_2:  // [L-44] [L-55]
            return visit([&] { return targets(1 - p, lanes::kPrey, elsewhere(s)); },
                         [this](State& m, int action) { fury(m, action - kTarget); });
        case Node::clean:
            return visit([&] { return RunActions(kTerritory, clean_territories(s)); },
                         [this](State& m, int action) { clean(m, action - kTerritory); });
        case Node::swap_1:
            return visit(
                [&] {
                    const Posts fighters = swappable(s, p);
                    return swaps(fighters, with_partner(fighters));
                },
                [this](State& m, int action) { swap(m, action - kTarget); });
        case Node::swap_2:
            return visit([&] { return swaps(swappable(s, p), elsewhere(s)); },
                         [this](State& m, int action) { swap(m, action - kTarget); });
        case Node::bar:
            return visit(
                [&] { return RunActions(kCell, barrable(seat(s, 1 - s.enter_player).board)); },
                [this](State& m, int action) { bar(m, action - kCell); });
        case Node::terminal: break;
    }
    return false;
}

inline void Game::legal_actions(const State& s, Actions& actions) const noexcept {
    assert(current_player(s) >= 0);
    visit_node(s, [&](const auto& choices, const auto&) {
        if constexpr (ActionSet<decltype(choices())>) actions = Actions(choices());
        return true;
    });
}

inline void Game::chance_outcomes(const State& s, Outcomes& outcomes) const noexcept {
    assert(current_player(s) == kChancePlayer);
    visit_node(s, [&](const auto& choices, const auto&) {
        if constexpr (OutcomeSet<decltype(choices())>) outcomes = Outcomes(choices());
        return true;
    });
}

inline bool Game::is_legal(const State& s, int action) const noexcept {
    return visit_node(
        s, [action](const auto& choices, const auto&) { return choices().contains(action); });
}

inline void Game::apply_action(State& s, int action) const noexcept {
    assert(is_legal(s, action));
    visit_node(s, [&s, action](const auto&, const auto& effect) {
        effect(s, action);
        return true;
    });
}

template <class Choose>
inline void Game::play(State& s, Choose& choose) const noexcept {
    Choose local = choose;  // the compiler keeps locals in registers
    while (visit_node(s, [&](const auto& choices, const auto& effect) {
        effect(s, local(*this, s, choices()));
        return true;
    })) {}
    choose = local;
}

}  // namespace bitmeeple::lumen
