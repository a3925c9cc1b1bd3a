#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <string>
#include <utility>
#include <vector>

#include "bitmeeple/games/lata/rules.hpp"
#include "bitmeeple/games/lata/shipped.hpp"
#include "generic.hpp"

using namespace bitmeeple;
using namespace bitmeeple::lata;

namespace {

using Ints = std::vector<int>;

lata::Game make(int players, TurnOrder order = TurnOrder::hidden, int board = 0) {
    const std::int32_t values[] = {players, static_cast<int>(order), board};
    const FlatTable options[] = {{"players", std::span(values).subspan(0, 1)},
                                 {"turn_order", std::span(values).subspan(1, 1)},
                                 {"solo_board", std::span(values).subspan(2, 1)}};
    return {FlatTables(options), shipped::tables()};
}

constexpr int kPortimao = 1;
constexpr int kAveiro = 2;
constexpr int kMatosinhos = 3;

Value copy_with(const Value& dict, std::string_view key, Value value) {
    Dict changed = dict.as_dict();
    for (auto& [name, old] : changed)
        if (name == key) old = value;
    return changed;
}

/// A dict to be changed step by step. Derived entries are left out.
class Given {
public:
    explicit Given(const lata::Game& game) : dict_(game.to_value(game.initial_state())) {
        for (const char* derived : {"current_player", "points", "supply", "production_deck",
                                    "market_deck", "scoring_deck"})
            drop(dict_, derived);
        List seats = dict_.at("seats").as_list();
        for (Value& seat : seats) drop(seat, "breakdown");
        set("seats", seats);
        if (game.num_players() > 1)
            for (int q = 0; q < game.num_players(); ++q) seat(q, "token", q + 1);
    }
    Given& set(const char* key, Value value) {
        dict_ = copy_with(dict_, key, std::move(value));
        return *this;
    }
    Given& seat(int q, const char* key, Value value) {
        List seats = dict_.at("seats").as_list();
        Value& changed = seats[static_cast<unsigned>(q)];
        changed = copy_with(changed, key, std::move(value));
        return set("seats", seats);
    }
    /// Stacks, bottom to top, of a seat; space 1 without its starting card.
    Given& stacks(int q, const std::vector<Ints>& cards) {
        List stacks;
        for (unsigned space = 0; space < 5; ++space) {
            Ints stack = space < cards.size() ? cards[space] : Ints{};
            if (space == 0) stack.insert(stack.begin(), q + 1);
            stacks.emplace_back(int_list(stack));
        }
        return seat(q, "stacks", stacks);
    }
    Given& held(int q, const Ints& cubes) { return seat(q, "held", int_list(cubes)); }
    /// Markets displayed, without cubes.
    Given& display(const Ints& markets) {
        List list;
        for (const int m : markets)
            list.emplace_back(Dict{{"card", m}, {"cubes", int_list(Ints{0, 0, 0})}});
        return set("market_display", list);
    }
    /// Seat q is at the start of C1 of a round.
    Given& producing(int q, int round = 6) {
        return at("PRODUCE", q, round)
            .set("pointer", 0)
            .set("paid", false)
            .set("uses", int_list(Ints(5, 0)))
            .set("revealed", false);
    }
    Given& selling(int q, int round = 6) { return at("SELL", q, round).set("revealed", false); }
    Given& at(const char* node, Value actor, int round) {
        set("node", node).set("actor", std::move(actor));
        return set("round", round).set("context", Value());
    }
    [[nodiscard]] const Value& value() const { return dict_; }

private:
    static void drop(Value& dict, std::string_view key) {
        Dict kept;
        for (const auto& [name, entry] : dict.as_dict())
            if (name != key) kept.emplace_back(name, entry);
        dict = Value(std::move(kept));
    }
    Value dict_;
};

Ints legal(const lata::Game& game, const lata::State& s) {
    Choices choices;
    game.legal_actions(s, choices);
    Ints ids;
    choices.for_each([&](int a) { ids.push_back(a); });
    return ids;
}

void play(const lata::Game& game, lata::State& s, const Ints& actions) {
    for (const int action : actions) {
        CAPTURE(action);
        REQUIRE(game.is_legal(s, action));
        game.apply_action(s, action);
        REQUIRE(game.check(s) == "");
    }
}

std::string refusal(const lata::Game& game, const Given& p) {
    try {
        (void)game.from_value(p.value());
    } catch (const std::invalid_argument& error) {
        return std::string(error.what()).substr(0, 4);
    }
    return "";
}

constexpr int kS = 0, kR = 1, kY = 2;
constexpr int sale(int market) { return kMarket + market - kFirstMarket; }
constexpr int buy(int card) { return kScoring + card - kFirstScoring; }
constexpr int picked(int card) { return kPick + card - kFirstProduction; }
constexpr int space(int number) { return kSpace + number - 1; }

}  // namespace

TEST_CASE("random games of several players keep every invariant") {
    for (const int players : {2, 3, 4})
        for (const auto order : {TurnOrder::hidden, TurnOrder::open})
            testing::check_random_games(make(players, order), 6, 1);
}

TEST_CASE("random solo games keep every invariant") {
    for (const int board : {0, kPortimao, kAveiro, kMatosinhos})
        testing::check_random_games(make(1, TurnOrder::hidden, board), 10, 2);
}

TEST_CASE("the output of a rollout does not depend on the number of threads") {
    testing::check_threads(make(4), 200);
    testing::check_threads(make(1, TurnOrder::hidden, kAveiro), 200);
}

// Vectors of the specification, section 10.

TEST_CASE("T-E1, T-E2: bids, order, sets and places of the rulebook's first round") {
    const auto game = make(4);
    Given p(game);
    for (const auto& [q, token] : {std::pair{0, 1}, {1, 3}, {2, 2}, {3, 4}})
        p.seat(q, "token", token);
    p.at("BID", 0, 1)
        .set("sets", List{int_list(Ints{9, 12}), int_list(Ints{5, 6}), int_list(Ints{24}),
                          int_list(Ints{20}), int_list(Ints{13})});
    p.display({47, 56, 59, 63, 74});
    auto s = game.from_value(p.value());
    play(game, s, {3, 2, 2, 1});
    for (const auto& [q, ap] : {std::pair{0U, 6}, {1U, 7}, {2U, 7}, {3U, 8}}) {
        CHECK(s.seats[q].ap == ap);
        CHECK(s.seats[q].token == q + 1);
    }
    play(game, s, {kSet + 2, space(2), kSet + 0, space(3), space(2), kSet + 3, space(2)});
    CHECK(legal(game, s) == Ints{kSet + 1, kSet + 4});
    play(game, s, {kSet + 4, space(2)});
    CHECK(Ints{s.seats[0].money, s.seats[1].money, s.seats[2].money, s.seats[3].money} ==
          Ints{4, 3, 4, 4});
    CHECK(s.discard == (bit(5) | bit(6)));
    // T-E5: the tomato makes the sardine red, takes a cube itself, the sardine below makes silver.
    CHECK(s.node == Node::produce);
    play(game, s, {kMake + kR, kMake + kR, kMake + kS});
    CHECK(s.seats[0].ap == 4);
    // T-E8: a completed market, one more sale, and the turn ends by itself.
    play(game, s, {sale(74), kDeliver + kR, kDeliver + kR, sale(47), kDeliver + kS});
    CHECK(s.seats[0].ap == 0);
    CHECK(s.seats[0].money == 9);
    CHECK(s.supply == std::array<std::uint8_t, 3>{19, 10, 15});
    // T-E6: the mackerel has no later olive oil.
    CHECK(s.actor == 1);
    play(game, s, {kMake + kS, kMake + kY});
    CHECK(s.node == Node::sell);
    CHECK(s.seats[1].ap == 5);
    // T-E9, then T-E4 and T-E10 with the paid reveal, then T-E7 and T-E11.
    play(game, s, {sale(59), kDeliver + kS, kDeliver + kY, kEndSales});
    CHECK(s.actor == 2);
    play(game, s,
         {kMake + kS, kMake + kS, kMake + kS, kRevealMarket, 78, sale(78), kDeliver + kS,
          kDeliver + kS, kDeliver + kS});
    CHECK(s.seats[2].money == 7);
    play(game, s, {kMake + kS, sale(59), kDeliver + kS, kEndSales});
    CHECK(s.seats[3].ap == 5);
    CHECK(s.seats[3].money == 5);
    CHECK(s.node == Node::market_refill);
    CHECK(s.supply == std::array<std::uint8_t, 3>{19, 10, 15});
}

TEST_CASE("T-01 .. T-05, T-09, T-10: what a line can make") {
    const auto game = make(2);
    const auto at_start = [&](const std::vector<Ints>& stacks, int ap) {
        Given p(game);
        p.producing(0).stacks(0, stacks).seat(0, "ap", ap).display({47, 48, 49});
        return game.from_value(p.value());
    };
    auto s = at_start({{}, {20}, {17}}, 9);  // T-01
    play(game, s, {kMake + kR, kMake + kR, kMake + kR});
    CHECK(s.node == Node::sell);
    CHECK(s.seats[0].ap == 7);

    s = at_start({{24}}, 5);  // T-02
    play(game, s, {kSkip});
    CHECK(legal(game, s) == Ints{kMake + kS, kSkip, kFinish, kRevealMarket});

    s = at_start({{34}, {32}, {12}}, 9);  // T-03
    play(game, s, Ints(4, kMake + kY));
    CHECK(s.node == Node::sell);
    CHECK(s.seats[0].ap == 7);

    s = at_start({{20}, {5}}, 1);  // T-04; nothing can be sold either
    play(game, s, {kMake + kS, kMake + kS});
    CHECK(s.actor == 1);

    s = at_start({{20}, {45}}, 1);  // T-05
    play(game, s, {kMake + kS, kMake + kS});
    CHECK(legal(game, s) == Ints{kFinish, kMoneyToAp});
    play(game, s, {kMoneyToAp});
    CHECK(s.node == Node::sell);
    CHECK(s.seats[0].ap == 2);
    CHECK(s.seats[0].money == 3);

    s = at_start({{26}, {5}}, 5);  // T-10
    play(game, s, {kMake + kR, kMake + kR, kMake + kS});
    CHECK(s.seats[0].ap == 3);
}

TEST_CASE("T-06, T-07, T-08: special cards") {
    const auto game = make(2);
    Given p(game);
    p.producing(0).stacks(0, {{5}, {45}}).display({47, 48, 49});
    auto s = game.from_value(p.value());
    CHECK(!game.is_legal(s, kMoneyToAp));
    play(game, s, {kMake + kS, kMoneyToAp});
    CHECK(s.seats[0].ap == 9);
    CHECK(s.seats[0].money == 3);

    p.stacks(0, {{46}}).display({49, 57, 58}).seat(0, "ap", 2).seat(0, "money", 2);
    s = game.from_value(p.value());
    play(game, s, {kBuyCube + kR, kBuyCube + kY, sale(57), kDeliver + kR, kDeliver + kY});
    CHECK(s.seats[0].markets == bit(57 - kFirstMarket));
    CHECK(s.seats[0].money == 2);

    p.stacks(0, {{43}, {44}}).held(0, {3, 0, 0}).seat(0, "ap", 0).seat(0, "money", 0);
    s = game.from_value(p.value());
    CHECK(legal(game, s) == Ints{kFinish, kSellTwo, kConvert, kConvert + 1});
    play(game, s, {kSellTwo, kConvert + 1});
    CHECK(s.actor == 1);
    CHECK(s.seats[0].held == std::array<std::uint8_t, 3>{0, 0, 1});
    CHECK(s.supply == std::array<std::uint8_t, 3>{20, 10, 14});
}

TEST_CASE("T-11, T-12: the open auction, and equal bids") {
    const auto open = make(3, TurnOrder::open);
    Given p(open);
    p.seat(0, "token", 2).seat(1, "token", 1).at("AUCTION", 1, 1).display({47, 48, 49, 50});
    p.set("sets",
          List{int_list(Ints{5, 6}), int_list(Ints{7, 8}), int_list(Ints{9}), int_list(Ints{10})});
    auto s = open.from_value(p.value());
    play(open, s, {kStay, kStay, kPass, kStay, kPass});
    CHECK(Ints{s.seats[0].ap, s.seats[1].ap, s.seats[2].ap} == Ints{8, 7, 9});
    CHECK(Ints{s.order[0], s.order[1], s.order[2]} == Ints{1, 0, 2});

    const auto game = make(4);
    Given q(game);
    for (const auto& [seat, token] : {std::pair{0, 2}, {1, 4}, {2, 1}, {3, 3}})
        q.seat(seat, "token", token);
    q.at("BID", 0, 1)
        .set("sets", List{int_list(Ints{9, 12}), int_list(Ints{5, 6}), int_list(Ints{24}),
                          int_list(Ints{20}), int_list(Ints{13})});
    s = game.from_value(q.value());
    play(game, s, {5, 5, 5, 5});
    CHECK(Ints{s.order[0], s.order[1], s.order[2], s.order[3]} == Ints{1, 3, 0, 2});
}

TEST_CASE("T-13, T-E12: values of scoring cards") {
    const auto game = make(4);
    Given p(game);
    p.at("END", Value(), 6).stacks(0, {{5, 24}, {20}, {9, 32}, {}, {43}});
    p.seat(0, "markets", int_list(Ints{49, 59, 70, 82}));
    p.set("discard", int_list(Ints{13, 39, 40}));
    const std::pair<int, int> values[] = {
        {86, 3},  {88, 4},  {89, 6},  {90, 2},  {91, 1},  {92, 4},  {93, 6},  {94, 4},  {96, 2},
        {98, 2},  {99, 0},  {100, 3}, {101, 2}, {103, 3}, {104, 2}, {108, 3}, {110, 4}, {111, 4},
        {112, 3}, {113, 4}, {114, 0}, {115, 4}, {116, 1}, {117, 2}, {118, 4}};
    for (const auto& [card, vp] : values) {
        CAPTURE(card);
        p.seat(0, "scoring", int_list(Ints{card}));
        std::array<std::int32_t, 4> scores{};
        game.scores(game.from_value(p.value()), scores);
        CHECK(scores[0] == vp + 8);  // 121: 6 flags, 2 pairs
    }
    Given e(game);
    e.at("END", Value(), 6).stacks(0, {{20}, {17, 33}, {36}, {39}, {21}});
    e.seat(0, "markets", int_list(Ints{47, 48, 70, 74, 85}));
    e.seat(0, "scoring", int_list(Ints{87, 97, 105, 106, 109, 117}));
    std::array<std::int32_t, 4> scores{};
    game.scores(game.from_value(e.value()), scores);
    CHECK(scores[0] == 38);
}

TEST_CASE("T-14: equal scores share the victory") {
    const auto game = make(4);
    auto s = game.initial_state();
    s.node = Node::end;
    s.points = {30, 41, 41, 12};
    std::array<std::int32_t, 4> ranking{};
    std::array<float, 4> returns{};
    game.ranking(s, ranking);
    game.returns(s, returns);
    CHECK(ranking == std::array<std::int32_t, 4>{3, 1, 1, 4});
    CHECK(returns == std::array<float, 4>{0, 0.5F, 0.5F, 0});
}

TEST_CASE("T-15: red and yellow cubes return after the last turn, silver ones stay") {
    const auto game = make(2);
    Given p(game);
    p.selling(1).held(0, {2, 1, 1}).display({48, 49, 50});
    auto s = game.from_value(p.value());
    CHECK(s.supply == std::array<std::uint8_t, 3>{18, 9, 14});
    play(game, s, {kEndSales});
    CHECK(s.seats[0].held == std::array<std::uint8_t, 3>{2, 0, 0});
    CHECK(s.supply == std::array<std::uint8_t, 3>{18, 10, 15});

    const auto aveiro = make(1, TurnOrder::hidden, kAveiro);
    Given a(aveiro);
    a.selling(0).held(0, {2, 1, 1}).display({48, 49, 50});
    s = aveiro.from_value(a.value());
    play(aveiro, s, {kEndSales});
    CHECK(s.seats[0].held == std::array<std::uint8_t, 3>{2, 1, 1});
}

TEST_CASE("T-16: colours are delivered in order") {
    const auto game = make(2);
    Given p(game);
    const auto market = [](int card, const Ints& cubes) {
        return Value(Dict{{"card", card}, {"cubes", int_list(cubes)}});
    };
    p.selling(0).held(0, {2, 0, 2}).seat(0, "ap", 2).seat(0, "money", 0);
    p.set("market_display", List{market(61, {1, 0, 0}), market(66, {0, 0, 0})});
    const auto start = game.from_value(p.value());
    auto s = start;
    play(game, s, {sale(61)});
    CHECK(legal(game, s) == Ints{kDeliver + kS, kDeliver + kY});
    auto first = s;
    play(game, s, {kDeliver + kY});
    CHECK(s.actor == 1);  // the sale and the turn have ended
    CHECK(s.cubes[61 - kFirstMarket] == 0x101);
    CHECK(s.seats[0].money == 1);
    play(game, first, {kDeliver + kS, kDeliver + kY});
    CHECK(first.seats[0].markets == bit(61 - kFirstMarket));
    CHECK(first.seats[0].money == 2);
}

TEST_CASE("T-17: phase D with 1$ and with nothing") {
    const auto game = make(2);
    Given p(game);
    p.at("SCORE", 0, 1).set("bought", false).set("seen", false);
    p.set("scoring_display", int_list(Ints{87, 92})).seat(0, "money", 1).seat(1, "money", 0);
    auto s = game.from_value(p.value());
    CHECK(legal(game, s) == Ints{kRevealScoring, kEndScoring});
    play(game, s, {kEndScoring});
    CHECK(s.node == Node::scoring_refill);
}

TEST_CASE("T-18, T-23: places that can be paid") {
    const auto game = make(2);
    Given p(game);
    p.at("PLACE", 0, 1).set("pending", int_list(Ints{20, 34})).seat(0, "money", 0);
    p.set("sets", List{Value(), int_list(Ints{5}), int_list(Ints{6})});
    auto s = game.from_value(p.value());
    CHECK(legal(game, s) == Ints{space(1), space(2)});
    play(game, s, {space(1)});
    CHECK(legal(game, s) == Ints{space(2)});

    const auto portimao = make(1, TurnOrder::hidden, kPortimao);
    Given q(portimao);
    q.at("PLACE", 0, 1).set("pending", int_list(Ints{20, 34}));
    s = portimao.from_value(q.value());
    CHECK(legal(portimao, s) == Ints{space(1), space(2), space(3)});
    play(portimao, s, {space(2)});
    CHECK(legal(portimao, s) == Ints{space(1), space(3)});
}

TEST_CASE("T-19: the free reveal comes before the paid one") {
    const auto game = make(2);
    Given p(game);
    p.at("FREE", 1, 2).stacks(1, {{20}});
    auto s = game.from_value(p.value());
    play(game, s, {kFreeReveal, 60});
    CHECK(legal(game, s) == Ints{kMake + kS, kSkip, kFinish, kRevealMarket});
}

TEST_CASE("T-21, T-22: solo phases B") {
    const auto matosinhos = make(1, TurnOrder::hidden, kMatosinhos);
    Given p(matosinhos);
    p.at("SET", 0, 1).seat(0, "ap", 5);
    p.set("sets", List{int_list(Ints{12, 40}), int_list(Ints{20, 34})});
    p.display({48, 49, 50});
    auto s = matosinhos.from_value(p.value());
    play(matosinhos, s, {kSet, kDiscardHigher, space(1)});
    CHECK(s.discard == (bit(20) | bit(34) | bit(40)));
    CHECK(s.node == Node::sell);  // olive oil alone makes nothing, a reveal is left

    const auto setubal = make(1);
    Given q(setubal);
    q.at("PICK", 0, 1).seat(0, "ap", 7).set("drawn", int_list(Ints{6, 17, 33, 45}));
    s = setubal.from_value(q.value());
    CHECK(legal(setubal, s) == Ints{picked(6), picked(17), picked(33)});
    play(setubal, s, {picked(17)});
    CHECK(legal(setubal, s) == Ints{picked(33), picked(45)});
    play(setubal, s, {picked(45)});
    CHECK(s.discard == (bit(6) | bit(33)));
    CHECK(s.pending == std::array<std::uint8_t, 2>{17, 45});
}

TEST_CASE("solo replaces markets without cubes, lowest first, and draws as many") {
    const auto game = make(1);
    Given p(game);
    p.at("REPLACE_MARKETS", 0, 1).display({48, 49, 50});
    auto s = game.from_value(p.value());
    play(game, s, {sale(49)});
    CHECK(legal(game, s) == Ints{kReplaceDone, sale(50)});
    play(game, s, {sale(50)});  // none is left above it: the node is left
    CHECK(s.node == Node::market_replace);
    CHECK(s.seats[0].ap == 8);
    play(game, s, {60, 61});
    CHECK(s.node == Node::produce);
    CHECK(s.removed_markets == (bit(2) | bit(3)));
}

TEST_CASE("solo rebuilds an empty production deck from the discard pile when a draw is due") {
    const auto game = make(1);
    Given p(game);
    Ints discard;
    for (int card = 6; card <= 46; ++card) discard.push_back(card);
    p.at("PRODUCTION_DRAW", Value(), 2).set("discard", int_list(discard));
    auto s = game.from_value(p.value());
    play(game, s, {5});
    CHECK(s.discard == 0);
    CHECK(popcount(s.production_deck) == 41);
}

// Hidden information and bad input.

TEST_CASE("bids are hidden until all are in, and redrawn") {
    const auto game = make(4);
    Given p(game);
    p.at("BID", 0, 1)
        .set("sets", List{int_list(Ints{9, 12}), int_list(Ints{5, 6}), int_list(Ints{24}),
                          int_list(Ints{20}), int_list(Ints{13})});
    auto s = game.from_value(p.value());
    auto other = s;
    play(game, s, {3, 7});
    play(game, other, {3, 1});
    const auto tensor = [&](const lata::State& state, int player) {
        std::vector<float> floats(static_cast<unsigned>(game.observation_size()));
        game.observation(state, player, floats);
        return floats;
    };
    for (const int player : {0, 2, 3}) {
        CHECK(game.view(s, player) == game.view(other, player));
        CHECK(tensor(s, player) == tensor(other, player));
    }
    CHECK(game.view(s, 1) != game.view(other, 1));
    CHECK(tensor(s, 1) != tensor(other, 1));
    Rng rng(1, 1);
    std::array<int, 11> seen{};
    for (int i = 0; i < 500; ++i) {
        auto world = s;
        game.resample(world, 0, rng);
        REQUIRE(game.check(world) == "");
        CHECK(world.seats[0].offer == 4);
        ++seen[world.seats[1].offer];
    }
    for (unsigned k = 1; k <= 10; ++k) CHECK(seen[k] > 20);
}

TEST_CASE("a position that breaks an invariant is refused by its name") {
    const auto game = make(2);
    const auto solo = make(1);
    const auto base = [&] {
        Given p(game);
        p.producing(0).stacks(0, {{5}}).display({47, 48, 49});
        return p;
    };
    CHECK(refusal(game, base()) == "");
    CHECK(refusal(game, base().set("node", "SPEND")) == "I-01");
    CHECK(refusal(game, base().set("context", "free")) == "I-02");
    CHECK(refusal(game, base().set("round", 0)) == "I-03");
    CHECK(refusal(game, base().set("actor", Value())) == "I-04");
    CHECK(refusal(game, base().set("bought", true)) == "I-05");
    CHECK(refusal(game, base().set("pointer", Value())) == "I-05");
    CHECK(refusal(game, base().seat(0, "token", 2)) == "I-06");
    CHECK(refusal(game, base().seat(1, "stacks", List(5, Value(List{})))) == "I-07");
    CHECK(refusal(game, base().stacks(1, {{5}})) == "I-08");
    CHECK(refusal(game, base().stacks(1, {{7}})) == "I-08");  // out with two players
    CHECK(refusal(game, base().seat(1, "markets", int_list(Ints{47}))) == "I-09");
    CHECK(refusal(game, base().seat(1, "scoring", int_list(Ints{86}))) == "I-10");
    CHECK(refusal(game, base().set("removed_markets", int_list(Ints{60}))) == "I-11");
    CHECK(refusal(game, base().set("market_display",
                                   List{Dict{{"card", 47}, {"cubes", int_list(Ints{2, 0, 0})}}})) ==
          "I-12");
    CHECK(refusal(game, base().held(1, {21, 0, 0})) == "I-13");
    CHECK(refusal(game, base().set("round", 1).stacks(1, {{}, {6, 9}})) == "I-14");
    CHECK(refusal(game, base().set("round", 1).seat(1, "scoring", int_list(Ints{87}))) == "I-15");
    const List one_set{int_list(Ints{6, 9}), Value(), Value()};
    CHECK(refusal(game, base().set("sets", one_set)) == "I-16");
    CHECK(refusal(game, base().set("round", 1).set("discard", int_list(Ints{9, 10, 12, 13, 14}))) ==
          "I-17");
    CHECK(refusal(game, base().set("pointer", 2)) == "I-25");
    CHECK(refusal(game, base().set("paid", true)) == "I-25");
    CHECK(refusal(game, base().set("uses", int_list(Ints{1, 0, 0, 0, 0}))) == "I-25");
    CHECK(refusal(game, base().set("pointer", 1)) == "I-26");
    CHECK(refusal(game, base().set("supply", int_list(Ints{20, 10, 14}))) == "");  // no such key
    Given sell(game);
    sell.selling(0).display({47}).seat(0, "ap", 0);
    CHECK(refusal(game, sell) == "I-27");
    Given deliver(game);
    deliver.selling(0).set("node", "DELIVER").set("sale_market", 47).held(0, {1, 0, 0});
    CHECK(refusal(game, deliver) == "I-28");
    CHECK(refusal(game, deliver.display({47})) == "");
    CHECK(refusal(game, deliver.set("sale_colour", 0)) == "I-28");
    Given marked(solo);
    marked.at("REPLACE_MARKETS", 0, 1).display({48, 49}).set("marked", int_list(Ints{49}));
    CHECK(refusal(solo, marked) == "I-30");
}

TEST_CASE("derived entries are not read") {
    const auto game = make(3);
    const Value dict = game.to_value(game.initial_state());
    CHECK(game.to_value(game.from_value(dict)) == dict);
    CHECK(game.to_value(game.from_value(copy_with(dict, "current_player", 0))) == dict);
}

TEST_CASE("check is safe on any bytes") {
    const auto game = make(4);
    Rng rng(5, 0);
    for (int round = 0; round < 2000; ++round) {
        auto s = game.initial_state();
        Rng playing(3, static_cast<std::uint64_t>(round));
        for (unsigned k = rng.below(120); k > 0; --k)
            game.apply_action(s, game.current_player(s) < 0
                                     ? pick_outcome(game, s, playing)
                                     : pick_action<Policy::uniform>(game, s, playing));
        REQUIRE(game.check(s) == "");
        unsigned char bytes[sizeof s];
        std::memcpy(bytes, &s, sizeof s);
        bytes[rng.below(sizeof s)] ^= static_cast<unsigned char>(1 + rng.below(255));
        lata::State broken;
        std::memcpy(&broken, bytes, sizeof s);
        if (game.check(broken) == "") CHECK(game.from_value(game.to_value(broken)) == broken);
    }
}
