#pragma once
// El Caballero: where an area card of the display may be laid (4.5).

#include <cstdint>

#include "bitmeeple/games/el_caballero/map.hpp"
#include "bitmeeple/games/el_caballero/state.hpp"
#include "bitmeeple/games/el_caballero/tables.hpp"

namespace bitmeeple::el_caballero {

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

}  // namespace bitmeeple::el_caballero
