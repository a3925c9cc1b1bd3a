#pragma once
// Lata: what a seat may see, in one place for dicts, tensors and resampling [section 7].

#include "bitmeeple/games/lata/state.hpp"
#include "bitmeeple/games/lata/tables.hpp"

namespace bitmeeple::lata {

inline constexpr int kEveryone = -1;  ///< the observer of the complete dict

/// The only hidden thing: bids of other seats between being made and being revealed.
[[nodiscard]] constexpr bool sees_offer(const State& s, int player, int seat) noexcept {
    return s.node != Node::bid || player == kEveryone || player == seat;
}

/// Slots of the line that bear an icon, by the visible cards.
[[nodiscard]] inline unsigned icon_slots(const Tables& tables, const Seat& seat) noexcept {
    unsigned slots = 0;
    for (unsigned space = 0; space < kSpaces; ++space)
        slots |= ((1U << tables.icon_count[seat.stacks[space] & 0xFF]) - 1) << 2 * space;
    return slots;
}

/// Uses spent of the visible card in a space, from the uses left.
[[nodiscard]] inline int spent_uses(const Tables& tables, const Seat& seat, std::uint32_t specials,
                                    unsigned space) noexcept {
    const auto left = [&](Special kind) {
        return (specials >> (kSpaces * static_cast<unsigned>(kind) + space) & 1) != 0;
    };
    const int effect = tables.effect[seat.stacks[space] & 0xFF];
    if (effect == 0) return 0;
    const auto kind = static_cast<Special>(effect - 1);
    if (left(kind)) return 0;
    return kind != Special::buy_first || left(Special::buy_second) ? 1 : 2;
}

/// Names of the slices are on the interface page, section 7.
inline constexpr int kSeatSlices = 328;    ///< floats per seat, without those that depend on n
inline constexpr int kCommonSlices = 728;  ///< floats of the rest, without sets

}  // namespace bitmeeple::lata
