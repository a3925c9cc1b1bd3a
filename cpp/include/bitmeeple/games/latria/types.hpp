#pragma once
// Latria: options, cards, suits. Nodes, ids and dicts are generated from interface.py. Rules:
// docs/games/latria/rules.md; invariants: docs/games/latria/interface.md.

#include <array>
#include <cstdint>

#include "bitmeeple/bits.hpp"
#include "bitmeeple/flat_tables.hpp"
#include "bitmeeple/games/latria/interface.hpp"

namespace bitmeeple::latria {

inline constexpr int kMaxPlayers = 6;
inline constexpr int kSuits = 4;
inline constexpr int kBodies = 3;
inline constexpr int kNumbers = 15;  ///< astrology cards per suit
inline constexpr int kCards = kSuits * kNumbers;
inline constexpr int kTypes = 12;  ///< of celestial cards
inline constexpr int kMaxRounds = 11;
inline constexpr int kMaxHand = 12;

/// Suits; the first three are the bodies.
inline constexpr int kSun = 0;
inline constexpr int kMoon = 1;
inline constexpr int kPolaris = 2;
inline constexpr int kLatria = 3;
inline constexpr int kNoTarget = 3;  ///< Latria is never a target [L-17]

/// The type that makes its owner remove cards at scoring [L-12] [L-38].
inline constexpr int kSpecial = 11;
inline constexpr int kSpecialRemoves = 2;

inline constexpr int kFirstTypeOf[] = {0, 5, 9, 12};  ///< types of body b: [b] .. [b+1]-1

inline constexpr std::uint8_t kNone = 0xFF;
inline constexpr int kRandom = -1;

/// Sets of astrology cards: card 15 * suit + number - 1 is bit 15 * suit + number - 1.
using Cards = std::uint64_t;
inline constexpr Cards kAllCards = low_bits(kCards);
/// One bit per suit: shifted by number - 1, the four cards of that number.
inline constexpr Cards kColumn = bit(0) | bit(15) | bit(30) | bit(45);

[[nodiscard]] constexpr unsigned index(int i) noexcept { return static_cast<unsigned>(i); }
[[nodiscard]] constexpr Cards suit_cards(int suit) noexcept {
    return low_bits(kNumbers) << (kNumbers * suit);
}
[[nodiscard]] constexpr int suit_of(int card) noexcept { return card / kNumbers; }
[[nodiscard]] constexpr int number_of(int card) noexcept { return card % kNumbers + 1; }

enum class Variant : std::uint8_t { standard, simple, star_eclipse };

struct Options {
    int players = 4;
    Variant variant = Variant::standard;
    bool campaign = false;
    int first_parent = kRandom;  ///< a seat, or kRandom [L-04]
    bool capture_lower = false;  ///< simple_capture = lower [L-47]

    Options() = default;
    explicit Options(const FlatTables& flat)
        : players(flat.value("players", 3, kMaxPlayers)),
          variant(static_cast<Variant>(flat.value("variant", 0, 2))),
          campaign(flat.value("campaign", 0, 1) == 1),
          first_parent(flat.value("first_parent", kRandom, players - 1)),
          capture_lower(flat.value("simple_capture", 0, 1) == 1) {}
};

}  // namespace bitmeeple::latria
