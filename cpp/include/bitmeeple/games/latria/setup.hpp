#pragma once
// Latria: section 3, the start of a game. Part of rules.hpp.

namespace bitmeeple::latria {

inline Game::State Game::initial_state() const noexcept {
    State s{};
    s.first_parent = options_.campaign && options_.first_parent != kRandom
                         ? static_cast<std::uint8_t>(options_.first_parent)
                         : kNone;
    begin_game(s);
    return s;
}

/// Steps 1, 3, 4, 5. A campaign carries nothing over but points and seats [8.3.4] [D-03].
inline void Game::begin_game(State& s) const noexcept {
    State next{};
    next.game_points = s.game_points;
    next.game_index = s.game_index;
    next.first_parent = s.first_parent;
    next.node = Node::deal;
    next.deck = tables_.deck;
    next.pile = split(tables_.avail);
    next.table.fill(kNone);
    next.pending = static_cast<std::uint8_t>(popcount(tables_.deck));
    next.parent = kNone;
    next.target = kNoTarget;
    next.ecl = tables_.initial_ecl;
    s = next;
}

/// [L-08] DEAL: seat 0 receives its hand, then seat 1, and so on. One card, or all that are left.
template <bool one_event, class Choose>
inline void Game::deal(State& s, Choose& choose) const noexcept {
    Cards deck = s.deck;
    int left = s.pending;
    do {
        const unsigned seat = s.seat;
        const int left_after = tables_.left_after[seat];
        const Cards both = s.hand[seat] ^ deck;  // a card goes from one to the other
        do {
            deck ^= bit(choose(*this, s, IdOutcomes(deck, left, 0)));
            s.deck = deck;
            s.hand[seat] = both ^ deck;
            s.pending = static_cast<std::uint8_t>(--left);
        } while (!one_event && left > left_after);
        if (left > left_after) return;
        s.seat = static_cast<std::uint8_t>(seat + 1);
    } while (!one_event && left > 0);
    if (left == 0) begin_rounds(s);
}

/// The deal is over.
inline void Game::begin_rounds(State& s) const noexcept {
    s.seat = 0;
    // [L-04] [L-51] Drawn or given; from game to game the first parent moves on by one seat.
    if (s.game_index > 0)
        begin_first_round(s, (s.first_parent + s.game_index) % num_players());
    else if (options_.first_parent != kRandom)
        begin_first_round(s, options_.first_parent);
    else
        s.node = Node::first_parent;
}

/// [L-04] FIRST_PARENT, or the seat that is known without it. Kept in a campaign only [D-04].
inline void Game::begin_first_round(State& s, int parent) const noexcept {
    s.parent = static_cast<std::uint8_t>(parent);
    if (options_.campaign && s.game_index == 0) s.first_parent = s.parent;
    s.round = 1;
    s.node = Node::reveal_sun;
}

}  // namespace bitmeeple::latria
