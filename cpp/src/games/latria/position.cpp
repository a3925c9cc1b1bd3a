// Latria: State to position and back, and `check`.

#include "position.hpp"

#include <bit>

namespace bitmeeple::latria {

namespace {

TypeCounts to_type_counts(Counts counts) {
    TypeCounts list{};
    for (int t = 0; t < kTypes; ++t) list[index(t)] = count_of(counts, t);
    return list;
}

std::optional<int> unless_none(std::uint8_t value) {
    return value == kNone ? std::nullopt : std::optional<int>(value);
}
std::uint8_t or_none(std::optional<int> value) {
    return value ? static_cast<std::uint8_t>(*value) : kNone;
}

/// "" or the field that `unpack` cannot read.
std::string out_of_range(const Game& game, const State& s) {
    const int n = game.num_players();
    if (s.node > Node::end) return "state: node";
    if (s.seat >= n) return "state: seat";
    if (s.parent >= n && s.parent != kNone) return "state: parent";
    if (s.first_parent >= n && s.first_parent != kNone) return "state: first_parent";
    if (s.target > kNoTarget) return "state: target";
    if (s.round > game.tables().rounds) return "state: round";
    if (s.game_index >= n) return "state: game_index";
    if (s.node == Node::remove && (s.pending < 1 || s.pending > kSpecialRemoves))
        return "state: pending";
    for (const auto card : s.table)
        if (card >= kCards && card != kNone) return "state: table";
    for (const auto& points : s.game_points)
        for (const auto value : points)
            if (value < -1 || value > n) return "state: game_points";
    return "";
}

void unpack_seat(const Game& game, const State& s, int p, SeatPosition& seat) {
    const unsigned i = index(p);
    seat.hand = s.hand[i];
    seat.table = unless_none(s.table[i]);
    for (const unsigned area : {kOpen, kEclipse}) {
        seat.astrology[area] = s.astrology[area][i];
        seat.celestial[area] = to_type_counts(s.celestial[area][i]);
    }
    seat.marker = (s.marker >> p & 1U) != 0;
    for (unsigned suit = 0; suit < kSuits; ++suit) seat.voids |= (s.voids[suit] >> p & 1U) << suit;
    if (!game.options().campaign) return;
    seat.games = s.node == Node::end ? game.num_players() : s.game_index;
    for (unsigned g = 0; g < index(seat.games); ++g) seat.game_points[g] = s.game_points[i][g];
}

void pack_seat(const SeatPosition& seat, int p, State& s) {
    const unsigned i = index(p);
    s.hand[i] = seat.hand;
    s.table[i] = or_none(seat.table);
    for (const unsigned area : {kOpen, kEclipse}) {
        s.astrology[area][i] = seat.astrology[area];
        s.celestial[area][i] = to_counts(seat.celestial[area]);
    }
    if (seat.marker) s.marker = static_cast<std::uint8_t>(s.marker | 1U << p);
    for (unsigned suit = 0; suit < kSuits; ++suit)
        s.voids[suit] = static_cast<std::uint8_t>(s.voids[suit] | (seat.voids >> suit & 1U) << p);
    for (unsigned g = 0; g < index(seat.games); ++g)
        s.game_points[i][g] = static_cast<std::int8_t>(seat.game_points[g]);
}

/// Who acts or receives, and how often still.
void set_turn(const Game& game, const Position& position, State& s) {
    int seat = 0;
    int pending = 0;
    if (s.node == Node::deal) {
        for (const Cards hand : s.hand) s.deck &= ~hand;
        pending = popcount(s.deck);
        seat = (popcount(game.tables().deck) - pending) / game.tables().hand_size;
    } else if (s.node == Node::parent_play || s.node == Node::name_body) {
        seat = *position.parent;
    } else if (s.node == Node::child_play) {
        int played = 0;
        for (const auto card : s.table) played += card != kNone ? 1 : 0;
        seat = (*position.parent + played) % game.num_players();
    } else if (s.node == Node::remove) {
        seat = *position.remover;
        pending = kSpecialRemoves - *position.removals;
    }
    s.seat = static_cast<std::uint8_t>(seat);
    s.pending = static_cast<std::uint8_t>(pending);
}

}  // namespace

Counts to_counts(const TypeCounts& counts) {
    Counts word = 0;
    for (int t = 0; t < kTypes; ++t) word |= cards_of(t, counts[index(t)]);
    return word;
}

Position unpack(const Game& game, const State& s) {
    Position position;
    position.node = s.node;
    position.game_index = s.game_index;
    position.round = s.round;
    position.first_parent = unless_none(s.first_parent);
    position.parent = unless_none(s.parent);
    if (s.target != kNoTarget) position.target = s.target;
    position.ecl = s.ecl;
    position.pile = to_type_counts(join(s.pile));
    position.stack = to_type_counts(join(s.stack));
    position.set_aside = s.set_aside;
    position.removed = s.removed;
    if (s.node == Node::remove) {
        position.remover = s.seat;
        position.removals = kSpecialRemoves - s.pending;
    }
    for (int p = 0; p < game.num_players(); ++p) unpack_seat(game, s, p, position.seats[index(p)]);
    return position;
}

State pack(const Game& game, const Position& position) {
    State s{};
    s.node = position.node;
    s.game_index = static_cast<std::uint8_t>(position.game_index);
    s.round = static_cast<std::uint8_t>(position.round);
    s.first_parent = or_none(position.first_parent);
    s.parent = or_none(position.parent);
    s.target = static_cast<std::uint8_t>(position.target.value_or(kNoTarget));
    s.ecl = static_cast<std::uint8_t>(position.ecl);
    s.pile = split(to_counts(position.pile));
    s.stack = split(to_counts(position.stack));
    s.set_aside = position.set_aside;
    s.removed = position.removed;
    s.table.fill(kNone);
    if (s.node == Node::deal) s.deck = game.tables().deck;
    for (int p = 0; p < game.num_players(); ++p) pack_seat(position.seats[index(p)], p, s);
    set_turn(game, position, s);
    if (s.node == Node::end) set_result(game.options(), game.tables().values, s);
    return s;
}

std::string Game::check(const State& s) const {
    if (std::string broken = out_of_range(*this, s); !broken.empty()) return broken;
    const Position position = unpack(*this, s);
    if (std::string broken = broken_invariant(*this, position); !broken.empty()) return broken;
    if (pack(*this, position) != s) return "state: a derived or an unused field is wrong";
    return "";
}

}  // namespace bitmeeple::latria
