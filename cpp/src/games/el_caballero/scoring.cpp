// El Caballero: a scoring (section 6).

#include "bitmeeple/games/el_caballero/regions.hpp"

namespace bitmeeple::el_caballero {

namespace {

using Points = std::array<int, kMaxPlayers>;

/// A land region that is not governed. [L-25] [L-26] [L-27]
void score_land(const Tables& t, int value, const std::array<std::uint8_t, kMaxPlayers>& total,
                Points& points) {
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

/// Each ship earns the value of the water it borders. [L-21] [L-30]
void score_ships(const State& s, const Regions& regions, Points& points) {
    const auto value_at = [&](unsigned place, int side) {
        return regions.list[regions.of_edge[kSides * place + index(side)]].value;
    };
    for (unsigned p = 0; p < kMaxPlayers; ++p)
        for_each_bit(s.seat[p].ships, [&](int ship) {
            const unsigned cell = s.seat[p].cell[index(ship / 4)];
            const int side = ship % 4;
            points[p] += value_at(area_beside(s, cell, side), opposite(side));
        });
    for (int i = 0; i < s.governors; ++i) {
        const unsigned governor = s.governor[index(i)];
        if (!governor_has_ship(governor)) continue;
        const unsigned place = s.board[governor_cell(governor)] - kAreaOnBoard;
        points[index(governor_owner(governor))] += value_at(place, governor_side(governor));
    }
}

}  // namespace

Points scoring(const Tables& t, const State& s) noexcept {
    Points points{};
    Regions regions;
    find_regions(t, s, regions);
    for (int r = 0; r < regions.count; ++r) {
        const Region& region = regions.list[index(r)];
        if (!region.land) continue;
        const int governor = governor_on(s, map_edge(s, region.canonical_edge));
        if (region.closed && governor >= 0) {  // [L-31]
            points[index(governor_owner(s.governor[index(governor)]))] += 2 * region.value;
            continue;
        }
        const unsigned first = s.region[index(region.canonical_edge / kSides)];
        score_land(t, region.value, s.total[first], points);
    }
    score_ships(s, regions, points);
    return points;
}

}  // namespace bitmeeple::el_caballero
