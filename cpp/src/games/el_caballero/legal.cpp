// El Caballero: the sets of legal actions of single nodes.

#include "bitmeeple/games/el_caballero/legal.hpp"

#include "bitmeeple/games/el_caballero/laying.hpp"
#include "bitmeeple/games/el_caballero/placing.hpp"

namespace bitmeeple::el_caballero {

namespace {

/// A few actions of one kind, from the id of the first.
void set_few(const Tables& t, unsigned mask, int first, Actions& actions) noexcept {
    actions.set_bits(t, 0, std::uint64_t{mask} << (first - Actions::kHigh));
}

}  // namespace

// The menu (4.4)

void menu(const Tables& t, const State& s, Actions& actions) noexcept {
    const Seat& seat = mover(s);
    const int court = seat.court;
    std::uint64_t menu = 0;
    const auto offer = [&](Menu action, bool legal) {
        menu |= std::uint64_t{legal} << static_cast<int>(action);
    };
    const std::uint64_t low = s.turn.tiles_left > 0 ? layable_types(t, s) << kTile : 0;
    offer(Menu::end_turn, low == 0);  // [L-08] [L-43]
    offer(Menu::supply, supply_gain(t, s) > 0);
    offer(Menu::place_card, can_place_card(t, s));
    offer(Menu::raise_card, can_raise_card(s));
    const bool spot = has_ship_spot(t, s, false);
    offer(
        Menu::buy_ship,
        spot && s.turn.ship_buys > 0 && s.supply_ships > 0 && court >= t.costs.buy_ship);  // [L-23]
    offer(Menu::ship_from_court, spot && seat.court_ships > 0 && court >= t.costs.ship_from_court);
    offer(Menu::ship_to_court, has_ship_spot(t, s, true));
    const bool bare = cards_without_castillo(seat) != 0;
    offer(Menu::build_castillo, bare && s.turn.castillo_builds > 0 && s.supply_castillos > 0 &&
                                    court >= t.costs.build_castillo);
    offer(Menu::move_castillo,
          bare && cards_with_castillo(seat) != 0 && court >= t.costs.move_castillo);  // [L-22]
    offer(Menu::take_back, seat.cards > 0);
    if (t.expanded()) {
        offer(Menu::place_governor,
              seat.governors > 0 && s.free_closed > 0 && court >= t.costs.place_governor);
        offer(Menu::place_grande, t.grandes > 0 && seat.grande == kNone && seat.cards > 0 &&
                                      court >= t.costs.place_grande);  // [L-33]
        offer(Menu::move_grande,
              grande_targets(seat) != 0 && s.turn.grande_moves > 0 && court >= t.costs.move_grande);
    }
    actions.set_bits(t, low, menu << (kMenu - Actions::kHigh));
}

// Cells

void list_cards(const Tables& t, const State& s, std::uint64_t cards, Actions& actions) noexcept {
    actions.start_list(t);
    for_each_bit(cards, [&](int i) { actions.append(mover(s).cell[index(i / 4)]); });
}
void ship_cells(const Tables& t, const State& s, bool with_ship, Actions& actions) noexcept {
    const Seat& seat = mover(s);
    const std::uint64_t cards = nonzero_nibbles(with_ship ? seat.ships : free_ship_sides(seat));
    if (s.governors == 0) return list_cards(t, s, cards, actions);
    Plane& cells = actions.start_plane(t);
    cells = {};
    for_each_bit(cards, [&](int i) { add_cell(cells, seat.cell[index(i / 4)]); });
    for_each_ship_governor(t, s, with_ship,
                           [&](unsigned governor) { add_cell(cells, governor_cell(governor)); });
    actions.count_plane();
}
void tile_cells(const Tables& t, const State& s, Actions& actions) noexcept {
    tile_cells(t, s, actions.start_plane(t));
    actions.count_plane();
}
void card_cells(const Tables& t, const State& s, Actions& actions) noexcept {
    card_cells(t, s, actions.start_plane(t));
    actions.count_plane();
}
void governor_cells(const Tables& t, const State& s, Actions& actions) noexcept {
    Plane& cells = actions.start_plane(t);
    cells = {};
    for_each_free_closed(t, s, [&](unsigned edge) { add_cell(cells, edge / kSides); });
    actions.count_plane();
}

// Second steps

void tile_rotations(const Tables& t, const State& s, Actions& actions) noexcept {
    set_few(t, tile_rotations(t, s), kRot, actions);
}
void card_orientations(const Tables& t, const State& s, Actions& actions) noexcept {
    set_few(t, card_orientations(t, s), kOri, actions);
}
void raise_cells(const Tables& t, const State& s, Actions& actions) noexcept {
    list_cards(t, s, raisable_cards(s), actions);
}
void raise_orientations(const Tables& t, const State& s, Actions& actions) noexcept {
    const int card = card_in(mover(s), s.pending_cell);
    const int side = card_pattern(s, s.pending_cell).side;
    set_few(t, t.orientations[index(side)][raised_numbers(s, card)], kOri, actions);
}
void ship_sides(const Tables& t, const State& s, bool with_ship, Actions& actions) noexcept {
    set_few(t, ship_sides(t, s, with_ship), kSide, actions);
}
void governor_sides(const Tables& t, const State& s, Actions& actions) noexcept {
    set_few(t, governor_sides(t, s), kSide, actions);
}

}  // namespace bitmeeple::el_caballero
