#pragma once
// Toy: the token types.

#include <array>

#include "bitmeeple/games/toy/types.hpp"

namespace bitmeeple::toy {

struct Tables {
    int limit;
    std::array<std::uint8_t, kTypes> value;
    std::array<std::uint8_t, kTypes> count;

    explicit Tables(const FlatTables& flat) : limit(flat.value("limit", 1, 99)) {
        const auto values = flat.list("value", kTypes, 0, 20);
        const auto counts = flat.list("count", kTypes, 1, 9);
        for (unsigned t = 0; t < kTypes; ++t) {
            value[t] = static_cast<std::uint8_t>(values[t]);
            count[t] = static_cast<std::uint8_t>(counts[t]);
        }
    }
};

}  // namespace bitmeeple::toy
