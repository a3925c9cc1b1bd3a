#pragma once
// El Caballero: where a caballero card may be placed, which may be raised (4.6, 4.7). Whether an
// action can be completed is answered from the totals of the land regions, the frontier and the
// court, not by trying.

#include <algorithm>
#include <bit>
#include <cstdint>

#include "bitmeeple/games/el_caballero/map.hpp"
#include "bitmeeple/games/el_caballero/state.hpp"
#include "bitmeeple/games/el_caballero/tables.hpp"

namespace bitmeeple::el_caballero {

// The unequal rule

/// [L-16] Increases of the seat's total in a region that would equal another seat's: bit e - 1
/// for e.
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
/// [L-32] [L-37] Whether a card may come in this orientation, together with the Grande, into a cell
/// with several land sides.
[[nodiscard]] inline bool grande_fits(const Tables& t, const State& s, unsigned cell,
                                      unsigned orientation, Prices prices) noexcept {
    const unsigned land = empty_pattern(s, cell).land;
    const auto& numbers = t.number[orientation];
    int greatest = 0;
    for_each_bit(land, [&](int side) { greatest = std::max(greatest, int{numbers[index(side)]}); });
    if (!prices.allow(greatest + t.costs.place_grande)) return false;
    bool equal = false;
    for_each_bit(land, [&](int side) {
        const unsigned region = region_beside(s, cell, side);
        int total = s.total[region][index(s.player)];
        for_each_bit(land, [&](int other) {  // two sides in one region add up
            if (region_beside(s, cell, other) == region) total += numbers[index(other)];
        });
        for (int p = 0; p < t.players; ++p)
            equal = equal || (p != s.player && s.total[region][index(p)] == total);
    });
    return !equal;
}
[[nodiscard]] inline bool grande_fits(const Tables& t, const State& s, unsigned cell,
                                      Prices prices) noexcept {
    for (unsigned o = 0; o < kOrientations; ++o)
        if (grande_fits(t, s, cell, o, prices)) return true;
    return false;
}
/// What the mover's court allows at a cell with no land side, with one, and with several.
struct Placing {
    Prices prices;
    unsigned numbers;  ///< at one land side, before the unequal rule
    bool water_only;
    bool always;  ///< the unequal rule cannot forbid all `numbers`: each other seat forbids one
    bool grande;

    /// [D-03] No Grande is at court in a variant that has none.
    Placing(const Tables& t, const Seat& seat) noexcept
        : prices(placing_prices(t, seat)), numbers(affordable_numbers(prices)),
          water_only(prices.allow(t.costs.water_only_card)), always(popcount(numbers) >= t.players),
          grande(t.grandes > 0 && seat.grande == kNone) {}
};
/// [L-13] The cells where the mover may place a card in some orientation.
inline void card_cells(const Tables& t, const State& s, Plane& cells) noexcept {
    const Placing placing(t, mover(s));
    const std::uint64_t water_only = placing.water_only ? ~std::uint64_t{0} : 0;
    const std::uint64_t one_side = placing.numbers != 0 ? ~std::uint64_t{0} : 0;
    for (unsigned w = 0; w < kPlaneWords; ++w)
        cells[w] = (s.frontier_low[w] & ~s.frontier_high[w] & water_only) |
                   (s.frontier_high[w] & ~s.frontier_low[w] & one_side);
    if (!placing.always && one_side != 0)
        for_each_cell(s.frontier_high, [&](unsigned cell) {
            const Pattern& pattern = empty_pattern(s, cell);
            if (pattern.land_sides == 1 && numbers_at(s, cell, pattern, placing.numbers) == 0)
                cells[cell / 64] &= ~bit(cell % 64);
        });
    if (placing.grande)
        for_each_cell(s.frontier_high, [&](unsigned cell) {
            if (empty_pattern(s, cell).land_sides > 1 && grande_fits(t, s, cell, placing.prices))
                add_cell(cells, cell);
        });
}
/// Whether `card_cells` has a cell. Most often two numbers of the state answer that.
[[nodiscard]] inline bool can_place_card(const Tables& t, const State& s) noexcept {
    const Seat& seat = mover(s);
    if (s.turn.card_actions == 0 || seat.cards == t.cards) return false;
    const Placing placing(t, seat);
    if (placing.water_only && count_at(s.fits, kWaterOnly) > 0) return true;
    if (placing.always && count_at(s.fits, kOneLandSide) > 0) return true;
    if (placing.numbers == 0) return false;  // then the Grande is too dear, too
    for (unsigned w = 0; w < kPlaneWords; ++w)
        for (std::uint64_t left = s.frontier_high[w]; left != 0;) {
            const unsigned cell = 64 * w + index(pop_lsb(left));
            const Pattern& pattern = empty_pattern(s, cell);
            if (pattern.land_sides == 1 ? numbers_at(s, cell, pattern, placing.numbers) != 0
                                        : placing.grande && grande_fits(t, s, cell, placing.prices))
                return true;
        }
    return false;
}
[[nodiscard]] inline unsigned card_orientations(const Tables& t, const State& s) noexcept {
    const Pattern& pattern = empty_pattern(s, s.pending_cell);
    const Prices prices = placing_prices(t, mover(s));
    if (pattern.land_sides == 0) return 0x0F;  // the front, numbers 1 .. 4
    if (pattern.land_sides > 1) {
        unsigned legal = 0;
        for (unsigned o = 0; o < kOrientations; ++o)
            if (grande_fits(t, s, s.pending_cell, o, prices)) legal |= 1U << o;
        return legal;
    }
    const unsigned numbers = numbers_at(s, s.pending_cell, pattern, affordable_numbers(prices));
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
/// [L-07] Raising shares the card actions with placing.
[[nodiscard]] inline bool can_raise_card(const State& s) noexcept {
    if (s.turn.card_actions == 0) return false;
    for (int i = 0; i < mover(s).cards; ++i)
        if (raised_numbers(s, i) != 0) return true;
    return false;
}
[[nodiscard]] inline std::uint64_t raisable_cards(const State& s) noexcept {
    std::uint64_t cards = 0;
    for (int i = 0; i < mover(s).cards; ++i)
        if (raised_numbers(s, i) != 0) cards |= bit(4 * i);
    return cards;
}

}  // namespace bitmeeple::el_caballero
