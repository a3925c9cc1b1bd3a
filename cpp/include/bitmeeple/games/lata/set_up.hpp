#pragma once
// Lata: set-up, rounds, draws, and the dispatch of actions. Included by rules.hpp.

namespace bitmeeple::lata {

/// [section 3] [L-02] [L-75] [L-80] Starting cards lie in space 1; AP count from the first round.
inline State Game::initial_state() const noexcept {
    State s{};
    s.actor = kNobody;
    s.order.fill(kNobody);
    s.supply = tables_.all_cubes;
    s.production_deck = tables_.production_cards;
    s.market_deck = low_bits(kMarkets);
    s.scoring_deck = tables_.scoring_cards;
    for (int q = 0; q < num_players(); ++q) {
        Seat& seat = s.seats[index(q)];
        seat.stacks[0] = index(q + 1);
        seat.money = static_cast<std::uint16_t>(tables_.start_money);
        seat.ap = kActionPoints;
    }
    if (!alone()) {
        await(s, Node::token, low_bits(num_players()) << 1);
        return s;
    }
    s.seats[0].token = 1;
    s.order[0] = 0;
    if (tables_.start_pick) {
        s.actor = 0;
        await(s, Node::start_pick, s.production_deck);
    } else {
        set_up_displays(s);
    }
    return s;
}

/// [section 3, step 1] Seats draw in seat order; the choices are the remaining tokens.
inline void Game::draw_token(State& s, int token) const noexcept {
    const int seat = num_players() - popcount(s.choices);
    s.seats[index(seat)].token = byte(token);
    s.order[index(token - 1)] = byte(seat);
    s.choices ^= bit(token);
    if (s.choices == 0) set_up_displays(s);
}

/// [section 3, step 6] [L-19] Displays are dealt once, markets first, then round 1 starts.
inline void Game::set_up_displays(State& s) const noexcept {
    s.actor = kNobody;
    if (popcount(s.market_display) < tables_.market_display && s.market_deck != 0)
        return await(s, Node::market_setup, s.market_deck);
    if (popcount(s.scoring_display) < tables_.scoring_display && s.scoring_deck != 0)
        return await(s, Node::scoring_setup, s.scoring_deck);
    begin_round(s);
}

/// [4.2] [L-18] Left-over AP are lost. Then sets are dealt; in solo the player spends AP first.
inline void Game::begin_round(State& s) const noexcept {
    ++s.round;
    for (int q = 0; q < num_players(); ++q) s.seats[index(q)].ap = kActionPoints;
    if (alone()) {
        s.actor = 0;
        return await(s, Node::spend, tables_.spend);
    }
    s.actor = kNobody;
    s.sets_open = byte((1 << tables_.sets) - 1);
    await(s, Node::production_draw, s.production_deck);
}

/// [4.2] [L-14] One card of the sets; a pair is kept in ascending order. With three players six
/// cards are never drawn.
inline void Game::deal(State& s, int card) const noexcept {
    s.production_deck ^= bit(card);
    if (s.sets_open == 0) return reveal_card(s, card);
    const unsigned slot = tables_.deal_slot[s.dealt];
    s.sets[slot] = byte(card);
    if (slot % 2 == 1 && s.sets[slot - 1] > card) std::swap(s.sets[slot - 1], s.sets[slot]);
    if (++s.dealt < tables_.deal_size) {
        if (alone()) return await_production(s);
        s.choices = s.production_deck;
        return;
    }
    s.dealt = 0;
    if (!alone()) return begin_phase_a(s);
    s.actor = 0;
    await(s, Node::set, std::uint64_t{s.sets_open} << kSet);
}

/// A market comes into the display [L-20] [L-46] [L-71]; what follows depends on why.
inline void Game::draw_market(State& s, int card) const noexcept {
    const int market = card - kFirstMarket;
    s.market_deck ^= bit(market);
    s.market_display |= bit(market);
    for (unsigned c = 0; c < kColours; ++c) s.lacking[c] |= tables_.requiring[c] & bit(market);
    switch (s.node) {
        case Node::market_setup: return set_up_displays(s);
        case Node::market_refill: return refill_markets(s);
        case Node::market_replace:
            if (--s.draws_left > 0) return await(s, Node::market_replace, s.market_deck);
            return begin_turns(s);
        case Node::market_free: return begin_production(s);
        case Node::market_produce: return continue_production(s);
        default: return continue_sales(s);
    }
}

/// The same for a scoring card [L-50].
inline void Game::draw_scoring(State& s, int card) const noexcept {
    const std::uint64_t drawn = bit(card - kFirstScoring);
    s.scoring_deck ^= drawn;
    s.scoring_display |= drawn;
    switch (s.node) {
        case Node::scoring_setup: return set_up_displays(s);
        case Node::scoring_refill: return refill_scoring(s);
        case Node::scoring_replace:
            if (--s.draws_left > 0) return await(s, Node::scoring_replace, s.scoring_deck);
            return begin_scoring_turns(s);
        default: return continue_scoring(s);
    }
}

/// Makes the next seat in turn order the actor; false after the last.
inline bool Game::next_seat(State& s) const noexcept {
    const int token = actor(s).token;
    if (token == num_players()) return false;
    s.actor = s.order[index(token)];
    return true;
}

inline void Game::apply_action(State& s, int action) const noexcept {
    assert(is_legal(s, action));
    switch (s.node) {
        case Node::token: return draw_token(s, action);
        case Node::production_draw: return deal(s, action);
        case Node::market_setup:
        case Node::market_refill:
        case Node::market_replace:
        case Node::market_free:
        case Node::market_produce:
        case Node::market_sell: return draw_market(s, action);
        case Node::scoring_setup:
        case Node::scoring_refill:
        case Node::scoring_replace:
        case Node::scoring_score: return draw_scoring(s, action);
        case Node::start_pick: return start_pick(s, action - kPickOffset);
        case Node::spend: return spend(s, action);
        case Node::bid: return bid(s, action);
        case Node::auction: return action == kPass ? pass(s) : stay(s);
        case Node::set:
            return alone() ? choose_solo_set(s, action - kSet) : choose_set(s, action - kSet);
        case Node::pick: return pick(s, action - kPickOffset);
        case Node::keep: return keep(s, action);
        case Node::place: return place(s, action - kSpace);
        case Node::replace_markets: return replace_market(s, action);
        case Node::free: return answer_free_reveal(s, action);
        case Node::produce: return produce(s, action);
        case Node::sell: return sell(s, action);
        case Node::deliver: return deliver(s, action);
        case Node::replace_scoring: return replace_scoring(s, action);
        case Node::score: return score(s, action);
        case Node::end: return;
    }
}

}  // namespace bitmeeple::lata
