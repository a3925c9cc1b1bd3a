// Turns bytes into the bytes of a state, and asks `check` about them: whatever it accepts must be a
// position that a dict gives too, and playable. The first byte picks the game, the second how far a
// random game is played; pairs of bytes after these change single bits of that state or, if the
// third byte is 0, all are the state itself. Built for libFuzzer (cmake -DBITMEEPLE_FUZZ=ON with
// clang); the ctest `fuzz_bytes` feeds it pseudo-random bytes instead.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "bitmeeple/engines.hpp"
#include "shipped_games.hpp"

namespace {

using namespace bitmeeple;

int accepted = 0;

void require(bool condition, const char* what, std::string_view detail = {}) {
    if (condition) return;
    std::fprintf(stderr, "%s %.*s\n", what, static_cast<int>(detail.size()), detail.data());
    std::abort();
}

const std::vector<std::unique_ptr<Engine>>& engines() {
    static const auto all = shipped_engines();
    return all;
}

void play_on(const Engine& game, std::vector<std::byte>& s, int events, Rng& rng) {
    for (int k = 0; k < events; ++k) {
        const int player = game.current_player(s.data());
        if (player == kTerminalPlayer) return;
        game.apply_action(s.data(), player == kChancePlayer
                                        ? game.sample_chance(s.data(), rng)
                                        : game.sample_action(s.data(), Policy::eager, rng));
    }
}

/// What an accepted state must be good for.
void require_sound(const Engine& game, std::vector<std::byte> s, Rng& rng) {
    ++accepted;
    std::vector<std::byte> twin(s.size());
    try {
        game.from_value(game.to_value(s.data()), twin.data());
    } catch (const std::invalid_argument& error) {
        require(false, "check accepts what a dict does not give:", error.what());
    }
    require(twin == s, "a dict does not give the state back");
    static LegalIds legal;
    game.legal_ids(s.data(), legal);
    const int seats = game.bounds().num_players;
    for (int p = 0; p < seats; ++p) {
        std::vector<float> tensor(static_cast<std::size_t>(game.bounds().observation_size));
        game.observation(s.data(), p, tensor);
        twin = s;
        game.resample(twin.data(), p, rng);
        require(game.check(twin.data()).empty(), "a world of an accepted state is broken");
    }
    play_on(game, s, 40, rng);
    const std::string broken = game.check(s.data());
    require(broken.empty(), "broken after an accepted state was played on:", broken);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 4) return 0;
    const Engine& game = *engines()[data[0] % engines().size()];
    const std::span rest(data + 3, size - 3);
    Rng rng(2, data[1]);
    std::vector<std::byte> s(game.state_size());
    if (data[2] == 0) {
        for (std::size_t k = 0; k < s.size(); ++k) s[k] = std::byte{rest[k % rest.size()]};
    } else {
        game.initial_state(s.data());
        play_on(game, s, 2 * data[1], rng);
        for (std::size_t k = 0; k + 2 < rest.size(); k += 3)
            s[(rest[k] | std::size_t{rest[k + 1]} << 8) % s.size()] ^= std::byte{1}
                                                                       << (rest[k + 2] & 7);
    }
    if (game.check(s.data()).empty()) require_sound(game, s, rng);
    return 0;
}

#ifndef BITMEEPLE_LIBFUZZER
int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 20'000;
    for (int round = 0; round < rounds; ++round) {
        Rng rng(3, static_cast<std::uint64_t>(round));
        const std::size_t changes = rng.below(4);
        std::vector<std::uint8_t> bytes(round % 16 == 0 ? 600 : 4 + 3 * changes);
        for (auto& byte : bytes) byte = static_cast<std::uint8_t>(rng.below(256));
        bytes[0] = static_cast<std::uint8_t>(round);
        bytes[2] = round % 16 == 0 ? 0 : 1;
        LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    }
    std::printf("%d inputs, %d accepted, nothing broken\n", rounds, accepted);
    return accepted > 0 ? 0 : 1;
}
#endif
