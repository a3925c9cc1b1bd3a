#pragma once
// States as bytes, for pickles. A state is sent as what differs from the initial state, word by
// word: most of a table has not moved. Whoever reads such bytes must call `check` on the state: the
// bytes may be anything.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace bitmeeple {

using ConstBytes = std::span<const std::byte>;

namespace detail {

/// Spelled out, so that a compiler makes one load of it.
[[nodiscard]] constexpr std::uint64_t whole_word(const std::byte* b) noexcept {
    const auto at = [b](int k) { return std::to_integer<std::uint64_t>(b[k]) << (8 * k); };
    return at(0) | at(1) | at(2) | at(3) | at(4) | at(5) | at(6) | at(7);
}

}  // namespace detail

/// Up to eight bytes from `at`, as a little-endian word; bytes behind the end count as 0.
[[nodiscard]] constexpr std::uint64_t word_at(ConstBytes bytes, std::size_t at) noexcept {
    if (at + 8 <= bytes.size()) return detail::whole_word(bytes.data() + at);
    std::uint64_t word = 0;
    for (std::size_t k = 0; k < 8 && at + k < bytes.size(); ++k)
        word |= std::to_integer<std::uint64_t>(bytes[at + k]) << (8 * k);
    return word;
}

/// The inverse; false if the word has bits behind the end.
[[nodiscard]] constexpr bool put_word(std::span<std::byte> bytes, std::size_t at,
                                      std::uint64_t word) noexcept {
    if (at + 8 <= bytes.size()) {
        std::byte* to = bytes.data() + at;
        const auto put = [to, word](int k) { to[k] = static_cast<std::byte>(word >> 8 * k); };
        put(0), put(1), put(2), put(3), put(4), put(5), put(6), put(7);
        return true;
    }
    for (std::size_t k = 0; k < 8; ++k, word >>= 8) {
        if (at + k < bytes.size())
            bytes[at + k] = static_cast<std::byte>(word & 0xFF);
        else if (word != 0)
            return false;
    }
    return true;
}

/// 64-bit hash: four chains of multiplications, so that a processor has them in flight at once.
[[nodiscard]] constexpr std::uint64_t hash_bytes(ConstBytes bytes, std::uint64_t seed) noexcept {
    constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15U;
    constexpr std::uint64_t kOther = 0xBF58476D1CE4E5B9U;
    std::array<std::uint64_t, 4> chain{seed, seed + kOdd, seed ^ kOther, ~seed};
    const auto add = [&](std::size_t k, std::uint64_t word) {
        chain[k] = std::rotl(chain[k] ^ (word * kOdd), 29) * kOther + kOdd;
    };
    std::size_t at = 0;
    for (; at + 32 <= bytes.size(); at += 32)
        for (std::size_t k = 0; k < 4; ++k) add(k, detail::whole_word(&bytes[at + 8 * k]));
    for (std::size_t k = 0; at < bytes.size(); at += 8, ++k) add(k, word_at(bytes, at));
    std::uint64_t hash = bytes.size();
    for (const auto one : chain) {
        hash = (hash ^ one) * kOther;
        hash ^= hash >> 32;
        hash = hash * kOdd + 1;
        hash ^= hash >> 29;
    }
    return hash;
}

namespace detail {

/// tables[k][b]: what byte b does to the remainder of k further bytes.
inline constexpr auto kCrcTables = [] {
    std::array<std::array<std::uint32_t, 256>, 8> tables{};
    for (std::uint32_t b = 0; b < 256; ++b) {
        std::uint32_t r = b;
        for (int i = 0; i < 8; ++i) r = r >> 1 ^ ((r & 1) != 0 ? 0xEDB88320U : 0);
        tables[0][b] = r;
    }
    for (std::size_t k = 1; k < 8; ++k)
        for (std::size_t b = 0; b < 256; ++b)
            tables[k][b] = tables[k - 1][b] >> 8 ^ tables[0][tables[k - 1][b] & 0xFF];
    return tables;
}();

}  // namespace detail

/// CRC-32 as in zlib.
[[nodiscard]] constexpr std::uint32_t crc32(ConstBytes bytes) noexcept {
    std::uint32_t r = 0xFFFFFFFFU;
    std::size_t at = 0;
    for (; at + 8 <= bytes.size(); at += 8) {
        const std::uint64_t word = detail::whole_word(&bytes[at]) ^ r;
        r = 0;
        for (std::size_t k = 0; k < 8; ++k) r ^= detail::kCrcTables[7 - k][word >> 8 * k & 0xFF];
    }
    for (; at < bytes.size(); ++at)
        r = r >> 8 ^ detail::kCrcTables[0][(r ^ std::to_integer<std::uint32_t>(bytes[at])) & 0xFF];
    return ~r;
}

/// Appends what differs between two blocks of a size: a bit per word, then the words that differ,
/// each as the exclusive or.
inline void append_difference(ConstBytes bytes, ConstBytes base, std::string& out) {
    const std::size_t words = (bytes.size() + 7) / 8;
    const std::size_t map = out.size();
    out.append((words + 7) / 8, '\0');
    for (std::size_t w = 0; w < words; ++w) {
        const std::uint64_t word = word_at(bytes, 8 * w) ^ word_at(base, 8 * w);
        if (word == 0) continue;
        out[map + w / 8] = static_cast<char>(out[map + w / 8] | 1 << w % 8);
        for (int k = 0; k < 8; ++k) out.push_back(static_cast<char>(word >> 8 * k & 0xFF));
    }
}

/// The inverse, into `out`, which has the size of `base`; false unless `difference` is just what
/// append_difference writes.
[[nodiscard]] inline bool apply_difference(ConstBytes difference, ConstBytes base,
                                           std::span<std::byte> out) noexcept {
    const std::size_t words = (base.size() + 7) / 8;
    std::size_t at = (words + 7) / 8;
    if (difference.size() < at) return false;
    for (std::size_t w = 0; w < 8 * ((words + 7) / 8); ++w) {
        const bool differs = (std::to_integer<unsigned>(difference[w / 8]) >> w % 8 & 1) != 0;
        if (w >= words) {
            if (differs) return false;
            continue;
        }
        std::uint64_t word = 0;
        if (differs) {
            if (difference.size() < at + 8) return false;
            word = word_at(difference, at);
            at += 8;
            if (word == 0) return false;
        }
        if (!put_word(out, 8 * w, word ^ word_at(base, 8 * w))) return false;
    }
    return at == difference.size();
}

}  // namespace bitmeeple
