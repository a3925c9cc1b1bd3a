#pragma once
// Lata: step C2 of a turn, selling. Included by rules.hpp.

namespace bitmeeple::lata {

/// Enters or re-enters C2; false if neither a sale nor a reveal is legal, then the turn ends.
inline bool Game::open_sales(State& s) const noexcept {
    const std::uint8_t revealed = s.turn.revealed;
    s.turn = {};
    s.turn.revealed = revealed;
    const std::uint64_t choices = sell_choices(s);
    if (choices == 0) return false;
    await(s, Node::sell, choices);
    return true;
}

/// [4.6, C2] [L-45] Markets that the actor can pay and has a fitting cube for. 0 if the turn ends.
inline std::uint64_t Game::sell_choices(const State& s) const noexcept {
    const Seat& seat = actor(s);
    std::uint64_t fitting = 0;
    for (unsigned c = 0; c < kColours; ++c) fitting |= seat.held[c] != 0 ? s.lacking[c] : 0;
    const auto ap = std::min<unsigned>(seat.ap, 3);
    std::uint64_t choices = (fitting & tables_.ap_at_most[ap]) << kCardBits;
    if (s.turn.revealed == 0 && ap > 0 && s.market_deck != 0)
        choices |= bit(kRevealMarket - kLowActions);
    return choices == 0 ? 0 : choices | bit(kEndSales - kLowActions);
}

inline void Game::sell(State& s, int action) const noexcept {
    if (action >= kMarket) return begin_sale(s, action - kMarket);
    if (action == kRevealMarket) return reveal_market(s, Node::market_sell);
    end_turn(s);
}

/// [L-41] Every sale costs the card's AP, also a second one to the same card.
inline void Game::begin_sale(State& s, int market) const noexcept {
    Seat& seat = actor(s);
    seat.ap = byte(seat.ap - tables_.ap_cost[index(market)]);
    s.sale_market = byte(market + 1);
    await(s, Node::deliver, deliver_choices(s));
}

/// [4.6, DELIVER] [L-42] Colours in ascending order; stopping needs one delivered cube. 0 if the
/// sale ends.
inline std::uint64_t Game::deliver_choices(const State& s) const noexcept {
    const Seat& seat = actor(s);
    const int market = s.sale_market - 1;
    std::uint64_t choices = 0;
    for (int c = std::max(0, s.sale_colour - 1); c < kColours; ++c)
        if (seat.held[index(c)] != 0 && (s.lacking[index(c)] & bit(market)) != 0)
            choices |= bit(kDeliver + c);
    return choices != 0 && s.sale_colour != 0 ? choices | bit(kStopDelivery) : choices;
}

/// [L-43] Paid per cube, at once, whether or not the card gets completed.
inline void Game::deliver(State& s, int action) const noexcept {
    if (action == kStopDelivery) return end_sale(s);
    Seat& seat = actor(s);
    const int c = action - kDeliver;
    const int market = s.sale_market - 1;
    std::uint16_t& cubes = s.cubes[index(market)];
    const unsigned required = tables_.requirement[index(market)];
    cubes = static_cast<std::uint16_t>(cubes + (1 << 4 * c));
    --seat.held[index(c)];
    earn(seat, tables_.reward[index(market)]);
    if (cubes == required) return complete_market(s, market);
    if (((cubes ^ required) >> 4 * c & 0xF) == 0) s.lacking[index(c)] ^= bit(market);
    s.sale_colour = byte(c + 1);
    s.choices = deliver_choices(s);
    if (s.choices == 0) end_sale(s);
}

/// [L-43] [L-44] The cubes return at once; the card is the actor's alone.
inline void Game::complete_market(State& s, int market) const noexcept {
    std::uint16_t& cubes = s.cubes[index(market)];
    for (unsigned c = 0; c < kColours; ++c) {
        s.supply[c] = byte(s.supply[c] + (cubes >> 4 * c & 0xF));
        s.lacking[c] &= ~bit(market);
    }
    cubes = 0;
    s.market_display ^= bit(market);
    actor(s).markets |= bit(market);
    end_sale(s);
}

inline void Game::end_sale(State& s) const noexcept {
    s.sale_market = 0;
    s.sale_colour = 0;
    continue_sales(s);
}

inline void Game::continue_sales(State& s) const noexcept {
    if (!open_sales(s)) end_turn(s);
}

/// [L-45] Once per turn, in C1 or C2.
inline void Game::reveal_market(State& s, Node draw) const noexcept {
    --actor(s).ap;
    s.turn.revealed = 1;
    await(s, draw, s.market_deck);
}

}  // namespace bitmeeple::lata
