// Plays one random game of every kind through the installed core, without Python.

#include <cstddef>
#include <cstdio>
#include <vector>

#include "bitmeeple/engines.hpp"
#include "bitmeeple/shipped.hpp"

int main() {
    using namespace bitmeeple;
#define BITMEEPLE_GAME(game)                                                                \
    {                                                                                       \
        const auto engine =                                                                 \
            game::make_engine(FlatTables(game::shipped::options), game::shipped::tables()); \
        std::vector<std::byte> state(engine->state_size());                                 \
        engine->initial_state(state.data());                                                \
        Rng rng(7, 0);                                                                      \
        engine->play_random(state.data(), Policy::uniform, rng);                            \
        if (engine->current_player(state.data()) != kTerminalPlayer) return 1;              \
        std::printf("%s: %zu bytes, played to the end\n", #game, engine->state_size());     \
    }
#include "bitmeeple/games.inc"
#undef BITMEEPLE_GAME
    return 0;
}
