#pragma once
// El Caballero: options, ids and names. Rules: docs/games/el_caballero/rules.md.

#include <array>
#include <cstdint>

#include "bitmeeple/flat_tables.hpp"

namespace bitmeeple::el_caballero {

inline constexpr int kMaxPlayers = 4;
inline constexpr int kMaxSize = 31;       ///< of the table
inline constexpr int kAreaCards = 48;     ///< in the game
inline constexpr int kMaxTypes = 48;      ///< of area cards
inline constexpr int kMaxCards = 10;      ///< caballero cards per player
inline constexpr int kMaxGovernors = 20;  ///< of all players
inline constexpr int kDisplaySize = 5;
inline constexpr int kPowerCards = 13;
inline constexpr int kCourtPerCard = 8;  ///< caballeros that one card at court shows
inline constexpr int kMaxNumber = 8;     ///< on a caballero card
inline constexpr int kOrientations = 8;
inline constexpr std::uint8_t kNone = 0xFF;
inline constexpr std::uint16_t kNoCell = 0xFFFF;

/// Sides N, E, S, W are 0, 1, 2, 3; sets of sides are masks of four bits.
inline constexpr int kSides = 4;
inline constexpr unsigned kAllSides = 0xF;
[[nodiscard]] constexpr int opposite(int side) noexcept { return side ^ 2; }

[[nodiscard]] constexpr unsigned index(int i) noexcept { return static_cast<unsigned>(i); }

// Action ids (section 4.2). Cells come first; everything else is counted from their number S*S.
inline constexpr int kPower = 0;  ///< + value - 1
inline constexpr int kTile = 13;  ///< + type; also the ids of chance outcomes
inline constexpr int kRot = 61;   ///< + rotation
inline constexpr int kOri = 65;   ///< + orientation
inline constexpr int kSide = 73;  ///< + side
inline constexpr int kMenu = 77;  ///< + Menu
inline constexpr int kNoncellActions = 90;

enum class Menu : std::uint8_t {
    supply,
    place_card,
    raise_card,
    buy_ship,
    ship_from_court,
    ship_to_court,
    build_castillo,
    move_castillo,
    take_back,
    place_governor,
    place_grande,
    move_grande,
    end_turn,
};

/// A node with two steps (choose a cell, then something in it) is followed by its second step.
enum class Node : std::uint8_t {
    start,
    draw,
    power,
    turn,
    tile_cell,
    tile_rot,
    card_cell,
    card_ori,
    raise_cell,
    raise_ori,
    ship_cell,
    ship_side,
    unship_cell,
    unship_side,
    castillo_cell,
    movecas_from,
    movecas_to,
    back_cell,
    gov_cell,
    gov_side,
    grande_cell,
    grande_to,
    game_over,
};
inline constexpr int kNodes = 23;
inline constexpr std::array<const char*, kNodes> kNodeNames = {
    "START",       "DRAW",        "POWER",         "TURN",         "TILE_CELL",  "TILE_ROT",
    "CARD_CELL",   "CARD_ORI",    "RAISE_CELL",    "RAISE_ORI",    "SHIP_CELL",  "SHIP_SIDE",
    "UNSHIP_CELL", "UNSHIP_SIDE", "CASTILLO_CELL", "MOVECAS_FROM", "MOVECAS_TO", "BACK_CELL",
    "GOV_CELL",    "GOV_SIDE",    "GRANDE_CELL",   "GRANDE_TO",    "GAME_OVER"};

[[nodiscard]] constexpr bool is_turn_node(Node node) noexcept {
    return Node::turn <= node && node <= Node::grande_to;
}
[[nodiscard]] constexpr bool has_pending_tile(Node node) noexcept {
    return node == Node::tile_cell || node == Node::tile_rot;
}
[[nodiscard]] constexpr bool has_pending_ship(Node node) noexcept {
    return node == Node::ship_cell || node == Node::ship_side;
}
/// Second steps: the cell chosen in the node before is pending.
[[nodiscard]] constexpr bool has_pending_cell(Node node) noexcept {
    return node == Node::tile_rot || node == Node::card_ori || node == Node::raise_ori ||
           node == Node::ship_side || node == Node::unship_side || node == Node::movecas_to ||
           node == Node::gov_side;
}

/// Where a ship that is being put on the map comes from.
enum class ShipFrom : std::uint8_t { none, supply, court };

/// What a menu action opens. `supply` and `end_turn` are complete at once.
struct Opening {
    Node node;
    ShipFrom ship_from;
};
inline constexpr std::array<Opening, 13> kOpenings = {{
    {Node::turn, ShipFrom::none},
    {Node::card_cell, ShipFrom::none},
    {Node::raise_cell, ShipFrom::none},
    {Node::ship_cell, ShipFrom::supply},
    {Node::ship_cell, ShipFrom::court},
    {Node::unship_cell, ShipFrom::none},
    {Node::castillo_cell, ShipFrom::none},
    {Node::movecas_from, ShipFrom::none},
    {Node::back_cell, ShipFrom::none},
    {Node::gov_cell, ShipFrom::none},
    {Node::grande_cell, ShipFrom::none},
    {Node::grande_to, ShipFrom::none},
    {Node::turn, ShipFrom::none},
}};

struct Options {
    int players;
    int variant;  ///< 0 base, 1 expanded
    int first_player;

    explicit Options(const FlatTables& flat)
        : players(flat.value("players", 2, kMaxPlayers)), variant(flat.value("variant", 0, 1)),
          first_player(flat.value("first_player", 0, players - 1)) {}
};

}  // namespace bitmeeple::el_caballero
