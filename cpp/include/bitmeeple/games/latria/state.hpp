#pragma once
// Latria: the state, 376 bytes.
//
//     0  hand[6]                   cards
//    48  astrology[2][6]           cards: open piles, eclipse piles
//   144  celestial[2][6]           counts: open piles, eclipse piles
//   240  set_aside  removed        cards
//   256  deck                      cards (derived)
//   264  pile[3]  stack[3]         counts of a body
//   288  result[6]                 int32 (derived)
//   312  table[6]                  card ids, 0xFF none
//   318  voids[4]                  seats
//   322  node  seat  pending  parent  target  ecl  marker  round  game_index  first_parent
//   332  beaten[6]                 (derived)
//   338  game_points[6][6]         by seat and game
//   374  reserved[2]               0
//
// Cards are 60-bit masks, seats 6-bit masks. Entries of seats that are not in the game are empty.

#include "bitmeeple/concept.hpp"
#include "bitmeeple/games/latria/counts.hpp"
#include "bitmeeple/games/latria/types.hpp"

namespace bitmeeple::latria {

/// Areas of a seat's acquired cards.
inline constexpr unsigned kOpen = 0;
inline constexpr unsigned kEclipse = 1;

template <class T>
using PerSeat = std::array<T, kMaxPlayers>;

struct State {
    PerSeat<Cards> hand;
    std::array<PerSeat<Cards>, 2> astrology;
    std::array<PerSeat<Counts>, 2> celestial;
    Cards set_aside;
    Cards removed;  ///< astrology cards taken out of the game by the special card
    Cards deck;     ///< derived: not dealt yet; empty outside of DEAL
    PerBody pile;   ///< not revealed yet
    PerBody stack;  ///< on the boards

    PerSeat<std::int32_t> result;  ///< derived: scores at END, else 0
    PerSeat<std::uint8_t> table;
    std::array<std::uint8_t, kSuits> voids;  ///< by suit: seats known not to hold it
    Node node;
    /// Who acts; in DEAL who receives (derived, except in REMOVE); 0 in other nodes.
    std::uint8_t seat;
    /// How many more choices: cards of the deck in DEAL (derived), removals in REMOVE; 0 in other
    /// nodes.
    std::uint8_t pending;
    std::uint8_t parent;  ///< kNone in DEAL, FIRST_PARENT
    std::uint8_t target;  ///< kNoTarget outside of CHILD_PLAY
    std::uint8_t ecl;     ///< bit per board
    std::uint8_t marker;  ///< seats
    std::uint8_t round;
    std::uint8_t game_index;
    std::uint8_t first_parent;     ///< of game 0, only in a campaign [D-04]; else kNone
    PerSeat<std::uint8_t> beaten;  ///< derived: seats strictly better at END, else 0
    PerSeat<PerSeat<std::int8_t>> game_points;
    std::array<std::uint8_t, 2> reserved;

    friend bool operator==(const State&, const State&) = default;
};
static_assert(GameState<State> && sizeof(State) == 376);

}  // namespace bitmeeple::latria
