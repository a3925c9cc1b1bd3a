// Latria: state dicts and views (interface page, sections 3 and 4). Cold code.

#include <algorithm>

#include "position.hpp"

namespace bitmeeple::latria {

namespace {

// Writing

Value or_null(std::optional<int> value) {
    if (value) return *value;
    return {};
}

Value hand_or_null(const State& s, int seat, int observer) {
    if (sees_hand(observer, seat)) return bit_list(s.hand[index(seat)]);
    return {};
}

Value table_or_null(const State& s, int seat, int observer) {
    const int card = s.table[index(seat)];
    if (card != kNone && sees_table(s, observer, seat)) return card;
    return {};
}

/// [L-31] [L-41] Acquired piles, also while cards are removed from them, are seen by all.
Value describe_seat(const Game& game, const State& s, int p, int observer) {
    const unsigned i = index(p);
    const auto counts = [&](unsigned area) {
        List list;
        for (int t = 0; t < kTypes; ++t) list.emplace_back(count_of(s.celestial[area][i], t));
        return Value(std::move(list));
    };
    List voids;
    for (int suit = 0; suit < kSuits; ++suit)
        if ((s.voids[index(suit)] >> p & 1U) != 0) voids.emplace_back(suit);
    const int games = !game.options().campaign ? 0
                      : s.node == Node::end    ? game.num_players()
                                               : s.game_index;
    return Dict{{"hand", hand_or_null(s, p, observer)},
                {"hand_size", popcount(s.hand[i])},
                {"table", table_or_null(s, p, observer)},
                {"has_played", s.table[index(p)] != kNone},
                {"open", bit_list(s.astrology[kOpen][i])},
                {"open_celestial", counts(kOpen)},
                {"eclipse", bit_list(s.astrology[kEclipse][i])},
                {"eclipse_celestial", counts(kEclipse)},
                {"marker", (s.marker >> p & 1U) != 0},
                {"void", std::move(voids)},
                {"game_points", int_list(std::span(s.game_points[i]).first(index(games)))},
                {"loss", worth_of(game.tables().values, s, i).loss}};
}

Value describe(const Game& game, const State& s, int observer) {
    const Position d = unpack(game, s);
    List ecl;
    for (int board = 0; board < kSuits; ++board) ecl.emplace_back((s.ecl >> board & 1U) != 0);
    List seats, points, totals;
    for (int p = 0; p < game.num_players(); ++p) {
        seats.push_back(describe_seat(game, s, p, observer));
        points.emplace_back(worth_of(game.tables().values, s, index(p)).vp());
        totals.emplace_back(total_points(s, index(p)));
    }
    return Dict{{"node", kNodeNames[static_cast<unsigned>(s.node)]},
                {"current_player", game.current_player(s)},
                {"game_index", d.game_index},
                {"round", d.round},
                {"first_parent", or_null(d.first_parent)},
                {"parent", or_null(d.parent)},
                {"target", or_null(d.target)},
                {"ecl", std::move(ecl)},
                {"pile", int_list(d.pile)},
                {"stack", int_list(d.stack)},
                {"set_aside", bit_list(d.set_aside)},
                {"removed", bit_list(d.removed)},
                {"remover", or_null(d.remover)},
                {"removals", or_null(d.removals)},
                {"seats", std::move(seats)},
                {"points", std::move(points)},
                {"totals", std::move(totals)}};
}

// Reading: throws on a wrong shape

Node read_node(const std::string& name) {
    const auto found = std::ranges::find(kNodeNames, name);
    if (found == kNodeNames.end()) throw std::invalid_argument("node '" + name + "' is unknown");
    return static_cast<Node>(found - kNodeNames.begin());
}

std::optional<int> read_optional(const Value& value, int highest) {
    return value.is_null() ? std::nullopt : std::optional(value.as_int(0, highest));
}

Cards read_cards(const Value& value) { return bits_of(value, kCards); }

TypeCounts read_counts(const Value& value) {
    TypeCounts counts{};
    const List& list = value.as_list(kTypes);
    for (unsigned t = 0; t < kTypes; ++t) counts[t] = list[t].as_int(0, 13);
    return counts;
}

SeatPosition read_seat(const Value& value, int players) {
    SeatPosition seat;
    seat.hand = read_cards(value.at("hand"));
    seat.table = read_optional(value.at("table"), kCards - 1);
    seat.astrology = {read_cards(value.at("open")), read_cards(value.at("eclipse"))};
    seat.celestial = {read_counts(value.at("open_celestial")),
                      read_counts(value.at("eclipse_celestial"))};
    seat.marker = value.at("marker").as_bool();
    seat.voids = static_cast<unsigned>(bits_of(value.at("void"), kSuits));
    const List& points = value.at("game_points").as_list();
    if (points.size() > index(players)) throw std::invalid_argument("game_points is too long");
    for (const Value& entry : points)
        seat.game_points[index(seat.games++)] = entry.as_int(-1, players);
    return seat;
}

Position read_position(const Value& value, int players, int rounds) {
    Position d;
    d.node = read_node(value.at("node").as_string());
    d.game_index = value.at("game_index").as_int(0, players - 1);
    d.round = value.at("round").as_int(0, rounds);
    d.first_parent = read_optional(value.at("first_parent"), players - 1);
    d.parent = read_optional(value.at("parent"), players - 1);
    d.target = read_optional(value.at("target"), kBodies - 1);
    const List& ecl = value.at("ecl").as_list(kSuits);
    for (unsigned board = 0; board < kSuits; ++board)
        d.ecl |= (ecl[board].as_bool() ? 1U : 0U) << board;
    d.pile = read_counts(value.at("pile"));
    d.stack = read_counts(value.at("stack"));
    d.set_aside = read_cards(value.at("set_aside"));
    d.removed = read_cards(value.at("removed"));
    d.remover = read_optional(value.at("remover"), players - 1);
    d.removals = read_optional(value.at("removals"), kSpecialRemoves - 1);
    const List& seats = value.at("seats").as_list(index(players));
    for (unsigned p = 0; p < seats.size(); ++p) d.seats[p] = read_seat(seats[p], players);
    return d;
}

/// I-26: each derived entry that is given agrees with the computed one.
void compare_derived(const Value& given, const Value& computed, const std::string& path,
                     std::initializer_list<const char*> keys) {
    for (const char* key : keys)
        if (const Value* entry = given.find(key); entry && *entry != computed.at(key))
            throw std::invalid_argument("I-26: " + path + key + " does not agree with the rest");
}

}  // namespace

Value Game::to_value(const State& s) const { return describe(*this, s, kEveryone); }

Value Game::view(const State& s, int player) const {
    Value value = describe(*this, s, player);
    value.set("player", player);
    return value;
}

Game::State Game::from_value(const Value& value) const {
    const Position position = read_position(value, num_players(), tables_.rounds);
    if (const std::string broken = broken_invariant(*this, position); !broken.empty())
        throw std::invalid_argument(broken);
    const State s = pack(*this, position);
    const Value computed = to_value(s);
    compare_derived(value, computed, "", {"current_player", "points", "totals"});
    for (unsigned p = 0; p < index(num_players()); ++p)
        compare_derived(value.at("seats").as_list()[p], computed.at("seats").as_list()[p],
                        "seats." + std::to_string(p) + ".", {"hand_size", "has_played", "loss"});
    return s;
}

}  // namespace bitmeeple::latria
