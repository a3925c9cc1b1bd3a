#pragma once
// Lata: phase D, scoring cards, and the end of the game. Included by rules.hpp.

namespace bitmeeple::lata {

/// [L-51] In every round, the last one too.
inline void Game::begin_phase_d(State& s) const noexcept {
    s.actor = s.order[0];
    if (tables_.replaces && offer_scoring_replacement(s)) return;
    begin_scoring_turns(s);
}

inline void Game::begin_scoring_turns(State& s) const noexcept {
    if (!begin_scoring_turn(s)) end_scoring_turn(s);
}

/// The first choice of the actor; false if nothing can be bought or revealed.
inline bool Game::begin_scoring_turn(State& s) const noexcept {
    const std::uint64_t choices = score_choices(s);
    if (choices == 0) return false;
    await(s, Node::score, choices);
    return true;
}

/// [4.7] [L-49] [L-50] One purchase and one reveal, in any order. 0 if the turn ends.
inline std::uint64_t Game::score_choices(const State& s) const noexcept {
    const Seat& seat = actor(s);
    std::uint64_t choices = 0;
    if (s.bought == 0)
        choices = (s.scoring_display & tables_.cost_at_most[index(purse(seat))]) << kCardBits;
    if (s.seen == 0 && seat.money >= 1 && s.scoring_deck != 0)
        choices |= bit(kRevealScoring - kLowActions);
    return choices == 0 ? 0 : choices | bit(kEndScoring - kLowActions);
}

inline void Game::score(State& s, int action) const noexcept {
    if (action == kEndScoring) return end_scoring_turn(s);
    Seat& seat = actor(s);
    if (action == kRevealScoring) {
        pay(seat, 1);
        s.seen = 1;
        return await(s, Node::scoring_score, s.scoring_deck);
    }
    const int card = action - kScoring;
    pay(seat, tables_.scoring_cost[index(card)]);
    s.scoring_display ^= bit(card);
    seat.scoring |= bit(card);
    s.bought = 1;
    continue_scoring(s);
}

inline void Game::continue_scoring(State& s) const noexcept {
    if (!begin_scoring_turn(s)) end_scoring_turn(s);
}

inline void Game::end_scoring_turn(State& s) const noexcept {
    do {
        s.bought = 0;
        s.seen = 0;
        if (!next_seat(s)) return end_phase_d(s);
    } while (!begin_scoring_turn(s));
}

/// [5.2] [L-21]
inline void Game::end_phase_d(State& s) const noexcept {
    if (s.round == kRounds) return end_game(s);
    refill_scoring(s);
}

/// [5.2, step 1] [L-20] [L-22] [L-79]
inline void Game::refill_scoring(State& s) const noexcept {
    if (popcount(s.scoring_display) >= tables_.scoring_display || s.scoring_deck == 0)
        return begin_round(s);
    s.actor = kNobody;
    await(s, Node::scoring_refill, s.scoring_deck);
}

/// [5.2, step 2] AP, money and cubes stay as they are for scoring.
inline void Game::end_game(State& s) const noexcept {
    s.actor = kNobody;
    await(s, Node::end, 0);
    for (int q = 0; q < num_players(); ++q) s.points[index(q)] = points_of(s, q);
}

/// [6.2] [L-66] Winners share; in solo the score itself.
template <class Real>
void Game::returns(const State& s, std::span<std::type_identity_t<Real>> out) const noexcept {
    if (alone()) {
        out[0] = static_cast<Real>(s.points[0]);
        return;
    }
    if (s.node != Node::end) {
        std::ranges::fill(out, Real{0});
        return;
    }
    std::array<std::int32_t, kMaxPlayers> ranks{};
    const auto ranking_of = std::span(ranks).first(out.size());
    ranking(s, ranking_of);
    share_win<Real>(ranking_of, out);
}

}  // namespace bitmeeple::lata
