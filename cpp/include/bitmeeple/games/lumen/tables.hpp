#pragma once
// Lumen: the tables of the data file and what is derived from them once per game object.

#include <array>
#include <vector>

#include "bitmeeple/games/lumen/types.hpp"

namespace bitmeeple::lumen {

using Mask = std::uint32_t;  ///< of Territories (16 bits) or of cells (20 bits)
[[nodiscard]] constexpr Mask territory_bit(int t) noexcept { return Mask{1} << t; }
[[nodiscard]] constexpr Mask cell_bit(int c) noexcept { return Mask{1} << c; }
/// A set of posts: 7 words, four classes of 16 Territories in each.
using Posts = std::array<std::uint64_t, kPosts / 64>;

// Classes of Fighters that rules speak of, as whole 16-bit lanes of a set of posts.
namespace lanes {
[[nodiscard]] constexpr std::uint64_t in_each_lane(Mask territories) noexcept {
    return territories * 0x0001000100010001U;
}
inline constexpr std::uint64_t kActive = 0x0000FFFF0000FFFFU;  ///< even classes of a word
inline constexpr std::uint64_t kInactive = ~kActive;
inline constexpr std::uint64_t kAll = ~std::uint64_t{0};
inline constexpr std::uint64_t kShroomlings = 0xFFFFU;                    ///< in word 0
inline constexpr std::uint64_t kMudshells = std::uint64_t{0xFFFF} << 32;  ///< in word 0

[[nodiscard]] constexpr Posts of_classes(std::initializer_list<int> without, std::uint64_t word_0,
                                         std::uint64_t others) noexcept {
    Posts posts{};
    posts.fill(others);
    posts[0] = word_0;
    for (const int cls : without)
        posts[index(cls) / 4] &= ~(std::uint64_t{0xFFFF} << 16 * (cls % 4));
    return posts;
}
/// Fighters that deadly ones and Fury may hit: all but Mudshells. [L-48]
inline constexpr Posts kPrey = of_classes({}, kShroomlings, kAll);
/// Two-sided Fighters by visible side. [L-60]
inline constexpr Posts kTwoSidedActive = of_classes({}, 0, kActive);
inline constexpr Posts kTwoSidedInactive = of_classes({}, 0, kInactive);
/// Two-sided Fighters that have a land move with their present side. [L-38]
inline constexpr Posts kMobile =
    of_classes({class_of(kWeaver, 1), class_of(kRootspring, 1), class_of(kMetamorph, 0)}, 0, kAll);

/// The same of all Fighters: which Mudshells and Shroomlings move is up to the tables. [L-37]
inline constexpr Posts kMoving = [] {
    Posts posts = kMobile;
    posts[0] = kAll;
    return posts;
}();

/// The Territories of all four lanes.
[[nodiscard]] constexpr Mask in_any_lane(std::uint64_t word) noexcept {
    word |= word >> 32;
    return static_cast<Mask>((word | word >> 16) & 0xFFFF);
}

/// Four lanes by four bits: bit k fills lane k.
inline constexpr auto kByTypes = [] {
    std::array<std::uint64_t, 16> table{};
    for (unsigned bits = 0; bits < 16; ++bits)
        for (int k = 0; k < 4; ++k)
            if (bits >> k & 1) table[bits] |= std::uint64_t{0xFFFF} << 16 * k;
    return table;
}();
}  // namespace lanes

inline constexpr Mask kAllCells = (Mask{1} << kCells) - 1;

/// kCalculation[dice][row]: the number a row makes of two dice. [L-10] [L-11]
inline constexpr auto kCalculation = [] {
    std::array<std::array<std::uint8_t, kRows>, kDice> table{};
    for (int dice = 0; dice < kDice; ++dice) {
        const int w = dice / 6;
        const int b = dice % 6 + 1;
        const int low = w < b ? w : b;
        const int high = w < b ? b : w;
        table[index(dice)] = {u8(low), u8(high), u8(high - low), u8(w + b), u8(w * b)};
    }
    return table;
}();

struct StartingFighter {
    int seat, type, territory;
};
struct Edge {
    int a, b;  ///< cells 0..19, a < b
};

struct Tables {
    // Command board and High Command
    std::array<std::uint8_t, kRows> row_boxes;
    std::array<Mask, kCells> cell_adjacency;
    std::vector<Edge> edges;
    /// Empty cells that may not be barred: with no cell barred (entry 20) or just one. [L-28]
    std::array<Mask, kCells + 1> cut_cells;
    int threshold;
    std::array<std::uint8_t, kSlots> slot_boxes;
    std::array<std::uint8_t, kBoxes + 1> slot_of_box;  ///< slot completed by that box, or kNone
    unsigned slot_objective;                           ///< bit per slot

    // Tokens
    std::array<std::uint8_t, kTypes> fighter_counts;
    std::array<std::uint8_t, kClasses> strength;
    std::uint64_t discovery_counts;  ///< a byte per kind
    std::array<std::uint8_t, kLootKinds> loot_values;
    int least_loot;  ///< smallest of them
    std::array<std::uint8_t, kObjectives> objective_values;
    std::uint32_t objective_counts;  ///< a byte per value

    // Map
    std::array<std::uint8_t, kTerritories> territory_ids;  ///< as printed on the board
    std::array<std::uint8_t, kTerritories> lumens;
    Mask in_play;
    Mask winter;
    std::array<std::uint16_t, kTerritories> adjacency;
    std::array<std::uint16_t, kTerritories> near;         ///< itself and adjacent ones
    std::array<std::uint16_t, kTerritories> river_links;  ///< not adjacent ones only
    std::array<std::uint16_t, kTerritories> passages;     ///< for Shroomlings [L-55]
    std::array<std::uint16_t, kTerritories> flights;      ///< where a Feathered can fly [L-58]
    std::array<std::uint16_t, kTerritories> island;       ///< all of the same one; no islands: all
    std::vector<Mask> islands;
    Mask has_step, has_river_link, has_passage, has_flight;  ///< Territories with a non-empty mask
    Mask river_banks;
    Mask mud;     ///< [L-56]
    Mask active;  ///< Territories where abilities may be activated [L-57]
    bool mudshell_land_move;

    // Set-up and objectives
    std::vector<StartingFighter> starting_fighters;
    int initiative;
    std::array<std::uint16_t, kMaxFrontiers> frontiers;
    int frontier_count;
    int reach;                          ///< -1: none
    std::array<int, 2> great_crossing;  ///< start of Day, of Night; -1: none
    int crossing_tokens;
    bool has_presence_award;  ///< reach or Great Crossing
    bool first_mercenary_objective;
    int empty_bag_objective;
    bool end_initiative, end_loose_cells, end_islands, end_winter;

    explicit Tables(const FlatTables& flat);

private:
    void read_board(const FlatTables& flat);
    void read_tokens(const FlatTables& flat);
    void read_map(const FlatTables& flat);
    void read_scenario(const FlatTables& flat);
};

/// Cells whose barring would cut the unbarred rest in two. [L-28]
[[nodiscard]] Mask cut_cells(const std::array<Mask, kCells>& adjacency, Mask barred);
/// Whether the cells of `mask` are connected among themselves; the empty set is.
[[nodiscard]] bool connected(const std::array<Mask, kCells>& adjacency, Mask mask);

}  // namespace bitmeeple::lumen
