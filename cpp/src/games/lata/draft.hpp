#pragma once
// Lata: a position as the state dict tells it, also one that no state can hold. Dicts are read
// into it, checked in it, and written from it; `pack` makes a state of a checked one.

#include <array>
#include <cstdint>
#include <vector>

#include "bitmeeple/games/lata/types.hpp"

namespace bitmeeple::lata {

inline constexpr int kNull = -1;  ///< of every number below

/// Names of nodes as numbers, in the order of kNodeNames.
namespace at {
enum : int {
    token,
    production_draw,
    market_draw,
    scoring_draw,
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
}
/// Contexts of draws, in the order of kContextNames.
namespace why {
enum : int { setup, refill, replace, free, produce, sell, score };
}

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
    int node = 0;
    int actor = kNull;
    int round = 0;
    int context = kNull;
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

    [[nodiscard]] bool draws(int why) const noexcept { return context == why; }
    [[nodiscard]] bool in_c1() const noexcept { return node == at::produce || draws(why::produce); }
    [[nodiscard]] bool in_phase_d() const noexcept {
        return node == at::replace_scoring || node == at::score ||
               (node == at::scoring_draw && (draws(why::score) || draws(why::replace)));
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
