#pragma once
// El Caballero: what is legal at the nodes of a turn (4.4 - 4.9). A menu action is legal only if it
// can be completed; the sets below answer that from the derived fields of the state.

#include <algorithm>
#include <array>
#include <cstdint>

#include "bitmeeple/games/el_caballero/actions.hpp"
#include "bitmeeple/games/el_caballero/map.hpp"
#include "bitmeeple/games/el_caballero/regions.hpp"
#include "bitmeeple/games/el_caballero/state.hpp"
#include "bitmeeple/games/el_caballero/tables.hpp"

namespace bitmeeple::el_caballero {

[[nodiscard]] inline const Seat& mover(const State& s) noexcept {
    return s.seat[static_cast<unsigned char>(s.player)];
}

/// [L-06] Caballeros that the court can show.
[[nodiscard]] inline int court_room(const Tables& t, const Seat& seat) noexcept {
    return kCourtPerCard * (t.cards - seat.cards);
}

// Area cards (4.5)

/// Shapes of which a card fits beside an area card: tier 1.
[[nodiscard]] inline unsigned shapes_that_fit(const State& s) noexcept {
    constexpr std::uint64_t low_seven = 0x7F7F'7F7F'7F7F'7F7FU;
    constexpr std::uint64_t each_byte = 0x0101'0101'0101'0101U;
    const std::uint64_t nonzero = (((s.fits & low_seven) + low_seven) | s.fits) >> 7 & each_byte;
    return static_cast<unsigned>(nonzero * 0x0102'0408'1020'4080U >> 56) & ((1U << kShapes) - 1);
}
/// [L-08] [L-45] Tiers 2 and 3: empty cells without area card beside own caballero cards, or, if
/// there are none, beside those of others. Anything fits there. Fills `cells`; false if none.
inline bool fallback_cells(const Tables& t, const State& s, Plane& cells) noexcept {
    bool any = false;
    const auto add_around = [&](const Seat& seat) {
        for (int i = 0; i < seat.cards; ++i)
            for (int side = 0; side < kSides; ++side) {
                const unsigned cell = neighbour(seat.cell[index(i)], side);
                if (s.board[cell] != 0) continue;
                add_cell(cells, cell);
                any = true;
            }
    };
    cells = {};
    add_around(mover(s));
    if (any) return true;
    for (unsigned p = 0; p < index(t.players); ++p) add_around(s.seat[p]);
    return any;
}
/// Types of the display that can be laid somewhere.
[[nodiscard]] inline std::uint64_t layable_types(const Tables& t, const State& s) noexcept {
    const std::uint64_t types = s.display_types & t.types_of_shapes[shapes_that_fit(s)];
    if (types != 0 || s.display_types == 0) [[likely]]
        return types;
    Plane cells;
    return fallback_cells(t, s, cells) ? s.display_types : 0;
}
inline void tile_cells(const Tables& t, const State& s, Plane& cells) noexcept {
    if ((s.display_types & t.types_of_shapes[shapes_that_fit(s)]) == 0) [[unlikely]] {
        fallback_cells(t, s, cells);
        return;
    }
    const int shape = t.shape[s.pending_tile];
    for (unsigned w = 0; w < kPlaneWords; ++w) {
        std::uint64_t fitting = 0;
        for_each_bit(s.frontier_low[w] | s.frontier_high[w], [&](int i) {
            const std::uint64_t counts = kPattern[s.board[64 * w + index(i)]].counts;
            fitting |= (counts >> (8 * shape) & 1) << i;
        });
        cells[w] = fitting;
    }
}
[[nodiscard]] inline unsigned tile_rotations(const Tables& t, const State& s) noexcept {
    return kRotationsThatFit[s.board[s.pending_cell]][t.type_edges[s.pending_tile]] &
           t.rotations[s.pending_tile];
}

// The unequal rule [L-16]

/// Increases of the seat's total in a region that would equal another seat's: bit e - 1 for e.
[[nodiscard]] inline unsigned forbidden_increases(const State& s, unsigned region,
                                                  int player) noexcept {
    const auto& total = s.total[region];
    const unsigned own = total[index(player)];
    unsigned forbidden = 0;
    for (unsigned p = 0; p < kMaxPlayers; ++p) {
        const unsigned gap = total[p] - own - 1;
        forbidden |= gap < kMaxNumber ? 1U << gap : 0U;
    }
    return forbidden;
}

// Placing a caballero card (4.6)

/// What the court allows: prices lowest .. highest, lowest > highest if nothing.
struct Prices {
    int lowest, highest;
    [[nodiscard]] bool allow(int price) const noexcept {
        return lowest <= price && price <= highest;
    }
};
/// [L-06] N >= price, and after paying the court fits into the cards that are left.
[[nodiscard]] inline Prices placing_prices(const Tables& t, const Seat& seat) noexcept {
    return {seat.court - (court_room(t, seat) - kCourtPerCard), seat.court};
}
/// The numbers among the prices: bit v - 1 for number v.
[[nodiscard]] inline unsigned affordable_numbers(Prices prices) noexcept {
    const unsigned up_to = (1U << std::min(prices.highest, kMaxNumber)) - 1;
    const unsigned too_low = (1U << std::clamp(prices.lowest - 1, 0, kMaxNumber)) - 1;
    return up_to & ~too_low;
}
/// Numbers that may come to the only land side of a cell.
[[nodiscard]] inline unsigned numbers_at(const State& s, unsigned cell, const Pattern& pattern,
                                         unsigned numbers) noexcept {
    const unsigned region = region_beside(s, cell, pattern.side);
    return numbers & ~forbidden_increases(s, region, s.player);
}
/// [L-32] [L-37] Orientations with which a card may come into a cell with several land sides
/// together with the Grande.
inline unsigned grande_orientations(const Tables& t, const State& s, unsigned cell,
                                    Prices prices) noexcept {
    const unsigned land = empty_pattern(s, cell).land;
    unsigned legal = 0;
    for (unsigned o = 0; o < kOrientations; ++o) {
        int greatest = 0;
        bool equal = false;
        for_each_bit(land, [&](int side) {
            const unsigned region = region_beside(s, cell, side);
            int sum = 0;
            for_each_bit(land, [&](int other) {
                if (region_beside(s, cell, other) == region) sum += t.number[o][index(other)];
            });
            const auto& total = s.total[region];
            for (unsigned p = 0; p < index(t.players); ++p)
                equal = equal || (index(s.player) != p &&
                                  total[index(s.player)] + sum == total[p]);
            greatest = std::max(greatest, int{t.number[o][index(side)]});
        });
        if (!equal && prices.allow(greatest + t.costs.place_grande)) legal |= 1U << o;
    }
    return legal;
}
[[nodiscard]] inline bool has_grande_at_court(const Tables& t, const Seat& seat) noexcept {
    return t.grandes > 0 && seat.grande == kNone;
}
/// [L-13] Calls f(word, cells) for the cells of each word of the table where the mover may place a
/// card in some orientation, until f returns true; returns whether it did.
template <class F>
bool placeable_cells(const Tables& t, const State& s, F&& f) noexcept {
    const Seat& seat = mover(s);
    const Prices prices = placing_prices(t, seat);
    const unsigned numbers = affordable_numbers(prices);
    const std::uint64_t water_only = prices.allow(t.costs.water_only_card) ? ~std::uint64_t{0} : 0;
    const std::uint64_t one_side = numbers != 0 ? ~std::uint64_t{0} : 0;
    // Each other seat forbids one number at most: with so many, one is always left.
    const bool always = std::popcount(numbers) >= t.players;
    const bool grande = has_grande_at_court(t, seat);
    for (unsigned w = 0; w < kPlaneWords; ++w) {
        const std::uint64_t low = s.frontier_low[w];
        const std::uint64_t high = s.frontier_high[w];
        std::uint64_t cells = (low & ~high & water_only) | (high & ~low & one_side);
        if (!always)
            for_each_bit(high & ~low & one_side, [&](int i) {
                const unsigned cell = 64 * w + index(i);
                if (numbers_at(s, cell, empty_pattern(s, cell), numbers) == 0) cells &= ~bit(i);
            });
        if (grande)
            for_each_bit(low & high, [&](int i) {
                if (grande_orientations(t, s, 64 * w + index(i), prices) != 0) cells |= bit(i);
            });
        if (f(w, cells)) return true;
    }
    return false;
}
[[nodiscard]] inline bool can_place_card(const Tables& t, const State& s) noexcept {
    const Seat& seat = mover(s);
    if (s.turn.card_actions == 0 || seat.cards == t.cards) return false;
    // Most often one of two numbers of the state answers.
    const Prices prices = placing_prices(t, seat);
    if (count_at(s.fits, kWaterOnly) > 0 && prices.allow(t.costs.water_only_card)) return true;
    if (count_at(s.fits, kOneLandSide) > 0 &&
        std::popcount(affordable_numbers(prices)) >= t.players)
        return true;
    return placeable_cells(t, s, [](unsigned, std::uint64_t cells) { return cells != 0; });
}
[[nodiscard]] inline unsigned card_orientations(const Tables& t, const State& s) noexcept {
    const Pattern& pattern = empty_pattern(s, s.pending_cell);
    const Prices prices = placing_prices(t, mover(s));
    if (pattern.land_sides == 0) return 0x0F;  // the front, numbers 1 .. 4
    if (pattern.land_sides > 1) return grande_orientations(t, s, s.pending_cell, prices);
    const unsigned numbers =
        numbers_at(s, s.pending_cell, pattern, affordable_numbers(prices));
    return t.orientations[pattern.side][numbers];
}

// Raising a card (4.7)

/// [L-15] [L-36] Numbers that a card may be raised to: bit v - 1 for number v.
[[nodiscard]] inline unsigned raised_numbers(const State& s, int card) noexcept {
    const Seat& seat = mover(s);
    const int number = static_cast<int>(nibble(seat.number, card));
    if (number == 0) return 0;
    const unsigned cell = seat.cell[index(card)];
    const unsigned region = region_beside(s, cell, card_pattern(s, cell).side);
    const unsigned increases = (1U << std::min(kMaxNumber - number, int{seat.court})) - 1;
    return (increases & ~forbidden_increases(s, region, s.player)) << number;
}
[[nodiscard]] inline bool can_raise_card(const State& s) noexcept {
    if (s.turn.card_actions == 0) return false;
    for (int i = 0; i < mover(s).cards; ++i)
        if (raised_numbers(s, i) != 0) return true;
    return false;
}

// Ships, castillos, governors (4.4)

[[nodiscard]] inline std::uint64_t free_ship_sides(const Seat& seat) noexcept {
    return seat.water & ~seat.ships;
}
/// [L-30] The governor's owner may keep one ship on its water.
[[nodiscard]] inline bool is_free_spot(const Tables& t, const State& s, unsigned governor) noexcept {
    const unsigned place = s.board[governor_cell(governor)] - kAreaOnBoard;
    const bool water = (t.edges[s.area_code[place]] >> governor_side(governor) & 1) == 0;
    return water && !governor_has_ship(governor);
}
/// Calls f(governor) for the mover's governors with a ship, or for those with room for one.
template <class F>
void for_each_ship_governor(const Tables& t, const State& s, bool with_ship, F&& f) {
    for (int i = 0; i < s.governors; ++i) {
        const unsigned governor = s.governor[index(i)];
        if (governor_owner(governor) != s.player) continue;
        if (with_ship ? governor_has_ship(governor) : is_free_spot(t, s, governor)) f(governor);
    }
}
[[nodiscard]] inline bool has_ship_spot(const Tables& t, const State& s, bool with_ship) noexcept {
    const Seat& seat = mover(s);
    bool found = (with_ship ? seat.ships : free_ship_sides(seat)) != 0;
    if (s.governors > 0)
        for_each_ship_governor(t, s, with_ship, [&](unsigned) { found = true; });
    return found;
}
[[nodiscard]] inline std::uint64_t all_cards(const Seat& seat) noexcept {
    return kEachCard & low_bits(4 * seat.cards);
}
[[nodiscard]] inline std::uint64_t cards_with_castillo(const Seat& seat) noexcept {
    return (seat.face & kCastillos) >> 3;
}
[[nodiscard]] inline std::uint64_t cards_without_castillo(const Seat& seat) noexcept {
    return all_cards(seat) & ~cards_with_castillo(seat);
}
/// All cards but the Grande's.
[[nodiscard]] inline std::uint64_t grande_targets(const Seat& seat) noexcept {
    return seat.grande == kNone ? 0 : all_cards(seat) & ~bit(4 * seat.grande);
}
[[nodiscard]] inline std::uint64_t raisable_cards(const State& s) noexcept {
    std::uint64_t cards = 0;
    for (int i = 0; i < mover(s).cards; ++i)
        if (raised_numbers(s, i) != 0) cards |= bit(4 * i);
    return cards;
}
/// Sides in the pending cell, with or without own ship.
[[nodiscard]] inline unsigned ship_sides(const Tables& t, const State& s, bool with_ship) noexcept {
    const Seat& seat = mover(s);
    if (const int card = card_in(seat, s.pending_cell); card >= 0)
        return nibble(with_ship ? seat.ships : free_ship_sides(seat), card);
    unsigned sides = 0;
    for_each_ship_governor(t, s, with_ship, [&](unsigned governor) {
        if (governor_cell(governor) == s.pending_cell) sides |= 1U << governor_side(governor);
    });
    return sides;
}
[[nodiscard]] inline unsigned governor_sides(const Tables& t, const State& s) noexcept {
    unsigned sides = 0;
    for_each_free_closed(t, s, [&](unsigned edge) {
        if (edge / kSides == s.pending_cell) sides |= 1U << (edge % kSides);
    });
    return sides;
}

// The menu (4.4)

/// [L-05] Caballeros that the played power card still adds to the court.
[[nodiscard]] inline int supply_gain(const Tables& t, const State& s) noexcept {
    const Seat& seat = mover(s);
    const int room = court_room(t, seat) - seat.court;
    return s.turn.supply_taken ? 0 : std::min(int{t.power_caballeros[seat.played]}, room);
}
/// Menu actions as bits of the high word, `low`: TILE.
inline void menu(const Tables& t, const State& s, std::uint64_t& low, std::uint64_t& high) noexcept {
    const Seat& seat = mover(s);
    const int court = seat.court;
    std::uint64_t menu = 0;
    const auto offer = [&](Menu action, bool legal) {
        menu |= std::uint64_t{legal} << static_cast<int>(action);
    };
    low = s.turn.tiles_left > 0 ? layable_types(t, s) << kTile : 0;
    offer(Menu::end_turn, low == 0);  // [L-08] [L-43] [L-44]
    offer(Menu::supply, supply_gain(t, s) > 0);
    offer(Menu::place_card, can_place_card(t, s));
    offer(Menu::raise_card, can_raise_card(s));
    const bool spot = has_ship_spot(t, s, false);
    offer(Menu::buy_ship, spot && s.turn.ship_buys > 0 && s.supply_ships > 0 &&
                              court >= t.costs.buy_ship);  // [L-23]
    offer(Menu::ship_from_court, spot && seat.court_ships > 0 && court >= t.costs.ship_from_court);
    offer(Menu::ship_to_court, has_ship_spot(t, s, true));
    const bool bare = cards_without_castillo(seat) != 0;
    offer(Menu::build_castillo, bare && s.turn.castillo_builds > 0 && s.supply_castillos > 0 &&
                                    court >= t.costs.build_castillo);
    offer(Menu::move_castillo, bare && cards_with_castillo(seat) != 0 &&
                                   court >= t.costs.move_castillo);  // [L-22]
    offer(Menu::take_back, seat.cards > 0);
    if (t.expanded()) {
        offer(Menu::place_governor,
              seat.governors > 0 && s.free_closed > 0 && court >= t.costs.place_governor);
        offer(Menu::place_grande, has_grande_at_court(t, seat) && seat.cards > 0 &&
                                      court >= t.costs.place_grande);  // [L-33]
        offer(Menu::move_grande, grande_targets(seat) != 0 && s.turn.grande_moves > 0 &&
                                     court >= t.costs.move_grande);
    }
    high = menu << (kMenu - Actions::kHigh);
}

// Nodes

/// The list of the mover's cards in a mask of kEachCard bits.
inline void list_cards(const Tables& t, const State& s, std::uint64_t cards,
                       Actions& actions) noexcept {
    actions.start_list(t);
    for_each_bit(cards, [&](int i) { actions.append(mover(s).cell[index(i / 4)]); });
}
/// Cells with a spot that has, or has room for, an own ship.
inline void ship_cells(const Tables& t, const State& s, bool with_ship, Actions& actions) noexcept {
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
inline void tile_cells(const Tables& t, const State& s, Actions& actions) noexcept {
    tile_cells(t, s, actions.start_plane(t));
    actions.count_plane();
}
inline void card_cells(const Tables& t, const State& s, Actions& actions) noexcept {
    Plane& plane = actions.start_plane(t);
    placeable_cells(t, s, [&](unsigned w, std::uint64_t cells) {
        plane[w] = cells;
        return false;
    });
    actions.count_plane();
}
inline void governor_cells(const Tables& t, const State& s, Actions& actions) noexcept {
    Plane& cells = actions.start_plane(t);
    cells = {};
    for_each_free_closed(t, s, [&](unsigned edge) { add_cell(cells, edge / kSides); });
    actions.count_plane();
}
/// [L-42] Cards in hand of values that nobody has played in this round.
[[nodiscard]] inline unsigned playable_powers(const State& s) noexcept {
    unsigned blocked = 0;
    for (const Seat& seat : s.seat) blocked |= 1U << seat.played;
    return mover(s).hand & ~blocked;
}

inline void fill_actions(const Tables& t, const State& s, Actions& actions) noexcept {
    const Seat& seat = mover(s);
    const auto few = [&](unsigned mask, int first) {
        actions.set_bits(t, 0, std::uint64_t{mask} << (first - Actions::kHigh));
    };
    switch (s.node) {
        case Node::power: return actions.set_bits(t, playable_powers(s) >> 1, 0);
        case Node::turn: {
            std::uint64_t low;
            std::uint64_t high;
            menu(t, s, low, high);
            return actions.set_bits(t, low, high);
        }
        case Node::tile_cell: return tile_cells(t, s, actions);
        case Node::tile_rot: return few(tile_rotations(t, s), kRot);
        case Node::card_cell: return card_cells(t, s, actions);
        case Node::card_ori: return few(card_orientations(t, s), kOri);
        case Node::raise_cell: return list_cards(t, s, raisable_cards(s), actions);
        case Node::raise_ori: {
            const int card = card_in(seat, s.pending_cell);
            const int side = card_pattern(s, s.pending_cell).side;
            return few(t.orientations[index(side)][raised_numbers(s, card)], kOri);
        }
        case Node::ship_cell: return ship_cells(t, s, false, actions);
        case Node::ship_side: return few(ship_sides(t, s, false), kSide);
        case Node::unship_cell: return ship_cells(t, s, true, actions);
        case Node::unship_side: return few(ship_sides(t, s, true), kSide);
        case Node::castillo_cell:
        case Node::movecas_to: return list_cards(t, s, cards_without_castillo(seat), actions);
        case Node::movecas_from: return list_cards(t, s, cards_with_castillo(seat), actions);
        case Node::back_cell:
        case Node::grande_cell: return list_cards(t, s, all_cards(seat), actions);
        case Node::gov_cell: return governor_cells(t, s, actions);
        case Node::gov_side: return few(governor_sides(t, s), kSide);
        case Node::grande_to: return list_cards(t, s, grande_targets(seat), actions);
        case Node::start:
        case Node::draw:
        case Node::game_over: return actions.set_bits(t, 0, 0);
    }
}

}  // namespace bitmeeple::el_caballero
