#pragma once
// Latria: multisets of celestial cards, and the outcomes of a chance node.
//
// A multiset is one word of twelve 5-bit lanes, lane t counting the cards of type t:
//
//   bit 59 .. 55       44 .. 40           4 .. 0
//   | type 11 | ... | type 8  | ... | type 0 |
//
// Adding and subtracting words moves cards. Undrawn piles and stacks are kept body by body, in
// words of five lanes. A pile has 13 cards, so sums of its lanes stay below 16 and the fifth bit of
// each lane is free as a flag.

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

/// The number 1 in every lane.
inline constexpr Counts kOnes = [] {
    Counts ones = 0;
    for (int t = 0; t < kTypes; ++t) ones |= cards_of(t);
    return ones;
}();

/// Types 0, 2, 4, .. 10.
inline constexpr Counts kEvenLanes = [] {
    Counts even = 0;
    for (int t = 0; t < kTypes; t += 2) even |= lanes(t, t + 1);
    return even;
}();

inline constexpr std::array<Counts, kBodies> kBodyLanes = {lanes(0, 5), lanes(5, 9), lanes(9, 12)};

/// Number of cards.
[[nodiscard]] constexpr int total_of(Counts counts) noexcept {
    const Counts pairs = (counts & kEvenLanes) + (counts >> kLane & kEvenLanes);
    return static_cast<int>((pairs * (kOnes & kEvenLanes)) >> (kLane * 10) & low_bits(10));
}
/// The types of which there is a card, as bits 0 .. 11. Precondition: at most 16 cards of each.
[[nodiscard]] constexpr std::uint64_t types_in(Counts counts) noexcept {
    std::uint64_t types = 0;
    for_each_bit((counts + 15 * kOnes) & (16 * kOnes), [&](int i) { types |= bit(i / kLane); });
    return types;
}

/// Cards of one body: lane i counts the body's i-th type.
using BodyCounts = std::uint32_t;
using PerBody = std::array<BodyCounts, kBodies>;

inline constexpr BodyCounts kBodyOnes = static_cast<BodyCounts>(kOnes & lanes(0, 5));
inline constexpr BodyCounts kBodyFlags = kBodyOnes << (kLane - 1);

/// One body's cards among all types.
[[nodiscard]] constexpr Counts of_body(BodyCounts counts, unsigned body) noexcept {
    return Counts{counts} << (kLane * kFirstTypeOf[body]);
}
[[nodiscard]] constexpr Counts join(const PerBody& bodies) noexcept {
    return of_body(bodies[kSun], kSun) | of_body(bodies[kMoon], kMoon) |
           of_body(bodies[kPolaris], kPolaris);
}
[[nodiscard]] constexpr PerBody split(Counts counts) noexcept {
    PerBody bodies{};
    for (unsigned b = 0; b < kBodies; ++b)
        bodies[b] = static_cast<BodyCounts>((counts & kBodyLanes[b]) >> (kLane * kFirstTypeOf[b]));
    return bodies;
}

/// `size` ids of weight 1 (cards of the deck, seats): bit i of `mask` stands for id first + i.
class IdOutcomes {
public:
    constexpr IdOutcomes() noexcept = default;
    constexpr IdOutcomes(std::uint64_t mask, int size, int first) noexcept
        : mask_(mask), size_(size), first_(first) {
        assert(popcount(mask) == size);
    }

    [[nodiscard]] constexpr int size() const noexcept { return size_; }
    [[nodiscard]] constexpr std::uint32_t total() const noexcept {
        return static_cast<std::uint32_t>(size_);
    }
    [[nodiscard]] constexpr int pick(std::uint32_t r) const noexcept {
        return first_ + (size_ == 1 ? lsb(mask_) : select(mask_, static_cast<int>(r)));
    }
    template <class F>
    constexpr void for_each(F&& f) const {
        for_each_bit(mask_, [&](int i) { f(first_ + i, 1U); });
    }

private:
    std::uint64_t mask_ = 0;
    int size_ = 0;
    int first_ = 0;
};

/// [L-07] The types of one body's pile, weighted by the cards left; lane i is id first + i.
class PileOutcomes {
public:
    constexpr PileOutcomes() noexcept = default;
    constexpr PileOutcomes(BodyCounts pile, int first) noexcept : pile_(pile), first_(first) {}

    [[nodiscard]] constexpr int size() const noexcept { return popcount(flags()); }
    [[nodiscard]] constexpr bool is_single() const noexcept {
        return (flags() & (flags() - 1)) == 0;
    }
    [[nodiscard]] constexpr std::uint32_t total() const noexcept {
        return running_sums() >> (4 * kLane) & 31U;
    }
    /// The lane is the number of those whose running sum does not exceed r; in them, adding r + 16
    /// minus the sum raises the flag.
    [[nodiscard]] constexpr int pick(std::uint32_t r) const noexcept {
        assert(r < total());
        return first_ + popcount((r * kBodyOnes + kBodyFlags - running_sums()) & kBodyFlags);
    }
    template <class F>
    constexpr void for_each(F&& f) const {
        for (int lane = 0; lane < 5; ++lane)
            if (const int count = count_of(pile_, lane); count > 0)
                f(first_ + lane, static_cast<std::uint32_t>(count));
    }

private:
    /// The flag of each lane that is not empty: adding 15 raises it.
    [[nodiscard]] constexpr BodyCounts flags() const noexcept {
        return (pile_ + 15 * kBodyOnes) & kBodyFlags;
    }
    /// Lane i: number of cards in lanes 0 .. i.
    [[nodiscard]] constexpr BodyCounts running_sums() const noexcept { return pile_ * kBodyOnes; }

    BodyCounts pile_ = 0;
    int first_ = 0;
};

/// Outcomes of any chance node.
class Outcomes {
public:
    constexpr Outcomes() noexcept = default;
    constexpr Outcomes(IdOutcomes ids) noexcept : ids_(ids) {}
    constexpr Outcomes(PileOutcomes pile) noexcept : pile_(pile), weighted_(true) {}

    [[nodiscard]] constexpr int size() const noexcept {
        return weighted_ ? pile_.size() : ids_.size();
    }
    [[nodiscard]] constexpr std::uint32_t total() const noexcept {
        return weighted_ ? pile_.total() : ids_.total();
    }
    [[nodiscard]] constexpr int pick(std::uint32_t r) const noexcept {
        return weighted_ ? pile_.pick(r) : ids_.pick(r);
    }
    template <class F>
    constexpr void for_each(F&& f) const {
        weighted_ ? pile_.for_each(f) : ids_.for_each(f);
    }

private:
    IdOutcomes ids_;
    PileOutcomes pile_;
    bool weighted_ = false;
};
static_assert(OutcomeSet<Outcomes>);

}  // namespace bitmeeple::latria
