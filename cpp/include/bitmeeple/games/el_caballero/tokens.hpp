#pragma once
// El Caballero: what ships, castillos, governors and the Grande may do (4.4).

#include <cstdint>

#include "bitmeeple/games/el_caballero/map.hpp"
#include "bitmeeple/games/el_caballero/regions.hpp"
#include "bitmeeple/games/el_caballero/state.hpp"
#include "bitmeeple/games/el_caballero/tables.hpp"

namespace bitmeeple::el_caballero {

[[nodiscard]] inline std::uint64_t free_ship_sides(const Seat& seat) noexcept {
    return seat.water & ~seat.ships;
}
/// [L-30] The governor's owner may keep one ship on its water.
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

}  // namespace bitmeeple::el_caballero
