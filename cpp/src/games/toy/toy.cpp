// Toy: what is written out, read back, seen and redrawn. Cold code.

#include "bitmeeple/games/toy/rules.hpp"
#include "bitmeeple/tensor.hpp"

namespace bitmeeple::toy {

/// Tokens whose place `player` does not know: those in the bag and those dealt face down to others.
std::array<std::uint8_t, kTypes> Game::unseen(const State& s, int player) const noexcept {
    auto counts = s.bag;
    for (unsigned seat = 0; seat < index(num_players()); ++seat)
        if (!sees(player, seat) && s.dealt[seat] != kNone) ++counts[s.dealt[seat]];
    return counts;
}

/// The state spelled out, derived entries included.
Position Game::unpack(const State& s) const {
    Position position;
    position.node = s.node;
    position.current_player = current_player(s);
    if (s.seat != kNone) position.seat = s.seat;
    position.bag.assign(s.bag.begin(), s.bag.end());
    for (unsigned p = 0; p < index(num_players()); ++p) {
        SeatPosition seat;
        if (s.dealt[p] != kNone) seat.dealt = s.dealt[p];
        const auto drawn = std::span(s.drawn[p]).first(s.drawn_count[p]);
        seat.drawn.assign(drawn.begin(), drawn.end());
        int points = 0;
        for (const auto type : drawn) points += tables_.value[type];
        position.seats.push_back(seat);
        position.points.push_back(points);
    }
    return position;
}

Value Game::to_value(const State& s) const { return write_dict(unpack(s)); }

/// Unless tokens lie open; the bag of a view counts the unseen ones.
Value Game::view(const State& s, int player) const {
    Position position = unpack(s);
    const auto bag = unseen(s, player);
    position.bag.assign(bag.begin(), bag.end());
    const std::span<const HiddenEntry> hidden(kHidden);
    return view_of(write_dict(position), options_.open ? hidden.first(0) : hidden, player);
}

/// Whether every number has a meaning, and every unused entry is as it should be.
bool Game::in_range(const State& s) const noexcept {
    if (s.node > Node::end || (s.seat != kNone && s.seat >= num_players())) return false;
    for (unsigned p = 0; p < kMaxPlayers; ++p) {
        const bool plays = p < index(num_players());
        if (s.dealt[p] != kNone && (s.dealt[p] >= kTypes || !plays)) return false;
        if (s.drawn_count[p] > (plays ? kMaxDrawn : 0)) return false;
        for (unsigned k = 0; k < kMaxDrawn; ++k)
            if (k < s.drawn_count[p] ? s.drawn[p][k] >= kTypes : s.drawn[p][k] != kNone)
                return false;
    }
    return true;
}

Game::State Game::from_value(const Value& value) const {
    const auto position = read_dict<Position>(value);
    State s = initial_state();
    s.node = position.node;
    s.seat = static_cast<std::uint8_t>(position.seat.value_or(kNone));
    for (unsigned p = 0; p < position.seats.size(); ++p) {
        const SeatPosition& seat = position.seats[p];
        if (seat.dealt) --s.bag[index(*seat.dealt)];
        s.dealt[p] = static_cast<std::uint8_t>(seat.dealt.value_or(kNone));
        for (const int token : seat.drawn) {
            --s.bag[index(token)];
            s.drawn[p][s.drawn_count[p]++] = static_cast<std::uint8_t>(token);
        }
    }
    if (const std::string broken = check(s); !broken.empty()) throw std::invalid_argument(broken);
    return s;
}

std::string Game::check(const State& s) const {
    const int n = num_players();
    if (!in_range(s)) return "a number of the state is out of range";
    if ((s.seat == kNone) != (s.node == Node::end)) return "I-01: seat is null exactly at END";
    for (int p = 0; p < n; ++p) {
        const bool waits = s.node == Node::deal && p >= s.seat;
        if ((s.dealt[index(p)] == kNone) != waits)
            return "I-02: dealt of seat " + std::to_string(p) + " does not fit the node";
    }
    for (int p = 0; p < n; ++p)
        if (s.drawn_count[index(p)] > 0 && (s.node == Node::deal || p > s.seat))
            return "I-03: seat " + std::to_string(p) + " has drawn before its turn";
    if (s.node == Node::token && s.drawn_count[s.seat] >= kMaxDrawn)
        return "I-04: a third token is due";
    auto left = tables_.count;
    for (unsigned p = 0; p < index(n); ++p) {
        if (s.dealt[p] != kNone) --left[s.dealt[p]];
        for (unsigned k = 0; k < s.drawn_count[p]; ++k) --left[s.drawn[p][k]];
    }
    for (unsigned t = 0; t < kTypes; ++t)
        if (left[t] > tables_.count[t])
            return "I-05: type " + std::to_string(t) + " is used more often than it exists";
    if ((s.node == Node::deal || s.node == Node::token) &&
        std::accumulate(left.begin(), left.end(), 0) == 0)
        return "I-05: a token is due and the bag is empty";
    if (left != s.bag) return "I-06: bag does not agree with the rest";
    return "";
}

void Game::mask(State& s, int player) const noexcept {
    s.bag = unseen(s, player);
    for (unsigned seat = 0; seat < index(num_players()); ++seat)
        if (!sees(player, seat)) s.dealt[seat] = kNone;
}

void Game::resample(State& s, int player, Rng& rng) const {
    if (options_.open) return;
    s.bag = unseen(s, player);
    for (unsigned seat = 0; seat < index(num_players()); ++seat) {
        if (sees(player, seat) || s.dealt[seat] == kNone) continue;
        Outcomes tokens;
        chance_outcomes(s, tokens);
        s.dealt[seat] = static_cast<std::uint8_t>(tokens.pick(rng.below(tokens.total())));
        --s.bag[s.dealt[seat]];
    }
}

void Game::observation(const State& s, int player, std::span<float> out) const noexcept {
    const int n = num_players();
    TensorWriter writer(out);
    for (int k = 0; k < n; ++k) {
        const int seat = (player + k) % n;
        const unsigned dealt = s.dealt[index(seat)];
        writer.one_hot(dealt != kNone && sees(player, index(seat)) ? static_cast<int>(dealt) : -1,
                       kTypes);
        std::array<int, kTypes> drawn{};
        for (unsigned d = 0; d < s.drawn_count[index(seat)]; ++d) ++drawn[s.drawn[index(seat)][d]];
        for (const int count : drawn) writer.number(count, 2);
    }
    for (const auto count : unseen(s, player)) writer.number(count, 9);
    writer.one_hot(s.node == Node::end ? -1 : (s.seat + n - player) % n, n);
    writer.one_hot(static_cast<int>(s.node), static_cast<int>(kNodeNames.size()));
    assert(writer.is_full());
}

}  // namespace bitmeeple::toy
