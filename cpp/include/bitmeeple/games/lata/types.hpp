#pragma once
// Lata: options, nodes and sets of ids. Names of nodes and ids are generated from interface.py.
// Rules: docs/games/lata/rules.md, interface: docs/games/lata/interface.md.

#include <array>
#include <cassert>
#include <cstdint>
#include <optional>

#include "bitmeeple/actions.hpp"
#include "bitmeeple/flat_tables.hpp"
#include "bitmeeple/games/lata/interface.hpp"

namespace bitmeeple::lata {

inline constexpr int kMaxPlayers = 4;
inline constexpr int kRounds = 6;
inline constexpr int kActionPoints = 9;
inline constexpr int kMaxMoney = 999;
inline constexpr int kSpaces = 5;
inline constexpr int kColours = 3;  ///< of cubes: silver, red, yellow
inline constexpr int kMaxSets = 5;
inline constexpr int kMaxReplaced = 3;

// Cards. Production cards are bits 1..46 of a mask; markets and scoring cards are bits from 0.
inline constexpr int kProductionCards = 46;
inline constexpr int kFirstProduction = 5;  ///< 1..4 are the starting cards
inline constexpr int kMarkets = 39;
inline constexpr int kFirstMarket = 47;
inline constexpr int kScoringCards = 35;
inline constexpr int kFirstScoring = 86;
inline constexpr int kScoringRules = 43;  ///< with the starting scoring cards 121..128
inline constexpr int kFirstStartingScoring = 121;

/// The nodes of the specification; the two draws into displays are split by why a card is drawn.
enum class Node : std::uint8_t {
    // chance
    token,
    production_draw,
    market_setup,
    market_refill,
    market_replace,
    market_free,
    market_produce,
    market_sell,
    scoring_setup,
    scoring_refill,
    scoring_replace,
    scoring_score,
    // decisions
    start_pick,
    spend,
    bid,
    auction,
    set,
    pick,
    keep,
    place,
    replace_markets,
    free,
    produce,
    sell,
    deliver,
    replace_scoring,
    score,
    end
};
inline constexpr int kNodes = 28;

/// Choices are one word. At nodes that mix cards with other actions, bits below kCardBits are the
/// actions from REVEAL_MARKET on and the cards follow; everywhere else bit i is id i + offset.
inline constexpr int kCardBits = 14;
inline constexpr int kLowActions = kRevealMarket;
static_assert(kReplaceDone - kLowActions < kCardBits && kCardBits + kMarkets <= 64);

/// What belongs to a node: its name, why a card is drawn, and the ids of its choices.
struct NodeInfo {
    At name;
    std::optional<Why> context;
    std::int16_t low;   ///< id of choice bit i < kCardBits, minus i
    std::int16_t high;  ///< the same for the others
};

inline constexpr int kPickOffset = kPick - kFirstProduction;
inline constexpr std::array<NodeInfo, kNodes> kNodeInfo = {{
    {At::token, {}, 0, 0},
    {At::production_draw, {}, 0, 0},
    {At::market_draw, Why::setup, kFirstMarket, kFirstMarket},
    {At::market_draw, Why::refill, kFirstMarket, kFirstMarket},
    {At::market_draw, Why::replace, kFirstMarket, kFirstMarket},
    {At::market_draw, Why::free, kFirstMarket, kFirstMarket},
    {At::market_draw, Why::produce, kFirstMarket, kFirstMarket},
    {At::market_draw, Why::sell, kFirstMarket, kFirstMarket},
    {At::scoring_draw, Why::setup, kFirstScoring, kFirstScoring},
    {At::scoring_draw, Why::refill, kFirstScoring, kFirstScoring},
    {At::scoring_draw, Why::replace, kFirstScoring, kFirstScoring},
    {At::scoring_draw, Why::score, kFirstScoring, kFirstScoring},
    {At::start_pick, {}, kPickOffset, kPickOffset},
    {At::spend, {}, 0, 0},
    {At::bid, {}, 0, 0},
    {At::auction, {}, 0, 0},
    {At::set, {}, 0, 0},
    {At::pick, {}, kPickOffset, kPickOffset},
    {At::keep, {}, 0, 0},
    {At::place, {}, 0, 0},
    {At::replace_markets, {}, kLowActions, kMarket - kCardBits},
    {At::free, {}, 0, 0},
    {At::produce, {}, 0, 0},
    {At::sell, {}, kLowActions, kMarket - kCardBits},
    {At::deliver, {}, 0, 0},
    {At::replace_scoring, {}, kLowActions, kScoring - kCardBits},
    {At::score, {}, kLowActions, kScoring - kCardBits},
    {At::end, {}, 0, 0},
}};

/// Legal actions or outcomes of a node: a word of choices and what its bits stand for. Every
/// outcome has weight 1.
class Choices {
public:
    constexpr Choices() = default;
    constexpr Choices(std::uint64_t mask, Node node) noexcept
        : mask_(mask), low_(info(node).low), high_(info(node).high) {}

    [[nodiscard]] constexpr int size() const noexcept { return popcount(mask_); }
    [[nodiscard]] constexpr std::uint32_t total() const noexcept {
        return static_cast<std::uint32_t>(popcount(mask_));
    }
    [[nodiscard]] constexpr int nth(int k) const noexcept { return id(select(mask_, k)); }
    [[nodiscard]] constexpr int pick(std::uint32_t r) const noexcept {
        return nth(static_cast<int>(r));
    }
    [[nodiscard]] constexpr bool contains(int action) const noexcept {
        if (action < 0 || action >= kActions) return false;
        const int low = action - low_;
        const int high = action - high_;
        return (0 <= low && low < kCardBits && (mask_ & bit(low)) != 0) ||
               (kCardBits <= high && high < 64 && (mask_ & bit(high)) != 0);
    }
    template <class F>
    constexpr void for_each(F&& f) const {
        for_each_bit(mask_, [&](int i) { f(id(i)); });
    }
    template <class P>
    constexpr void remove_if(P&& pred) {
        for_each_bit(mask_, [&](int i) {
            if (pred(id(i))) mask_ &= ~bit(i);
        });
    }

protected:
    [[nodiscard]] static constexpr const NodeInfo& info(Node node) noexcept {
        return kNodeInfo[static_cast<unsigned>(node)];
    }
    [[nodiscard]] constexpr int id(int i) const noexcept {
        return i + (i < kCardBits ? low_ : high_);
    }
    std::uint64_t mask_ = 0;
    int low_ = 0;
    int high_ = 0;
};

/// The same as outcomes of a chance node.
class Outcomes : public Choices {
public:
    using Choices::Choices;
    template <class F>
    constexpr void for_each(F&& f) const {
        for_each_bit(mask_, [&](int i) { f(id(i), std::uint32_t{1}); });
    }
};
static_assert(ActionSet<Choices> && OutcomeSet<Outcomes>);

enum class TurnOrder : std::uint8_t { hidden, open };

struct Options {
    int players = 4;
    TurnOrder turn_order = TurnOrder::hidden;
    int solo_board = 0;

    Options() = default;
    explicit Options(const FlatTables& flat)
        : players(flat.value("players", 1, kMaxPlayers)),
          turn_order(static_cast<TurnOrder>(flat.value("turn_order", 0, 1))),
          solo_board(flat.value("solo_board", 0, 3)) {}
};

}  // namespace bitmeeple::lata
