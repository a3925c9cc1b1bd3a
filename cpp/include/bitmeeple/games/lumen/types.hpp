#pragma once
// Lumen: options, ids and names. Rules: docs/games/lumen/rules.md; dict and tables:
// docs/games/lumen/interface.md.

#include <cstdint>

#include "bitmeeple/bits.hpp"
#include "bitmeeple/flat_tables.hpp"

namespace bitmeeple::lumen {

inline constexpr std::uint8_t kNone = 0xFF;

inline constexpr int kPlayers = 2;  // 0 Day, 1 Night
inline constexpr int kTurns = 17;
inline constexpr int kTerritories = 16;
inline constexpr int kRiver = kTerritories;  // as a destination
inline constexpr int kCells = 20;
inline constexpr int kMaxNeighbours = 6;
inline constexpr int kMaxEdges = kCells * kMaxNeighbours / 2;
inline constexpr int kMaxValue = 30;  // written in a cell
inline constexpr int kRows = 5;       // low, high, difference, sum, product
inline constexpr int kBoxes = 7;      // High Command
inline constexpr int kSlots = 5;
inline constexpr int kReserve = 3;
inline constexpr int kKinds = 8;       // of Discovery tokens
inline constexpr int kLootKinds = 3;   // the first of them
inline constexpr int kObjectives = 3;  // values of Objective tokens
inline constexpr int kObjectiveTokens = 21;
inline constexpr int kMaxFrontiers = 8;
inline constexpr int kDice = 36;  // 6 * white + black - 1
inline constexpr int kBasicTypes = 6;
inline constexpr int kMercenaries = 8;
inline constexpr int kTypes = kBasicTypes + kMercenaries;
inline constexpr int kMaxCopies = 11;  // tokens of one Basic type and clan
inline constexpr int kBonusTokens = 14;

/// A *class* of Fighters: 2 * type + side. Tokens of one owner, class and Territory are alike.
inline constexpr int kClasses = 2 * kTypes;
[[nodiscard]] constexpr int class_of(int type, int side) noexcept { return 2 * type + side; }
/// A *post*: 16 * class + Territory. Fighters of a clan are a set of posts; MOVE and TARGET ids
/// count posts.
inline constexpr int kPosts = kClasses * kTerritories;
[[nodiscard]] constexpr int post(int cls, int territory) noexcept {
    return kTerritories * cls + territory;
}

enum Type : int {
    kShroomling,
    kMudshell,
    kRestorer,
    kPusher,
    kAssassin,
    kFeathered,
    kEpicPusher,
    kEpicAssassin,
    kImpatient,
    kBomber,
    kWeaver,
    kRootspring,
    kHypnotist,
    kMetamorph,
};

/// Bonus index: 0..7 the Mercenaries, type 6 + index.
enum Bonus : int {
    kFury = 8,
    kCleanSheet,
    kTeleportation,
    kDiscoveryMission,
    kWinterMission,
    kShroomlingMission,
};

/// Kinds 0..2 are the Loots.
enum Kind : int { kInterference = 3, kPlanning, kParatrooper, kPriorityMessage, kFoulPlayToken };

enum Season : int { kWinter, kAutumn, kSummer, kSpring };

/// Land moves of a type, as in table `fighter_land_move`.
enum LandMove : int { kAlways, kNever, kActiveSide, kInactiveSide };

/// Action ids (section 2.4). Up to kActFirst they are single actions, the others are bases.
enum Action : int {
    kRoll = 0,
    kDone = 1,
    kFoulPlay = 2,
    kDeployFirst = 3,
    kActFirst = 4,
    kCalc = 5,
    kDiceAction = 10,
    kCell = 46,
    kTerritory = 66,
    kGlow = 83,
    kDeploy = 86,
    kMove = 310,
    kActivate = 758,
    kTarget = 982,
    kNumActions = 1878,
};
static_assert(kMove + kPosts == kActivate && kTarget + kPlayers * kPosts == kNumActions);

/// In the order of the interface page; chance nodes first.
enum class Node : std::uint8_t {
    reserve_draw,
    first_player,
    dice_roll,
    bonus_draw,
    objective_draw,
    discovery_reveal,
    para_draw,
    planning,
    calc,
    fill,
    link_down,
    link_up,
    order,
    deploy,
    act,
    move_dest,
    push_target,
    push_dest,
    kill_target,
    fly_dest,
    epic_move,
    marker_dest,
    hypno,
    fury_1,
    fury_2,
    clean,
    swap_1,
    swap_2,
    bar,
    terminal,
};
inline constexpr int kNodes = 30;
inline constexpr const char* kNodeNames[kNodes] = {
    "RESERVE_DRAW",
    "FIRST_PLAYER",
    "DICE_ROLL",
    "BONUS_DRAW",
    "OBJECTIVE_DRAW",
    "DISCOVERY_REVEAL",
    "PARA_DRAW",
    "PLANNING",
    "CALC",
    "FILL",
    "LINK_DOWN",
    "LINK_UP",
    "ORDER",
    "DEPLOY",
    "ACT",
    "MOVE_DEST",
    "PUSH_TARGET",
    "PUSH_DEST",
    "KILL_TARGET",
    "FLY_DEST",
    "EPIC_MOVE",
    "MARKER_DEST",
    "HYPNO",
    "FURY_1",
    "FURY_2",
    "CLEAN",
    "SWAP_1",
    "SWAP_2",
    "BAR",
    "TERMINAL",
};

enum class Step : std::uint8_t { none, deploy, act };

struct Options {
    std::uint8_t first_player = kNone;  ///< kNone: random [L-08]
    bool original = false;              ///< edition `original` [L-34] [L-45] [L-51]

    Options() = default;
    explicit Options(const FlatTables& flat)
        : first_player(static_cast<std::uint8_t>(flat.value("first_player", 0, 2) - 1)),
          original(flat.value("edition", 0, 1) == 1) {}
};

// Shorthand for array subscripts and for storing small numbers.
[[nodiscard]] constexpr unsigned index(int i) noexcept { return static_cast<unsigned>(i); }
[[nodiscard]] constexpr std::uint8_t u8(int i) noexcept { return static_cast<std::uint8_t>(i); }

}  // namespace bitmeeple::lumen
