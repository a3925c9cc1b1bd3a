#pragma once
// Latria: one round, from the reveals to RESOLVE (sections 4, 5.1). Part of rules.hpp.

namespace bitmeeple::latria {

/// [L-09] [L-10] [L-11] [L-12] [L-13] [L-46] REVEAL_*: the card joins the stack of its body; a
/// mutation flips a board at once. The three nodes follow one another, then the parent plays.
inline void Game::reveal(State& s, unsigned body, int type) const noexcept {
    const BodyCounts card = BodyCounts{1} << (kLane * (type - kFirstTypeOf[body]));
    s.pile[body] -= card;
    s.stack[body] += card;
    s.ecl ^= tables_.flips[index(type)];
    if (body == kPolaris) s.seat = s.parent;
    s.node = static_cast<Node>(static_cast<unsigned>(Node::reveal_moon) + body);
}

/// PARENT_PLAY: a body is its own target, Latria needs a name.
inline void Game::parent_play(State& s, int card) const noexcept {
    const unsigned seat = s.seat;
    s.hand[seat] ^= bit(card);
    s.table[seat] = static_cast<std::uint8_t>(card);
    if (card >= kNumbers * kLatria)
        s.node = Node::name_body;
    else
        name_body(s, suit_of(card));
}

/// [L-20] NAME_BODY, or the body led: the target is set, the children choose clockwise.
inline void Game::name_body(State& s, int body) const noexcept {
    s.target = static_cast<std::uint8_t>(body);
    s.node = Node::child_play;
    s.seat = static_cast<std::uint8_t>(next_seat(s.parent));
}

/// CHILD_PLAY: the card lies face down until the last child has chosen. One child, or all that are
/// left.
template <bool one_event, class Choose>
inline void Game::child_play(State& s, Choose& choose) const noexcept {
    const Cards follow = tables_.follow[s.target];
    const unsigned parent = s.parent;
    unsigned seat = s.seat;
    do {
        const Cards hand = s.hand[seat];
        const int card = choose(*this, s, ids_of(playable(hand, follow)));
        s.hand[seat] = hand ^ bit(card);
        s.table[seat] = static_cast<std::uint8_t>(card);
        seat = next_seat(seat);
        s.seat = static_cast<std::uint8_t>(seat);
    } while (!one_event && seat != parent);
    if (seat == parent) end_round(s);
}

/// [L-21] [L-22] [L-23] [L-45] [L-49] Steps 2 and 3 of RESOLVE: the card that wins the stack, as a
/// mask, or 0. Off-suit cards count; reversal makes the lowest number the strongest. Among equals
/// the target precedes Latria, which precedes the others; two others block each other.
/// `follow`: the cards of the target and Latria, which come in this order.
[[nodiscard]] inline Cards winning_card(Cards played, Cards follow, bool reversed) noexcept {
    Cards numbers = played | played >> (2 * kNumbers);
    numbers = (numbers | numbers >> kNumbers) & low_bits(kNumbers);
    const Cards top = played & (kColumn << (reversed ? lsb(numbers) : msb(numbers)));
    const Cards following = top & follow;
    const Cards only = (top & (top - 1)) == 0 ? top : 0;
    return following != 0 ? following & (~following + 1) : only;
}

/// RESOLVE (5.1). The boards do not change in between, nor afterwards [L-14]. `players`: so that
/// the loops have a fixed length.
template <unsigned players>
inline void Game::resolve(State& s) const noexcept {
    const unsigned body = s.target;
    const unsigned area = s.ecl >> body & 1U;            // [L-29] [L-30] the target's board counts
    const bool reversed = (s.ecl >> kLatria & 1U) != 0;  // [L-45] whatever the target
    const Cards follow = tables_.follow[body];

    Cards played = 0;
    unsigned voids = 0;                        // seats that did not follow
    std::array<std::uint8_t, kCards> seat_of;  // only the entries of the cards played are filled
    for (unsigned p = players; p-- > 0;) {
        const unsigned card = s.table[p];
        played |= Cards{1} << card;
        voids = 2 * voids + (~follow >> card & 1U);
        seat_of[card] = static_cast<std::uint8_t>(p);
    }
    // [L-25] [L-26] [L-47] [L-48] The number of the child's own card against the parent's.
    const Cards captured = played & tables_.captured_under[s.table[s.parent]][reversed];
    s.set_aside |= played & ~captured;  // [L-24]
    for (unsigned p = 0; p < players; ++p) s.astrology[area][p] |= captured & bit(s.table[p]);
    s.voids[body] = static_cast<std::uint8_t>(s.voids[body] | voids);
    s.voids[kLatria] = static_cast<std::uint8_t>(s.voids[kLatria] | voids);

    Cards acquired = captured;  // with the card that won the stack
    std::uint8_t next_parent = s.parent;
    if (const Cards won = winning_card(played, follow, reversed); won != 0) {
        const unsigned seat = seat_of[index(lsb(won))];
        s.celestial[area][seat] += of_body(s.stack[body], body);
        s.stack[body] = 0;
        acquired |= won;
        // [L-32] [L-33] Whoever takes the stack leads the next round, if there is one.
        next_parent = static_cast<std::uint8_t>(seat);
    }
    // [L-27] [L-28] One marker for whoever got something under an eclipse, or won an empty stack
    // [D-02].
    if (area == kEclipse)
        for_each_bit(acquired, [&](int card) {
            s.marker = static_cast<std::uint8_t>(s.marker | 1U << seat_of[index(card)]);
        });

    s.table.fill(kNone);
    s.target = kNoTarget;
    s.seat = 0;
    if (s.round == tables_.rounds) return end_game(s);  // [L-05]
    ++s.round;
    s.parent = next_parent;
    s.node = Node::reveal_sun;
}

/// RESOLVE follows at once.
inline void Game::end_round(State& s) const noexcept {
    switch (num_players()) {
        case 3: return resolve<3>(s);
        case 4: return resolve<4>(s);
        case 5: return resolve<5>(s);
        default: return resolve<6>(s);
    }
}

}  // namespace bitmeeple::latria
