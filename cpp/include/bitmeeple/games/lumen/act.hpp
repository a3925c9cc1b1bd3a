#pragma once
// Lumen: what can be chosen in the ACT step (section 4.7). Included by rules.hpp.

#include "bitmeeple/games/lumen/rules.hpp"

namespace bitmeeple::lumen {

inline void Game::begin_act(State& s) const noexcept {
    s.step = Step::act;
    next_act(s);
}

inline bool Game::can_act(const State& s) noexcept {
    return s.actions > 0 || seat(s, turn_player(s)).foul_play > 0;
}

/// ACT while there are actions or Foul Play tokens. [L-25]
inline void Game::next_act(State& s) const noexcept {
    if (can_act(s))
        s.node = Node::act;
    else
        end_act(s);
}

/// After each completed action: the second part of an Epic ability or of Fury, else ACT. [L-24]
inline void Game::continue_act(State& s) const noexcept {
    if (s.pending_territory == kNone || !second_part(s)) next_act(s);
}

/// Actions left are lost; a DEPLOY step that was put off follows. [L-22] [L-24]
inline void Game::end_act(State& s) const noexcept {
    s.actions = 0;
    if (s.reinforcements > 0)
        begin_deploy(s, false);
    else
        end_half_turn(s);
}

/// Compulsory when possible and void otherwise. [L-42] [L-44]
inline bool Game::second_part(State& s) const noexcept {
    const int p = turn_player(s);
    const int t = s.pending_territory;
    if (s.pending_class == kNone) {  // Fury: somewhere else, but on the same island [L-55]
        if ((prey(s, 1 - p) & elsewhere(s)) != 0) {
            s.node = Node::fury_2;
            return true;
        }
    } else if (s.pending_class == class_of(kEpicPusher, 1)) {
        if (push_possible(s, p, t)) {
            s.node = Node::push_target;
            return true;
        }
    } else if ((prey(s, 1 - p) >> t & 1) != 0) {  // Epic Assassin
        s.node = Node::kill_target;
        return true;
    }
    s.pending_class = s.pending_territory = kNone;
    return false;
}

/// DONE and FOUL_PLAY, GLOW, MOVE, ACTIVATE; abilities only where they are allowed. [L-57]
inline Actions Game::act_choices(const State& s) const noexcept {
    const int p = turn_player(s);
    const Seat& own = seat(s, p);
    Actions actions;
    actions.add(RunActions(kDone, own.foul_play > 0 ? 3 : 1));  // DONE and FOUL_PLAY [L-25]
    if (s.actions == 0) return actions;
    if ((own.bonus >> kFury & 7) != 0) actions.add(RunActions(kGlow, glow_choices(s, p)));
    const Movable movable = movable_posts(s, p);
    const auto moves = [&](int w) {
        const std::uint64_t can = w == 0 ? movable.one_sided : movable.two_sided;
        return RunActions(kMove + 64 * w, own.fighters[index(w)] & lanes::kMoving[index(w)] & can);
    };
    const RunActions abilities_0(kActivate, std::uint64_t{restorer_posts(s, p)} << 32 |
                                                std::uint64_t{pusher_posts(s, p)} << 48);
    const RunActions abilities_1(kActivate + 64, std::uint64_t{assassin_posts(s, p)} |
                                                     std::uint64_t{feathered_posts(s, p)} << 16);
    if (own.mercenaries == 0) {
        actions.add(moves(0), moves(1), moves(2), abilities_0, abilities_1);
    } else {
        actions.add(moves(0), moves(1), moves(2), moves(3), moves(4), moves(5), moves(6));
        actions.add(abilities_0);
        mercenary_choices(s, p, abilities_1.mask(), actions);
    }
    return actions;
}

inline std::uint64_t Game::glow_choices(const State& s, int p) const noexcept {
    std::uint64_t held = seat(s, p).bonus >> kFury & 7;
    if ((held & bit(kFury - kFury)) != 0 && prey(s, 1 - p) == 0)  // [L-44]
        held &= ~bit(kFury - kFury);
    if ((held & bit(kTeleportation - kFury)) != 0 && with_partner(swappable(s, p)) == 0)  // [L-46]
        held &= ~bit(kTeleportation - kFury);
    return held;
}

/// Posts of Fighters with a move destination, in the first word and in the others: only the three
/// classes with rules of their own differ. [L-37] [L-38] [L-40] [L-55] [L-56]
inline Game::Movable Game::movable_posts(const State& s, int p) const noexcept {
    const Mask closed = rooted(s, p);
    const Mask free = seat(s, p).occupied & ~(captured(s, p) | closed);
    Mask open = open_from(s, free, tables_.adjacency, tables_.has_step, closed);
    if (s.actions >= 2)
        open |= open_from(s, free, tables_.river_links, tables_.has_river_link, closed);
    const Mask passages = open_from(s, free, tables_.passages, tables_.has_passage, closed);
    const std::uint64_t shroomlings = (open | passages) & ~tables_.mud;
    const std::uint64_t mudshells = tables_.mudshell_land_move ? open : 0;
    return {shroomlings | mudshells << 32, lanes::in_each_lane(open & ~tables_.mud)};
}

/// Territories of `of` that are in, or adjacent to one in, `from`.
inline Mask Game::near_to(Mask from, Mask of) const noexcept {
    Mask near = 0;
    for_each_bit(of, [&](int t) { near |= Mask{(tables_.near[index(t)] & from) != 0} << t; });
    return near;
}

/// A Restorer is ACTIVE itself, so any INACTIVE Fighter nearby is another one. [L-34] [L-42]
inline Mask Game::restorer_posts(const State& s, int p) const noexcept {
    const Mask restorers = where(seat(s, p), class_of(kRestorer, 0)) & tables_.active;
    if (restorers == 0) return 0;
    std::uint64_t inactive = lanes_of<lanes::kTwoSidedInactive>(seat(s, p));
    if (!options_.original) inactive |= lanes_of<lanes::kTwoSidedInactive>(seat(s, 1 - p));
    return inactive == 0 ? 0 : near_to(lanes::in_any_lane(inactive), restorers);
}

/// [L-35] [L-42]
inline Mask Game::pusher_posts(const State& s, int p) const noexcept {
    const Mask pushers = where(seat(s, p), class_of(kPusher, 0)) & tables_.active;
    Mask able = 0;
    for_each_bit(pushers, [&](int t) { able |= Mask{push_possible(s, p, t)} << t; });
    return able;
}

/// [L-42] [L-48]
inline Mask Game::assassin_posts(const State& s, int p) const noexcept {
    const Mask assassins = where(seat(s, p), class_of(kAssassin, 0)) & tables_.active;
    return assassins == 0 ? 0 : assassins & prey(s, 1 - p);
}

/// [L-40] [L-58]
inline Mask Game::feathered_posts(const State& s, int p) const noexcept {
    return where(seat(s, p), class_of(kFeathered, 0)) & tables_.active & tables_.has_flight &
           ~captured(s, p);
}

/// The Epic Fighters need only the first step. [L-42] [L-43]
inline Mask Game::epic_posts(const State& s, int p, Mask of) const noexcept {
    const Mask closed = rooted(s, p);
    return open_from(s, of & ~(captured(s, p) | closed | tables_.mud), tables_.adjacency,
                     tables_.has_step, closed);
}

/// Words 1 (completed), 2 and 3 of ACTIVATE. [L-41] [L-42] [L-47] [L-55] [L-60]
inline void Game::mercenary_choices(const State& s, int p, std::uint64_t word_1,
                                    Actions& actions) const noexcept {
    const int q = 1 - p;
    const auto ready = [&](int type) {
        return where(seat(s, p), class_of(type, 0)) & tables_.active;
    };
    const std::uint64_t epic_pushers = epic_posts(s, p, ready(kEpicPusher));
    const std::uint64_t epic_assassins = epic_posts(s, p, ready(kEpicAssassin));
    const RunActions first(kActivate + 64, word_1 | epic_pushers << 32 | epic_assassins << 48);

    Mask bombers = ready(kBomber);
    if (bombers != 0 && (prey(s, q) & tables_.island[index(lsb(bombers))]) == 0) bombers = 0;
    const RunActions second(kActivate + 128, ready(kImpatient) | std::uint64_t{bombers} << 16 |
                                                 std::uint64_t{ready(kWeaver)} << 32 |
                                                 std::uint64_t{ready(kRootspring)} << 48);

    Mask hypnotists = ready(kHypnotist);
    if (hypnotists != 0)
        hypnotists = near_to(territories_of<lanes::kTwoSidedActive>(seat(s, q)), hypnotists);
    const RunActions third(kActivate + 192, hypnotists | std::uint64_t{ready(kMetamorph)} << 16);
    actions.add(first, second, third);
}

/// TARGET of each of the Fighters that is of one of the classes and in one of the Territories.
inline void Game::add_targets(Actions& actions, int owner, const Posts& fighters,
                              const Posts& classes, Mask territories) noexcept {
    const std::uint64_t there = lanes::in_each_lane(territories);
    const auto word = [&](int w) {
        return RunActions(kTarget + kPosts * owner + 64 * w,
                          fighters[index(w)] & classes[index(w)] & there);
    };
    actions.add(word(0), word(1), word(2));
    if ((fighters[3] | fighters[4] | fighters[5] | fighters[6]) != 0)  // Mercenaries are rare
        actions.add(word(3), word(4), word(5), word(6));
}

/// Fighters of either owner in the Pusher's Territory; the Pusher itself is not among them.
/// [L-35] [L-36] [L-40]
inline Actions Game::push_targets(const State& s) const noexcept {
    Actions actions;
    const int p = turn_player(s);
    const int t = s.pending_territory;
    for (int owner = 0; owner < kPlayers; ++owner) {
        if (push_destinations(s, owner, t) == 0) continue;
        Posts fighters = seat(s, owner).fighters;
        if (owner == p && count(seat(s, p), s.pending_class, t) == 1) {
            const int at = post(s.pending_class, t);
            fighters[index(at) / 64] &= ~bit(at % 64);
        }
        add_targets(actions, owner, fighters, fighters, territory_bit(t));
    }
    return actions;
}

/// An Assassin kills where it stands, the Bomber anywhere on its island. [L-55]
inline Mask Game::kill_territories(const State& s) const noexcept {
    const int t = s.pending_territory;
    return s.pending_class == class_of(kBomber, 1) ? tables_.island[index(t)] : territory_bit(t);
}

inline Mask Game::hypno_territories(const State& s) const noexcept {
    return tables_.near[s.pending_territory];
}

inline Actions Game::hypno_choices(const State& s) const noexcept {
    const int q = 1 - turn_player(s);
    Actions actions;
    actions.add(RunActions(kDone, 1));
    add_targets(actions, q, seat(s, q).fighters, lanes::kTwoSidedActive, hypno_territories(s));
    return actions;
}

/// The other Territories on the island of the pending one. [L-55]
inline Mask Game::elsewhere(const State& s) const noexcept {
    const int t = s.pending_territory;
    return tables_.island[index(t)] & ~territory_bit(t);
}

/// Clean Sheet: any Territory with a Fighter; `original`: with one of P. [L-45]
inline Mask Game::clean_territories(const State& s) const noexcept {
    const int p = turn_player(s);
    const Mask own = seat(s, p).occupied;
    return options_.original ? own : own | seat(s, 1 - p).occupied;
}

/// Teleportation: Fighters of p that can leave, neither captured nor in mud. [L-46] [L-56]
inline Posts Game::swappable(const State& s, int p) const noexcept {
    const Mask free = tables_.in_play & ~captured(s, p);
    const std::uint64_t there = lanes::in_each_lane(free & ~tables_.mud);
    Posts fighters = seat(s, p).fighters;
    const std::uint64_t mudshells = fighters[0] & std::uint64_t{free} << 32;
    for (auto& word : fighters) word &= there;
    fighters[0] |= mudshells;
    return fighters;
}

/// Territories of these Fighters from which another Territory with some of them can be reached.
inline Mask Game::with_partner(const Posts& fighters) const noexcept {
    std::uint64_t any = 0;
    for (const auto word : fighters) any |= word;
    const Mask all = lanes::in_any_lane(any);
    Mask paired = 0;
    for_each_bit(all, [&](int t) {
        paired |= Mask{(all & tables_.island[index(t)] & ~territory_bit(t)) != 0} << t;
    });
    return paired;
}

}  // namespace bitmeeple::lumen
