#pragma once
// Toy: options. Nodes, ids and dicts are generated from interface.py. Rules: docs/games/toy/rules.md.

#include <cstdint>

#include "bitmeeple/flat_tables.hpp"
#include "bitmeeple/games/toy/interface.hpp"

#include "bitmeeple/flat_tables.hpp"

namespace bitmeeple::toy {

inline constexpr int kMaxPlayers = 3;
inline constexpr int kTypes = 4;
inline constexpr int kMaxDrawn = 2;

struct Options {
    int players = 2;
    bool open = false;

    Options() = default;
    explicit Options(const FlatTables& flat)
        : players(flat.value("players", 2, kMaxPlayers)), open(flat.value("open", 0, 1) == 1) {}
};

}  // namespace bitmeeple::toy
