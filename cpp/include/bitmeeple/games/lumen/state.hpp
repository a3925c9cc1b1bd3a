#pragma once
// Lumen: the state, 832 bytes.
//
//   seats[2]                392 each
//     board                 176  Command board
//     fighters[7]            56  448 bits, bit 16 * class + Territory: such a Fighter stands there
//     counts[10]             80  per Basic class 16 nibbles, one per Territory: how many
//     bag                     8  a byte per Basic type (derived)
//     strength, headcount    32  per Territory (derived)
//     objectives              4  a byte per value
//     ...                    36
//   unrevealed, awards ...   48
//
// Masks of Territories have 16 bits, masks of cells 20. kNone stands for null.

#include <array>
#include <cstdint>

#include "bitmeeple/concept.hpp"
#include "bitmeeple/games/lumen/sets.hpp"
#include "bitmeeple/games/lumen/types.hpp"

namespace bitmeeple::lumen {

/// A Command board. The cells of each value are kept as a mask, so that "neighbours that carry
/// v + 1" is one operation.
struct Board {
    std::uint32_t filled;
    std::uint32_t barred;
    std::uint32_t reach;  ///< derived: cells adjacent to a filled one
    std::uint32_t area;   ///< derived: filled cells adjacent to one of the same value
    std::uint32_t up;     ///< derived: cells with an up-link
    std::uint32_t down;   ///< derived: cells with a down-link
    std::array<std::uint8_t, kCells> links;  ///< number of the cell the up-link leads to, 0 = none
    /// with[v + 1]: cells that carry v. The first and the last stay empty: next to 0 and 30.
    std::array<std::uint32_t, kMaxValue + 3> with;
    friend bool operator==(const Board&, const Board&) = default;
};
static_assert(sizeof(Board) == 176);

/// The number in a filled cell. A search: play has it in State::written.
[[nodiscard]] constexpr int value_of(const Board& board, int c) noexcept {
    int v = 0;
    while (v < kMaxValue && (board.with[index(v + 1)] >> c & 1) == 0) ++v;
    return v;
}

inline constexpr int kPostWords = kPosts / 64;
inline constexpr int kBasicClasses = 10;  // Shroomlings and Mudshells have one side only

struct Seat {
    Board board;
    std::array<std::uint64_t, kPostWords> fighters;
    std::array<std::uint64_t, kBasicClasses> counts;
    std::uint64_t bag;                                 ///< derived
    std::array<std::uint8_t, kTerritories> strength;   ///< derived
    std::array<std::uint8_t, kTerritories> headcount;  ///< derived
    std::uint32_t objectives;
    std::uint16_t occupied;    ///< derived: Territories with a Fighter
    std::uint16_t control;     ///< derived: Territories controlled
    std::uint16_t bonus;       ///< derived: Bonus tokens in the slots
    std::uint16_t deployable;  ///< derived: types in the Reserve or in a slot
    std::array<std::uint8_t, kRows> rows;
    std::uint8_t open_rows;  ///< derived: rows with a free box
    std::array<std::uint8_t, kBasicTypes> reserve;
    std::uint8_t reserve_size;  ///< derived
    std::array<std::uint8_t, kSlots> slots;
    std::array<std::uint8_t, kLootKinds> loots;  ///< claimed
    std::uint8_t boxes;
    std::uint8_t planning;
    std::uint8_t foul_play;
    std::uint8_t bag_awarded;
    std::uint8_t mercenaries;            ///< derived: how many are on the map
    std::array<std::uint8_t, 2> unused;  ///< 0
    friend bool operator==(const Seat&, const Seat&) = default;
};
static_assert(sizeof(Seat) == 392);

/// Mercenaries fill words 3 to 6 of a set of posts, and are often not there at all.
inline constexpr unsigned kMercenaryWord = 2 * kBasicTypes / 4;

struct State {
    std::array<Seat, kPlayers> seats;
    std::uint64_t unrevealed;  ///< a byte per Discovery kind
    std::uint32_t awards;      ///< bit k: owner of the k-th Objective draw to come
    std::uint16_t face_down;   ///< Territories with a face-down Discovery token
    std::array<std::uint16_t, kLootKinds> loot;  ///< Territories with that Loot face up
    std::uint16_t neutral;                       ///< derived: Bonus tokens in the gray bag
    std::uint8_t award_count;
    Node node;
    std::uint8_t turn;
    std::uint8_t half;
    std::uint8_t first_player;
    std::uint8_t dice;  ///< 6 * white + black - 1
    std::uint8_t first_row;
    std::uint8_t value;
    std::uint8_t cell;  ///< 0..19
    std::uint8_t reinforcements;
    std::uint8_t actions;
    Step step;
    std::uint8_t act_left;
    std::uint8_t pending_class;  ///< kNone with a Territory: Fury
    std::uint8_t pending_territory;
    std::uint8_t target_owner;
    std::uint8_t target_class;
    std::uint8_t enter_player;
    std::uint8_t enter_territory;
    std::uint8_t marker;
    std::uint8_t frontiers_closed;  ///< bit per letter
    std::uint8_t reach_closed;
    std::uint8_t crossing_closed;
    std::uint8_t mercenary_closed;
    std::uint8_t written;  ///< derived: number in `cell`
    std::uint8_t player;   ///< derived: whose half-turn it is, kNone before that is drawn
    friend bool operator==(const State&, const State&) = default;
};
static_assert(GameState<State> && sizeof(State) == 832);

}  // namespace bitmeeple::lumen
