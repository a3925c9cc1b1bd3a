#pragma once
// Latria: the special card, SCORE, the next game of a campaign (5.2, 5.3, 8.3). Part of rules.hpp.

namespace bitmeeple::latria {

/// Cards of both kinds in both piles of a seat.
[[nodiscard]] inline int cards_held(const State& s, unsigned seat) noexcept {
    return popcount(s.astrology[kOpen][seat] | s.astrology[kEclipse][seat]) +
           total_of(s.celestial[kOpen][seat] + s.celestial[kEclipse][seat]);
}

/// Everything a seat holds leaves the game [L-40].
inline void remove_all(State& s, unsigned seat) noexcept {
    for (const unsigned area : {kOpen, kEclipse}) {
        s.removed |= s.astrology[area][seat];
        s.astrology[area][seat] = 0;
        s.celestial[area][seat] = 0;
    }
}

/// [L-38] After the last round: the owner of the special card, if any, removes two cards.
/// [L-34] The last cards of the hands, the stacks and the undrawn piles stay where they are.
inline void Game::end_game(State& s) const noexcept {
    for (unsigned p = 0; p < index(num_players()); ++p) {
        if (count_of(s.celestial[kOpen][p] + s.celestial[kEclipse][p], kSpecial) == 0) continue;
        if (cards_held(s, p) <= kSpecialRemoves) {
            remove_all(s, p);
            break;
        }
        s.node = Node::remove;
        s.seat = static_cast<std::uint8_t>(p);
        s.pending = kSpecialRemoves;
        return;
    }
    score(s);
}

/// [L-39] REMOVE: one card of either pile leaves the game; only astrology cards are listed [D-06].
inline void Game::remove(State& s, int action) const noexcept {
    if (action < kCards) {
        s.astrology[kOpen][s.seat] &= ~bit(action);
        s.astrology[kEclipse][s.seat] &= ~bit(action);
        s.removed |= bit(action);
    } else if (action < kRemoveEclipse) {
        s.celestial[kOpen][s.seat] -= cards_of(action - kRemoveOpen);
    } else {
        s.celestial[kEclipse][s.seat] -= cards_of(action - kRemoveEclipse);
    }
    if (--s.pending > 0) return;
    s.seat = 0;
    score(s);
}

/// SCORE: the end, or the points of a campaign game and the next one [8.3].
inline void Game::score(State& s) const noexcept {
    if (options_.campaign) {
        PerSeat<std::int32_t> vp{};
        PerSeat<std::int8_t> points{};
        const unsigned n = index(num_players());
        for (unsigned p = 0; p < n; ++p) vp[p] = worth_of(tables_.values, s, p).vp();
        campaign_points(std::span(vp).first(n), points);
        for (unsigned p = 0; p < n; ++p) s.game_points[p][s.game_index] = points[p];
        if (s.game_index + 1 < num_players()) {
            ++s.game_index;
            return begin_game(s);
        }
    }
    s.node = Node::end;
    set_result(options_, tables_.values, s);
}

}  // namespace bitmeeple::latria
