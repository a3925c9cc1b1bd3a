#pragma once
// What is timed and how: a case does some work and says how many units that was; samples of all
// cases are taken in turn, so that a slow minute of the machine hits all of them alike.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bitmeeple/flat_tables.hpp"

namespace bitmeeple::bench {

/// Makes the compiler believe that somebody reads `value`, and that all memory may have changed.
template <class T>
inline void keep(const T& value) noexcept {
#if defined(__GNUC__)
    asm volatile("" : : "g"(&value) : "memory");
#else
    static volatile const void* sink;
    sink = &value;
#endif
}

/// CPU time of this process where the system tells it: time stolen by other programs is not ours.
[[nodiscard]] inline double cpu_ns() noexcept {
#if defined(__unix__) || defined(__APPLE__)
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
#else
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::nano>(now).count();
#endif
}

/// Adds up the time between start() and stop(): a case that prepares something stops it.
class Stopwatch {
public:
    void start() noexcept { started_ = cpu_ns(); }
    void stop() noexcept { total_ += cpu_ns() - started_; }
    [[nodiscard]] double ns() const noexcept { return total_; }

private:
    double started_ = 0;
    double total_ = 0;
};

/// run(work, watch) does `work` items with the watch running, and returns the number of units.
struct Case {
    std::string name;
    std::string unit;
    std::function<std::int64_t(std::int64_t work, Stopwatch& watch)> run;
};

/// The cases of one configuration of a game, and numbers to read them with.
struct Suite {
    std::string game;
    std::vector<Case> cases;
    std::function<std::vector<std::pair<std::string, double>>()> facts;
};

/// A game with options as flat integers (docs/games/<game>/interface.md, 1): "latria:players=4".
/// `tables=` chooses a variant of the shipped tables.
struct Configuration {
    std::string text;
    std::string game;
    std::string tables;
    std::vector<std::pair<std::string, std::int32_t>> options;
};

/// The options at their defaults, except for those of the configuration. A value; it keeps the
/// numbers that `tables` points to.
struct ChosenOptions {
    std::vector<FlatTable> tables;
    std::vector<std::unique_ptr<std::int32_t>> values;
};

[[nodiscard]] inline ChosenOptions chosen_options(std::span<const FlatTable> defaults,
                                                  const Configuration& chosen) {
    ChosenOptions result;
    result.tables.assign(defaults.begin(), defaults.end());
    for (const auto& [name, value] : chosen.options) {
        const auto found = std::find_if(result.tables.begin(), result.tables.end(),
                                        [&](const FlatTable& t) { return t.name == name; });
        if (found == result.tables.end())
            throw std::invalid_argument(chosen.game + " has no option '" + name + "'");
        result.values.push_back(std::make_unique<std::int32_t>(value));
        found->values = std::span<const std::int32_t>(result.values.back().get(), 1);
    }
    return result;
}

}  // namespace bitmeeple::bench
