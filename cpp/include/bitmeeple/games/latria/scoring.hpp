#pragma once
// Latria: what piles are worth, who is better, points of a campaign game (5.3, 6, 8.3).

#include <algorithm>
#include <span>

#include "bitmeeple/games/latria/tables.hpp"

namespace bitmeeple::latria {

/// What a seat's two piles are worth as they lie.
struct Worth {
    std::int32_t gain;
    std::int32_t loss;
    [[nodiscard]] constexpr std::int32_t vp() const noexcept { return gain - loss; }
};

/// Sum of the vp of cards.
[[nodiscard]] inline int cards_vp(const Values& v, Cards cards) noexcept {
    int sum = popcount(cards & v.vp_plane[0]) + 2 * popcount(cards & v.vp_plane[1]);
    if ((v.vp_plane[2] | v.vp_plane[3]) != 0)  // not in the shipped tables
        sum += 4 * popcount(cards & v.vp_plane[2]) + 8 * popcount(cards & v.vp_plane[3]);
    return sum;
}

/// Sum of the vp of celestial cards. Every other type gets a lane of 10 bits, wide enough for any
/// sum; in the product with the weights in reverse order the top lane is the scalar product.
[[nodiscard]] inline int types_vp(const Values& v, Counts counts) noexcept {
    const Counts even = (counts & kEvenLanes) * v.even_vp;
    const Counts odd = (counts >> kLane & kEvenLanes) * v.odd_vp;
    return static_cast<int>((even + odd) >> 50 & 1023);
}

[[nodiscard]] inline std::int32_t sum_of(const Values& v, Cards cards, Counts counts) noexcept {
    return cards_vp(v, cards) + types_vp(v, counts);
}

[[nodiscard]] inline bool multiplied(const Values& v, Cards cards, Counts counts) noexcept {
    return ((cards & (v.card_twice | v.card_cancel)) | (counts & (v.type_twice | v.type_cancel))) !=
           0;
}

/// [L-36] The product of all multipliers of a group; at most 16 of them double.
[[nodiscard]] inline std::int32_t factor_of(const Values& v, Cards cards, Counts counts) noexcept {
    if (((cards & v.card_cancel) | (counts & v.type_cancel)) != 0) return 0;
    return 1 << (popcount(cards & v.card_twice) + total_of(counts & v.type_twice));
}

/// [L-35] [L-37] Open cards: four groups by suit, astrology and celestial cards together. Most
/// have no multiplier and are summed up together.
[[nodiscard]] inline std::int32_t gain_of(const Values& v, Cards cards, Counts counts) noexcept {
    std::int32_t gain = sum_of(v, cards, counts);
    if (!multiplied(v, cards, counts)) return gain;
    for (int suit = 0; suit < kSuits; ++suit) {
        const Cards of_suit = cards & suit_cards(suit);
        const Counts of_body = suit < kBodies ? counts & kBodyLanes[index(suit)] : 0;
        if (multiplied(v, of_suit, of_body))
            gain += (factor_of(v, of_suit, of_body) - 1) * sum_of(v, of_suit, of_body);
    }
    return gain;
}

/// [L-37] [L-43] Under the eclipse marker everything is one group, and counts negative.
[[nodiscard]] inline std::int32_t loss_of(const Values& v, Cards cards, Counts counts) noexcept {
    if ((cards | counts) == 0) return 0;
    const std::int32_t sum = sum_of(v, cards, counts);
    return multiplied(v, cards, counts) ? factor_of(v, cards, counts) * sum : sum;
}

[[nodiscard]] inline Worth worth_of(const Values& v, const State& s, unsigned seat) noexcept {
    return {gain_of(v, s.astrology[kOpen][seat], s.celestial[kOpen][seat]),
            loss_of(v, s.astrology[kEclipse][seat], s.celestial[kEclipse][seat])};
}

/// [L-52] [L-53] [L-54] Points of one campaign game, by vp alone: N for the first, one less for
/// each further value, -1 for the last one, unless it is the only one.
inline void campaign_points(std::span<const std::int32_t> vp, std::span<std::int8_t> out) noexcept {
    const int n = static_cast<int>(vp.size());
    for (unsigned p = 0; p < vp.size(); ++p) {
        int better = 0;
        bool is_lowest = true;
        for (unsigned q = 0; q < vp.size(); ++q) {
            is_lowest = is_lowest && vp[q] >= vp[p];
            // Counts each better value once, at the first seat that has it.
            const auto seats_before = vp.first(q);
            const bool seen = std::ranges::find(seats_before, vp[q]) != seats_before.end();
            better += vp[q] > vp[p] && !seen ? 1 : 0;
        }
        out[p] = static_cast<std::int8_t>(is_lowest && better > 0 ? -1 : n - better);
    }
}

/// Sum of a seat's campaign points.
[[nodiscard]] inline std::int32_t total_points(const State& s, unsigned seat) noexcept {
    std::int32_t total = 0;
    for (const auto points : s.game_points[seat]) total += points;
    return total;
}

/// [L-42] [L-55] Fills `result` and `beaten` of a finished game or campaign: more vp is better,
/// then less loss; in a campaign the totals alone.
inline void set_result(const Options& options, const Values& values, State& s) noexcept {
    PerSeat<std::int64_t> strength{};  // orders the seats
    const unsigned n = index(options.players);
    for (unsigned p = 0; p < n; ++p) {
        if (options.campaign) {
            s.result[p] = total_points(s, p);
            strength[p] = s.result[p];
        } else {
            const Worth worth = worth_of(values, s, p);
            s.result[p] = worth.vp();
            strength[p] = worth.vp() * (std::int64_t{1} << 32) - worth.loss;
        }
    }
    for (unsigned p = 0; p < n; ++p) {
        int better = 0;
        for (unsigned q = 0; q < n; ++q) better += strength[q] > strength[p] ? 1 : 0;
        s.beaten[p] = static_cast<std::uint8_t>(better);
    }
}

}  // namespace bitmeeple::latria
