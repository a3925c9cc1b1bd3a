#pragma once
// Toy: the state, 18 bytes.
//
//   dealt[3]  drawn[3][2]  drawn_count[3]  bag[4] (derived)  node  seat     unused entries: 0xFF
//
#include <array>
#include <cstdint>

#include "bitmeeple/concept.hpp"
#include "bitmeeple/games/toy/types.hpp"

namespace bitmeeple::toy {

inline constexpr std::uint8_t kNone = 0xFF;

struct State {
    std::array<std::uint8_t, kMaxPlayers> dealt;
    std::array<std::array<std::uint8_t, kMaxDrawn>, kMaxPlayers> drawn;
    std::array<std::uint8_t, kMaxPlayers> drawn_count;
    std::array<std::uint8_t, kTypes> bag;  ///< derived: all tokens minus those of the seats
    Node node;
    std::uint8_t seat;  ///< kNone at the end

    friend bool operator==(const State&, const State&) = default;
};
static_assert(GameState<State> && sizeof(State) == 18);

}  // namespace bitmeeple::toy
