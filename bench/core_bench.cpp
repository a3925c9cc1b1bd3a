// core_bench: times the core, without Python. See `core_bench --help`.

#include <bit>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>

#include "bitmeeple/bits.hpp"
#include "bitmeeple/rng.hpp"
#include "harness.hpp"

#define BITMEEPLE_GAME(game)                                                   \
    namespace bitmeeple::game {                                                \
    [[nodiscard]] bench::Suite make_suite(const bench::Configuration& chosen); \
    }
#include "bitmeeple/games.inc"
#undef BITMEEPLE_GAME

namespace bitmeeple::bench {
namespace {

constexpr const char* kHelp = R"(core_bench [OPTION]... [GAME[:option=int,...]]...

Times every case of each game (default: all of the list, options at their defaults) in turn,
and the floor with them. Options of a game are flat integers; tables=NAME picks a variant of the
shipped tables. Example: core_bench --quick latria:players=4 lumen:tables=A

  --repeat N         samples of each case (default 15)
  --slice MS         CPU time of a sample (default 40)
  --quick            --repeat 5 --slice 8
  --only TEXT        cases whose name contains TEXT
  --out FILE         write JSON there instead of to standard output
  --run CASE WORK    do exactly WORK items of one case of one game (for callgrind and perf) and
                     print the number of units
  --list             names of the cases
)";

struct Entry {
    std::string_view name;
    Suite (*make)(const Configuration& chosen);
};
constexpr Entry kSuites[] = {
#define BITMEEPLE_GAME(game) {#game, &game::make_suite},
#include "bitmeeple/games.inc"
#undef BITMEEPLE_GAME
};

// The floor: what any random game must do per event

/// Ten bits: about as many as there are legal actions. Where `pdep` is microcoded (Zen 1, 2) its
/// time grows with the number of bits, so a dense mask would make for a low bar.
constexpr std::uint64_t kMask = 0x8102040810204081U;

/// One next(), one bounded draw, one select of the n-th bit of a mask that depends on the previous
/// pick.
template <class Select>
std::int64_t floor_loop(std::int64_t work, Stopwatch& watch, Select&& select_bit) {
    Rng rng(7, 0);
    std::uint64_t mask = kMask;
    watch.start();
    for (std::int64_t i = 0; i < work; ++i) {
        const auto n = static_cast<std::uint32_t>(popcount(mask));
        mask = std::rotl(kMask, select_bit(mask, static_cast<int>(rng.below(n))));
    }
    keep(mask);
    watch.stop();
    return work;
}

/// Stands in for select as it is where `pdep` takes three cycles (Intel, Zen 3 and later): so does a
/// multiplication, and its result depends on the same things.
int modelled_select(std::uint64_t mask, int n) {
    return std::countr_zero(mask * ((std::uint64_t{1} << n) | 1)) ^ n;
}

[[nodiscard]] Suite floor_suite() {
    return {"",
            {{"floor", "event",
              [](std::int64_t work, Stopwatch& watch) {
                  return floor_loop(work, watch, [](auto m, int n) { return select(m, n); });
              }},
             {"floor_no_pdep", "event",
              [](std::int64_t work, Stopwatch& watch) {
                  return floor_loop(work, watch,
                                    [](auto m, int n) { return detail::select_portable(m, n); });
              }},
             {"floor_fast_pdep", "event",
              [](std::int64_t work, Stopwatch& watch) {
                  return floor_loop(work, watch,
                                    [](auto m, int n) { return modelled_select(m, n); });
              }}},
            [] { return std::vector<std::pair<std::string, double>>(); }};
}

// Command line

struct Arguments {
    int repeat = 15;
    double slice_ns = 40e6;
    std::string only, out, run;
    std::int64_t work = 0;
    bool list = false;
    std::vector<Configuration> games;
};

[[nodiscard]] Configuration parse_configuration(const std::string& text) {
    Configuration chosen;
    chosen.text = text;
    std::istringstream parts(text);
    std::getline(parts, chosen.game, ':');
    for (std::string option; std::getline(parts, option, ',');) {
        const auto equals = option.find('=');
        if (equals == std::string::npos) throw std::invalid_argument("no '=' in " + option);
        const std::string name = option.substr(0, equals);
        const std::string value = option.substr(equals + 1);
        if (name == "tables")
            chosen.tables = value;
        else
            chosen.options.emplace_back(name, std::stoi(value));
    }
    return chosen;
}

[[nodiscard]] Arguments parse_arguments(std::span<char*> words) {
    Arguments result;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string word = words[i];
        const auto next = [&]() -> std::string {
            if (++i == words.size()) throw std::invalid_argument(word + " needs a value");
            return words[i];
        };
        if (word == "--help") {
            std::cout << kHelp;
            std::exit(0);
        } else if (word == "--repeat") {
            result.repeat = std::stoi(next());
        } else if (word == "--slice") {
            result.slice_ns = 1e6 * std::stod(next());
        } else if (word == "--quick") {
            result.repeat = 5;
            result.slice_ns = 8e6;
        } else if (word == "--only") {
            result.only = next();
        } else if (word == "--out") {
            result.out = next();
        } else if (word == "--list") {
            result.list = true;
        } else if (word == "--run") {
            result.run = next();
            result.work = std::stoll(next());
        } else if (word.starts_with("-")) {
            throw std::invalid_argument("no option " + word + "; see --help");
        } else {
            result.games.push_back(parse_configuration(word));
        }
    }
    if (result.games.empty() && result.run.empty())
        for (const auto& entry : kSuites)
            result.games.push_back(parse_configuration(std::string(entry.name)));
    return result;
}

[[nodiscard]] Suite make_suite(const Configuration& chosen) {
    for (const auto& entry : kSuites)
        if (entry.name == chosen.game) return entry.make(chosen);
    throw std::invalid_argument("no game '" + chosen.game + "'");
}

// Measuring

struct Measured {
    const Case* what;
    std::int64_t work = 1;
    std::int64_t units = 0;
    std::vector<double> samples;  ///< ns per unit, in the order they were taken
};

/// How much work fills a slice of time.
void calibrate(Measured& m, double slice_ns) {
    for (;; m.work *= 2) {
        Stopwatch watch;
        m.units = m.what->run(m.work, watch);
        if (m.units == 0) return;  // nothing of this kind in this game
        if (watch.ns() < slice_ns / 4) continue;
        const double factor = std::max(1.0, slice_ns / watch.ns());
        m.work = static_cast<std::int64_t>(static_cast<double>(m.work) * factor);
        return;
    }
}

void take_sample(Measured& m) {
    Stopwatch watch;
    m.units = m.what->run(m.work, watch);
    m.samples.push_back(watch.ns() / static_cast<double>(m.units));
}

[[nodiscard]] std::vector<std::vector<Measured>> measure(const std::vector<Suite>& suites,
                                                         const Arguments& arguments) {
    std::vector<std::vector<Measured>> results(suites.size());
    for (std::size_t k = 0; k < suites.size(); ++k)
        for (const Case& c : suites[k].cases) {
            if (k > 0 && c.name.find(arguments.only) == std::string::npos) continue;
            Measured m{&c, 1, 0, {}};
            calibrate(m, arguments.slice_ns);
            if (m.units > 0) results[k].push_back(std::move(m));
        }
    for (int r = 0; r < arguments.repeat; ++r) {
        for (auto& suite : results)
            for (auto& m : suite) take_sample(m);
    }
    return results;
}

// JSON

void write_case(std::ostream& out, const Measured& m) {
    auto sorted = m.samples;
    std::sort(sorted.begin(), sorted.end());
    const std::size_t n = sorted.size();
    const double median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    out << "    \"" << m.what->name << "\": {\"unit\": \"" << m.what->unit
        << "\", \"median\": " << median << ", \"min\": " << sorted.front()
        << ", \"max\": " << sorted.back() << ", \"work\": " << m.work << ", \"units\": " << m.units
        << ", \"samples\": [";
    for (std::size_t i = 0; i < n; ++i) out << (i ? ", " : "") << m.samples[i];
    out << "]}";
}

void write_json(std::ostream& out, const std::vector<Suite>& suites,
                const std::vector<std::vector<Measured>>& results) {
    out << "{\"isa\": \"" << BITMEEPLE_ISA << "\", \"flags\": \"" << BITMEEPLE_FLAGS
        << "\", \"compiler\": \""
#if defined(__clang__)
        << "clang " << __clang_version__
#elif defined(__GNUC__)
        << "gcc " << __VERSION__
#else
        << "unknown"
#endif
        << "\", \"clock\": \"CPU time\", \"unit\": \"ns\", \"suites\": {\n";
    for (std::size_t k = 0; k < suites.size(); ++k) {
        out << "  \"" << (k == 0 ? "floor" : suites[k].game) << "\": {\"facts\": {";
        const char* comma = "";
        for (const auto& [name, value] : suites[k].facts()) {
            out << comma << '"' << name << "\": " << value;
            comma = ", ";
        }
        out << "}, \"cases\": {\n";
        for (std::size_t i = 0; i < results[k].size(); ++i) {
            write_case(out, results[k][i]);
            out << (i + 1 < results[k].size() ? ",\n" : "\n");
        }
        out << "  }}" << (k + 1 < suites.size() ? ",\n" : "\n");
    }
    out << "}}\n";
}

int run_exactly(const Arguments& arguments) {
    const Suite suite = arguments.games.empty() ? floor_suite() : make_suite(arguments.games[0]);
    for (const Case& c : suite.cases) {
        if (c.name != arguments.run) continue;
        Stopwatch watch;
        const std::int64_t units = c.run(arguments.work, watch);
        std::cout << "{\"units\": " << units << ", \"ns\": " << watch.ns() << "}\n";
        return 0;
    }
    throw std::invalid_argument("no case '" + arguments.run + "'");
}

int run(std::span<char*> words) {
    const Arguments arguments = parse_arguments(words);
    if (!arguments.run.empty()) return run_exactly(arguments);
    std::vector<Suite> suites{floor_suite()};
    for (const auto& chosen : arguments.games) suites.push_back(make_suite(chosen));
    if (arguments.list) {
        for (const auto& suite : suites)
            for (const auto& c : suite.cases) std::cout << suite.game << ' ' << c.name << '\n';
        return 0;
    }
    const auto results = measure(suites, arguments);
    if (arguments.out.empty()) {
        write_json(std::cout, suites, results);
        return 0;
    }
    std::ofstream file(arguments.out);
    write_json(file, suites, results);
    if (!file) throw std::runtime_error("cannot write " + arguments.out);
    return 0;
}

}  // namespace
}  // namespace bitmeeple::bench

int main(int argc, char** argv) {
    try {
        return bitmeeple::bench::run({argv, static_cast<std::size_t>(argc)});
    } catch (const std::exception& error) {
        std::cerr << "core_bench: " << error.what() << '\n';
        return 2;
    }
}
