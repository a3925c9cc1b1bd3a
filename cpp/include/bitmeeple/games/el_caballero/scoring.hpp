#pragma once
// El Caballero: a scoring (section 6). Rare.

#include <algorithm>
#include <array>

#include "bitmeeple/games/el_caballero/regions.hpp"

namespace bitmeeple::el_caballero {

using Points = std::array<int, kMaxPlayers>;

/// A land region that is not governed: nobody without caballeros has a place [L-26]; a tie for
/// first earns the second points, from 3 players on [L-25], and then nobody is second [L-27].
inline void score_land(const Tables& t, int value,
                       const std::array<std::uint8_t, kMaxPlayers>& total, Points& points) {
    const int first = *std::ranges::max_element(total);
    if (first == 0) return;
    const bool pays_second = t.players > 2;  // two players: no second place, a tie earns nothing
    const auto holders = std::ranges::count(total, first);
    int second = 0;
    for (const int sum : total)
        if (sum < first) second = std::max(second, sum);
    const bool one_second = second > 0 && std::ranges::count(total, second) == 1;
    for (unsigned p = 0; p < kMaxPlayers; ++p) {
        if (total[p] == first && holders == 1) points[p] += 2 * value;
        if (total[p] == first && holders > 1 && pays_second) points[p] += value;
        if (total[p] == second && holders == 1 && one_second && pays_second) points[p] += value;
    }
}

/// Each land region: a governor takes first place [L-31], else the totals decide.
inline void score_lands(const Tables& t, const State& s, Points& points) {
    std::array<int, kAreaCards> value{};     // by region; a card has one land area at most
    std::array<int, kAreaCards> governed{};  // 1 + owner
    for (unsigned place = 0; place < s.area_cards; ++place) {
        const unsigned code = s.area_code[place];
        if (t.edges[code] != 0) value[s.region[place]] += 1 + t.gold[code / 4];
    }
    for (unsigned i = 0; i < s.governors; ++i) {
        const unsigned governor = s.governor[i];
        const unsigned place = s.board[governor_cell(governor)] - kAreaOnBoard;
        if (t.edges[s.area_code[place]] >> governor_side(governor) & 1)
            governed[s.region[place]] = 1 + governor_owner(governor);
    }
    for (unsigned region = 0; region < s.area_cards; ++region) {
        if (value[region] == 0) continue;
        if (governed[region] > 0)
            points[index(governed[region] - 1)] += 2 * value[region];
        else
            score_land(t, value[region], s.total[region], points);
    }
}

/// Each ship earns the value of the water it borders, a governor's too [L-30].
inline void score_ships(const Tables& t, const State& s, Points& points) {
    Visited visited{};
    std::array<std::uint8_t, kSides * kAreaCards> value;  // by edge, where visited
    const auto value_at = [&](unsigned place, int side) -> int {
        const unsigned edge = kSides * place + index(side);
        if (!(visited[place] >> side & 1)) {
            std::array<std::uint8_t, kSides * kAreaCards> edges;
            unsigned count = 0;
            const auto region = flood(t, s, static_cast<int>(edge), visited, [&](int e) {
                edges[count++] = static_cast<std::uint8_t>(e);
            });
            for (unsigned i = 0; i < count; ++i)
                value[edges[i]] = static_cast<std::uint8_t>(region.value);
        }
        return value[edge];
    };
    for (unsigned p = 0; p < index(t.players); ++p)
        for_each_bit(s.seat[p].ships, [&](int ship) {
            const unsigned cell = s.seat[p].cell[index(ship / 4)];
            const int side = ship % 4;
            points[p] += value_at(area_beside(s, cell, side), opposite(side));
        });
    for (unsigned i = 0; i < s.governors; ++i) {
        const unsigned governor = s.governor[i];
        if (!governor_has_ship(governor)) continue;
        const unsigned place = s.board[governor_cell(governor)] - kAreaOnBoard;
        points[index(governor_owner(governor))] += value_at(place, governor_side(governor));
    }
}

/// The points of one scoring for each seat.
[[nodiscard]] inline Points score_map(const Tables& t, const State& s) noexcept {
    Points points{};
    score_lands(t, s, points);
    score_ships(t, s, points);
    return points;
}

}  // namespace bitmeeple::el_caballero
