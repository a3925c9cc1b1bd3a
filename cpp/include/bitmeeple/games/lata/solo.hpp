#pragma once
// Lata: what only the solo game has [section 8.2]. Included by rules.hpp.

namespace bitmeeple::lata {

/// [L-76] The card lies in space 2 before anything is revealed.
inline void Game::start_pick(State& s, int card) const noexcept {
    s.production_deck ^= bit(card);
    s.seats[0].stacks[1] = index(card);
    set_up_displays(s);
}

/// [L-68] The AP are named before anything is revealed. Sets are dealt only for AP.
inline void Game::spend(State& s, int points) const noexcept {
    s.seats[0].ap = byte(kActionPoints - points);
    if (tables_.solo_sets && points > 0) s.sets_open = 0b11;
    s.actor = kNobody;
    await_production(s);
}

/// [L-70] An empty deck is rebuilt from the discard pile when a draw is due.
inline void Game::await_production(State& s) const noexcept {
    if (s.production_deck == 0) {
        s.production_deck = s.discard;
        s.discard = 0;
    }
    await(s, Node::production_draw, s.production_deck);
}

/// A card that is not part of a set. 2 + k cards are drawn; with k = 0 both are taken [L-69].
inline void Game::reveal_card(State& s, int card) const noexcept {
    s.aside |= bit(card);
    const int drawn = popcount(s.aside);
    const int spent = kActionPoints - s.seats[0].ap;
    if (drawn < 2 + spent) return await_production(s);
    s.actor = 0;
    if (spent > 0) return await(s, Node::pick, pick_choices(s));
    s.pending = {byte(lsb(s.aside)), byte(msb(s.aside))};
    s.aside = 0;
    place_pending(s);
}

/// First any drawn card but the highest, then one above the first pick.
inline std::uint64_t Game::pick_choices(const State& s) noexcept {
    if (s.picked == 0) return s.aside ^ bit(msb(s.aside));
    return s.aside & ~low_bits(s.picked + 1);
}

/// [L-69] Exactly two are taken, the rest is discarded.
inline void Game::pick(State& s, int card) const noexcept {
    if (s.picked == 0) {
        s.picked = byte(card);
        s.choices = pick_choices(s);
        return;
    }
    s.pending = {s.picked, byte(card)};
    s.discard |= s.aside ^ bit(s.picked) ^ bit(card);
    s.picked = 0;
    s.aside = 0;
    place_pending(s);
}

/// Matosinhos: the other set is discarded at once. For 4 AP one card may be dropped [L-74].
inline void Game::choose_solo_set(State& s, int set) const noexcept {
    const unsigned taken = index(2 * set);
    const unsigned other = 2 - taken;
    s.pending = {s.sets[taken], s.sets[taken + 1]};
    s.discard |= bit(s.sets[other]) | bit(s.sets[other + 1]);
    s.sets = {};
    s.sets_open = 0;
    if (s.seats[0].ap == kActionPoints - 4)
        return await(s, Node::keep, bit(kKeepBoth) | bit(kDiscardLower) | bit(kDiscardHigher));
    place_pending(s);
}

/// [L-74]
inline void Game::keep(State& s, int action) const noexcept {
    const auto [lower, higher] = s.pending;
    if (action == kDiscardLower) {
        s.discard |= bit(lower);
        s.pending = {higher, 0};
    } else if (action == kDiscardHigher) {
        s.discard |= bit(higher);
        s.pending = {lower, 0};
    }
    place_pending(s);
}

/// The next market to replace: without cubes, above those marked, at most three and no more than
/// the deck holds [L-72]. 0 if none is legal: the node does not exist or is left.
inline std::uint64_t Game::replace_market_choices(const State& s) noexcept {
    const int marked = popcount(s.aside);
    if (marked == kMaxReplaced || actor(s).ap == 0 || popcount(s.market_deck) <= marked) return 0;
    std::uint64_t choices = s.market_display;
    if (marked > 0) choices &= ~low_bits(msb(s.aside) + 1);
    for_each_bit(choices, [&](int m) {
        if (s.cubes[index(m)] != 0) choices ^= bit(m);
    });
    return choices == 0 ? 0 : choices << kCardBits | bit(kReplaceDone - kLowActions);
}

/// [L-71] [L-73] Once, before C0; not on boards without replacements.
inline bool Game::offer_market_replacement(State& s) const noexcept {
    const std::uint64_t choices = replace_market_choices(s);
    if (choices == 0) return false;
    await(s, Node::replace_markets, choices);
    return true;
}

/// [L-71] [L-72] All are named first; then the cost is paid, they leave the game, and new ones are
/// drawn.
inline void Game::replace_market(State& s, int action) const noexcept {
    if (action != kReplaceDone) {
        s.aside |= bit(action - kMarket);
        s.choices = replace_market_choices(s);
        if (s.choices != 0) return;
    }
    if (s.aside == 0) return begin_turns(s);
    --actor(s).ap;
    s.market_display ^= s.aside;
    for (auto& markets : s.lacking) markets &= ~s.aside;
    s.removed_markets |= s.aside;
    s.draws_left = byte(popcount(s.aside));
    s.aside = 0;
    await(s, Node::market_replace, s.market_deck);
}

/// The same for scoring cards, for 1$.
inline std::uint64_t Game::replace_scoring_choices(const State& s) noexcept {
    const int marked = popcount(s.aside);
    if (marked == kMaxReplaced || actor(s).money == 0 || popcount(s.scoring_deck) <= marked)
        return 0;
    std::uint64_t choices = s.scoring_display;
    if (marked > 0) choices &= ~low_bits(msb(s.aside) + 1);
    return choices == 0 ? 0 : choices << kCardBits | bit(kReplaceDone - kLowActions);
}

/// [L-71] [L-73] Once, before the purchase.
inline bool Game::offer_scoring_replacement(State& s) const noexcept {
    const std::uint64_t choices = replace_scoring_choices(s);
    if (choices == 0) return false;
    await(s, Node::replace_scoring, choices);
    return true;
}

/// [L-71] [L-72]
inline void Game::replace_scoring(State& s, int action) const noexcept {
    if (action != kReplaceDone) {
        s.aside |= bit(action - kScoring);
        s.choices = replace_scoring_choices(s);
        if (s.choices != 0) return;
    }
    if (s.aside == 0) return begin_scoring_turns(s);
    pay(actor(s), 1);
    s.scoring_display ^= s.aside;
    s.removed_scoring |= s.aside;
    s.draws_left = byte(popcount(s.aside));
    s.aside = 0;
    await(s, Node::scoring_replace, s.scoring_deck);
}

}  // namespace bitmeeple::lata
