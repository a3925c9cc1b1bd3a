#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
// Searches of every shipped game: what holds after every few iterations, and that an iteration
// allocates nothing. Assert builds check every state on the way too.

#include <doctest/doctest.h>

#include <cstdlib>
#include <new>
#include <numeric>
#include <vector>

#include "shipped_games.hpp"

namespace {

std::int64_t allocations = 0;

}  // namespace

[[gnu::noinline]] void* operator new(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size != 0 ? size : 1)) return memory;
    throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

using namespace bitmeeple;

namespace {

const std::atomic<bool> kGoOn{false};

/// Every way through the code.
std::vector<SearchOptions> all_options() {
    std::vector<SearchOptions> all;
    for (const auto method : {Method::flat, Method::halving}) {
        all.emplace_back().method = method;
        all.back().knowledge = Knowledge::single;
    }
    for (const auto knowledge :
         {Knowledge::omniscient, Knowledge::single, Knowledge::multi, Knowledge::worlds})
        for (const bool closed : {false, true}) {
            SearchOptions& o = all.emplace_back();
            o.knowledge = knowledge;
            o.closed = closed;
            o.tree_policy = closed;
            o.mast = knowledge == Knowledge::multi ? 0.5F : 0;
            o.margin = closed ? 0.5F : 0;
            o.playout = closed ? Policy::uniform : Policy::eager;
            o.worlds = 5;
            o.postpone = closed ? 1 : 0;
            o.memory = std::size_t{1} << 20;
        }
    for (auto& o : all) o.iterations = 200;
    return all;
}

/// A position of a random game with a choice; empty if the game ends before.
std::vector<std::byte> position(const Engine& game, std::uint64_t stream) {
    std::vector<std::byte> state(game.state_size());
    game.initial_state(state.data());
    Rng rng(77, stream);
    LegalIds legal;
    for (std::uint32_t left = rng.below(100);; left -= left > 0 ? 1 : 0) {
        const int player = game.current_player(state.data());
        if (player == kTerminalPlayer) return {};
        game.legal_ids(state.data(), legal);
        if (player >= 0 && legal.size > 1 && left == 0) return state;
        game.apply_action(state.data(), player == kChancePlayer
                                            ? game.sample_chance(state.data(), rng)
                                            : game.sample_action(state.data(), Policy::eager, rng));
    }
}

void check_result(const Engine& game, const std::vector<std::byte>& root,
                  const SearchOptions& options, const SearchEngine& search) {
    const auto players = static_cast<std::size_t>(game.bounds().num_players);
    std::int64_t visits = 0;
    for (const RootAction& row : search.actions()) {
        visits += row.visits;
        REQUIRE(game.is_legal(root.data(), row.action));
        for (std::size_t p = 0; p < kMaxSearchPlayers; ++p) {
            REQUIRE(row.sum[p] >= 0);
            REQUIRE(row.sum[p] <= (p < players ? static_cast<double>(row.visits) * kValueUnit : 0));
        }
    }
    REQUIRE(visits == search.iterations());
    REQUIRE(game.is_legal(root.data(), search.best()));
    REQUIRE(search.bytes() <= options.memory);
    if (options.method != Method::tree) return;
    const auto children = search.children({});
    std::int64_t below = 0;
    for (const TreeAction& child : children) {
        below += child.visits;
        REQUIRE(child.seat == search.seat());
        const auto next = search.children(std::vector<int>{child.action});
        std::int64_t further = 0;
        for (const TreeAction& entry : next) further += entry.visits;
        REQUIRE(further <= child.visits);
    }
    REQUIRE(below == visits);
}

}  // namespace

TEST_CASE("after every few iterations the numbers agree, and no iteration allocates") {
    for (const auto& game : shipped_engines())
        for (const SearchOptions& options : all_options()) {
            const auto search = game->make_search(options);
            for (std::uint64_t stream = 0; stream < 3; ++stream) {
                const auto root = position(*game, stream);
                if (root.empty()) continue;
                CAPTURE(stream);
                search->begin(root.data());
                for (bool over = false; !over;) {
                    [[maybe_unused]] const std::int64_t before = allocations;
                    over = search->run(kGoOn, SearchEngine::Clock::time_point::min());
#ifdef NDEBUG  // assert builds check every state, which allocates
                    REQUIRE(allocations == before);
#endif
                    check_result(*game, root, options, *search);
                }
                REQUIRE(search->stopped_by() == StoppedBy::iterations);
                REQUIRE(search->iterations() == options.iterations);
            }
        }
}

TEST_CASE("pauses do not change a search") {
    for (const auto& game : shipped_engines())
        for (const SearchOptions& options : all_options()) {
            const auto root = position(*game, 1);
            if (root.empty()) continue;
            const auto paused = game->make_search(options);
            const auto straight = game->make_search(options);
            paused->begin(root.data());
            straight->begin(root.data());
            while (!paused->run(kGoOn, SearchEngine::Clock::time_point::min())) {}
            REQUIRE(straight->run(kGoOn, SearchEngine::Clock::time_point::max()));
            REQUIRE(paused->actions().size() == straight->actions().size());
            for (std::size_t k = 0; k < paused->actions().size(); ++k) {
                CHECK(paused->actions()[k].visits == straight->actions()[k].visits);
                CHECK(paused->actions()[k].sum == straight->actions()[k].sum);
            }
        }
}
