#pragma once
// El Caballero: cards come onto the map and leave it. These functions keep everything derived from
// the map up to date, touching only what changes: the cell, its four neighbours, the lists.

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>

#include "bitmeeple/games/el_caballero/state.hpp"
#include "bitmeeple/games/el_caballero/tables.hpp"

namespace bitmeeple::el_caballero {

// Looking

[[nodiscard]] inline const Seat& mover(const State& s) noexcept {
    return s.seat[static_cast<unsigned char>(s.player)];
}
[[nodiscard]] inline Seat& mover(State& s) noexcept {
    return s.seat[static_cast<unsigned char>(s.player)];
}

/// What the cell of a caballero card, or an empty cell, sees.
[[nodiscard]] inline const Pattern& card_pattern(const State& s, unsigned cell) noexcept {
    assert(is_card(s.board[cell]));
    return kPattern[s.board[cell] - kCardOnBoard];
}
[[nodiscard]] inline const Pattern& empty_pattern(const State& s, unsigned cell) noexcept {
    assert(is_empty(s.board[cell]));
    return kPattern[s.board[cell]];
}
/// The place in the list of the area card beside `cell`. Precondition: there is one.
[[nodiscard]] inline unsigned area_beside(const State& s, unsigned cell, int side) noexcept {
    const unsigned content = s.board[neighbour(cell, side)];
    assert(is_area(content));
    return content - kAreaOnBoard;
}
/// The land region that touches a land side of `cell`.
[[nodiscard]] inline unsigned region_beside(const State& s, unsigned cell, int side) noexcept {
    return s.region[area_beside(s, cell, side)];
}
/// Which of the seat's cards lies in `cell`, or -1.
[[nodiscard]] inline int card_in(const Seat& seat, unsigned cell) noexcept {
    for (int i = 0; i < seat.cards; ++i)
        if (seat.cell[index(i)] == cell) return i;
    return -1;
}
[[nodiscard]] inline int orientation_of(const Seat& seat, int card) noexcept {
    return static_cast<int>(nibble(seat.face, card) & 7);
}
[[nodiscard]] inline bool has_castillo(const Seat& seat, int card) noexcept {
    return (nibble(seat.face, card) & 8) != 0;
}
/// All cards of a seat: a mask of kEachCard bits.
[[nodiscard]] inline std::uint64_t all_cards(const Seat& seat) noexcept {
    return kEachCard & low_bits(4 * seat.cards);
}

// Nibbles of a seat's words

[[nodiscard]] constexpr std::uint64_t insert_nibble(std::uint64_t word, int i,
                                                    unsigned value) noexcept {
    const std::uint64_t below = word & low_bits(4 * i);
    return below | std::uint64_t{value} << (4 * i) | (word ^ below) << 4;
}
[[nodiscard]] constexpr std::uint64_t erase_nibble(std::uint64_t word, int i) noexcept {
    const std::uint64_t below = word & low_bits(4 * i);
    return below | (word >> 4 & ~low_bits(4 * i));
}
[[nodiscard]] constexpr std::uint64_t set_nibble(std::uint64_t word, int i,
                                                 unsigned value) noexcept {
    return (word & ~(std::uint64_t{0xF} << (4 * i))) | std::uint64_t{value} << (4 * i);
}

// The frontier: empty cells beside area cards

/// The words of a plane that hold the rows of the area cards and the rows beside them, hence all
/// caballero cards and the whole frontier. Precondition: an area card lies.
[[nodiscard]] inline Words map_words(const State& s) noexcept {
    const unsigned top = s.area_cell[0] / kCellStride;
    const unsigned bottom = s.area_cell[s.area_cards - 1U] / kCellStride;
    return {(top - (top > 0 ? 1 : 0)) / 2, std::min((bottom + 1) / 2 + 1, unsigned{kPlaneWords})};
}
inline void set_frontier(State& s, unsigned cell, unsigned kind) noexcept {
    const unsigned w = cell / 64;
    const unsigned shift = cell % 64;
    const std::uint64_t others = ~(std::uint64_t{1} << shift);
    s.frontier_low[w] = (s.frontier_low[w] & others) | std::uint64_t{kind & 1} << shift;
    s.frontier_high[w] = (s.frontier_high[w] & others) | std::uint64_t{kind >> 1} << shift;
}
inline void enter_frontier(State& s, unsigned cell) noexcept {
    const Pattern& pattern = empty_pattern(s, cell);
    s.fits += pattern.counts;
    set_frontier(s, cell, pattern.frontier);
}
inline void leave_frontier(State& s, unsigned cell) noexcept {
    s.fits -= empty_pattern(s, cell).counts;
    set_frontier(s, cell, 0);
}

// Caballero cards

/// The number that a raise starts from: on the only land side, and not under the Grande.
inline void set_number(const Tables& t, State& s, int player, int card) noexcept {
    Seat& seat = s.seat[index(player)];
    const Pattern& pattern = card_pattern(s, seat.cell[index(card)]);
    const bool raisable = pattern.land_sides == 1 && seat.grande != card;
    const auto& numbers = t.number[index(orientation_of(seat, card))];
    seat.number = set_nibble(seat.number, card, raisable ? numbers[pattern.side] : 0);
}
/// Adds the caballeros of a card to the totals of the regions at its land sides, or takes them off.
inline void add_caballeros(const Tables& t, State& s, int player, int card, int sign) noexcept {
    const Seat& seat = s.seat[index(player)];
    const unsigned cell = seat.cell[index(card)];
    const auto& numbers = t.number[index(orientation_of(seat, card))];
    for_each_bit(card_pattern(s, cell).land, [&](int side) {
        auto& total = s.total[region_beside(s, cell, side)][index(player)];
        total = static_cast<std::uint8_t>(total + sign * numbers[index(side)]);
    });
}

/// An own caballero card comes into an empty cell. Returns which card it is now.
inline int put_card(const Tables& t, State& s, int player, unsigned cell,
                    int orientation) noexcept {
    Seat& seat = s.seat[index(player)];
    leave_frontier(s, cell);
    const unsigned water = empty_pattern(s, cell).water;
    s.board[cell] = static_cast<std::uint8_t>(s.board[cell] + kCardOnBoard);
    int i = seat.cards++;
    for (; i > 0 && seat.cell[index(i - 1)] > cell; --i)
        seat.cell[index(i)] = seat.cell[index(i - 1)];
    seat.cell[index(i)] = static_cast<std::uint16_t>(cell);
    if (seat.grande != kNone && seat.grande >= i) ++seat.grande;
    seat.face = insert_nibble(seat.face, i, index(orientation));
    seat.ships = insert_nibble(seat.ships, i, 0);
    seat.water = insert_nibble(seat.water, i, water);
    seat.number = insert_nibble(seat.number, i, 0);
    set_number(t, s, player, i);
    add_caballeros(t, s, player, i, 1);
    return i;
}
/// A caballero card leaves the map, with everything on it. Ships, castillo and Grande are to be
/// dealt with before.
inline void remove_card(const Tables& t, State& s, int player, int card) noexcept {
    Seat& seat = s.seat[index(player)];
    assert(seat.grande != card && 0 <= card && card < seat.cards);
    add_caballeros(t, s, player, card, -1);
    const unsigned cell = seat.cell[index(card)];
    s.board[cell] = static_cast<std::uint8_t>(s.board[cell] - kCardOnBoard);
    enter_frontier(s, cell);
    --seat.cards;
    for (int i = card; i < seat.cards; ++i) seat.cell[index(i)] = seat.cell[index(i + 1)];
    seat.cell[seat.cards] = 0;
    if (seat.grande != kNone && seat.grande > card) --seat.grande;
    seat.face = erase_nibble(seat.face, card);
    seat.ships = erase_nibble(seat.ships, card);
    seat.water = erase_nibble(seat.water, card);
    seat.number = erase_nibble(seat.number, card);
}

// Area cards

/// A place in the sorted list of area cards for a card in `cell`; later cards and all that names
/// them move up by one.
inline unsigned open_place(State& s, unsigned cell) noexcept {
    unsigned place = s.area_cards;
    for (; place > 0 && s.area_cell[place - 1] > cell; --place) {
        s.area_cell[place] = s.area_cell[place - 1];
        s.area_code[place] = s.area_code[place - 1];
        s.region[place] = s.region[place - 1];
        s.total[place] = s.total[place - 1];
        ++s.board[s.area_cell[place]];
    }
    ++s.area_cards;
    for (auto& region : s.region)
        region = static_cast<std::uint8_t>(region + (region >= place && region != kNone ? 1 : 0));
    return place;
}
/// The land of the card at `place` joins the regions in `joined` (itself among them).
inline void join_regions(State& s, std::uint64_t joined) noexcept {
    const unsigned first = index(pop_lsb(joined));
    if (joined == 0) return;
    for_each_bit(joined, [&](int other) {
        for (auto& region : s.region)
            region = region == other ? static_cast<std::uint8_t>(first) : region;
        for (unsigned p = 0; p < kMaxPlayers; ++p) s.total[first][p] += s.total[index(other)][p];
        s.total[index(other)] = {};
    });
}
/// A new area card at a side of a caballero card: its land adds the number there.
inline void touch_card(const Tables& t, State& s, unsigned cell, int side, bool land,
                       unsigned region) noexcept {
    int player = 0;
    int card = card_in(s.seat[0], cell);
    while (card < 0) card = card_in(s.seat[index(++player)], cell);
    Seat& seat = s.seat[index(player)];
    if (land) {
        s.total[region][index(player)] += t.number[index(orientation_of(seat, card))][index(side)];
        set_number(t, s, player, card);
    } else {
        seat.water |= bit(4 * card + side);
    }
}
/// An area card comes into an empty cell. Cards that are forced back have left before.
/// Returns its place in the list.
inline unsigned put_area_card(const Tables& t, State& s, unsigned cell, unsigned code) noexcept {
    const unsigned edges = t.edges[code];
    leave_frontier(s, cell);
    const unsigned place = open_place(s, cell);
    s.area_cell[place] = static_cast<std::uint16_t>(cell);
    s.area_code[place] = static_cast<std::uint8_t>(code);
    s.region[place] = static_cast<std::uint8_t>(place);
    s.total[place] = {};
    s.board[cell] = static_cast<std::uint8_t>(kAreaOnBoard + place);

    std::uint64_t joined = bit(static_cast<int>(place));
    for (int side = 0; side < kSides; ++side) {
        const unsigned content = s.board[neighbour(cell, side)];
        if (is_area(content) && (edges >> side & 1))
            joined |= bit(s.region[content - kAreaOnBoard]);
    }
    join_regions(s, joined);

    for (int side = 0; side < kSides; ++side) {
        const unsigned beside = neighbour(cell, side);
        const unsigned content = s.board[beside];
        if (!is_empty(content) && !is_card(content)) continue;
        const bool land = (edges >> side & 1) != 0;
        const unsigned sees = kDigit[index(opposite(side))] * (land ? 2 : 1);
        if (is_empty(content)) s.fits -= kPattern[content].counts;
        s.board[beside] = static_cast<std::uint8_t>(content + sees);
        if (is_empty(content))
            enter_frontier(s, beside);
        else
            touch_card(t, s, beside, opposite(side), land, s.region[place]);
    }
    return place;
}

}  // namespace bitmeeple::el_caballero
