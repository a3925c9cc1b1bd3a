#pragma once
// Lata: the frame of phase C. Included by rules.hpp; its steps are in produce.hpp and sell.hpp.

namespace bitmeeple::lata {

/// [L-73] Boards with replacements offer them first.
inline void Game::begin_phase_c(State& s) const noexcept {
    s.actor = s.order[0];
    if (tables_.replaces && offer_market_replacement(s)) return;
    begin_turns(s);
}

inline void Game::begin_turns(State& s) const noexcept {
    if (!begin_turn(s)) end_turn(s);
}

/// [4.6] The turn of the actor up to its first choice; false if there is none. C0 exists with at
/// most one market displayed [L-46].
inline bool Game::begin_turn(State& s) const noexcept {
    if (popcount(s.market_display) <= 1 && s.market_deck != 0) [[unlikely]] {
        await(s, Node::free, bit(kFreeReveal) | bit(kNoFreeReveal));
        return true;
    }
    lay_out_line(s);
    return settle(s) || open_sales(s);
}

/// Goes on to the next seat that has a choice, or to the end of the phase.
inline void Game::end_turn(State& s) const noexcept {
    do {
        s.turn = {};
        if (!next_seat(s)) return end_phase_c(s);
    } while (!begin_turn(s));
}

/// [5.1] [L-21] No refill in round 6. [L-77] In Aveiro all cubes stay.
inline void Game::end_phase_c(State& s) const noexcept {
    if (!tables_.salt_all) return_cubes(s);
    if (s.round == kRounds) return begin_phase_d(s);
    refill_markets(s);
}

/// [5.1, step 1] [L-47] [L-48] [L-77] Red and yellow cubes go back, silver ones are in salt.
inline void Game::return_cubes(State& s) const noexcept {
    for (int q = 0; q < num_players(); ++q) {
        auto& held = s.seats[index(q)].held;
        for (unsigned c = 1; c < kColours; ++c) {
            s.supply[c] = byte(s.supply[c] + held[c]);
            held[c] = 0;
        }
    }
}

/// [5.1, step 2] [L-22] [L-79] What lies there stays [L-19], in larger displays too [L-20].
inline void Game::refill_markets(State& s) const noexcept {
    if (popcount(s.market_display) >= tables_.market_display || s.market_deck == 0)
        return begin_phase_d(s);
    s.actor = kNobody;
    await(s, Node::market_refill, s.market_deck);
}

}  // namespace bitmeeple::lata
