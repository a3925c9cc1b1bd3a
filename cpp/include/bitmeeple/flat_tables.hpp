#pragma once
// Options and tables as the loader hands them to the core: named lists of integers. The meaning
// of each name is on the game's interface page, docs/games/<game>/interface.md.

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace bitmeeple {

struct FlatTable {
    std::string_view name;
    std::span<const std::int32_t> values;
};

/// A view on named integer lists; does not own them.
class FlatTables {
public:
    constexpr FlatTables(std::span<const FlatTable> tables) : tables_(tables) {}

    /// The list of that name with exactly `size` values, each in lowest..highest. The loader has
    /// validated the file; this re-checks so that a wrong table cannot become a wild index.
    /// Throws std::invalid_argument.
    [[nodiscard]] std::span<const std::int32_t> list(std::string_view name, std::size_t size,
                                                     int lowest, int highest) const {
        const auto values = list(name, lowest, highest);
        if (values.size() != size)
            throw std::invalid_argument("table '" + std::string(name) + "' has " +
                                        std::to_string(values.size()) + " values instead of " +
                                        std::to_string(size));
        return values;
    }
    /// The same for a list of any length.
    [[nodiscard]] std::span<const std::int32_t> list(std::string_view name, int lowest,
                                                     int highest) const {
        for (const auto& table : tables_) {
            if (table.name != name) continue;
            for (const auto value : table.values)
                if (value < lowest || value > highest)
                    throw std::invalid_argument("table '" + std::string(name) + "' holds " +
                                                std::to_string(value));
            return table.values;
        }
        throw std::invalid_argument("table '" + std::string(name) + "' is missing");
    }
    /// A list of one value.
    [[nodiscard]] int value(std::string_view name, int lowest, int highest) const {
        return list(name, 1, lowest, highest)[0];
    }

private:
    std::span<const FlatTable> tables_;
};

}  // namespace bitmeeple
