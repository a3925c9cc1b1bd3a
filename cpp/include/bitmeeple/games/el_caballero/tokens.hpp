#pragma once
// El Caballero: ships, castillos, governors and the Grande (4.4, 4.9).

#include <cstdint>

#include "bitmeeple/games/el_caballero/actions.hpp"
#include "bitmeeple/games/el_caballero/map.hpp"
#include "bitmeeple/games/el_caballero/placing.hpp"
#include "bitmeeple/games/el_caballero/regions.hpp"
#include "bitmeeple/games/el_caballero/state.hpp"
#include "bitmeeple/games/el_caballero/tables.hpp"

namespace bitmeeple::el_caballero {

[[nodiscard]] inline std::uint64_t free_ship_sides(const Seat& seat) noexcept {
    return seat.water & ~seat.ships;
}
/// A set of cells on or beside the map.
[[nodiscard]] inline CellPlane plane_of(const Tables& t, const State& s,
                                        const Plane& cells) noexcept {
    const Words words = map_words(s);
    CellPlane set(t, words);
    for (unsigned w = words.first; w < words.end; ++w) set.set(w, cells[w]);
    return set;
}

// Ships

/// A governor's owner may keep one ship on its water.
[[nodiscard]] inline bool is_free_spot(const Tables& t, const State& s,
                                       unsigned governor) noexcept {
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
    if (s.governors > 0) for_each_ship_governor(t, s, with_ship, [&](unsigned) { found = true; });
    return found;
}
/// Cells with an own ship, or with room for one.
[[nodiscard]] inline CellPlane spot_cells(const Tables& t, const State& s,
                                          bool with_ship) noexcept {
    const Seat& seat = mover(s);
    Plane cells{};
    for_each_bit(nonzero_nibbles(with_ship ? seat.ships : free_ship_sides(seat)),
                 [&](int i) { add_cell(cells, seat.cell[index(i / 4)]); });
    for_each_ship_governor(t, s, with_ship,
                           [&](unsigned governor) { add_cell(cells, governor_cell(governor)); });
    return plane_of(t, s, cells);
}
/// Sides of the pending cell with an own ship, or with room for one.
[[nodiscard]] inline Few spot_sides(const Tables& t, const State& s, bool with_ship) noexcept {
    const Seat& seat = mover(s);
    unsigned sides = 0;
    if (const int card = card_in(seat, s.pending_cell); card >= 0)
        sides = nibble(with_ship ? seat.ships : free_ship_sides(seat), card);
    else
        for_each_ship_governor(t, s, with_ship, [&](unsigned governor) {
            if (governor_cell(governor) == s.pending_cell) sides |= 1U << governor_side(governor);
        });
    return {t.cells + kSide, sides};
}
/// Puts a ship on a side of the pending cell, or takes it away.
inline void flip_ship(State& s, int side) noexcept {
    Seat& seat = mover(s);
    if (const int card = card_in(seat, s.pending_cell); card >= 0)
        seat.ships ^= bit(4 * card + side);
    else
        s.governor[index(governor_on(s, kSides * s.pending_cell + index(side)))] ^= 1;
}

[[nodiscard]] inline CellPlane ship_cell_choices(const Tables& t, const State& s) noexcept {
    return spot_cells(t, s, false);
}
[[nodiscard]] inline Few ship_side_choices(const Tables& t, const State& s) noexcept {
    return spot_sides(t, s, false);
}
/// A ship goes to the map at once [L-21], from the supply, whose ships are nobody's, or from the
/// own court [L-41].
inline void ship_side(const Tables& t, State& s, int action) noexcept {
    Seat& seat = mover(s);
    flip_ship(s, action - t.cells - kSide);
    const bool bought = s.pending_ship == ShipFrom::supply;
    const int price = bought ? t.costs.buy_ship : t.costs.ship_from_court;
    seat.court = static_cast<std::uint8_t>(seat.court - price);
    if (bought) {
        --s.supply_ships;
        --s.turn.ship_buys;
    } else {
        --seat.court_ships;
    }
}
[[nodiscard]] inline CellPlane unship_cell_choices(const Tables& t, const State& s) noexcept {
    return spot_cells(t, s, true);
}
[[nodiscard]] inline Few unship_side_choices(const Tables& t, const State& s) noexcept {
    return spot_sides(t, s, true);
}
/// [L-21] Free, and there is no limit at court.
inline void unship_side(const Tables& t, State& s, int action) noexcept {
    flip_ship(s, action - t.cells - kSide);
    ++mover(s).court_ships;
}

// Castillos

[[nodiscard]] inline std::uint64_t cards_with_castillo(const Seat& seat) noexcept {
    return (seat.face & kCastillos) >> 3;
}
[[nodiscard]] inline std::uint64_t cards_without_castillo(const Seat& seat) noexcept {
    return all_cards(seat) & ~cards_with_castillo(seat);
}
[[nodiscard]] inline CardCells castillo_cell_choices(const Tables& t, const State& s) noexcept {
    return {t, mover(s), cards_without_castillo(mover(s))};
}
/// [L-22] One on each card.
inline void castillo_cell(const Tables& t, State& s, int action) noexcept {
    Seat& seat = mover(s);
    seat.face |= bit(4 * card_in(seat, t.cell_of(action)) + 3);
    seat.court = static_cast<std::uint8_t>(seat.court - t.costs.build_castillo);
    --s.supply_castillos;
    --s.turn.castillo_builds;
}
[[nodiscard]] inline CardCells movecas_from_choices(const Tables& t, const State& s) noexcept {
    return {t, mover(s), cards_with_castillo(mover(s))};
}
[[nodiscard]] inline CardCells movecas_to_choices(const Tables& t, const State& s) noexcept {
    return castillo_cell_choices(t, s);
}
/// [L-22] To another own card, never to the court.
inline void movecas_to(const Tables& t, State& s, int action) noexcept {
    Seat& seat = mover(s);
    const int card = card_in(seat, t.cell_of(action));
    seat.face ^= bit(4 * card + 3) | bit(4 * card_in(seat, s.pending_cell) + 3);
    seat.court = static_cast<std::uint8_t>(seat.court - t.costs.move_castillo);
}

// Governors

[[nodiscard]] inline CellPlane gov_cell_choices(const Tables& t, const State& s) noexcept {
    Plane cells{};
    for_each_free_closed(t, s, [&](unsigned edge) { add_cell(cells, edge / kSides); });
    return plane_of(t, s, cells);
}
[[nodiscard]] inline Few gov_side_choices(const Tables& t, const State& s) noexcept {
    unsigned sides = 0;
    for_each_free_closed(t, s, [&](unsigned edge) {
        if (edge / kSides == s.pending_cell) sides |= 1U << (edge % kSides);
    });
    return {t.cells + kSide, sides};
}
/// [L-30] On the canonical edge of a closed region, for the rest of the game.
inline void gov_side(const Tables& t, State& s, int action) noexcept {
    const unsigned edge = kSides * s.pending_cell + index(action - t.cells - kSide);
    int i = s.governors++;
    for (; i > 0 && governor_edge(s.governor[index(i - 1)]) > edge; --i)
        s.governor[index(i)] = s.governor[index(i - 1)];
    s.governor[index(i)] = static_cast<std::uint16_t>(edge << 3 | index(s.player) << 1);
    Seat& seat = mover(s);
    --seat.governors;
    --s.free_closed;
    seat.court = static_cast<std::uint8_t>(seat.court - t.costs.place_governor);
}

// The Grande (4.9)

[[nodiscard]] inline CardCells grande_cell_choices(const Tables& t, const State& s) noexcept {
    return {t, mover(s), all_cards(mover(s))};
}
/// [L-33] Nothing else changes, and it is not a Grande move.
inline void grande_cell(const Tables& t, State& s, int action) noexcept {
    Seat& seat = mover(s);
    const int card = card_in(seat, t.cell_of(action));
    seat.grande = static_cast<std::uint8_t>(card);
    set_number(t, s, s.player, card);
    seat.court = static_cast<std::uint8_t>(seat.court - t.costs.place_grande);
}
/// All cards but the Grande's.
[[nodiscard]] inline std::uint64_t grande_targets(const Seat& seat) noexcept {
    return seat.grande == kNone ? 0 : all_cards(seat) & ~bit(4 * seat.grande);
}
[[nodiscard]] inline CardCells grande_to_choices(const Tables& t, const State& s) noexcept {
    return {t, mover(s), grande_targets(mover(s))};
}
/// [L-34] The card that it leaves is forced back if it has several land sides.
inline void grande_to(const Tables& t, State& s, int action) noexcept {
    Seat& seat = mover(s);
    const int left = seat.grande;
    const int card = card_in(seat, t.cell_of(action));
    seat.court = static_cast<std::uint8_t>(seat.court - t.costs.move_grande);
    seat.grande = static_cast<std::uint8_t>(card);
    set_number(t, s, s.player, card);
    set_number(t, s, s.player, left);
    if (card_pattern(s, seat.cell[index(left)]).land_sides > 1) force_back(t, s, s.player, left);
    --s.turn.grande_moves;
}

}  // namespace bitmeeple::el_caballero
