// Toy: what is written out, read back, seen and redrawn. Cold code.

#include "bitmeeple/games/toy/rules.hpp"
#include "bitmeeple/tensor.hpp"

namespace bitmeeple::toy {

namespace {

constexpr int kEveryone = -1;  // the observer of the complete dict

Value type_or_null(std::uint8_t type) { return type == kNone ? Value() : Value(int{type}); }

Node node_of(const std::string& name) {
    for (int i = 0; i < 4; ++i)
        if (name == kNodeNames[i]) return static_cast<Node>(i);
    throw std::invalid_argument("node '" + name + "' does not exist");
}

[[noreturn]] void refuse(const std::string& reason) { throw std::invalid_argument(reason); }

}  // namespace

/// Tokens whose place `player` does not know: those in the bag and those dealt face down to others.
std::array<std::uint8_t, kTypes> Game::unseen(const State& s, int player) const noexcept {
    auto counts = s.bag;
    for (unsigned seat = 0; seat < index(num_players()); ++seat)
        if (player != kEveryone && !sees(player, seat) && s.dealt[seat] != kNone)
            ++counts[s.dealt[seat]];
    return counts;
}

Value Game::describe(const State& s, int player) const {
    List seats;
    List points;
    for (unsigned seat = 0; seat < index(num_players()); ++seat) {
        const bool known = player == kEveryone || sees(player, seat);
        const auto drawn = std::span(s.drawn[seat]).first(s.drawn_count[seat]);
        seats.emplace_back(Dict{{"dealt", known ? type_or_null(s.dealt[seat]) : Value()},
                                {"drawn", int_list(drawn)}});
        int sum = 0;
        for (const auto type : drawn) sum += tables_.value[type];
        points.emplace_back(sum);
    }
    return Dict{{"node", kNodeNames[static_cast<int>(s.node)]},
                {"current_player", current_player(s)},
                {"seat", type_or_null(s.seat)},
                {"seats", std::move(seats)},
                {"bag", int_list(unseen(s, player))},
                {"points", std::move(points)}};
}

Value Game::to_value(const State& s) const { return describe(s, kEveryone); }

Value Game::view(const State& s, int player) const {
    Value value = describe(s, player);
    value.set("player", player);
    return value;
}

Game::State Game::from_value(const Value& value) const {
    State s = initial_state();
    s.node = node_of(value.at("node").as_string());
    const Value& seat = value.at("seat");
    s.seat = seat.is_null() ? kNone : static_cast<std::uint8_t>(seat.as_int(0, num_players() - 1));
    const List& seats = value.at("seats").as_list(index(num_players()));
    std::array<int, kTypes> left{};
    std::ranges::copy(tables_.count, left.begin());
    for (unsigned p = 0; p < seats.size(); ++p) {
        if (const Value& dealt = seats[p].at("dealt"); !dealt.is_null()) {
            s.dealt[p] = static_cast<std::uint8_t>(dealt.as_int(0, kTypes - 1));
            --left[s.dealt[p]];
        }
        const List& drawn = seats[p].at("drawn").as_list();
        if (drawn.size() > kMaxDrawn) refuse("drawn: more than 2 tokens");
        for (const Value& token : drawn) {
            const auto type = static_cast<std::uint8_t>(token.as_int(0, kTypes - 1));
            s.drawn[p][s.drawn_count[p]++] = type;
            --left[type];
        }
    }
    for (unsigned t = 0; t < kTypes; ++t) s.bag[t] = static_cast<std::uint8_t>(left[t]);
    if (const std::string broken = check(s); !broken.empty()) refuse(broken);
    const Value rebuilt = to_value(s);
    for (const char* key : {"current_player", "bag", "points"})
        if (const Value* given = value.find(key); given && *given != rebuilt.at(key))
            refuse(std::string("I-06: ") + key + " does not agree with the rest");
    return s;
}

std::string Game::check(const State& s) const {
    const int n = num_players();
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
    writer.one_hot(static_cast<int>(s.node), 4);
    assert(writer.is_full());
}

}  // namespace bitmeeple::toy
