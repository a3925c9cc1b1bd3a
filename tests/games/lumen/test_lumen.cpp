#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "bitmeeple/games/lumen/rules.hpp"
#include "bitmeeple/games/lumen/shipped.hpp"
#include "generic.hpp"

using namespace bitmeeple;

namespace {

lumen::Game make(std::string_view scenario, int first_player = 0, bool original = false) {
    const std::int32_t values[] = {first_player, original ? 1 : 0};
    const FlatTable options[] = {{"first_player", std::span(values).subspan(0, 1)},
                                 {"edition", std::span(values).subspan(1, 1)}};
    return {FlatTables(options), lumen::shipped::tables(scenario)};
}

constexpr std::string_view kScenarios[] = {"A", "B", "C", "D", "E", "F", "G"};

}  // namespace

TEST_CASE("random games keep every invariant") {
    for (const auto scenario : kScenarios)
        for (const bool original : {false, true}) {
            CAPTURE(scenario);
            testing::check_random_games(make(scenario, original ? 2 : 0, original), 6, 1);
        }
}

TEST_CASE("the output of a rollout does not depend on the number of threads") {
    testing::check_threads(make("A"), 300);
}

namespace {

/// The dict with one member replaced.
Value with(const Value& dict, std::string_view key, Value value) {
    Dict members = dict.as_dict();
    for (auto& [name, old] : members)
        if (name == key) old = std::move(value);
    return members;
}
/// The dict with one member of one seat replaced.
Value with_seat(const Value& dict, std::size_t seat, std::string_view key, Value value) {
    List seats = dict.at("seats").as_list();
    seats[seat] = with(seats[seat], key, std::move(value));
    return with(dict, "seats", std::move(seats));
}
/// Derived members follow from the others and may be left out.
Value without_derived(const Value& value) {
    if (!value.is_dict()) return value;
    Dict members;
    for (const auto& [name, member] : value.as_dict()) {
        if (name == "current_player" || name == "reserved" || name == "neutral_bag" ||
            name == "points" || name == "bag" || name == "objectives_held")
            continue;
        List seats;
        if (name == "seats")
            for (const Value& seat : member.as_list()) seats.push_back(without_derived(seat));
        members.emplace_back(name, name == "seats" ? Value(seats) : member);
    }
    return members;
}
Value fighter(int territory, int type, int side, int n) {
    return List{Value(territory), Value(type), Value(side), Value(n)};
}

/// Day's ACT node in Turn 8 with these Fighters and no token on the map.
Value act_node(const lumen::Game& game, List day, List night, int actions) {
    Value d = without_derived(game.to_value(game.initial_state()));
    d = with(with(with(d, "node", "ACT"), "turn", 8), "first_player", 0);
    d = with(with(d, "dice", List{Value(1), Value(2)}), "first_row", 0);
    d = with(with(d, "step", "ACT"), "actions", actions);
    d = with(d, "discovery", int_list(std::vector<int>(16, -1)));
    return with_seat(with_seat(d, 0, "fighters", std::move(day)), 1, "fighters", std::move(night));
}

std::vector<int> legal(const lumen::Game& game, const lumen::State& s) {
    lumen::Actions actions;
    game.legal_actions(s, actions);
    std::vector<int> ids;
    actions.for_each([&](int a) { ids.push_back(a); });
    return ids;
}

/// Copies `value`; the leaf number `target` becomes a random int, bool or null.
Value mutate(const Value& value, int target, int& leaf, Rng& rng) {
    if (value.is_list()) {
        List out;
        for (const Value& entry : value.as_list()) out.push_back(mutate(entry, target, leaf, rng));
        return out;
    }
    if (value.is_dict()) {
        Dict out;
        for (const auto& [name, entry] : value.as_dict())
            out.emplace_back(name, mutate(entry, target, leaf, rng));
        return out;
    }
    if (leaf++ != target) return value;
    if (value.is_string()) return lumen::kNodeNames[rng.below(lumen::kNodes)];
    if (rng.below(8) == 0) return {};
    if (value.is_bool()) return rng.below(2) == 0;
    return static_cast<int>(rng.below(24)) - 3;
}

/// Plays on; every state on the way must pass `check`.
void play_on(const lumen::Game& game, lumen::State s, Rng& rng) {
    while (game.current_player(s) != kTerminalPlayer) {
        const bool chance = game.current_player(s) == kChancePlayer;
        game.apply_action(
            s, chance ? pick_outcome(game, s, rng) : pick_action<Policy::uniform>(game, s, rng));
        REQUIRE(game.check(s) == "");
    }
}

constexpr int k41 = 5, k45 = 6, k31 = 3, k73 = 14, k15 = 1;  // Territory indices

}  // namespace

TEST_CASE("a Mudshell has no destination unless the scenario lets it move [L-37] I-40") {
    const auto position = [](const lumen::Game& game) {
        Value d = act_node(game, {fighter(k41, lumen::kMudshell, 0, 1)},
                           {fighter(k31, lumen::kRestorer, 0, 1)}, 1);
        const Value pending = Dict{{"type", 1}, {"side", 0}, {"territory", k41}};
        return with(with(d, "node", "MOVE_DEST"), "pending", pending);
    };
    const auto a = make("A");
    CHECK_THROWS_WITH_AS(a.from_value(position(a)), doctest::Contains("I-40"),
                         std::invalid_argument);
    const auto e = make("E");
    CHECK(legal(e, e.from_value(position(e))) ==
          std::vector<int>{lumen::kTerritory + k45, lumen::kTerritory + 11});  // 45, 63
}

TEST_CASE("a Clean Sheet can eliminate both clans at once [L-49]") {
    const auto game = make("A");
    Value d = act_node(game, {fighter(k73, lumen::kShroomling, 0, 1)},
                       {fighter(k73, lumen::kPusher, 0, 1)}, 1);
    d = with_seat(d, 0, "boxes", 2);
    d = with_seat(d, 0, "slots", int_list(std::vector<int>{lumen::kCleanSheet, -1, -1, -1, -1}));
    auto s = game.from_value(d);
    game.apply_action(s, lumen::kGlow + 1);
    REQUIRE(legal(game, s) == std::vector<int>{lumen::kTerritory + k73});
    game.apply_action(s, lumen::kTerritory + k73);
    CHECK(game.current_player(s) == kTerminalPlayer);
    std::array<float, 2> returns{};
    game.returns(s, returns);
    CHECK(returns == std::array<float, 2>{0.5F, 0.5F});
}

TEST_CASE("captured Fighters stay, a Pusher may use its ability on others [L-40]") {
    const auto game = make("A");
    Value d =
        act_node(game, {fighter(k73, lumen::kPusher, 0, 1), fighter(k73, lumen::kFeathered, 0, 1)},
                 {fighter(k73, lumen::kShroomling, 0, 1), fighter(k73, lumen::kWeaver, 1, 1)}, 1);
    d = with_seat(d, 1, "boxes", 2);
    auto s = game.from_value(d);
    const int activate = lumen::kActivate + 16 * lumen::kPusher + k73;
    REQUIRE(legal(game, s) == std::vector<int>{lumen::kDone, activate});
    game.apply_action(s, activate);
    const int night = lumen::kTarget + lumen::kPosts;
    CHECK(legal(game, s) ==
          std::vector<int>{night + lumen::post(lumen::class_of(lumen::kShroomling, 0), k73),
                           night + lumen::post(lumen::class_of(lumen::kWeaver, 1), k73)});
}

TEST_CASE("wrong dicts are refused, whatever is accepted can be played to its end") {
    for (const auto scenario : kScenarios) {
        const auto game = make(scenario);
        for (std::uint64_t i = 0; i < 6; ++i) {
            CAPTURE(scenario);
            CAPTURE(i);
            Rng rng(11, i);
            auto s = game.initial_state();
            for (int step = 0; game.current_player(s) != kTerminalPlayer; ++step) {
                if (step % 4 == 0) {
                    const Value d = without_derived(game.to_value(s));
                    int leaves = 0;
                    (void)mutate(d, -1, leaves, rng);
                    for (int k = 0; k < 4; ++k) {
                        int leaf = 0;
                        const auto at =
                            static_cast<int>(rng.below(static_cast<std::uint32_t>(leaves)));
                        const Value wrong = mutate(d, at, leaf, rng);
                        try {
                            play_on(game, game.from_value(wrong), rng);
                        } catch (const std::invalid_argument&) {}
                    }
                }
                const bool chance = game.current_player(s) == kChancePlayer;
                game.apply_action(s, chance ? pick_outcome(game, s, rng)
                                            : pick_action<Policy::eager>(game, s, rng));
            }
        }
    }
}

TEST_CASE("check is safe on any bytes and notices a wrong derived field") {
    const auto game = make("C");
    Rng rng(5, 0);
    auto s = game.initial_state();
    while (game.current_player(s) != kTerminalPlayer) {
        for (int k = 0; k < 20; ++k) {
            auto bytes = std::bit_cast<std::array<unsigned char, sizeof s>>(s);
            bytes[rng.below(sizeof s)] ^= static_cast<unsigned char>(1 + rng.below(255));
            (void)game.check(std::bit_cast<lumen::State>(bytes));
        }
        auto wrong = s;
        ++wrong.seats[1].headcount[3];
        CHECK(game.check(wrong).starts_with("derived"));
        const bool chance = game.current_player(s) == kChancePlayer;
        game.apply_action(
            s, chance ? pick_outcome(game, s, rng) : pick_action<Policy::eager>(game, s, rng));
    }
}
