#pragma once
// El Caballero: the legal actions of each node. A menu action is legal only if it can be completed
// (4.2); laying.hpp, placing.hpp and tokens.hpp answer that from the derived fields of the state.

#include <algorithm>
#include <cstdint>

#include "bitmeeple/games/el_caballero/actions.hpp"
#include "bitmeeple/games/el_caballero/map.hpp"
#include "bitmeeple/games/el_caballero/state.hpp"
#include "bitmeeple/games/el_caballero/tables.hpp"
#include "bitmeeple/games/el_caballero/tokens.hpp"

namespace bitmeeple::el_caballero {

/// [L-42] Cards in hand of values that nobody has played in this round.
[[nodiscard]] inline unsigned playable_powers(const State& s) noexcept {
    unsigned blocked = 0;
    for (const Seat& seat : s.seat) blocked |= 1U << seat.played;
    return mover(s).hand & ~blocked;
}
/// [L-04] [L-05] Caballeros that the played power card still adds to the court.
[[nodiscard]] inline int supply_gain(const Tables& t, const State& s) noexcept {
    const Seat& seat = mover(s);
    const int room = court_room(t, seat) - seat.court;
    return s.turn.supply_taken ? 0 : std::min(int{t.power_caballeros[seat.played]}, room);
}

// The sets of single nodes: cpp/src/games/el_caballero/legal.cpp

void menu(const Tables& t, const State& s, Actions& actions) noexcept;
void tile_cells(const Tables& t, const State& s, Actions& actions) noexcept;
void tile_rotations(const Tables& t, const State& s, Actions& actions) noexcept;
void card_cells(const Tables& t, const State& s, Actions& actions) noexcept;
void card_orientations(const Tables& t, const State& s, Actions& actions) noexcept;
void raise_cells(const Tables& t, const State& s, Actions& actions) noexcept;
void raise_orientations(const Tables& t, const State& s, Actions& actions) noexcept;
/// Spots that have, or have room for, an own ship.
void ship_cells(const Tables& t, const State& s, bool with_ship, Actions& actions) noexcept;
void ship_sides(const Tables& t, const State& s, bool with_ship, Actions& actions) noexcept;
/// The mover's cards in a mask of kEachCard bits.
void list_cards(const Tables& t, const State& s, std::uint64_t cards, Actions& actions) noexcept;
void governor_cells(const Tables& t, const State& s, Actions& actions) noexcept;
void governor_sides(const Tables& t, const State& s, Actions& actions) noexcept;

/// The legal actions of a node where a seat is to move.
inline void fill_actions(const Tables& t, const State& s, Actions& actions) noexcept {
    const Seat& seat = mover(s);
    switch (s.node) {
        case Node::power: return actions.set_bits(t, playable_powers(s) >> 1, 0);
        case Node::turn: return menu(t, s, actions);
        case Node::tile_cell: return tile_cells(t, s, actions);
        case Node::tile_rot: return tile_rotations(t, s, actions);
        case Node::card_cell: return card_cells(t, s, actions);
        case Node::card_ori: return card_orientations(t, s, actions);
        case Node::raise_cell: return raise_cells(t, s, actions);
        case Node::raise_ori: return raise_orientations(t, s, actions);
        case Node::ship_cell: return ship_cells(t, s, false, actions);
        case Node::ship_side: return ship_sides(t, s, false, actions);
        case Node::unship_cell: return ship_cells(t, s, true, actions);
        case Node::unship_side: return ship_sides(t, s, true, actions);
        case Node::castillo_cell:
        case Node::movecas_to: return list_cards(t, s, cards_without_castillo(seat), actions);
        case Node::movecas_from: return list_cards(t, s, cards_with_castillo(seat), actions);
        case Node::back_cell:
        case Node::grande_cell: return list_cards(t, s, all_cards(seat), actions);
        case Node::gov_cell: return governor_cells(t, s, actions);
        case Node::gov_side: return governor_sides(t, s, actions);
        case Node::grande_to: return list_cards(t, s, grande_targets(seat), actions);
        case Node::start:
        case Node::draw:
        case Node::game_over: return actions.set_bits(t, 0, 0);
    }
}

}  // namespace bitmeeple::el_caballero
