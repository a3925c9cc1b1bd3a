#pragma once
// El Caballero: the state, 2,008 bytes.
//
//   seat[4]      64 bytes each: court, hand, and the caballero cards on the map
//   area_*[48]   area cards on the map, ascending cell: cell, code; (derived) land region, totals
//   board[1024]  (derived) per cell: what lies there, or what it sees        cells: geometry.hpp
//   frontier     (derived) two planes: empty cells beside area cards, and their land sides
//   fits         (derived) numbers of such cells per shape of area card that fits there
//   governor[20] ascending edge                       the rest: bookkeeping, turn, pending choices
//
// Lists of cards are sorted and unused entries are fixed (0, of `region` kNone), so equal positions
// are equal bytes. What a seat knows of a caballero card is one nibble (4 bits) of each of its
// words: card i has the nibble at bit 4*i.

#include <array>
#include <cstdint>

#include "bitmeeple/concept.hpp"
#include "bitmeeple/games/el_caballero/geometry.hpp"
#include "bitmeeple/games/el_caballero/types.hpp"

namespace bitmeeple::el_caballero {

/// Bit 0 of the nibble of each card.
inline constexpr std::uint64_t kEachCard = 0x11'1111'1111U;
inline constexpr std::uint64_t kCastillos = 8 * kEachCard;

/// The nibble of card `i`.
[[nodiscard]] constexpr unsigned nibble(std::uint64_t word, int i) noexcept {
    return static_cast<unsigned>(word >> (4 * i) & 0xF);
}
/// Bit 0 of each nibble that is not 0.
[[nodiscard]] constexpr std::uint64_t nonzero_nibbles(std::uint64_t word) noexcept {
    word |= word >> 2;
    word |= word >> 1;
    return word & kEachCard;
}

struct Seat {
    std::uint64_t face;    ///< orientation in bits 0-2, castillo in bit 3
    std::uint64_t ships;   ///< sides with a ship
    std::uint64_t water;   ///< derived: water sides
    std::uint64_t number;  ///< derived: number on the only land side; 0 with several, with none,
                           ///< and under the Grande: such a card cannot be raised
    std::array<std::uint16_t, kMaxCards> cell;  ///< ascending
    std::uint16_t hand;                         ///< bit v: power card v
    std::uint16_t points;
    std::uint8_t court;  ///< N
    std::uint8_t court_ships;
    std::uint8_t cards;      ///< M
    std::uint8_t grande;     ///< which of the cards; kNone: at court, or there is none
    std::uint8_t played;     ///< value of the open power card, or 0
    std::uint8_t governors;  ///< derived: at court
    std::array<std::uint8_t, 2> unused;

    friend bool operator==(const Seat&, const Seat&) = default;
};
static_assert(sizeof(Seat) == 64);

// Values of `board`. Cells that are not on the table: kNone.
//   0 .. 80     empty: the pattern that it sees
//   81 .. 161   caballero card: 81 + the pattern
//   162 .. 209  area card: 162 + its place in the list
inline constexpr unsigned kCardOnBoard = kPatterns;
inline constexpr unsigned kAreaOnBoard = 2 * kPatterns;
[[nodiscard]] constexpr bool is_empty(unsigned content) noexcept { return content < kCardOnBoard; }
[[nodiscard]] constexpr bool is_card(unsigned content) noexcept {
    return content - kCardOnBoard < kPatterns;
}
[[nodiscard]] constexpr bool is_area(unsigned content) noexcept {
    return content - kAreaOnBoard < kAreaCards;
}

// A governor: (4*cell + side) << 3 | owner << 1 | ship.
[[nodiscard]] constexpr unsigned governor_edge(unsigned governor) noexcept { return governor >> 3; }
[[nodiscard]] constexpr unsigned governor_cell(unsigned governor) noexcept { return governor >> 5; }
[[nodiscard]] constexpr int governor_side(unsigned governor) noexcept {
    return static_cast<int>(governor >> 3 & 3);
}
[[nodiscard]] constexpr int governor_owner(unsigned governor) noexcept {
    return static_cast<int>(governor >> 1 & 3);
}
[[nodiscard]] constexpr bool governor_has_ship(unsigned governor) noexcept {
    return (governor & 1) != 0;
}

/// Counters of a turn (4.4).
struct Turn {
    std::uint8_t index;
    std::uint8_t tiles_left;
    std::uint8_t supply_taken;
    std::uint8_t card_actions;
    std::uint8_t ship_buys;
    std::uint8_t castillo_builds;
    std::uint8_t grande_moves;
    friend bool operator==(const Turn&, const Turn&) = default;
};

struct State {
    // Bookkeeping
    Node node;
    std::int8_t player;  ///< derived: current_player()
    std::uint8_t round;
    std::uint8_t first_player;
    Turn turn;                   ///< all 0 outside the turn nodes
    std::uint8_t pending_tile;   ///< type or kNone
    std::uint16_t pending_cell;  ///< kNoCell: none
    ShipFrom pending_ship;
    std::uint8_t area_cards;        ///< on the map
    std::uint8_t governors;         ///< on the map
    std::uint8_t supply_ships;      ///< derived
    std::uint8_t supply_castillos;  ///< derived
    std::uint8_t free_closed;  ///< derived: closed regions without governor (0 without governors)
    std::array<std::uint8_t, kDisplaySize> display;  ///< types, ascending; kNone: no card
    std::array<std::uint8_t, 7> unused;

    // Derived from the map and the display, see above
    std::uint64_t display_types;
    std::uint64_t fits;
    std::array<Seat, kMaxPlayers> seat;
    Plane frontier_low, frontier_high;  ///< low: k = 0 or k >= 2; high: k >= 1

    // The map
    std::array<std::uint16_t, kAreaCards> area_cell;
    std::array<std::uint8_t, kAreaCards> area_code;
    /// Derived: the first card of the same land region, itself without land; kNone: no card.
    std::array<std::uint8_t, kAreaCards> region;
    /// Derived, at the first card of a land region: total of each seat. Elsewhere 0.
    std::array<std::array<std::uint8_t, kMaxPlayers>, kAreaCards> total;
    std::array<std::uint16_t, kMaxGovernors> governor;
    std::array<std::uint8_t, kCellSpace> board;

    friend bool operator==(const State&, const State&) = default;
};
static_assert(GameState<State> && sizeof(State) == 2008);

}  // namespace bitmeeple::el_caballero
