#pragma once
// Lata: the state, 504 bytes. Fields marked (d) are derived: a function of the others.
//
//   choices(d)                                                                            8 bytes
//   node actor round sets_open | order[4](d) | supply[3](d) dealt(d) | pending[2] placed
//     draws_left                                                                         16
//   sets[5][2] picked bought seen sale_market sale_colour reserved                       16
//   turn: possible(d) specials slot paid revealed reserved                               16
//   decks(d): production market scoring | displays: market scoring | discard             48
//   lacking[3](d) | aside removed_markets removed_scoring | points[4](d)                 64
//   cubes[39] reserved                                                                   80
//   seats[4]: stacks[5] markets scoring money ap token held[3] offer              4 x 64
//
// Sets of cards are masks, see types.hpp. A stack is a word of bytes with the visible card lowest:
//
//   byte   7   6   5   4   3   2   1   0
//          0   0   0   0   0   1  17  33      the stack 1,17,33, bottom to top
//
// Cubes on a market are nibbles, 0xYRS. Numbers that are "none" are 0, except a missing seat.

#include <array>
#include <cstdint>

#include "bitmeeple/concept.hpp"
#include "bitmeeple/games/lata/types.hpp"

namespace bitmeeple::lata {

inline constexpr std::uint8_t kNobody = 0xFF;

/// One player. `token`: solo players hold token 1 (the dict shows none).
struct Seat {
    std::array<std::uint64_t, kSpaces> stacks;
    std::uint64_t markets;  ///< completed
    std::uint64_t scoring;  ///< bought
    std::uint16_t money;
    std::uint8_t ap;
    std::uint8_t token;
    std::array<std::uint8_t, kColours> held;
    std::uint8_t offer;  ///< BID: bid + 1; AUCTION: the new token

    friend bool operator==(const Seat&, const Seat&) = default;
};

/// Phase C of the actor. The line is laid out in ten slots, two per space; slot 10 is its end.
/// All 0 outside of C1, except that `revealed` lasts through C2.
struct Turn {
    std::uint64_t possible;  ///< (d) bits 16 c + slot: the icon there can make colour c
    std::uint32_t specials;  ///< bits 5 kind + space: see Special
    std::uint8_t slot;
    std::uint8_t paid;  ///< the card of the current slot is paid
    std::uint8_t revealed;
    std::uint8_t reserved;

    friend bool operator==(const Turn&, const Turn&) = default;
};

struct State {
    std::uint64_t choices;  ///< (d) what is legal at the node, see Choices
    Node node;
    std::uint8_t actor;
    std::uint8_t round;
    std::uint8_t sets_open;                       ///< bit i: set i is a list, not null
    std::array<std::uint8_t, kMaxPlayers> order;  ///< (d) seats by token
    std::array<std::uint8_t, kColours> supply;    ///< (d)
    std::uint8_t dealt;                           ///< (d) cards in sets at a PRODUCTION_DRAW
    std::array<std::uint8_t, 2> pending;          ///< ascending, the next one first
    std::uint8_t placed_space;                    ///< 1..5
    std::uint8_t draws_left;
    std::array<std::uint8_t, 2 * kMaxSets> sets;  ///< two cards each, ascending
    std::uint8_t picked;
    std::uint8_t bought;
    std::uint8_t seen;
    std::uint8_t sale_market;  ///< index of the market + 1
    std::uint8_t sale_colour;  ///< colour + 1
    std::uint8_t reserved;
    Turn turn;
    std::uint64_t production_deck;  ///< (d)
    std::uint64_t market_deck;      ///< (d)
    std::uint64_t scoring_deck;     ///< (d)
    std::uint64_t market_display;
    std::uint64_t scoring_display;
    std::uint64_t discard;
    std::array<std::uint64_t, kColours> lacking;  ///< (d) displayed markets still open for a colour
    std::uint64_t aside;  ///< PRODUCTION_DRAW, PICK: cards drawn; REPLACE_*: cards marked
    std::uint64_t removed_markets;
    std::uint64_t removed_scoring;
    std::array<std::int32_t, kMaxPlayers> points;  ///< (d) at END, else 0
    std::array<std::uint16_t, kMarkets + 1> cubes;
    std::array<Seat, kMaxPlayers> seats;

    friend bool operator==(const State&, const State&) = default;
};
static_assert(GameState<State> && sizeof(State) == 504);

/// Kinds of uses left in Turn::specials; BUY_CUBE has two uses per card.
enum class Special : std::uint8_t { sell_two, convert_cube, money_to_ap, buy_first, buy_second };
inline constexpr int kEndSlot = 2 * kSpaces;

[[nodiscard]] constexpr std::uint32_t special_field(Special kind) noexcept {
    return std::uint32_t{0x1F} << (kSpaces * static_cast<int>(kind));
}

}  // namespace bitmeeple::lata
