#pragma once
// El Caballero: a position spelled out, without anything derived: the form between a state and its
// dict, and the one that the invariants are checked on. Cold code.

#include <array>
#include <string>
#include <vector>

#include "bitmeeple/games/el_caballero/state.hpp"
#include "bitmeeple/games/el_caballero/tables.hpp"
#include "bitmeeple/value.hpp"

namespace bitmeeple::el_caballero {

/// Cells are those of the core (geometry.hpp) everywhere.
struct Position {
    struct AreaCard {
        unsigned cell;
        int type, rotation;
    };
    struct Card {
        unsigned cell;
        int orientation;
        bool castillo;
        unsigned ships;  ///< sides
    };
    struct Governor {
        unsigned cell;
        int side, owner;
        bool ship;
    };
    struct Player {
        int points = 0, court = 0, ships = 0;
        unsigned grande = kNoCell;
        unsigned hand = 0;  ///< bit v: power card v
        int played = 0;
        std::vector<Card> cards;
    };
    Node node = Node::start;
    int round = 1, first_player = 0;
    std::vector<AreaCard> area_cards;
    std::array<int, kMaxTypes> display{};
    std::vector<Governor> governors;
    std::vector<Player> players;
    bool has_turn = false;
    Turn turn{};
    int pending_tile = -1;
    unsigned pending_cell = kNoCell;
    ShipFrom pending_ship = ShipFrom::none;
};

/// Reads the shape of a dict; throws std::invalid_argument.
[[nodiscard]] Position read_position(const Tables& t, const Value& value);
/// The complete dict; `s` for what is derived.
[[nodiscard]] Value write_position(const Tables& t, const Position& p, const State& s);

/// What lies in each cell: -1 nothing, else an index of area_cards, or (Layout::cards) seat and
/// index of a caballero card.
struct Layout {
    std::array<int, kCellSpace> area;
    std::array<int, kCellSpace> card;  ///< kMaxCards * seat + index
};
[[nodiscard]] Layout lay_out(const Position& p);
/// Land or water sides of a cell: sides whose neighbour is an area card showing that kind.
[[nodiscard]] unsigned sides_of(const Tables& t, const Position& p, const Layout& layout,
                                unsigned cell, bool land);

/// "" or the first broken one of I-01 .. I-23.
[[nodiscard]] std::string broken_invariant(const Tables& t, const Position& p);

/// Precondition: the state's lists and ids are in range (`broken_range` says "").
[[nodiscard]] Position position_of(const Tables& t, const State& s);
/// The state with everything derived built from nothing. Precondition: no invariant is broken.
[[nodiscard]] State state_of(const Tables& t, const Position& p);
/// "" or what in the bytes of a state is out of range.
[[nodiscard]] std::string broken_range(const Tables& t, const State& s);

}  // namespace bitmeeple::el_caballero
