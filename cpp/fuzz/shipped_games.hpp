#pragma once
// Every game of the list with its default options and shipped data, without Python.

#include <memory>
#include <vector>

#include "bitmeeple/engines.hpp"
#include "bitmeeple/shipped.hpp"

namespace bitmeeple {

[[nodiscard]] inline std::vector<std::unique_ptr<Engine>> shipped_engines() {
    std::vector<std::unique_ptr<Engine>> engines;
#define BITMEEPLE_GAME(game) \
    engines.push_back(       \
        game::make_engine(FlatTables(game::shipped::options), game::shipped::tables()));
#include "bitmeeple/games.inc"
#undef BITMEEPLE_GAME
    return engines;
}

}  // namespace bitmeeple
