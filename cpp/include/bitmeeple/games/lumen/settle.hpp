#pragma once
// Lumen: draws, discoveries (section 4.2), automatic consequences (5), end and scoring (6).
// Included by rules.hpp.

#include "bitmeeple/games/lumen/rules.hpp"

namespace bitmeeple::lumen {

inline int Game::objectives_held(const State& s) noexcept {
    return sum_of_bytes(s.seats[0].objectives) + sum_of_bytes(s.seats[1].objectives);
}

/// Objective tokens still lying on the map: one per open frontier, one for the reach objective.
/// [L-07]
inline int Game::reserved(const State& s) const noexcept {
    return tables_.frontier_count - popcount(s.frontiers_closed) +
           (tables_.reach >= 0 && s.reach_closed == 0 ? 1 : 0);
}

/// Queues an OBJECTIVE_DRAW: draws are made last, in the order they were caused (section 12).
inline void Game::award(State& s, int p) noexcept {
    s.awards |= static_cast<std::uint32_t>(p) << s.award_count;
    ++s.award_count;
}

/// GAIN: tokens may run out; the reserved ones are never used for it. [L-52]
inline void Game::gain(State& s, int p, int n) const noexcept {
    const int left = kObjectiveTokens - objectives_held(s) - s.award_count - reserved(s);
    for (int k = n < left ? n : left; k > 0; --k) award(s, p);
}

/// CROSS: true if the box completes a slot, so that a BONUS_DRAW is due. [L-20] [V-04]
inline bool Game::cross(State& s, int p) const noexcept {
    Seat& own = seat(s, p);
    if (own.boxes == kBoxes) return false;
    ++own.boxes;
    return tables_.slot_of_box[own.boxes] != kNone;
}

inline int Game::bonus_player(const State& s) noexcept {
    return s.enter_player != kNone ? s.enter_player : turn_player(s);
}

/// BONUS_DRAW: into the slot just completed, and its Objective. [L-61]
inline void Game::bonus_draw(State& s, int bonus) const noexcept {
    const int p = bonus_player(s);
    Seat& own = seat(s, p);
    const unsigned slot = tables_.slot_of_box[own.boxes];
    own.slots[slot] = u8(bonus);
    own.bonus = static_cast<std::uint16_t>(own.bonus | 1U << bonus);
    if (bonus < kMercenaries)
        own.deployable = static_cast<std::uint16_t>(own.deployable | 1U << (kBasicTypes + bonus));
    s.neutral = static_cast<std::uint16_t>(s.neutral & ~(1U << bonus));
    if ((tables_.slot_objective >> slot & 1) != 0) gain(s, p, 1);
    if (s.cell == kNone) return finish_enter(s);
    proceed(s);
}

inline TokenOutcomes Game::objective_outcomes(const State& s) const noexcept {
    const auto& values = tables_.objective_values;
    return TokenOutcomes(tables_.objective_counts - s.seats[0].objectives - s.seats[1].objectives,
                         values[0] | values[1] << 8 | values[2] << 16);
}

inline void Game::objective_draw(State& s, int value) const noexcept {
    unsigned row = 0;
    while (tables_.objective_values[row] != value) ++row;
    seat(s, static_cast<int>(s.awards & 1)).objectives += 1U << 8 * row;
    s.awards >>= 1;
    --s.award_count;
    proceed(s);
}

/// ENTER: one of p's Fighters has come to t by move, flight, push or Epic step. [L-29] [L-30]
inline void Game::enter(State& s, int p, int t) const noexcept {
    if ((s.face_down >> t & 1) != 0) {
        s.enter_player = u8(p);
        s.enter_territory = u8(t);
        s.node = Node::discovery_reveal;
        return;
    }
    settle(s);
    proceed(s);
}

/// DISCOVERY_REVEAL. [L-20] [L-27] [L-28] [L-29]
inline void Game::discovery_reveal(State& s, int kind) const noexcept {
    const int t = s.enter_territory;
    Seat& own = seat(s, s.enter_player);
    s.unrevealed -= one_in_byte(kind);
    s.face_down = static_cast<std::uint16_t>(s.face_down & ~territory_bit(t));
    switch (kind) {
        case kInterference:
            s.enter_territory = kNone;
            s.node = Node::bar;
            return;
        case kParatrooper:
            if (own.bag == 0) break;  // [L-27]
            s.node = Node::para_draw;
            return;
        case kPriorityMessage:
            if (!cross(s, s.enter_player)) break;
            s.enter_territory = kNone;
            s.node = Node::bonus_draw;
            return;
        case kPlanning: ++own.planning; break;
        case kFoulPlayToken: ++own.foul_play; break;
        default:
            s.loot[index(kind)] =
                static_cast<std::uint16_t>(s.loot[index(kind)] | territory_bit(t));
    }
    finish_enter(s);
}

/// PARA_DRAW: the Fighter lands ACTIVE and reveals nothing. [L-27]
inline void Game::para_draw(State& s, int type) const noexcept {
    const int p = s.enter_player;
    seat(s, p).bag -= one_in_byte(type);
    put(s, p, class_of(type, 0), s.enter_territory);
    bag_check(s, p);
    finish_enter(s);
}

inline void Game::finish_enter(State& s) const noexcept {
    s.enter_player = s.enter_territory = kNone;
    settle(s);
    proceed(s);
}

/// SETTLE, section 5: elimination, Loot, frontiers, reach, Great Crossing. [L-49] [L-62]
inline void Game::settle(State& s) const noexcept {
    if (eliminated(s)) return terminate(s);
    if (const Mask loot = s.loot[0] | s.loot[1] | s.loot[2]; loot != 0) claim_loot(s, loot);
    if (s.frontiers_closed + 1 != 1 << tables_.frontier_count) award_frontiers(s);
    if (tables_.has_presence_award) award_presence(s);
}

/// The difference must be at least the value, whoever's half-turn it is. `loot`: where any lies.
/// [L-31] [V-08]
inline void Game::claim_loot(State& s, Mask loot) const noexcept {
    for_each_bit(loot, [&](int t) {
        const int lead = s.seats[0].strength[index(t)] - s.seats[1].strength[index(t)];
        const int size = lead < 0 ? -lead : lead;
        if (size < tables_.least_loot) return;
        for (unsigned kind = 0; kind < kLootKinds; ++kind) {
            if ((s.loot[kind] >> t & 1) == 0 || size < tables_.loot_values[kind]) continue;
            s.loot[kind] = static_cast<std::uint16_t>(s.loot[kind] & ~territory_bit(t));
            ++s.seats[lead > 0 ? 0 : 1].loots[kind];
        }
    });
}

/// Control of all Territories of a letter at the same time; its own token. [L-07] [L-62]
inline void Game::award_frontiers(State& s) const noexcept {
    for (int k = 0; k < tables_.frontier_count; ++k) {
        const Mask letter = tables_.frontiers[index(k)];
        const bool day = (letter & ~Mask{s.seats[0].control}) == 0;
        const bool night = (letter & ~Mask{s.seats[1].control}) == 0;
        if (!(day || night) || (s.frontiers_closed >> k & 1) != 0) continue;
        s.frontiers_closed = u8(s.frontiers_closed | 1 << k);
        award(s, day ? 0 : 1);
    }
}

/// Reach (E) and Great Crossing (G): presence by whatever movement. [L-58] [L-62]
inline void Game::award_presence(State& s) const noexcept {
    for (int p = 0; p < kPlayers && tables_.reach >= 0 && s.reach_closed == 0; ++p)
        if ((seat(s, p).occupied >> tables_.reach & 1) != 0) {
            s.reach_closed = 1;
            award(s, p);
        }
    for (int p = 0; p < kPlayers && tables_.great_crossing[0] >= 0 && s.crossing_closed == 0; ++p)
        if ((seat(s, p).occupied >> tables_.great_crossing[index(1 - p)] & 1) != 0) {
            s.crossing_closed = 1;
            gain(s, p, tables_.crossing_tokens);
        }
}

/// Queued draws first, then what was interrupted.
inline void Game::proceed(State& s) const noexcept {
    if (s.node == Node::terminal) return;
    if (s.award_count > 0)
        s.node = Node::objective_draw;
    else
        resume(s);
}

inline void Game::resume(State& s) const noexcept {
    if (s.cell != kNone) return link_down(s, close_to_cell(s));
    switch (s.step) {
        case Step::deploy: return continue_deploy(s);
        case Step::act: return continue_act(s);
        case Step::none: return terminate(s);
    }
}

inline bool Game::eliminated(const State& s) noexcept {
    return s.seats[0].occupied == 0 || s.seats[1].occupied == 0;
}

/// What is known only during a half-turn.
inline void Game::clear_half_turn(State& s) noexcept {
    s.dice = s.first_row = s.value = s.cell = s.written = kNone;
    s.reinforcements = s.actions = s.act_left = 0;
    s.step = Step::none;
    s.pending_class = s.pending_territory = s.target_owner = s.target_class = kNone;
    s.enter_player = s.enter_territory = kNone;
    s.awards = 0;
    s.award_count = 0;
}

inline void Game::terminate(State& s) noexcept {
    clear_half_turn(s);
    s.node = Node::terminal;
}

/// Section 6.1: Missions of the first player, of the other one, end objectives. [L-52] [L-64]
inline void Game::finish_game(State& s) const noexcept {
    clear_half_turn(s);
    award_missions(s, s.first_player);
    award_missions(s, 1 - s.first_player);
    award_end_objectives(s);
    proceed(s);
}

/// Discovery tokens lying with a player: `original` counts Loots only. [L-51]
inline int Game::discovery_tokens(const Seat& seat) const noexcept {
    const int loots = seat.loots[0] + seat.loots[1] + seat.loots[2];
    return options_.original ? loots : loots + seat.planning + seat.foul_play;
}

/// Missions in Bonus index order. [L-21] [L-51] [L-65]
inline void Game::award_missions(State& s, int p) const noexcept {
    const Seat& own = seat(s, p);
    const auto has = [&](int mission) { return (own.bonus >> mission & 1) != 0; };
    if (has(kDiscoveryMission)) gain(s, p, discovery_tokens(own) - 1);
    if (has(kWinterMission)) gain(s, p, popcount(own.control & tables_.winter) - 1);
    if (has(kShroomlingMission)) {
        int more = 0;  // Shroomlings beyond the first in each Territory
        for_each_bit(where(own, class_of(kShroomling, 0)),
                     [&](int t) { more += count(own, class_of(kShroomling, 0), t) - 1; });
        gain(s, p, more);
    }
}

/// Scenarios A, B, D, F. [L-50] [L-54] [L-55]
inline void Game::award_end_objectives(State& s) const noexcept {
    if (const int p = marker_controller(s); tables_.end_initiative && p >= 0) gain(s, p, 1);
    const auto fighters_in = [&](int p, Mask territories) {
        int n = 0;
        for_each_bit(territories, [&](int t) { n += seat(s, p).headcount[index(t)]; });
        return n;
    };
    if (tables_.end_loose_cells) {
        const auto loose = [&](int p) {
            const Board& board = seat(s, p).board;
            return popcount(board.filled & ~(board.area | board.up | board.down));
        };
        if (loose(0) != loose(1)) gain(s, loose(0) < loose(1) ? 0 : 1, 1);
    }
    if (tables_.end_islands)
        for (const Mask island : tables_.islands) {
            const int day = fighters_in(0, island);
            const int night = fighters_in(1, island);
            if (day != night) gain(s, day > night ? 0 : 1, day == 0 || night == 0 ? 2 : 1);
        }
    if (tables_.end_winter) {
        const int day = fighters_in(0, tables_.winter);
        const int night = fighters_in(1, tables_.winter);
        if (day != night) gain(s, day > night ? 0 : 1, 2);
    }
}

/// Who controls the Territory of the Initiative marker, -1 for nobody. [L-50]
inline int Game::marker_controller(const State& s) const noexcept {
    if ((s.seats[0].control >> s.marker & 1) != 0) return 0;
    return (s.seats[1].control >> s.marker & 1) != 0 ? 1 : -1;
}

/// Section 6.1.3: controlled Territories, claimed Loot, Objective tokens. [V-23]
inline int Game::points(const State& s, int p) const noexcept {
    const Seat& own = seat(s, p);
    int sum = 0;
    for_each_bit(own.control, [&](int t) { sum += tables_.lumens[index(t)]; });
    for (unsigned k = 0; k < kLootKinds; ++k) sum += own.loots[k] * tables_.loot_values[k];
    for (unsigned k = 0; k < kObjectives; ++k)
        sum += byte_of(own.objectives, static_cast<int>(k)) * tables_.objective_values[k];
    return sum;
}

/// After an elimination the survivor has 1, others 0 (section 6.3). [L-49]
inline void Game::scores(const State& s, std::span<std::int32_t> out) const noexcept {
    for (int p = 0; p < kPlayers; ++p) {
        if (s.node != Node::terminal)
            out[index(p)] = 0;
        else if (eliminated(s))
            out[index(p)] = seat(s, p).occupied != 0 ? 1 : 0;
        else
            out[index(p)] = points(s, p);
    }
}

/// A tie goes to who controls the marker's Territory (section 6.2).
inline void Game::ranking(const State& s, std::span<std::int32_t> out) const noexcept {
    out[0] = out[1] = 1;
    if (s.node != Node::terminal) return;
    std::array<std::int32_t, kPlayers> points{};
    scores(s, points);
    const int tie = marker_controller(s);
    if (points[0] < points[1] || (points[0] == points[1] && tie == 1)) out[0] = 2;
    if (points[1] < points[0] || (points[0] == points[1] && tie == 0)) out[1] = 2;
}

template <class Real>
void Game::returns(const State& s, std::span<std::type_identity_t<Real>> out) const noexcept {
    out[0] = out[1] = 0;
    if (s.node != Node::terminal) return;
    std::array<std::int32_t, kPlayers> ranks{};
    ranking(s, ranks);
    share_win<Real>(ranks, out);
}

}  // namespace bitmeeple::lumen
