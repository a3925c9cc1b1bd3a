#pragma once
// Lata: phase B, sets and the factory. Included by rules.hpp; solo's part is in solo.hpp.

namespace bitmeeple::lata {

inline void Game::begin_phase_b(State& s) const noexcept {
    s.actor = s.order[0];
    await(s, Node::set, std::uint64_t{s.sets_open} << kSet);
}

/// [4.5] [L-10] [L-81] The whole set is taken and placed before the next player chooses.
inline void Game::choose_set(State& s, int set) const noexcept {
    const unsigned first = index(2 * set);
    s.pending = {s.sets[first], s.sets[first + 1]};
    s.sets[first] = s.sets[first + 1] = 0;
    s.sets_open = byte(s.sets_open & ~(1 << set));
    place_pending(s);
}

inline void Game::place_pending(State& s) const noexcept {
    await(s, Node::place, place_choices(s));
}

/// [4.5] [L-04] [L-05] [L-06] Any space that the actor can pay and has not used in this phase;
/// older cards, whatever they are, may be covered.
inline std::uint64_t Game::place_choices(const State& s) const noexcept {
    const unsigned spaces = tables_.affordable[index(purse(actor(s)))];
    const unsigned used = (1U << s.placed_space) >> 1;  // no space: no bit
    return std::uint64_t{spaces & ~used} << kSpace;
}

/// [4.5] [L-01] [L-07] [L-08] The price is due whether or not a card is covered.
inline void Game::place(State& s, int space) const noexcept {
    Seat& seat = actor(s);
    pay(seat, tables_.space_cost[index(space)]);
    std::uint64_t& stack = seat.stacks[index(space)];
    stack = stack << 8 | s.pending[0];
    s.pending = {s.pending[1], 0};
    if (s.pending[0] != 0) {
        s.placed_space = byte(space + 1);
        s.choices = place_choices(s);
        return;
    }
    s.placed_space = 0;
    if (!next_seat(s)) return end_phase_b(s);
    await(s, Node::set, std::uint64_t{s.sets_open} << kSet);
}

/// [L-09] The set that nobody took goes to the discard pile. (In solo none is left.)
inline void Game::end_phase_b(State& s) const noexcept {
    if (s.sets_open != 0) {
        const unsigned first = index(2 * lsb(s.sets_open));
        s.discard |= bit(s.sets[first]);
        if (s.sets[first + 1] != 0) s.discard |= bit(s.sets[first + 1]);
        s.sets[first] = s.sets[first + 1] = 0;
        s.sets_open = 0;
    }
    begin_phase_c(s);
}

}  // namespace bitmeeple::lata
