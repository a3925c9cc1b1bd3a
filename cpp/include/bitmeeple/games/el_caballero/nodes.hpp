#pragma once
// El Caballero: the nodes of the game, what may be chosen at each and what the choice does.

#include <concepts>

#include "bitmeeple/games/el_caballero/laying.hpp"
#include "bitmeeple/games/el_caballero/placing.hpp"
#include "bitmeeple/games/el_caballero/rounds.hpp"
#include "bitmeeple/games/el_caballero/tokens.hpp"
#include "bitmeeple/games/el_caballero/turn.hpp"

namespace bitmeeple::el_caballero {

/// The two functions of a node; `Choices` gives the legal actions, or the outcomes.
template <auto Choices, auto Effect>
struct Rule {
    static constexpr bool kIsChance =
        std::same_as<decltype(Choices(std::declval<const Tables&>(), std::declval<const State&>())),
                     Outcomes>;
    static auto choices(const Tables& t, const State& s) noexcept { return Choices(t, s); }
    static void apply(const Tables& t, State& s, int id) noexcept { Effect(t, s, id); }
};
/// The same for the last step of an action.
template <auto Choices, auto Effect>
struct LastStep : Rule<Choices, Effect> {
    static void apply(const Tables& t, State& s, int id) noexcept {
        Effect(t, s, id);
        finish(s);
    }
};

/// Calls visit(rule) for the node; false if the game is over.
template <class Visit>
[[gnu::always_inline]] inline bool visit_node(Node node, Visit&& visit) noexcept {
    switch (node) {
        case Node::start: visit(Rule<start_outcomes, start>()); break;
        case Node::draw: visit(Rule<draw_outcomes, draw>()); break;
        case Node::power: visit(Rule<power_choices, power>()); break;
        case Node::turn: visit(Rule<turn_choices, turn>()); break;
        case Node::tile_cell: visit(Rule<tile_cell_choices, choose_cell>()); break;
        case Node::tile_rot: visit(LastStep<tile_rot_choices, tile_rot>()); break;
        case Node::card_cell: visit(Rule<card_cell_choices, choose_cell>()); break;
        case Node::card_ori: visit(LastStep<card_ori_choices, card_ori>()); break;
        case Node::raise_cell: visit(Rule<raise_cell_choices, choose_cell>()); break;
        case Node::raise_ori: visit(LastStep<raise_ori_choices, raise_ori>()); break;
        case Node::ship_cell: visit(Rule<ship_cell_choices, choose_cell>()); break;
        case Node::ship_side: visit(LastStep<ship_side_choices, ship_side>()); break;
        case Node::unship_cell: visit(Rule<unship_cell_choices, choose_cell>()); break;
        case Node::unship_side: visit(LastStep<unship_side_choices, unship_side>()); break;
        case Node::castillo_cell: visit(LastStep<castillo_cell_choices, castillo_cell>()); break;
        case Node::movecas_from: visit(Rule<movecas_from_choices, choose_cell>()); break;
        case Node::movecas_to: visit(LastStep<movecas_to_choices, movecas_to>()); break;
        case Node::back_cell: visit(LastStep<back_cell_choices, back_cell>()); break;
        case Node::gov_cell: visit(Rule<gov_cell_choices, choose_cell>()); break;
        case Node::gov_side: visit(LastStep<gov_side_choices, gov_side>()); break;
        case Node::grande_cell: visit(LastStep<grande_cell_choices, grande_cell>()); break;
        case Node::grande_to: visit(LastStep<grande_to_choices, grande_to>()); break;
        case Node::game_over: return false;
    }
    return true;
}

}  // namespace bitmeeple::el_caballero
