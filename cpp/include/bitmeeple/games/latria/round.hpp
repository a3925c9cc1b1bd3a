#pragma once
// Latria: one round, from the reveals to RESOLVE (sections 4, 5.1). Part of rules.hpp.

namespace bitmeeple::latria {

/// [L-09] [L-10] [L-11] [L-12] [L-13] [L-46] REVEAL_*: the card joins the stack of its body; a
/// mutation flips a board at once. The three nodes follow one another, then the parent plays.
inline void Game::reveal(State& s, int type) const noexcept {
    s.pile -= cards_of(type);
    s.stack += cards_of(type);
    s.ecl ^= tables_.flips[index(type)];
    if (s.node == Node::reveal_polaris) s.seat = s.parent;
    s.node = static_cast<Node>(static_cast<int>(s.node) + 1);
}

/// PARENT_PLAY: a body is its own target, Latria needs a name.
inline void Game::parent_play(State& s, int card) const noexcept {
    s.hand[s.seat] ^= bit(card);
    put_on_table(s, s.seat, card);
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
    s.pending = static_cast<std::uint8_t>(num_players() - 1);
}

/// CHILD_PLAY: the card lies face down until the last child has chosen.
inline void Game::child_play(State& s, int card) const noexcept {
    s.hand[s.seat] ^= bit(card);
    put_on_table(s, s.seat, card);
    if (--s.pending == 0) return resolve(s);
    s.seat = static_cast<std::uint8_t>(next_seat(s.seat));
}

/// [L-21] [L-22] [L-23] [L-45] [L-49] Steps 2 and 3 of RESOLVE: the card that wins the stack, or
/// -1. Off-suit cards count; reversal makes the lowest number the strongest. Among equals the
/// target precedes Latria, which precedes the others; two others block each other.
[[nodiscard]] inline int winning_card(Cards played, int target, bool reversed) noexcept {
    Cards numbers = played | played >> (2 * kNumbers);
    numbers = (numbers | numbers >> kNumbers) & low_bits(kNumbers);
    const Cards top = played & (kColumn << (reversed ? lsb(numbers) : msb(numbers)));
    const Cards in_target = top & suit_cards(target);
    const Cards in_latria = top & suit_cards(kLatria);
    const Cards best = in_target != 0 ? in_target : in_latria != 0 ? in_latria : top;
    return (best & (best - 1)) == 0 ? lsb(best) : -1;
}

/// The seat whose table card this is. Precondition: there is one.
[[nodiscard]] inline int owner_of(std::uint64_t table, int card) noexcept {
    constexpr std::uint64_t kBytes = 0x0101010101010101U;
    const std::uint64_t same = table ^ kBytes * static_cast<std::uint64_t>(card);  // byte 0 there
    return lsb((same - kBytes) & ~same & (kBytes << 7)) / 8;
}

/// RESOLVE (5.1). The boards do not change in between, nor afterwards [L-14].
inline void Game::resolve(State& s) const noexcept {
    const int body = s.target;
    const unsigned area = s.ecl >> body & 1U;  // [L-29] [L-30] the target's board counts
    const bool reversed = (s.ecl >> kLatria & 1U) != 0;  // [L-45] whatever the target
    const int parent_card = table_card(s, s.parent);

    Cards played = 0;
    for (int p = 0; p < num_players(); ++p) played |= bit(table_card(s, p));
    // [L-25] [L-26] [L-47] [L-48] The number of the child's own card against the parent's.
    const Cards captured = played & tables_.captured_under[reversed][index(parent_card)];
    const Cards off_suit = played & ~tables_.follow[index(body)];

    unsigned capturers = 0;
    unsigned voids = 0;
    auto& pile = s.astrology[area];
    for (int p = 0; p < num_players(); ++p) {
        const Cards card = bit(table_card(s, p));
        pile[index(p)] |= card & captured;
        capturers |= ((card & captured) != 0 ? 1U : 0U) << p;
        voids |= ((card & off_suit) != 0 ? 1U : 0U) << p;
    }
    s.voids[index(body)] = static_cast<std::uint8_t>(s.voids[index(body)] | voids);
    s.voids[kLatria] = static_cast<std::uint8_t>(s.voids[kLatria] | voids);
    s.set_aside |= played & ~captured;  // [L-24]

    if (const int card = winning_card(played, body, reversed); card >= 0) {
        const int winner = owner_of(s.table, card);
        const Counts taken = s.stack & kBodyLanes[index(body)];
        s.celestial[area][index(winner)] += taken;
        s.stack -= taken;
        capturers |= 1U << winner;
        // [L-32] [L-33] Whoever takes the stack leads the next round, if there is one.
        if (s.round < tables_.rounds) s.parent = static_cast<std::uint8_t>(winner);
    }
    // [L-27] [L-28] One marker for whoever got something, or won an empty stack [D-02].
    s.marker = static_cast<std::uint8_t>(s.marker | (area == kEclipse ? capturers : 0U));

    s.table = kNoTable;
    s.target = kNoTarget;
    s.seat = 0;
    if (s.round == tables_.rounds) return end_game(s);  // [L-05]
    ++s.round;
    s.node = Node::reveal_sun;
}

}  // namespace bitmeeple::latria
