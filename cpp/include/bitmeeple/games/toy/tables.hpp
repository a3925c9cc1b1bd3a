#pragma once
// Toy: the token types.

#include <algorithm>
#include <array>

#include "bitmeeple/games/toy/types.hpp"

namespace bitmeeple::toy {

struct Tables {
    int limit;
    std::array<std::uint8_t, kTypes> value;
    std::array<std::uint8_t, kTypes> count;

    explicit Tables(const FlatTables& flat) : limit(flat.value("limit", 1, 99)) {
        std::ranges::copy(flat.list("value", kTypes, 0, 20), value.begin());
        std::ranges::copy(flat.list("count", kTypes, 1, 9), count.begin());
    }
};

}  // namespace bitmeeple::toy
