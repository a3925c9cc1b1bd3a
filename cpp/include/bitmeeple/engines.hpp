#pragma once
// make_engine of every game of the list, by name.

#include <memory>
#include <span>
#include <string_view>

#include "bitmeeple/engine.hpp"

#define BITMEEPLE_GAME(game)                                                                  \
    namespace bitmeeple::game {                                                               \
    [[nodiscard]] std::unique_ptr<Engine> make_engine(FlatTables options, FlatTables tables); \
    }
#include "bitmeeple/games.inc"
#undef BITMEEPLE_GAME

namespace bitmeeple {

struct EngineEntry {
    std::string_view name;
    std::unique_ptr<Engine> (*make)(FlatTables options, FlatTables tables);
};

inline constexpr EngineEntry kEngines[] = {
#define BITMEEPLE_GAME(game) {#game, &game::make_engine},
#include "bitmeeple/games.inc"
#undef BITMEEPLE_GAME
};

}  // namespace bitmeeple
