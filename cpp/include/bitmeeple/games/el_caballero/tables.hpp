#pragma once
// El Caballero: the numbers of the options, the variant and the data file in use, and what is
// derived from them.

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>

#include "bitmeeple/games/el_caballero/geometry.hpp"
#include "bitmeeple/games/el_caballero/types.hpp"

namespace bitmeeple::el_caballero {

/// Prices in caballeros from the court, in the order of COSTS.
struct Costs {
    int buy_ship, build_castillo, ship_from_court, move_castillo;
    int water_only_card, place_governor, place_grande, move_grande;
};
/// Allowances of a turn, in the order of LIMITS.
struct Limits {
    std::uint8_t card_actions, ship_buys, castillo_builds, grande_moves;
};

/// An area card as it lies: code = 4 * type + rotation.
[[nodiscard]] constexpr unsigned code_of(int type, int rotation) noexcept {
    return index(4 * type + rotation);
}

/// A cell of the specification from one of the core (geometry.hpp).
[[nodiscard]] constexpr int id_of_cell(int table_size, unsigned cell) noexcept {
    return table_size * static_cast<int>(cell / kCellStride) + static_cast<int>(cell % kCellStride);
}

/// [L-10] The sides that belong to the same area of a card with these edges as `side` does: all
/// land is one area; so is all water, except that two opposite water sides are two areas.
[[nodiscard]] constexpr unsigned area_of(unsigned edges, int side) noexcept {
    if (edges >> side & 1) return edges;
    const unsigned water = ~edges & kAllSides;
    return water == 0b0101 || water == 0b1010 ? 1U << side : water;
}

/// [L-11] The sides of the water area with the fish, on an unrotated card.
[[nodiscard]] constexpr unsigned fish_area(unsigned edges, int fish_side) noexcept {
    return fish_side < 0 ? 0 : area_of(edges, fish_side);
}
/// [L-12] The number that a caballero card in this orientation shows on a side: clockwise, the front
/// for the first four.
[[nodiscard]] inline int oriented(std::span<const std::int32_t> numbers, unsigned orientation,
                                  unsigned side) noexcept {
    return numbers[4 * (orientation / 4) + (orientation % 4 + side) % 4];
}

struct Tables {
    // Options and variant [section 8]
    int players, first_player;
    int rounds, cards, ships, castillos, governors, grandes;
    unsigned scoring_after = 0;  ///< bit r: scoring after round r
    int start_court;
    Costs costs;
    Limits limits;

    // The table
    int size, cells;
    unsigned row_factor;  ///< id / size == id * row_factor >> 16
    unsigned start_cell;
    std::array<std::uint8_t, kCellSpace> empty_board{};

    // Power cards, by value
    std::array<std::uint8_t, kPowerCards + 1> power_caballeros{}, power_tiles{};

    // Caballero cards
    std::array<std::array<std::uint8_t, kSides>, kOrientations> number{};
    /// Orientations that show on side d one of a set of numbers (bit v - 1: number v).
    std::array<std::array<std::uint8_t, 256>, kSides> orientations{};

    // Area cards, by type and by code
    int types;
    std::array<std::uint8_t, kMaxTypes> count{}, gold{}, fish{};
    std::array<std::uint8_t, kMaxTypes> type_edges{};  ///< unrotated
    std::array<std::uint8_t, kMaxTypes> rotations{};   ///< canonical ones, as a mask
    std::array<std::uint8_t, kMaxTypes> shape{};
    std::array<std::uint8_t, 4 * kMaxTypes> edges{};
    std::array<std::uint8_t, 4 * kMaxTypes> fish_sides{};  ///< of the area with the fish
    std::array<std::uint64_t, 1 << kShapes> types_of_shapes{};

    Tables(const Options& options, const FlatTables& flat)
        : players(options.players), first_player(options.first_player) {
        read_variant(flat, options.variant);
        read_prices(flat);
        read_table(flat);
        read_cards(flat);
        read_types(flat);
    }

    /// A cell of the core from a cell of the specification, and back.
    [[nodiscard]] unsigned cell_of(int id) const noexcept {
        const unsigned row = index(id) * row_factor >> 16;
        return kCellStride * row + (index(id) - row * index(size));
    }
    [[nodiscard]] int id_of(unsigned cell) const noexcept { return id_of_cell(size, cell); }
    [[nodiscard]] bool expanded() const noexcept { return governors + grandes > 0; }

private:
    void read_variant(const FlatTables& flat, int variant) {
        const auto of_variant = [&](const char* name, int lowest, int highest) {
            return flat.list(name, 2, lowest, highest)[index(variant)];
        };
        rounds = of_variant("ROUNDS", 1, 10);
        const auto scoring = flat.list("SCORING", 20, 0, 1).subspan(variant == 0 ? 0 : 10, 10);
        for (unsigned r = 0; r < 10; ++r) scoring_after |= index(scoring[r]) << (r + 1);
        cards = of_variant("CABALLERO_CARDS", 1, kMaxCards);
        ships = of_variant("SHIPS", 0, 16);
        castillos = of_variant("CASTILLOS", 0, 16);
        governors = of_variant("GOVERNORS", 0, kMaxGovernors / kMaxPlayers);
        grandes = of_variant("GRANDES", 0, 1);
    }
    void read_prices(const FlatTables& flat) {
        start_court = flat.list("SETUP", 2, 0, kCourtPerCard)[0];
        if (flat.list("SETUP", 0, kCourtPerCard)[1] != kDisplaySize)
            throw std::invalid_argument("the display does not hold 5 cards");
        const auto c = flat.list("COSTS", 8, 1, 8);
        costs = {c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7]};
        const auto l = flat.list("LIMITS", 4, 1, 2);
        const auto limit = [&](unsigned i) { return static_cast<std::uint8_t>(l[i]); };
        limits = {limit(0), limit(1), limit(2), limit(3)};
    }
    /// [L-09] Outside the table there are no empty cells.
    void read_table(const FlatTables& flat) {
        const auto table = flat.list("TABLE", 3, 0, kMaxSize);
        size = table[0];
        if (size < 9 || table[1] >= size || table[2] >= size)
            throw std::invalid_argument("the table is too small");
        cells = size * size;
        row_factor = index(65536 / size + 1);
        start_cell = index(kCellStride * table[1] + table[2]);
        for (unsigned cell = 0; cell < kCellSpace; ++cell) {
            const unsigned row = cell / kCellStride;
            const unsigned col = cell % kCellStride;
            empty_board[cell] = row < index(size) && col < index(size) ? 0 : kNone;
        }
    }
    void read_cards(const FlatTables& flat) {
        const auto caballeros = flat.list("POWER_CABALLEROS", kPowerCards, 0, 8);
        const auto tiles = flat.list("POWER_TILES", kPowerCards, 1, 2);
        std::ranges::copy(caballeros, power_caballeros.begin() + 1);
        std::ranges::copy(tiles, power_tiles.begin() + 1);
        const auto numbers = flat.list("NUMBERS", 8, 1, kMaxNumber);
        unsigned seen = 0;
        for (unsigned o = 0; o < kOrientations; ++o) {
            seen |= 1U << (numbers[o] - 1);
            for (unsigned d = 0; d < kSides; ++d) {
                const int v = oriented(numbers, o, d);
                number[o][d] = static_cast<std::uint8_t>(v);
                for (unsigned set = 0; set < 256; ++set)
                    if (set >> (v - 1) & 1)
                        orientations[d][set] |= static_cast<std::uint8_t>(1U << o);
            }
        }
        if (seen != 0xFF) throw std::invalid_argument("a caballero card misses a number");
    }
    void read_types(const FlatTables& flat) {
        const auto counts = flat.list("COUNT", 1, kAreaCards);
        if (counts.empty() || counts.size() > kMaxTypes)
            throw std::invalid_argument("too few or too many types of area cards");
        types = static_cast<int>(counts.size());
        const auto sides = flat.list("EDGES", kSides * counts.size(), 0, 1);
        const auto golds = flat.list("GOLD", counts.size(), 0, 3);
        const auto fishes = flat.list("FISH", counts.size(), 0, 3);
        const auto fish_side = flat.list("FISH_SIDE", counts.size(), -1, kSides - 1);
        int total = 0;
        bool blank = false;
        for (unsigned t = 0; t < counts.size(); ++t) {
            total += counts[t];
            blank = blank || (golds[t] == 0 && fishes[t] == 0);
            count[t] = static_cast<std::uint8_t>(counts[t]);
            gold[t] = static_cast<std::uint8_t>(golds[t]);
            fish[t] = static_cast<std::uint8_t>(fishes[t]);
            for (unsigned d = 0; d < kSides; ++d)
                type_edges[t] |= static_cast<std::uint8_t>(sides[kSides * t + d] << d);
            derive_type(t, fish_side[t]);
        }
        if (total != kAreaCards || !blank)
            throw std::invalid_argument("not 48 area cards, or none without gold and fish");
    }
    void derive_type(unsigned t, int fish_side) {
        const unsigned unrotated = type_edges[t];
        if ((fish[t] > 0) != (fish_side >= 0) || (fish_side >= 0 && (unrotated >> fish_side & 1)))
            throw std::invalid_argument("fish not in water");
        for (int k = 0; k < kSides; ++k) {
            const unsigned code = code_of(static_cast<int>(t), k);
            edges[code] = static_cast<std::uint8_t>(rotate(unrotated, k));
            fish_sides[code] =
                static_cast<std::uint8_t>(rotate(fish_area(unrotated, fish_side), k));
        }
        rotations[t] = distinct_rotations(4 * t);
        shape[t] = static_cast<std::uint8_t>(shape_of(unrotated));
        for (unsigned set = 0; set < types_of_shapes.size(); ++set)
            if (set >> shape[t] & 1) types_of_shapes[set] |= bit(static_cast<int>(t));
    }
    /// [D-01] Of the rotations with the same edges and fish sides only the smallest is canonical.
    [[nodiscard]] std::uint8_t distinct_rotations(unsigned first) const noexcept {
        unsigned distinct = 0;
        for (unsigned code = first; code < first + kSides; ++code) {
            bool seen = false;
            for (unsigned other = first; other < code; ++other)
                seen |= edges[other] == edges[code] && fish_sides[other] == fish_sides[code];
            if (!seen) distinct |= 1U << (code - first);
        }
        return static_cast<std::uint8_t>(distinct);
    }
};

}  // namespace bitmeeple::el_caballero
