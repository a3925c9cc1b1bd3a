#pragma once
// Lata: tables of the data file under some options, and masks derived from them.

#include <array>
#include <cstdint>

#include "bitmeeple/games/lata/state.hpp"
#include "bitmeeple/games/lata/types.hpp"

namespace bitmeeple::lata {

enum class RuleKind : std::uint8_t {
    flat,
    color,
    icon,
    market_cubes,
    market_flags,
    market_ap_sum,
    market_ap_icon,
    flag_sets,
    best_space,
    space_cost,
    color_sets,
    discard_cards,
    discard_icon,
    threshold,
    flags_and_pairs,
    money,
    cubes_made
};
inline constexpr int kRuleKinds = 17;

/// One scoring card [section 6.1].
struct Rule {
    RuleKind kind;
    bool all;  ///< every card of the stacks, not only the visible ones
    std::uint8_t per;
    std::uint8_t vp;
    std::uint8_t vp2;
    std::uint8_t at_least;
    std::uint16_t select;  ///< mask of what the rule names
};

inline constexpr int kIcons = 5;  ///< sardine, mackerel, tomato, olive oil, tinplate
inline constexpr int kCardColours = 4;
inline constexpr int kMaxNations = 16;
/// Bits of an entry of Tables::line: ten slots for each icon but tinplate, then the special uses.
inline constexpr int kLineSpecials = 4 * kEndSlot;

/// A number per card, as masks of cards by binary digit: sums over a set are popcounts.
template <int Digits>
struct Counted {
    std::array<std::uint64_t, Digits> digit{};

    constexpr void set(int card, int number) noexcept {
        assert(0 <= number && number < (1 << Digits));
        for (int d = 0; d < Digits; ++d)
            if ((number >> d & 1) != 0) digit[static_cast<unsigned>(d)] |= bit(card);
    }
    [[nodiscard]] constexpr int sum(std::uint64_t cards) const noexcept {
        int total = 0;
        for (int d = 0; d < Digits; ++d)
            total += popcount(cards & digit[static_cast<unsigned>(d)]) << d;
        return total;
    }
};

struct Tables {
    // Production cards
    /// By space and visible card: what it adds to the line.
    std::array<std::array<std::uint64_t, kProductionCards + 1>, kSpaces> line{};
    struct Recipe {
        int icon;
        int partner;  ///< -1: none
    };
    std::array<Recipe, kColours> recipe{};
    std::array<std::uint64_t, kCardColours> of_colour{};
    std::array<Counted<2>, kIcons> icons{};
    std::array<std::uint8_t, kProductionCards + 1> icon_count{};  ///< tinplate not counted
    std::array<std::uint8_t, kProductionCards + 1> effect{};      ///< 0: none, else Special + 1
    std::uint64_t production_cards = 0;                           ///< 5..46 of this game

    // Markets
    std::array<std::uint16_t, kMarkets + 1> requirement{};  ///< nibbles 0xYRS
    std::array<std::uint64_t, kColours> requiring{};        ///< markets that need the colour
    std::array<Counted<3>, kColours> required{};
    std::array<std::uint8_t, kMarkets> ap_cost{};
    std::array<std::uint8_t, kMarkets> reward{};
    std::array<std::uint64_t, 4> ap_at_most{};  ///< markets that cost at most so many AP
    std::array<std::uint64_t, 4> ap_exactly{};
    std::array<Counted<2>, kMaxNations> flags{};
    int nations = 0;

    // Scoring cards
    std::array<Rule, kScoringRules> rules{};
    std::array<std::uint64_t, 4> cost_at_most{};  ///< scoring cards that cost at most so many $
    std::array<std::uint8_t, kScoringCards> scoring_cost{};
    std::uint64_t scoring_cards = 0;                           ///< 86..120 of this game
    std::array<std::uint8_t, kMaxPlayers> starting_scoring{};  ///< index of its rule, by seat

    // Set-up and board
    std::array<std::uint8_t, kColours> all_cubes{};
    int start_money = 0;
    int market_display = 0;
    int scoring_display = 0;
    std::array<std::uint8_t, kSpaces> space_cost{};
    std::array<std::uint8_t, 4> affordable{};  ///< mask of spaces that cost at most so many $
    int sets = 0;
    std::array<std::uint8_t, kMaxSets> set_size{};
    std::array<std::uint8_t, 2 * kMaxSets> deal_slot{};  ///< place in State::sets of the k-th card
    int deal_size = 0;

    // Solo
    bool solo_sets = false;  ///< phase B by sets, else by revealing cards
    bool replaces = false;   ///< false with several players
    bool salt_all = false;
    bool start_pick = false;
    std::uint64_t spend = 0;

    Tables(const FlatTables& flat, const Options& options);

private:
    void read_production(const FlatTables& flat, const Options& options);
    void read_markets(const FlatTables& flat);
    void read_scoring(const FlatTables& flat, const Options& options);
    void read_board(const FlatTables& flat, const Options& options);
};

}  // namespace bitmeeple::lata
