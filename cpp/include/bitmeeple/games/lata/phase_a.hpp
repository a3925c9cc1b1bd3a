#pragma once
// Lata: phase A, turn order. Included by rules.hpp.

namespace bitmeeple::lata {

/// All sets lie open. Bids go in seat order, the auction in the order of the old tokens [L-15].
inline void Game::begin_phase_a(State& s) const noexcept {
    if (options_.turn_order == TurnOrder::hidden) {
        s.actor = 0;
        return await(s, Node::bid, low_bits(kActionPoints + 1) << kBid);  // [L-12]
    }
    s.actor = s.order[0];
    await(s, Node::auction, auction_choices(s));
}

/// [4.3] Stored, hidden and not paid until all have bid.
inline void Game::bid(State& s, int points) const noexcept {
    actor(s).offer = byte(points + 1);
    if (++s.actor == num_players()) reveal_bids(s);
}

/// [4.3] [L-11] [L-13] Everybody pays. Higher bids come first, equal ones by the higher old token:
/// one number per seat holds both.
inline void Game::reveal_bids(State& s) const noexcept {
    const int n = num_players();
    std::array<int, kMaxPlayers> strength{};
    for (int q = 0; q < n; ++q)
        strength[index(q)] = s.seats[index(q)].offer * 8 + s.seats[index(q)].token;
    for (int q = 0; q < n; ++q) {
        Seat& seat = s.seats[index(q)];
        int before = 0;
        for (int other = 0; other < n; ++other)
            before += strength[index(other)] > strength[index(q)] ? 1 : 0;
        s.order[index(before)] = byte(q);
        seat.token = byte(before + 1);
        seat.ap = byte(kActionPoints + 1 - seat.offer);
        seat.offer = 0;
    }
    begin_phase_b(s);
}

/// [4.4] [L-17] Without AP only passing is possible.
inline std::uint64_t Game::auction_choices(const State& s) noexcept {
    return bit(kPass) | (actor(s).ap >= 1 ? bit(kStay) : 0);
}

inline void Game::stay(State& s) const noexcept {
    --actor(s).ap;
    next_bidder(s);
}

/// [4.4] The actor takes the highest free token: one less than the last one taken.
inline void Game::pass(State& s) const noexcept {
    int free = num_players();
    for (const Seat& seat : s.seats) free -= seat.offer != 0 ? 1 : 0;
    actor(s).offer = byte(free);
    if (free == 2) return end_auction(s);
    next_bidder(s);
}

/// [L-15] Round by old token, skipping those who are out.
inline void Game::next_bidder(State& s) const noexcept {
    do {
        const int token = actor(s).token;
        s.actor = s.order[token == num_players() ? 0 : index(token)];
    } while (actor(s).offer != 0);
    s.choices = auction_choices(s);
}

/// [4.4] [L-16] The last player in takes token 1 without paying; new tokens replace the old.
inline void Game::end_auction(State& s) const noexcept {
    for (int q = 0; q < num_players(); ++q) {
        Seat& seat = s.seats[index(q)];
        seat.token = seat.offer == 0 ? std::uint8_t{1} : seat.offer;
        seat.offer = 0;
        s.order[index(seat.token - 1)] = byte(q);
    }
    begin_phase_b(s);
}

}  // namespace bitmeeple::lata
