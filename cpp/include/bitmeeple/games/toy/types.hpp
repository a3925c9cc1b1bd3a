#pragma once
// Toy: options, ids and names. Rules: docs/games/toy/rules.md.

#include <cstdint>

#include "bitmeeple/flat_tables.hpp"

namespace bitmeeple::toy {

inline constexpr int kMaxPlayers = 3;
inline constexpr int kTypes = 4;
inline constexpr int kMaxDrawn = 2;
inline constexpr int kUnknown = -1;

/// Action ids.
inline constexpr int kDraw = 0;
inline constexpr int kStay = 1;

enum class Node : std::uint8_t { deal, turn, token, end };
inline constexpr const char* kNodeNames[] = {"DEAL", "TURN", "TOKEN", "END"};

struct Options {
    int players = 2;
    bool open = false;

    Options() = default;
    explicit Options(const FlatTables& flat)
        : players(flat.value("players", 2, kMaxPlayers)), open(flat.value("open", 0, 1) == 1) {}
};

}  // namespace bitmeeple::toy
