#pragma once
// The randomness contract (docs/architecture.md, "Randomness"): the same numbers on every machine
// and in the Python reference.

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

namespace bitmeeple {

/// Finaliser of splitmix64; also used to hash positions.
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t z) noexcept {
    z ^= z >> 30;
    z *= 0xBF58476D1CE4E5B9U;
    z ^= z >> 27;
    z *= 0x94D049BB133111EBU;
    return z ^ (z >> 31);
}

/// xoshiro256++ seeded by (seed, stream). Streams of one seed are independent: work item i of a
/// batch uses stream i, so results do not depend on who computes it.
class Rng {
public:
    using Words = std::array<std::uint64_t, 4>;

    constexpr Rng(std::uint64_t seed, std::uint64_t stream) noexcept {
        std::uint64_t x = mix(seed + 0x9E3779B97F4A7C15U) ^ mix(stream + 0xD1B54A32D192ED03U);
        for (auto& word : words_) word = mix(x += 0x9E3779B97F4A7C15U);
    }

    /// The next 64 random bits.
    constexpr std::uint64_t next() noexcept {
        auto& [s0, s1, s2, s3] = words_;
        const std::uint64_t result = std::rotl(s0 + s3, 23) + s0;
        const std::uint64_t t = s1 << 17;
        s2 ^= s0;
        s3 ^= s1;
        s1 ^= s2;
        s0 ^= s3;
        s2 ^= t;
        s3 = std::rotl(s3, 45);
        return result;
    }

    /// A number in 0 .. n-1. Precondition: 1 <= n. One multiplication, no rejection: the bias is
    /// below n / 2^32 and part of the contract.
    constexpr std::uint32_t below(std::uint32_t n) noexcept {
        assert(n >= 1);
        return static_cast<std::uint32_t>(((next() >> 32) * n) >> 32);
    }

    [[nodiscard]] constexpr const Words& words() const noexcept { return words_; }
    constexpr void set_words(const Words& words) noexcept { words_ = words; }
    friend constexpr bool operator==(const Rng&, const Rng&) noexcept = default;

private:
    Words words_{};
};

static_assert(Rng(0, 0).next() == 0x7b5a9b11faac50c7U);
static_assert(Rng(7, 123).next() == 0x79327f6d48a3e5e1U);

}  // namespace bitmeeple
