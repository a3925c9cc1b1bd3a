#pragma once
// El Caballero: cells of the table, edges of area cards, and what a cell sees around it.
//
// Cells. Inside the core a cell is 32*row + col, so that all tables share one stride: row 31 and
// column 31 are never on a table (31 x 31 at most), and a step off any border, taken modulo 1,024,
// ends on one of them. In ids, dicts and the specification a cell is S*row + col.
//
// Edges. The edges of an area card are the mask of its land sides, bit d for side d.
//
// Patterns. What a cell without area card sees: a number of four digits in base 3, digit d for
// side d: 0 no area card there, 1 water, 2 land.

#include <array>
#include <bit>
#include <cstdint>

#include "bitmeeple/bits.hpp"
#include "bitmeeple/games/el_caballero/types.hpp"

namespace bitmeeple::el_caballero {

inline constexpr int kCellStride = 32;
inline constexpr int kCellSpace = 1024;
inline constexpr int kPlaneWords = kCellSpace / 64;
/// A set of cells.
using Plane = std::array<std::uint64_t, kPlaneWords>;

/// A range of words of a plane: two rows a word.
struct Words {
    unsigned first, end;
};

inline constexpr std::array<int, kSides> kStep = {-kCellStride, 1, kCellStride, -1};
/// The cell beside `cell`; of a cell on the border perhaps one that is not on the table.
[[nodiscard]] constexpr unsigned neighbour(unsigned cell, int side) noexcept {
    return (cell + static_cast<unsigned>(kStep[index(side)])) % kCellSpace;
}
static_assert(neighbour(0, 0) / kCellStride == 31 && neighbour(0, 3) % kCellStride == 31);

inline void add_cell(Plane& plane, unsigned cell) noexcept { plane[cell / 64] |= bit(cell % 64); }
[[nodiscard]] inline bool has_cell(const Plane& plane, unsigned cell) noexcept {
    return (plane[cell / 64] >> (cell % 64) & 1) != 0;
}
/// Calls f(cell) for every cell, ascending.
template <class F>
void for_each_cell(const Plane& plane, F&& f) {
    for (unsigned w = 0; w < kPlaneWords; ++w)
        for_each_bit(plane[w], [&](int i) { f(64 * w + index(i)); });
}

/// `edges` after `rotation` quarter turns clockwise: side d shows side d - rotation.
[[nodiscard]] constexpr unsigned rotate(unsigned edges, int rotation) noexcept {
    return (edges << rotation | edges >> (kSides - rotation)) & kAllSides;
}

/// Edges up to rotation: WWWW, LWWW, LLWW, LWLW, LLLW, LLLL.
inline constexpr int kShapes = 6;
[[nodiscard]] constexpr int shape_of(unsigned edges) noexcept {
    constexpr std::array<int, 5> by_land_sides = {0, 1, 2, 4, 5};
    if (edges == 0b0101 || edges == 0b1010) return 3;
    return by_land_sides[index(popcount(edges))];
}
inline constexpr std::array<unsigned, kShapes> kShapeEdges = {0b0000, 0b0001, 0b0011,
                                                              0b0101, 0b0111, 0b1111};

inline constexpr int kPatterns = 81;
inline constexpr std::array<unsigned, kSides> kDigit = {1, 3, 9, 27};

/// Everything that is derived from a pattern.
struct Pattern {
    /// One in the byte of each shape that fits here in some rotation; byte 6: no land side,
    /// byte 7: exactly one. 0 for the pattern without area cards.
    std::uint64_t counts = 0;
    std::uint8_t land = 0;        ///< land sides
    std::uint8_t water = 0;       ///< water sides
    std::uint8_t land_sides = 0;  ///< how many: k of the specification
    std::uint8_t side = 0;        ///< the lowest land side
    std::uint8_t frontier = 0;    ///< 0 no area card, 1 k = 0, 2 k = 1, 3 k >= 2
};

/// Byte `i` of packed counts.
[[nodiscard]] constexpr int count_at(std::uint64_t counts, int i) noexcept {
    return static_cast<int>(counts >> (8 * i) & 0xFF);
}
inline constexpr int kWaterOnly = 6;
inline constexpr int kOneLandSide = 7;

/// An area card with these edges matches all that the pattern shows.
[[nodiscard]] constexpr bool matches(unsigned land, unsigned water, unsigned edges) noexcept {
    return (edges & water) == 0 && (~edges & land) == 0;
}

inline constexpr std::array<Pattern, kPatterns> kPattern = [] {
    std::array<Pattern, kPatterns> table{};
    for (unsigned p = 1; p < kPatterns; ++p) {
        Pattern& entry = table[p];
        for (int d = kSides - 1; d >= 0; --d) {
            const unsigned digit = p / kDigit[index(d)] % 3;
            if (digit == 1) entry.water |= static_cast<std::uint8_t>(1U << d);
            if (digit != 2) continue;
            entry.land |= static_cast<std::uint8_t>(1U << d);
            entry.side = static_cast<std::uint8_t>(d);
            ++entry.land_sides;
        }
        entry.frontier = entry.land_sides < 2 ? entry.land_sides + 1 : 3;
        for (int shape = 0; shape < kShapes; ++shape)
            for (int k = 0; k < kSides; ++k)
                if (matches(entry.land, entry.water, rotate(kShapeEdges[index(shape)], k)))
                    entry.counts |= std::uint64_t{1} << (8 * shape);
        if (entry.land_sides < 2)
            entry.counts |= std::uint64_t{1} << (8 * (kWaterOnly + entry.land_sides));
    }
    return table;
}();

/// Rotations in which a card with these (unrotated) edges matches a pattern, as a mask.
inline constexpr auto kRotationsThatFit = [] {
    std::array<std::array<std::uint8_t, 16>, kPatterns> table{};
    for (unsigned p = 0; p < kPatterns; ++p)
        for (unsigned edges = 0; edges < 16; ++edges)
            for (int k = 0; k < kSides; ++k)
                if (matches(kPattern[p].land, kPattern[p].water, rotate(edges, k)))
                    table[p][edges] |= static_cast<std::uint8_t>(1U << k);
    return table;
}();

}  // namespace bitmeeple::el_caballero
