#pragma once
// Latria: multisets of celestial cards, and the outcomes of a chance node.
//
// A multiset is one word of twelve 5-bit lanes, lane t counting the cards of type t:
//
//   bit 59 .. 55       44 .. 40           4 .. 0
//   | type 11 | ... | type 8  | ... | type 0 |
//
// A pile has 13 cards, so sums of a pile's lanes stay below 16 and the fifth bit of each lane is
// free as a flag. Adding and subtracting words moves cards.

#include <cassert>

#include "bitmeeple/actions.hpp"
#include "bitmeeple/games/latria/types.hpp"

namespace bitmeeple::latria {

using Counts = std::uint64_t;

inline constexpr int kLane = 5;  ///< bits per type

/// `count` cards of one type.
[[nodiscard]] constexpr Counts cards_of(int type, int count = 1) noexcept {
    return static_cast<Counts>(count) << (kLane * type);
}
[[nodiscard]] constexpr int count_of(Counts counts, int type) noexcept {
    return static_cast<int>(counts >> (kLane * type) & low_bits(kLane));
}
/// The lanes of types first .. last-1, all bits set.
[[nodiscard]] constexpr Counts lanes(int first, int last) noexcept {
    return low_bits(kLane * last) & ~low_bits(kLane * first);
}

/// The number 1, and the flag, in every lane.
inline constexpr Counts kOnes = [] {
    Counts ones = 0;
    for (int t = 0; t < kTypes; ++t) ones |= cards_of(t);
    return ones;
}();
inline constexpr Counts kFlags = kOnes << (kLane - 1);

/// Types 0, 2, 4, .. 10.
inline constexpr Counts kEvenLanes = [] {
    Counts even = 0;
    for (int t = 0; t < kTypes; t += 2) even |= lanes(t, t + 1);
    return even;
}();

inline constexpr std::array<Counts, kBodies> kBodyLanes = {lanes(0, 5), lanes(5, 9),
                                                           lanes(9, 12)};

/// Lane t: number of cards of types 0 .. t. Precondition: at most 31 cards.
[[nodiscard]] constexpr Counts running_sums(Counts counts) noexcept { return counts * kOnes; }
/// Number of cards.
[[nodiscard]] constexpr int total_of(Counts counts) noexcept {
    const Counts pairs = (counts & kEvenLanes) + (counts >> kLane & kEvenLanes);
    return static_cast<int>((pairs * (kOnes & kEvenLanes)) >> (kLane * 10) & low_bits(10));
}
/// The flags of the types of which there is a card. Precondition: at most 16 of each.
[[nodiscard]] constexpr Counts present(Counts counts) noexcept {
    return (counts + (kFlags - kOnes)) & kFlags;
}
/// The types of which there is a card, as bits 0 .. 11.
[[nodiscard]] constexpr std::uint64_t types_in(Counts counts) noexcept {
    std::uint64_t types = 0;
    for_each_bit(present(counts), [&](int i) { types |= bit(i / kLane); });
    return types;
}

/// Outcomes of a chance node: ids of weight 1 (a card of the deck, a seat), or celestial types
/// weighted by the cards left in the pile of one body [L-07].
class Outcomes {
public:
    /// Bit i of `mask` stands for id first + i.
    constexpr void set_ids(std::uint64_t mask, int first) noexcept {
        word_ = mask;
        first_ = first;
        weighted_ = false;
    }
    /// Precondition: cards of one body only.
    constexpr void set_pile(Counts pile) noexcept {
        word_ = pile;
        first_ = kReveal;
        weighted_ = true;
    }

    [[nodiscard]] constexpr int size() const noexcept {
        return popcount(weighted_ ? present(word_) : word_);
    }
    [[nodiscard]] constexpr std::uint32_t total() const noexcept {
        return static_cast<std::uint32_t>(weighted_ ? count_of(running_sums(word_), kTypes - 1)
                                                   : popcount(word_));
    }
    /// Weighted: the type is the number of lanes whose running sum does not exceed r. Adding 15 - r
    /// raises the flags of the other lanes.
    [[nodiscard]] constexpr int pick(std::uint32_t r) const noexcept {
        assert(r < total());
        if (!weighted_) return first_ + select(word_, static_cast<int>(r));
        const Counts beyond = (running_sums(word_) + (15 - r) * kOnes) & kFlags;
        return first_ + kTypes - popcount(beyond);
    }
    template <class F>
    constexpr void for_each(F&& f) const {
        for_each_bit(weighted_ ? types_in(word_) : word_, [&](int i) {
            f(first_ + i, weighted_ ? static_cast<std::uint32_t>(count_of(word_, i)) : 1U);
        });
    }

private:
    std::uint64_t word_ = 0;
    int first_ = 0;
    bool weighted_ = false;
};
static_assert(OutcomeSet<Outcomes>);

}  // namespace bitmeeple::latria
