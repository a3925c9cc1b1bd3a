#pragma once
// Lumen: Fighters on the map and the predicates of section 4.2. Included by rules.hpp.

#include "bitmeeple/games/lumen/rules.hpp"

namespace bitmeeple::lumen {

/// Nibble words exist for Basic classes only: Mercenaries are single.
inline constexpr int kBasicClassEnd = 2 * kBasicTypes;
[[nodiscard]] constexpr unsigned count_word(int cls) noexcept {
    return index(cls < 4 ? cls / 2 : cls - 2);
}

inline int Game::count(const Seat& seat, int cls, int t) noexcept {
    if (cls < kBasicClassEnd) return static_cast<int>(seat.counts[count_word(cls)] >> 4 * t & 15);
    return static_cast<int>(where(seat, cls) >> t & 1);
}

/// Territories with a Fighter of that class.
inline Mask Game::where(const Seat& seat, int cls) noexcept {
    return static_cast<Mask>(seat.fighters[index(cls) / 4] >> 16 * (cls % 4) & 0xFFFF);
}

/// The words of the Fighters of some classes, merged. `classes` is a constant, so that words
/// without any of them cost nothing.
template <const Posts& classes>
inline std::uint64_t Game::lanes_of(const Seat& seat) noexcept {
    const auto word = [&](unsigned w) { return seat.fighters[w] & classes[w]; };
    std::uint64_t any = word(0) | word(1) | word(2);
    if (seat.mercenaries != 0) any |= word(3) | word(4) | word(5) | word(6);
    return any;
}

/// Territories with a Fighter of one of the classes.
template <const Posts& classes>
inline Mask Game::territories_of(const Seat& seat) noexcept {
    return lanes::in_any_lane(lanes_of<classes>(seat));
}

/// Control is the larger strength [V-01]; kept up to date with every change of strength.
inline void Game::update_control(State& s, int t) noexcept {
    const int day = s.seats[0].strength[index(t)];
    const int night = s.seats[1].strength[index(t)];
    const auto rest = static_cast<std::uint16_t>(~territory_bit(t));
    s.seats[0].control =
        static_cast<std::uint16_t>((s.seats[0].control & rest) | Mask{day > night} << t);
    s.seats[1].control =
        static_cast<std::uint16_t>((s.seats[1].control & rest) | Mask{night > day} << t);
}

inline void Game::put(State& s, int p, int cls, int t) const noexcept {
    Seat& own = seat(s, p);
    const int at = post(cls, t);
    own.fighters[index(at) / 64] |= bit(at % 64);
    if (cls < kBasicClassEnd)
        own.counts[count_word(cls)] += bit(4 * t);
    else
        ++own.mercenaries;
    own.strength[index(t)] = u8(own.strength[index(t)] + tables_.strength[index(cls)]);
    ++own.headcount[index(t)];
    own.occupied = static_cast<std::uint16_t>(own.occupied | territory_bit(t));
    update_control(s, t);
}

inline void Game::take(State& s, int p, int cls, int t) const noexcept {
    Seat& own = seat(s, p);
    const int at = post(cls, t);
    bool last = true;
    if (cls < kBasicClassEnd) {
        own.counts[count_word(cls)] -= bit(4 * t);
        last = count(own, cls, t) == 0;
    } else {
        --own.mercenaries;
    }
    own.fighters[index(at) / 64] &= ~(std::uint64_t{last} << at % 64);
    own.strength[index(t)] = u8(own.strength[index(t)] - tables_.strength[index(cls)]);
    const bool empty = --own.headcount[index(t)] == 0;
    own.occupied = static_cast<std::uint16_t>(own.occupied & ~(Mask{empty} << t));
    update_control(s, t);
}

inline void Game::move(State& s, int p, int cls, int from, int to) const noexcept {
    take(s, p, cls, from);
    put(s, p, cls, to);
}

/// Turns one token of the class over. [L-39]
inline void Game::flip(State& s, int p, int cls, int t) const noexcept {
    take(s, p, cls, t);
    put(s, p, cls ^ 1, t);
}

/// RETURN: off the map into the owner's bag, Mercenaries into the gray one; a token in a bag has
/// no side. [L-32] [L-33]
inline void Game::return_fighter(State& s, int p, int cls, int t) const noexcept {
    take(s, p, cls, t);
    const int type = cls / 2;
    if (type < kBasicTypes)
        seat(s, p).bag += one_in_byte(type);
    else
        s.neutral = static_cast<std::uint16_t>(s.neutral | 1U << (type - kBasicTypes));
}

/// Territories that p's Fighters cannot leave: an inactive enemy Weaver is there. [L-40] [L-41]
inline Mask Game::captured(const State& s, int p) noexcept {
    return where(seat(s, 1 - p), class_of(kWeaver, 1));
}

/// Territories that p's Fighters neither leave nor enter by land: an inactive enemy Rootspring is
/// there. [L-41]
inline Mask Game::rooted(const State& s, int p) noexcept {
    return where(seat(s, 1 - p), class_of(kRootspring, 1));
}

/// Territories with a Fighter of q that deadly ones and Fury can hit. [L-48]
inline Mask Game::prey(const State& s, int q) noexcept {
    return territories_of<lanes::kPrey>(seat(s, q));
}

/// Territories of `from` with a road to one that is not closed. Closed ones are rare.
inline Mask Game::open_from(const State&, Mask from,
                            const std::array<std::uint16_t, kTerritories>& roads, Mask has_road,
                            Mask closed) const noexcept {
    from &= has_road;
    if (closed == 0) return from;
    Mask open = 0;
    for_each_bit(from, [&](int t) { open |= Mask{(roads[index(t)] & ~closed) != 0} << t; });
    return open;
}

/// mobile: has a land move with its present side. [L-37] [L-38]
inline bool Game::mobile(int cls) const noexcept {
    if (cls == class_of(kShroomling, 0)) return true;
    if (cls == class_of(kMudshell, 0)) return tables_.mudshell_land_move;
    return (lanes::kMobile[index(cls) / 4] >> 16 * (cls % 4) & 1) != 0;
}

/// [L-37] [L-38] [L-40] [L-55] [L-56] [L-59]
inline Mask Game::move_destinations(const State& s, int p, int cls, int t) const noexcept {
    const Mask barred = rooted(s, p);
    const Mask mud = cls == class_of(kMudshell, 0) ? 0 : tables_.mud;
    if (!mobile(cls) || ((captured(s, p) | barred | mud) >> t & 1) != 0) return 0;
    Mask to = tables_.adjacency[index(t)];
    if (cls == class_of(kShroomling, 0)) to |= tables_.passages[index(t)];
    if (s.actions >= 2) to |= tables_.river_links[index(t)];
    return to & ~barred;
}

/// The step of an Epic ability: adjacent Territories only. [L-43] [L-56]
inline Mask Game::epic_destinations(const State& s, int p, int t) const noexcept {
    const Mask barred = rooted(s, p);
    if (((captured(s, p) | barred | tables_.mud) >> t & 1) != 0) return 0;
    return tables_.adjacency[index(t)] & ~barred;
}

/// Where a Fighter of `owner` can be pushed from t, bit 16 being the river. [L-36] [L-59]
inline Mask Game::push_destinations(const State& s, int owner, int t) const noexcept {
    const Mask barred = rooted(s, owner);
    if (((captured(s, owner) | barred) >> t & 1) != 0) return 0;
    const Mask river = (tables_.river_banks >> t & 1) << kRiver;
    return (tables_.adjacency[index(t)] & ~barred) | river;
}

/// [L-25] [L-40] [L-55] [L-58]
inline Mask Game::flight_destinations(const State& s, int p, int t) const noexcept {
    return (captured(s, p) >> t & 1) != 0 ? 0 : tables_.flights[index(t)];
}

/// A Pusher of p in t finds another Fighter there that can be pushed. [L-35] [L-42]
inline bool Game::push_possible(const State& s, int p, int t) const noexcept {
    const int q = 1 - p;
    return (seat(s, p).headcount[index(t)] >= 2 && push_destinations(s, p, t) != 0) ||
           (seat(s, q).headcount[index(t)] >= 1 && push_destinations(s, q, t) != 0);
}

}  // namespace bitmeeple::lumen
