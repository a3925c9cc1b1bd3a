#pragma once
// El Caballero: the menu of a turn (4.4). An action is offered only if it can be completed;
// laying.hpp, placing.hpp and tokens.hpp answer that from the derived fields of the state.

#include <algorithm>
#include <cstdint>

#include "bitmeeple/games/el_caballero/actions.hpp"
#include "bitmeeple/games/el_caballero/laying.hpp"
#include "bitmeeple/games/el_caballero/placing.hpp"
#include "bitmeeple/games/el_caballero/rounds.hpp"
#include "bitmeeple/games/el_caballero/tokens.hpp"

namespace bitmeeple::el_caballero {

/// What the power card still adds to the court: the caballeros it pictures [L-04], once a turn, and
/// what does not fit is lost [L-05].
[[nodiscard]] inline int supply_gain(const Tables& t, const State& s) noexcept {
    const Seat& seat = mover(s);
    const int room = court_room(t, seat) - seat.court;
    return s.turn.supply_taken ? 0 : std::min(int{t.power_caballeros[seat.played]}, room);
}
inline void take_supply(const Tables& t, State& s) noexcept {
    mover(s).court = static_cast<std::uint8_t>(mover(s).court + supply_gain(t, s));
    s.turn.supply_taken = 1;
}

/// Everything that the allowances of the turn allow, placing and raising share one [L-07]; nothing
/// is bought of what the supply has not [L-23]. The turn may end when all area cards are laid
/// [L-43], or while none can be [L-08].
[[nodiscard]] inline MenuChoices turn_choices(const Tables& t, const State& s) noexcept {
    const Seat& seat = mover(s);
    const int court = seat.court;
    std::uint64_t menu = 0;
    const auto offer = [&](Menu action, bool legal) {
        menu |= std::uint64_t{legal} << static_cast<int>(action);
    };
    const std::uint64_t types = s.turn.tiles_left > 0 ? layable_types(t, s) : 0;
    offer(Menu::end_turn, types == 0);
    offer(Menu::supply, supply_gain(t, s) > 0);
    offer(Menu::place_card, can_place_card(t, s));
    offer(Menu::raise_card, can_raise_card(t, s));
    const bool spot = has_ship_spot(t, s, false);
    offer(Menu::buy_ship,
          spot && s.turn.ship_buys > 0 && s.supply_ships > 0 && court >= t.costs.buy_ship);
    offer(Menu::ship_from_court, spot && seat.court_ships > 0 && court >= t.costs.ship_from_court);
    offer(Menu::ship_to_court, has_ship_spot(t, s, true));
    const bool bare = cards_without_castillo(seat) != 0;
    offer(Menu::build_castillo, bare && s.turn.castillo_builds > 0 && s.supply_castillos > 0 &&
                                    court >= t.costs.build_castillo);
    offer(Menu::move_castillo,
          bare && cards_with_castillo(seat) != 0 && court >= t.costs.move_castillo);
    offer(Menu::take_back, seat.cards > 0);
    if (t.expanded()) {
        offer(Menu::place_governor,
              seat.governors > 0 && s.free_closed > 0 && court >= t.costs.place_governor);
        offer(Menu::place_grande,
              grande_at_court(t, seat) && seat.cards > 0 && court >= t.costs.place_grande);
        offer(Menu::move_grande,
              grande_targets(seat) != 0 && s.turn.grande_moves > 0 && court >= t.costs.move_grande);
    }
    return {t.cells, types << kTile, menu << (kMenu - MenuChoices::kHigh)};
}
/// Opens the next node; taking the supply and ending the turn are complete at once.
inline void turn(const Tables& t, State& s, int action) noexcept {
    const int choice = action - t.cells;
    if (choice < kRot) {
        s.pending_tile = static_cast<std::uint8_t>(choice - kTile);
        s.node = Node::tile_cell;
        return;
    }
    const auto menu = static_cast<Menu>(choice - kMenu);
    if (menu == Menu::end_turn) return end_turn(t, s);
    if (menu == Menu::supply) return take_supply(t, s);
    s.node = kOpenings[index(choice - kMenu)].node;
    s.pending_ship = kOpenings[index(choice - kMenu)].ship_from;
}
/// First steps: the choice of a cell leads to the next node.
inline void choose_cell(const Tables& t, State& s, int action) noexcept {
    s.pending_cell = static_cast<std::uint16_t>(t.cell_of(action));
    s.node = static_cast<Node>(static_cast<int>(s.node) + 1);
}
/// After last steps: back to the menu.
inline void finish(State& s) noexcept {
    s.node = Node::turn;
    s.pending_tile = kNone;
    s.pending_cell = kNoCell;
    s.pending_ship = ShipFrom::none;
}

}  // namespace bitmeeple::el_caballero
