#pragma once
// Latria: what a seat may know (section 7). One visibility rule feeds views, observations and
// worlds; they are written out in cpp/src/games/latria.

#include "bitmeeple/games/latria/rules.hpp"

namespace bitmeeple::latria {

inline constexpr int kEveryone = -1;  ///< the observer of the complete dict

/// A hand is its owner's secret, at the end too.
[[nodiscard]] constexpr bool sees_hand(int observer, int seat) noexcept {
    return observer == kEveryone || observer == seat;
}

/// [L-20] The parent's card lies face up, a child's face down; the place itself is hidden, so that
/// an empty one tells no more than `has_played`.
[[nodiscard]] constexpr bool sees_table(const State& s, int observer, int seat) noexcept {
    return sees_hand(observer, seat) || seat == s.parent;
}

/// [L-31] Cards that lie where everybody has seen them: piles of seats, set aside, removed.
[[nodiscard]] constexpr Cards public_cards(const State& s) noexcept {
    Cards cards = s.set_aside | s.removed;
    for (const auto& area : s.astrology)
        for (const Cards pile : area) cards |= pile;
    return cards;
}

}  // namespace bitmeeple::latria
