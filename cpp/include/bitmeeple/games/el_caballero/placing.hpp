#pragma once
// El Caballero: caballero cards: where one may be placed, which may be raised, how they come back
// (4.6 - 4.8). Whether an action can be completed is answered from the totals of the land regions,
// the frontier and the court, not by trying.

#include <algorithm>
#include <bit>
#include <cstdint>

#include "bitmeeple/games/el_caballero/actions.hpp"
#include "bitmeeple/games/el_caballero/map.hpp"
#include "bitmeeple/games/el_caballero/state.hpp"
#include "bitmeeple/games/el_caballero/tables.hpp"

namespace bitmeeple::el_caballero {

// The court

/// [L-06] Caballeros that the cards which are not on the map can show.
[[nodiscard]] inline int court_room(const Tables& t, const Seat& seat) noexcept {
    return kCourtPerCard * (t.cards - seat.cards);
}
/// Cards that are neither on the map nor needed to show the court.
[[nodiscard]] inline int stock(const Tables& t, const Seat& seat) noexcept {
    const int shown = (seat.court + kCourtPerCard - 1) / kCourtPerCard;
    return t.cards - seat.cards - shown;
}
/// [D-03] Has the variant a Grande, and is it at court?
[[nodiscard]] inline bool grande_at_court(const Tables& t, const Seat& seat) noexcept {
    return t.grandes > 0 && seat.grande == kNone;
}
/// The caballeros that stood on a card, on the map before it leaves it [D-05]: the greatest number
/// on its land sides, or what a water-only card cost [L-19].
[[nodiscard]] inline int strength(const Tables& t, const State& s, int player, int card) noexcept {
    const Seat& seat = s.seat[index(player)];
    const auto& numbers = t.number[index(orientation_of(seat, card))];
    int greatest = 0;
    for_each_bit(card_pattern(s, seat.cell[index(card)]).land,
                 [&](int side) { greatest = std::max(greatest, int{numbers[index(side)]}); });
    return greatest > 0 ? greatest : t.costs.water_only_card;
}

// The unequal rule

/// With these numbers added at the land sides of `cell`, does the mover's total differ from every
/// other seat's in each region [L-16]? Two sides in one region add up [L-37].
[[nodiscard]] inline bool keeps_unequal(const Tables& t, const State& s, unsigned cell,
                                        unsigned land,
                                        const std::array<std::uint8_t, kSides>& numbers) noexcept {
    bool equal = false;
    for_each_bit(land, [&](int side) {
        const unsigned region = region_beside(s, cell, side);
        int total = s.total[region][index(s.player)];
        for_each_bit(land, [&](int other) {
            if (region_beside(s, cell, other) == region) total += numbers[index(other)];
        });
        for (int p = 0; p < t.players; ++p)
            equal = equal || (p != s.player && s.total[region][index(p)] == total);
    });
    return !equal;
}
/// The same for one land side and all increases of the mover's total at once: those that would
/// equal another seat's, bit e - 1 for e.
[[nodiscard]] inline unsigned forbidden_increases(const State& s, unsigned region) noexcept {
    const auto& total = s.total[region];
    const unsigned own = total[index(s.player)];
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
/// N >= price, and after paying the court fits into the cards that are left.
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
    return numbers & ~forbidden_increases(s, region);
}
/// Whether a card may come in this orientation, together with the Grande, into a cell with several
/// land sides.
[[nodiscard]] inline bool grande_fits(const Tables& t, const State& s, unsigned cell,
                                      unsigned orientation, Prices prices) noexcept {
    const unsigned land = empty_pattern(s, cell).land;
    const auto& numbers = t.number[orientation];
    int greatest = 0;
    for_each_bit(land, [&](int side) { greatest = std::max(greatest, int{numbers[index(side)]}); });
    return prices.allow(greatest + t.costs.place_grande) &&
           keeps_unequal(t, s, cell, land, numbers);
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

    Placing(const Tables& t, const Seat& seat) noexcept
        : prices(placing_prices(t, seat)), numbers(affordable_numbers(prices)),
          water_only(prices.allow(t.costs.water_only_card)), always(popcount(numbers) >= t.players),
          grande(grande_at_court(t, seat)) {}
};
/// Those of the frontier cells in one word where a card may be placed in some orientation.
[[nodiscard]] inline std::uint64_t placing_cells(const Tables& t, const State& s,
                                                 const Placing& placing, unsigned w) noexcept {
    const std::uint64_t low = s.frontier_low[w];
    std::uint64_t left = s.frontier_high[w];
    std::uint64_t cells = placing.water_only ? low & ~left : 0;
    if (placing.numbers == 0) return cells;  // then the Grande is too dear, too
    if (placing.always) {
        cells |= left & ~low;
        left = placing.grande ? left & low : 0;
    }
    for_each_bit(left, [&](int i) {
        const unsigned cell = 64 * w + index(i);
        const Pattern& pattern = empty_pattern(s, cell);
        if (pattern.land_sides == 1 ? numbers_at(s, cell, pattern, placing.numbers) != 0
                                    : placing.grande && grande_fits(t, s, cell, placing.prices))
            cells |= bit(i);
    });
    return cells;
}
/// [L-13] Empty cells beside area cards where the mover may place a card in some orientation.
[[nodiscard]] inline CellPlane card_cell_choices(const Tables& t, const State& s) noexcept {
    const Placing placing(t, mover(s));
    const Words words = map_words(s);
    CellPlane cells(t, words);
    for (unsigned w = words.first; w < words.end; ++w)
        cells.set(w, placing_cells(t, s, placing, w));
    return cells;
}
/// Whether `card_cell_choices` has a cell. Most often two numbers of the state answer that.
[[nodiscard]] inline bool can_place_card(const Tables& t, const State& s) noexcept {
    const Seat& seat = mover(s);
    if (s.turn.card_actions == 0 || seat.cards == t.cards) return false;
    if (placing_prices(t, seat).allow(t.costs.water_only_card) && count_at(s.fits, kWaterOnly) > 0)
        return true;
    const Placing placing(t, seat);
    if (placing.always && count_at(s.fits, kOneLandSide) > 0) return true;
    if (placing.numbers == 0) return false;
    const Words words = map_words(s);
    for (unsigned w = words.first; w < words.end; ++w)
        if (placing_cells(t, s, placing, w) != 0) return true;
    return false;
}
[[nodiscard]] inline Few card_ori_choices(const Tables& t, const State& s) noexcept {
    const Pattern& pattern = empty_pattern(s, s.pending_cell);
    const Prices prices = placing_prices(t, mover(s));
    unsigned legal = 0x0F;  // without land sides: the front, numbers 1 .. 4
    if (pattern.land_sides == 1) {
        const unsigned numbers = numbers_at(s, s.pending_cell, pattern, affordable_numbers(prices));
        legal = t.orientations[pattern.side][numbers];
    } else if (pattern.land_sides > 1) {
        legal = 0;
        for (unsigned o = 0; o < kOrientations; ++o)
            if (grande_fits(t, s, s.pending_cell, o, prices)) legal |= 1U << o;
    }
    return {t.cells + kOri, legal};
}
/// Pay and place; with several land sides the Grande comes along [L-32].
inline void card_ori(const Tables& t, State& s, int action) noexcept {
    Seat& seat = mover(s);
    const int card = put_card(t, s, s.player, s.pending_cell, action - t.cells - kOri);
    int price = strength(t, s, s.player, card);
    if (card_pattern(s, s.pending_cell).land_sides > 1) {
        seat.grande = static_cast<std::uint8_t>(card);
        price += t.costs.place_grande;
    }
    seat.court = static_cast<std::uint8_t>(seat.court - price);
    --s.turn.card_actions;
}

// Raising a card (4.7)

/// Numbers that a card may be raised to, bit v - 1 for number v: it has one land side and is not
/// under the Grande [L-36].
[[nodiscard]] inline unsigned raised_numbers(const State& s, int card) noexcept {
    const Seat& seat = mover(s);
    const int number = static_cast<int>(nibble(seat.number, card));
    if (number == 0) return 0;
    const unsigned cell = seat.cell[index(card)];
    const unsigned region = region_beside(s, cell, card_pattern(s, cell).side);
    const unsigned increases = (1U << std::min(kMaxNumber - number, int{seat.court})) - 1;
    return (increases & ~forbidden_increases(s, region)) << number;
}
[[nodiscard]] inline bool can_raise_card(const Tables& t, const State& s) noexcept {
    const Seat& seat = mover(s);
    if (s.turn.card_actions == 0 || seat.court == 0) return false;
    const std::uint64_t cards = nonzero_nibbles(seat.number);
    // The others forbid one increase each: with as many to choose from as seats, one is left.
    const std::uint64_t few_left = (seat.number + index(t.players - 1) * kEachCard) >> 3;
    if (seat.court >= t.players && (cards & ~few_left) != 0) return true;
    for (std::uint64_t left = cards; left != 0;)
        if (raised_numbers(s, pop_lsb(left) / 4) != 0) return true;
    return false;
}
[[nodiscard]] inline CardCells raise_cell_choices(const Tables& t, const State& s) noexcept {
    std::uint64_t cards = 0;
    for_each_bit(nonzero_nibbles(mover(s).number), [&](int i) {
        if (raised_numbers(s, i / 4) != 0) cards |= bit(i);
    });
    return {t, mover(s), cards};
}
[[nodiscard]] inline Few raise_ori_choices(const Tables& t, const State& s) noexcept {
    const int card = card_in(mover(s), s.pending_cell);
    const int side = card_pattern(s, s.pending_cell).side;
    return {t.cells + kOri, t.orientations[index(side)][raised_numbers(s, card)]};
}
/// [L-15] Pay the difference; ships and castillo keep their place.
inline void raise_ori(const Tables& t, State& s, int action) noexcept {
    const unsigned orientation = index(action - t.cells - kOri);
    Seat& seat = mover(s);
    const int card = card_in(seat, s.pending_cell);
    const int side = card_pattern(s, s.pending_cell).side;
    const int old = static_cast<int>(nibble(seat.number, card));
    const int number = t.number[orientation][index(side)];
    seat.face = set_nibble(seat.face, card, (nibble(seat.face, card) & 8) | orientation);
    seat.number = set_nibble(seat.number, card, index(number));
    auto& total = s.total[region_beside(s, s.pending_cell, side)][index(s.player)];
    total = static_cast<std::uint8_t>(total + number - old);
    seat.court = static_cast<std::uint8_t>(seat.court - (number - old));
    --s.turn.card_actions;
}

// Cards come back (4.8, 4.5)

[[nodiscard]] inline CardCells back_cell_choices(const Tables& t, const State& s) noexcept {
    return {t, mover(s), all_cards(mover(s))};
}
/// Ships always come to court, caballeros only with a castillo [L-20]; the Grande comes to court,
/// too [L-35].
inline void back_cell(const Tables& t, State& s, int action) noexcept {
    Seat& seat = mover(s);
    const int card = card_in(seat, t.cell_of(action));
    seat.court_ships =
        static_cast<std::uint8_t>(seat.court_ships + popcount(nibble(seat.ships, card)));
    if (has_castillo(seat, card)) {
        seat.court = static_cast<std::uint8_t>(seat.court + strength(t, s, s.player, card));
        ++s.supply_castillos;
    }
    if (seat.grande == card) seat.grande = kNone;
    remove_card(t, s, s.player, card);
}
/// A castillo saves the caballeros [L-38] and the ships [L-20]; else the ships return to the supply
/// and the caballeros are lost [L-18].
inline void force_back(const Tables& t, State& s, int player, int card) noexcept {
    Seat& seat = s.seat[index(player)];
    const int ships = popcount(nibble(seat.ships, card));
    if (has_castillo(seat, card)) {
        seat.court = static_cast<std::uint8_t>(seat.court + strength(t, s, player, card));
        seat.court_ships = static_cast<std::uint8_t>(seat.court_ships + ships);
        ++s.supply_castillos;
    } else {
        s.supply_ships = static_cast<std::uint8_t>(s.supply_ships + ships);
    }
    remove_card(t, s, player, card);
}

}  // namespace bitmeeple::el_caballero
