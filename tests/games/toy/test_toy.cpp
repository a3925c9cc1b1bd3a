#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "bitmeeple/engine.hpp"
#include "bitmeeple/games/toy/rules.hpp"
#include "bitmeeple/games/toy/shipped.hpp"
#include "bitmeeple/search/search.hpp"
#include "generic.hpp"

using namespace bitmeeple;

namespace {
template <class G = toy::Game>
G make(int players, bool open) {
    const std::int32_t values[] = {players, open ? 1 : 0};
    const FlatTable options[] = {{"players", std::span(values).subspan(0, 1)},
                                 {"open", std::span(values).subspan(1, 1)}};
    return {FlatTables(options), toy::shipped::tables()};
}

/// A toy that claims so many ids.
template <int actions, int outcomes>
struct Wide : toy::Game {
    using toy::Game::Game;
    [[nodiscard]] int num_distinct_actions() const noexcept { return actions; }
    [[nodiscard]] int max_chance_outcomes() const noexcept { return outcomes; }
};
}  // namespace

TEST_CASE("random games keep every invariant") {
    for (const int players : {2, 3})
        for (const bool open : {false, true})
            testing::check_random_games(make(players, open), 50, 1);
}

TEST_CASE("the output of a rollout does not depend on the number of threads") {
    testing::check_threads(make(3, false), 1000);
}

TEST_CASE("a batch plays the rollout's playouts, alone and beside other users of the game") {
    testing::check_batch(make(2, false), 300);
}

TEST_CASE("a game of more ids than fit into LegalIds is refused when it is made") {
    constexpr int kMost = LegalIds::kCapacity;
    CHECK(make<EngineOf<Wide<kMost, kMost>>>(2, true).bounds().num_distinct_actions == kMost);
    CHECK_THROWS_AS((make<EngineOf<Wide<kMost + 1, 2>>>(2, true)), std::invalid_argument);
    CHECK_THROWS_AS((make<EngineOf<Wide<2, kMost + 1>>>(2, true)), std::invalid_argument);
}
