#pragma once
// Lata: a position as the state dict tells it, also one that no state can hold. Dicts are read
// into it, checked in it, and written from it; `pack` makes a state of a checked one.

#include <array>
#include <cstdint>
#include <vector>

#include "bitmeeple/games/lata/types.hpp"

namespace bitmeeple::lata {

inline constexpr int kNull = -1;  ///< of every number below

/// Masks of cards: production cards from bit 1, markets and scoring cards from bit 0.
struct SeatDraft {
    int token = kNull;
    int new_token = kNull;
    int bid = kNull;
    int ap = 0;
    int money = 0;
    std::array<int, kColours> held{};
    std::array<std::vector<int>, kSpaces> stacks;  ///< bottom to top
    std::uint64_t markets = 0;
    std::uint64_t scoring = 0;
};

struct SetDraft {
    bool open = false;  ///< a list, not null
    std::uint64_t cards = 0;
};

struct Draft {
    At node{};
    int actor = kNull;
    int round = 0;
    std::optional<Why> context;
    int draws_left = kNull;
    std::array<SetDraft, kMaxSets> sets{};
    std::uint64_t drawn = 0;
    int picked = kNull;
    std::uint64_t pending = 0;
    int placed_space = kNull;
    int pointer = kNull;
    int paid = kNull;
    bool has_uses = false;
    std::array<int, kSpaces> uses{};
    int revealed = kNull;
    int sale_market = kNull;  ///< index
    int sale_colour = kNull;
    int bought = kNull;
    int seen = kNull;
    std::uint64_t marked_markets = 0;
    std::uint64_t marked_scoring = 0;
    std::uint64_t market_display = 0;
    std::array<std::array<int, kColours>, kMarkets> cubes{};
    std::uint64_t scoring_display = 0;
    std::uint64_t discard = 0;
    std::uint64_t removed_markets = 0;
    std::uint64_t removed_scoring = 0;
    std::vector<SeatDraft> seats;

    [[nodiscard]] bool draws(Why why) const noexcept { return context == why; }
    [[nodiscard]] bool in_c1() const noexcept { return node == At::produce || draws(Why::produce); }
    [[nodiscard]] bool in_phase_d() const noexcept {
        return node == At::replace_scoring || node == At::score ||
               (node == At::scoring_draw && (draws(Why::score) || draws(Why::replace)));
    }
    [[nodiscard]] bool acts(int seat) const noexcept { return actor == seat; }
    [[nodiscard]] const SeatDraft& acting() const noexcept {
        return seats[static_cast<unsigned>(actor)];
    }
    /// A lower seat has a lower token than the actor.
    [[nodiscard]] bool lower(int seat) const noexcept {
        return actor != kNull && seats[static_cast<unsigned>(seat)].token < acting().token;
    }
    [[nodiscard]] int phases_b_ended(int seat) const noexcept;
    [[nodiscard]] int phases_d_ended(int seat) const noexcept;

    // Where cards are: all but the decks.
    [[nodiscard]] std::uint64_t production_used() const noexcept;
    [[nodiscard]] std::uint64_t markets_used() const noexcept;
    [[nodiscard]] std::uint64_t scoring_used() const noexcept;
    [[nodiscard]] int set_cards() const noexcept;
};

}  // namespace bitmeeple::lata
