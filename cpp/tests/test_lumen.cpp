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
