// Latria: State to position and back; dicts, views and `check`.

#include "position.hpp"

#include <bit>

namespace bitmeeple::latria {

namespace {

std::vector<int> to_list(Counts counts) {
    std::vector<int> list;
    for (int t = 0; t < kTypes; ++t) list.push_back(count_of(counts, t));
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

SeatPosition unpack_seat(const Game& game, const State& s, int p) {
    const unsigned i = index(p);
    SeatPosition seat;
    seat.hand = s.hand[i];
    seat.hand_size = popcount(s.hand[i]);
    seat.table = unless_none(s.table[i]);
    seat.has_played = seat.table.has_value();
    seat.open = s.astrology[kOpen][i];
    seat.open_celestial = to_list(s.celestial[kOpen][i]);
    seat.eclipse = s.astrology[kEclipse][i];
    seat.eclipse_celestial = to_list(s.celestial[kEclipse][i]);
    seat.marker = (s.marker >> p & 1U) != 0;
    for (int suit = 0; suit < kSuits; ++suit)
        if ((s.voids[index(suit)] >> p & 1U) != 0) seat.void_.mask |= bit(suit);
    if (!game.options().campaign) return seat;
    const int games = s.node == Node::end ? game.num_players() : s.game_index;
    seat.game_points.assign(s.game_points[i].begin(), s.game_points[i].begin() + games);
    return seat;
}

void pack_seat(const SeatPosition& seat, unsigned p, State& s) {
    s.hand[p] = seat.hand;
    s.table[p] = or_none(seat.table);
    s.astrology[kOpen][p] = seat.open;
    s.astrology[kEclipse][p] = seat.eclipse;
    s.celestial[kOpen][p] = to_counts(seat.open_celestial);
    s.celestial[kEclipse][p] = to_counts(seat.eclipse_celestial);
    if (seat.marker) s.marker = static_cast<std::uint8_t>(s.marker | 1U << p);
    for (unsigned suit = 0; suit < kSuits; ++suit)
        s.voids[suit] = static_cast<std::uint8_t>(s.voids[suit] | (seat.void_ >> suit & 1U) << p);
    for (unsigned g = 0; g < seat.game_points.size(); ++g)
        s.game_points[p][g] = static_cast<std::int8_t>(seat.game_points[g]);
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

Counts to_counts(std::span<const int> counts) {
    Counts word = 0;
    for (int t = 0; t < kTypes; ++t) word |= cards_of(t, counts[index(t)]);
    return word;
}

std::uint8_t boards_of(const Position& position) {
    unsigned boards = 0;
    for (unsigned board = 0; board < kSuits; ++board)
        boards |= (position.ecl[board] ? 1U : 0U) << board;
    return static_cast<std::uint8_t>(boards);
}

Position unpack(const Game& game, const State& s) {
    Position position;
    position.node = s.node;
    position.current_player = game.current_player(s);
    position.game_index = s.game_index;
    position.round = s.round;
    position.first_parent = unless_none(s.first_parent);
    position.parent = unless_none(s.parent);
    if (s.target != kNoTarget) position.target = s.target;
    for (int board = 0; board < kSuits; ++board) position.ecl.push_back((s.ecl >> board & 1U) != 0);
    position.pile = to_list(join(s.pile));
    position.stack = to_list(join(s.stack));
    position.set_aside = s.set_aside;
    position.removed = s.removed;
    if (s.node == Node::remove) {
        position.remover = s.seat;
        position.removals = kSpecialRemoves - s.pending;
    }
    for (int p = 0; p < game.num_players(); ++p) position.seats.push_back(unpack_seat(game, s, p));
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
    s.ecl = boards_of(position);
    s.pile = split(to_counts(position.pile));
    s.stack = split(to_counts(position.stack));
    s.set_aside = position.set_aside;
    s.removed = position.removed;
    s.table.fill(kNone);
    if (s.node == Node::deal) s.deck = game.tables().deck;
    for (unsigned p = 0; p < position.seats.size(); ++p) pack_seat(position.seats[p], p, s);
    set_turn(game, position, s);
    if (s.node == Node::end) set_result(game.options(), game.tables().values, s);
    return s;
}

Value Game::to_value(const State& s) const {
    Position position = unpack(*this, s);
    for (unsigned p = 0; p < position.seats.size(); ++p) {
        const auto worth = worth_of(tables().values, s, p);
        position.seats[p].loss = worth.loss;
        position.points.push_back(worth.vp());
        position.totals.push_back(total_points(s, p));
    }
    return write_dict(position);
}

/// Whether others hold a card can be told from node, seat and `pending`; so can the size of a hand.
/// Scores and ranks come from piles that all can see.
void Game::mask(State& s, int player) const noexcept {
    constexpr std::uint8_t kFaceDown = kNone - 1;
    s.deck = 0;
    s.result = {};
    s.beaten = {};
    for (int p = 0; p < num_players(); ++p) {
        if (!sees_hand(player, p)) s.hand[index(p)] = 0;
        if (s.table[index(p)] != kNone && !sees_table(s, player, p)) s.table[index(p)] = kFaceDown;
    }
}

Value Game::view(const State& s, int player) const { return view_of(to_value(s), kHidden, player); }

Game::State Game::from_value(const Value& value) const {
    const auto position = read_dict<Position>(value);
    if (const std::string broken = broken_invariant(*this, position); !broken.empty())
        throw std::invalid_argument(broken);
    return pack(*this, position);
}

std::string Game::check(const State& s) const {
    if (std::string broken = out_of_range(*this, s); !broken.empty()) return broken;
    const Position position = unpack(*this, s);
    if (std::string broken = broken_invariant(*this, position); !broken.empty()) return broken;
    if (pack(*this, position) != s) return "state: a derived or an unused field is wrong";
    return "";
}

}  // namespace bitmeeple::latria
