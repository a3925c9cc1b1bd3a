#pragma once
// The vocabulary of bitboard code: the only lines of the library that touch compiler builtins.

#include <bit>
#include <cassert>
#include <cstdint>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace bitmeeple {

/// Number of set bits.
[[nodiscard]] constexpr int popcount(std::uint64_t mask) noexcept { return std::popcount(mask); }

/// Index of the lowest set bit. Precondition: mask != 0.
[[nodiscard]] constexpr int lsb(std::uint64_t mask) noexcept {
    assert(mask != 0);
    return std::countr_zero(mask);
}

/// Index of the highest set bit. Precondition: mask != 0.
[[nodiscard]] constexpr int msb(std::uint64_t mask) noexcept {
    assert(mask != 0);
    return 63 - std::countl_zero(mask);
}

/// The mask with bit `index` set. Precondition: 0 <= index < 64.
[[nodiscard]] constexpr std::uint64_t bit(int index) noexcept {
    assert(0 <= index && index < 64);
    return std::uint64_t{1} << index;
}

/// The mask of the `count` lowest bits. Precondition: 0 <= count <= 64.
[[nodiscard]] constexpr std::uint64_t low_bits(int count) noexcept {
    assert(0 <= count && count <= 64);
    return count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

/// Removes the lowest set bit and returns its index. Precondition: mask != 0.
[[nodiscard]] constexpr int pop_lsb(std::uint64_t& mask) noexcept {
    const int index = lsb(mask);
    mask &= mask - 1;
    return index;
}

namespace detail {
/// Portable select: halves the word by popcounts, six steps.
[[nodiscard]] constexpr int select_portable(std::uint64_t mask, int n) noexcept {
    int base = 0;
    for (int width = 32; width > 0; width /= 2) {
        const int below = std::popcount(mask & low_bits(width));
        if (n >= below) {
            n -= below;
            base += width;
            mask >>= width;
        }
    }
    return base;
}
}  // namespace detail

/// Index of the n-th set bit, counted from 0. Precondition: 0 <= n < popcount(mask).
/// One `pdep` where the build has BMI2; that is what makes drawing a legal action cheap.
[[nodiscard]] constexpr int select(std::uint64_t mask, int n) noexcept {
    assert(0 <= n && n < popcount(mask));
#if defined(__BMI2__)
    if (!std::is_constant_evaluated())
        return std::countr_zero(_pdep_u64(std::uint64_t{1} << n, mask));
#endif
    return detail::select_portable(mask, n);
}

/// Calls f(index) for every set bit, ascending.
template <class F>
constexpr void for_each_bit(std::uint64_t mask, F&& f) {
    while (mask != 0) f(pop_lsb(mask));
}

}  // namespace bitmeeple
