#pragma once
// El Caballero: laying an area card of the display (4.5).

#include <algorithm>
#include <cstdint>

#include "bitmeeple/games/el_caballero/actions.hpp"
#include "bitmeeple/games/el_caballero/map.hpp"
#include "bitmeeple/games/el_caballero/placing.hpp"
#include "bitmeeple/games/el_caballero/regions.hpp"
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
[[nodiscard]] inline CellPlane tile_cell_choices(const Tables& t, const State& s) noexcept {
    if ((s.display_types & t.types_of_shapes[shapes_that_fit(s)]) == 0) [[unlikely]] {
        Plane fallback;
        fallback_cells(t, s, fallback);
        CellPlane cells(t, {0, kPlaneWords});
        for (unsigned w = 0; w < kPlaneWords; ++w) cells.set(w, fallback[w]);
        return cells;
    }
    const int shape = t.shape[s.pending_tile];
    const Words words = map_words(s);
    CellPlane cells(t, words);
    for (unsigned w = words.first; w < words.end; ++w) {
        std::uint64_t fitting = 0;
        for_each_bit(s.frontier_low[w] | s.frontier_high[w], [&](int i) {
            const std::uint64_t counts = kPattern[s.board[64 * w + index(i)]].counts;
            fitting |= (counts >> (8 * shape) & 1) << i;
        });
        cells.set(w, fitting);
    }
    return cells;
}
[[nodiscard]] inline Few tile_rot_choices(const Tables& t, const State& s) noexcept {
    return {t.cells + kRot,
            kRotationsThatFit[s.board[s.pending_cell]][t.type_edges[s.pending_tile]] &
                unsigned{t.rotations[s.pending_tile]}};
}
/// Cards that would touch a second land side, counted per side [L-01], are forced back, whosever
/// they are [L-39] and in any order [L-40]; then the card lies, and land adds the numbers on its
/// sides for free [L-17].
inline void tile_rot(const Tables& t, State& s, int action) noexcept {
    const unsigned cell = s.pending_cell;
    const unsigned code = code_of(s.pending_tile, action - t.cells - kRot);
    for_each_bit(t.edges[code], [&](int side) {
        const unsigned beside = neighbour(cell, side);
        if (!is_card(s.board[beside]) || card_pattern(s, beside).land_sides == 0) return;
        int player = 0;
        while (card_in(s.seat[index(player)], beside) < 0) ++player;
        const int card = card_in(s.seat[index(player)], beside);
        if (s.seat[index(player)].grande != card) force_back(t, s, player, card);
    });
    const unsigned place = put_area_card(t, s, cell, code);
    if (t.governors > 0)
        s.free_closed = static_cast<std::uint8_t>(s.free_closed + closed_regions_of(t, s, place));
    const auto laid = std::ranges::find(s.display, s.pending_tile);
    std::copy(laid + 1, s.display.end(), laid);
    s.display.back() = kNone;
    if (*laid != s.pending_tile) s.display_types &= ~bit(s.pending_tile);
    --s.turn.tiles_left;
}

}  // namespace bitmeeple::el_caballero
