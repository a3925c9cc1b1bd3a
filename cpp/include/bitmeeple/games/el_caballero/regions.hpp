#pragma once
// El Caballero: regions by flood fill, for what happens rarely: scoring, governors, checks.
// (Land regions and their totals, which every turn needs, are kept up to date by map.hpp.)

#include <array>
#include <cstdint>

#include "bitmeeple/games/el_caballero/map.hpp"
#include "bitmeeple/games/el_caballero/state.hpp"
#include "bitmeeple/games/el_caballero/tables.hpp"

namespace bitmeeple::el_caballero {

/// An edge of an area card is 4 * (place of the card in the list) + side. As the list ascends, the
/// canonical edge of a region is its smallest one.
struct Region {
    int canonical_edge;
    int value;  ///< cards, each once, + gold or fish
    bool land;
    bool closed;  ///< completely surrounded by area cards
};

struct Regions {
    static constexpr int kMax = 3 * kAreaCards;  ///< a strip has three areas
    int count = 0;
    std::array<Region, kMax> list;
    std::array<std::uint8_t, kSides * kAreaCards> of_edge;  ///< index into `list`
};

/// Sides already visited, per area card.
using Visited = std::array<std::uint8_t, kAreaCards>;

/// The region of an edge that is not yet visited: only area cards connect [L-14]. each(edge) is
/// called for all its edges.
template <class F>
Region flood(const Tables& t, const State& s, int edge, Visited& visited, F&& each) {
    std::array<std::uint8_t, kSides * kAreaCards> open;  // one edge of each area still to visit
    unsigned waiting = 0;
    std::uint64_t cards = 0;
    int symbols = 0;
    const auto reach = [&](unsigned place, int side) {
        if (visited[place] >> side & 1) return;
        visited[place] |= static_cast<std::uint8_t>(area_of(t.edges[s.area_code[place]], side));
        open[waiting++] = static_cast<std::uint8_t>(kSides * place + index(side));
    };
    const bool land = (t.edges[s.area_code[index(edge / kSides)]] >> (edge % kSides) & 1) != 0;
    Region region{edge, 0, land, true};
    reach(index(edge / kSides), edge % kSides);
    while (waiting > 0) {
        const unsigned place = open[--waiting] / kSides;
        const unsigned code = s.area_code[place];
        const unsigned sides = area_of(t.edges[code], open[waiting] % kSides);
        cards |= bit(static_cast<int>(place));
        if (land) symbols += t.gold[code / 4];
        if (t.fish_sides[code] == sides) symbols += t.fish[code / 4];
        for_each_bit(sides, [&](int side) {
            const int here = kSides * static_cast<int>(place) + side;
            region.canonical_edge = std::min(region.canonical_edge, here);
            each(here);
            const unsigned content = s.board[neighbour(s.area_cell[place], side)];
            if (is_area(content))
                reach(content - kAreaOnBoard, opposite(side));
            else
                region.closed = false;  // [L-29]
        });
    }
    region.value = popcount(cards) + symbols;
    return region;
}

/// All regions of the map, land and water.
inline void find_regions(const Tables& t, const State& s, Regions& regions) noexcept {
    Visited visited{};
    regions.count = 0;
    for (int edge = 0; edge < kSides * s.area_cards; ++edge) {
        if (visited[index(edge / kSides)] >> (edge % kSides) & 1) continue;
        const auto number = static_cast<std::uint8_t>(regions.count++);
        regions.list[number] =
            flood(t, s, edge, visited, [&](int e) { regions.of_edge[index(e)] = number; });
    }
}

/// Number of closed regions that the card at `place`, just laid, belongs to. Only these can have
/// become closed.
inline int closed_regions_of(const Tables& t, const State& s, unsigned place) noexcept {
    Visited visited{};
    int closed = 0;
    for (int side = 0; side < kSides; ++side)
        if (!(visited[place] >> side & 1)) {
            const int edge = kSides * static_cast<int>(place) + side;
            closed += flood(t, s, edge, visited, [](int) {}).closed ? 1 : 0;
        }
    return closed;
}

/// The edge as governors name it: 4 * cell + side.
[[nodiscard]] inline unsigned map_edge(const State& s, int edge) noexcept {
    return kSides * s.area_cell[index(edge / kSides)] + index(edge % kSides);
}
/// The governor on the region with this canonical edge, or -1.
[[nodiscard]] inline int governor_on(const State& s, unsigned edge) noexcept {
    for (int i = 0; i < s.governors; ++i)
        if (governor_edge(s.governor[index(i)]) == edge) return i;
    return -1;
}
/// Calls f(edge) for the canonical edge of each closed region without governor, 4 * cell + side.
template <class F>
void for_each_free_closed(const Tables& t, const State& s, F&& f) {
    if (s.free_closed == 0) return;
    Regions regions;
    find_regions(t, s, regions);
    for (int r = 0; r < regions.count; ++r) {
        const unsigned edge = map_edge(s, regions.list[index(r)].canonical_edge);
        if (regions.list[index(r)].closed && governor_on(s, edge) < 0) f(edge);
    }
}

}  // namespace bitmeeple::el_caballero
