#pragma once
// Lumen: effects of the choices in the ACT step (section 4.7). Included by rules.hpp.

#include "bitmeeple/games/lumen/rules.hpp"

namespace bitmeeple::lumen {

inline void Game::act(State& s, int action) const noexcept {
    if (action == kDone) return end_act(s);
    if (action == kFoulPlay) {  // [L-25]
        --seat(s, turn_player(s)).foul_play;
        ++s.actions;
        s.node = Node::act;
    } else if (action >= kActivate) {
        activate(s, (action - kActivate) / kTerritories, (action - kActivate) % kTerritories);
    } else if (action >= kMove) {
        s.pending_class = u8((action - kMove) / kTerritories);
        s.pending_territory = u8((action - kMove) % kTerritories);
        s.node = Node::move_dest;
    } else {
        glow(s, kFury + action - kGlow);
    }
}

/// MOVE_DEST: a river crossing costs two actions at once. [L-30] [L-59]
inline void Game::move_to(State& s, int u) const noexcept {
    const int p = turn_player(s);
    const int cls = s.pending_class;
    const int t = s.pending_territory;
    Mask single = tables_.adjacency[index(t)];
    if (cls == class_of(kShroomling, 0)) single |= tables_.passages[index(t)];
    s.actions = u8(s.actions - ((single >> u & 1) != 0 ? 1 : 2));
    s.pending_class = s.pending_territory = kNone;
    move(s, p, cls, t, u);
    enter(s, p, u);
}

/// The Fighter turns INACTIVE, then its ability works. [L-42] [L-57]
inline void Game::activate(State& s, int type, int t) const noexcept {
    const int p = turn_player(s);
    --s.actions;
    if (type == kRestorer) restore(s, p, t);
    flip(s, p, class_of(type, 0), t);
    switch (type) {
        case kPusher: s.node = Node::push_target; break;
        case kAssassin:
        case kBomber: s.node = Node::kill_target; break;
        case kFeathered: s.node = Node::fly_dest; break;
        case kEpicPusher:
        case kEpicAssassin: s.node = Node::epic_move; break;
        case kImpatient: s.node = Node::marker_dest; break;
        case kHypnotist: s.node = Node::hypno; break;
        default:  // Restorer; Weaver, Rootspring, Metamorph: the flip is the effect [L-41]
            settle(s);
            return proceed(s);
    }
    s.pending_class = u8(class_of(type, 1));
    s.pending_territory = u8(t);
}

/// Restorer: all INACTIVE Fighters nearby become ACTIVE. Runs before the Restorer itself, still
/// ACTIVE, is flipped. [L-34] [L-60]
inline void Game::restore(State& s, int p, int t) const noexcept {
    for (int owner = 0; owner < kPlayers; ++owner) {
        if (options_.original && owner != p) continue;
        for (int type = kRestorer; type < kTypes; ++type) {
            const int cls = class_of(type, 1);
            const Mask there = where(seat(s, owner), cls) & tables_.near[index(t)];
            for_each_bit(there, [&](int u) {
                for (int n = count(seat(s, owner), cls, u); n > 0; --n) flip(s, owner, cls, u);
            });
        }
    }
}

inline void Game::choose_push(State& s, int target) noexcept {
    s.target_owner = u8(target / kPosts);
    s.target_class = u8(target % kPosts / kTerritories);
    s.node = Node::push_dest;
}

/// PUSH_DEST: the owner of the pushed Fighter enters; the river takes it. [L-29] [L-36] [L-59]
inline void Game::push_to(State& s, int u) const noexcept {
    const int owner = s.target_owner;
    const int cls = s.target_class;
    const int t = s.pending_territory;
    s.pending_class = s.pending_territory = kNone;
    s.target_owner = s.target_class = kNone;
    if (u == kRiver) {
        return_fighter(s, owner, cls, t);
        settle(s);
        return proceed(s);
    }
    move(s, owner, cls, t, u);
    enter(s, owner, u);
}

/// KILL_TARGET: Assassin, Epic Assassin, Bomber. [L-32] [L-48]
inline void Game::kill(State& s, int target) const noexcept {
    const int at = target % kPosts;
    s.pending_class = s.pending_territory = kNone;
    return_fighter(s, target / kPosts, at / kTerritories, at % kTerritories);
    settle(s);
    proceed(s);
}

/// FLY_DEST: Feathered. [L-30]
inline void Game::fly_to(State& s, int u) const noexcept {
    const int p = turn_player(s);
    const int t = s.pending_territory;
    s.pending_class = s.pending_territory = kNone;
    move(s, p, class_of(kFeathered, 1), t, u);
    enter(s, p, u);
}

/// EPIC_MOVE: tokens are revealed before the second part. [L-43]
inline void Game::epic_move(State& s, int u) const noexcept {
    const int p = turn_player(s);
    move(s, p, s.pending_class, s.pending_territory, u);
    s.pending_territory = u8(u);
    enter(s, p, u);
}

/// MARKER_DEST: the Impatient moves the Initiative. [L-47]
inline void Game::move_marker(State& s, int t) const noexcept {
    s.marker = u8(t);
    s.pending_class = s.pending_territory = kNone;
    continue_act(s);
}

/// HYPNO: flips count as simultaneous, one SETTLE at the end. [L-60] [L-63]
inline void Game::hypnotise(State& s, int action) const noexcept {
    const int q = 1 - turn_player(s);
    if (action != kDone) {
        const int at = (action - kTarget) % kPosts;
        flip(s, q, at / kTerritories, at % kTerritories);
        const Mask left = territories_of<lanes::kTwoSidedActive>(seat(s, q));
        if ((left & hypno_territories(s)) != 0) return;
    }
    s.pending_class = s.pending_territory = kNone;
    settle(s);
    proceed(s);
}

/// GLOW: the token goes back to the gray bag, its slot stays empty. [L-21]
inline void Game::glow(State& s, int bonus) const noexcept {
    --s.actions;
    spend_bonus(seat(s, turn_player(s)), bonus);
    s.neutral = static_cast<std::uint16_t>(s.neutral | 1U << bonus);
    s.node = bonus == kFury ? Node::fury_1 : bonus == kCleanSheet ? Node::clean : Node::swap_1;
}

/// FURY_1 and FURY_2; the Territory of the first victim is remembered. [L-44] [L-63]
inline void Game::fury(State& s, int target) const noexcept {
    const int at = target % kPosts;
    s.pending_territory = s.node == Node::fury_1 ? u8(at % kTerritories) : kNone;
    return_fighter(s, target / kPosts, at / kTerritories, at % kTerritories);
    settle(s);
    proceed(s);
}

/// CLEAN: everybody there leaves together. [L-45] [L-49]
inline void Game::clean(State& s, int t) const noexcept {
    for (int owner = 0; owner < kPlayers; ++owner)
        for (int cls = 0; cls < kClasses; ++cls)
            for (int n = count(seat(s, owner), cls, t); n > 0; --n)
                return_fighter(s, owner, cls, t);
    settle(s);
    proceed(s);
}

/// SWAP_1, SWAP_2: two own Fighters exchange places; nobody enters. [L-30] [L-46]
inline void Game::swap(State& s, int target) const noexcept {
    const int p = turn_player(s);
    const int at = target % kPosts;
    const int cls = at / kTerritories;
    const int t = at % kTerritories;
    if (s.node == Node::swap_1) {
        s.pending_class = u8(cls);
        s.pending_territory = u8(t);
        s.node = Node::swap_2;
        return;
    }
    const int other = s.pending_class;
    const int from = s.pending_territory;
    s.pending_class = s.pending_territory = kNone;
    move(s, p, other, from, t);
    move(s, p, cls, t, from);
    settle(s);
    proceed(s);
}

}  // namespace bitmeeple::lumen
