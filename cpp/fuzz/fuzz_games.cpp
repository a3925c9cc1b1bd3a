// Turns bytes into games: the first byte picks the game, the others pick among legal actions and
// outcomes, or try an arbitrary id. After every step the whole state is checked and must survive
// its dict. Built for libFuzzer (cmake -DBITMEEPLE_FUZZ=ON with clang); the ctest `fuzz` feeds it
// pseudo-random bytes instead.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

#include "bitmeeple/engines.hpp"
#include "shipped_games.hpp"

namespace {

using namespace bitmeeple;

void require(bool condition, const char* what, std::string_view detail = {}) {
    if (condition) return;
    std::fprintf(stderr, "%s %.*s\n", what, static_cast<int>(detail.size()), detail.data());
    std::abort();
}

const std::vector<std::unique_ptr<Engine>>& engines() {
    static const auto all = shipped_engines();
    return all;
}

/// One step chosen by a byte; returns false at the end of the game.
bool step(const Engine& game, std::vector<std::byte>& state, std::uint8_t byte) {
    static LegalIds legal;
    game.legal_ids(state.data(), legal);
    if (legal.size == 0) return false;
    int id = legal.ids[byte % static_cast<std::size_t>(legal.size)];
    if (byte > 250) {  // an arbitrary id is legal exactly if it is listed
        id = byte * 7919 % 4001 - 1000;
        bool listed = false;
        for (int k = 0; k < legal.size; ++k) listed |= legal.ids[static_cast<std::size_t>(k)] == id;
        require(game.is_legal(state.data(), id) == listed, "is_legal disagrees with legal_actions");
        if (!listed) return true;
    }
    game.apply_action(state.data(), id);
    const std::string broken = game.check(state.data());
    require(broken.empty(), "broken after a legal action:", broken);
    if (byte % 16 == 0) {
        std::vector<std::byte> twin(state.size());
        game.from_value(game.to_value(state.data()), twin.data());
        require(twin == state, "a dict does not give the state back");
    }
    return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const Engine& game = *engines()[data[0] % engines().size()];
    std::vector<std::byte> state(game.state_size());
    game.initial_state(state.data());
    for (const std::uint8_t byte : std::span(data, size).subspan(1))
        if (!step(game, state, byte)) break;
    return 0;
}

#ifndef BITMEEPLE_LIBFUZZER
int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 20;
    for (int round = 0; round < rounds; ++round) {
        Rng rng(1, static_cast<std::uint64_t>(round));
        std::vector<std::uint8_t> bytes(1500);
        for (auto& byte : bytes) byte = static_cast<std::uint8_t>(rng.below(256));
        bytes[0] = static_cast<std::uint8_t>(round);
        LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    }
    std::printf("%d inputs, nothing broken\n", rounds);
}
#endif
