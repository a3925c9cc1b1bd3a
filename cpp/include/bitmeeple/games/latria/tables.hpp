#pragma once
// Latria: the tables of the data file (section 2) with the options applied, and what the rules
// derive from them.

#include "bitmeeple/games/latria/state.hpp"

namespace bitmeeple::latria {

/// Victory points and multipliers of cards and types, arranged for masks and counts.
struct Values {
    std::array<int, kCards> card_vp;
    std::array<int, kCards> card_mult;
    std::array<int, kTypes> type_vp;
    std::array<int, kTypes> type_mult;

    /// Cards whose vp has bit k set.
    std::array<Cards, 4> vp_plane;
    Cards card_twice;   ///< mult 2
    Cards card_cancel;  ///< mult 0
    Cards valuable;     ///< vp > 0 or mult != 1 [L-26]
    /// vp of types 0, 2, 4 .. and 1, 3, 5 .. in descending 10-bit lanes, see `types_vp`.
    Counts even_vp;
    Counts odd_vp;
    Counts type_twice;   ///< lanes with mult 2
    Counts type_cancel;  ///< lanes with mult 0
};

struct Tables {
    int hand_size;
    int rounds;
    Cards deck;  ///< all cards of the game
    /// Cards left in the deck once a seat has its hand.
    PerSeat<std::uint8_t> left_after;
    Counts avail;  ///< all celestial cards of the game
    Values values;
    std::uint8_t initial_ecl;
    /// Boards that a type flips when it is revealed.
    std::array<std::uint8_t, kTypes> flips;
    /// Cards that follow a target; all cards for kNoTarget, the parent's free choice.
    std::array<Cards, kSuits> follow;
    /// By the parent's card and reversal: the cards that their child captures.
    std::array<std::array<Cards, 2>, kCards> captured_under;

    /// Re-checks what the rules rely on (section 2.6); throws std::invalid_argument.
    Tables(const Options& options, const FlatTables& flat);
};

}  // namespace bitmeeple::latria
