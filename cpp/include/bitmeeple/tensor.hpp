#pragma once
// Observation tensors: how slices are written, and how rows get to memory.

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "bitmeeple/bits.hpp"

namespace bitmeeple {

namespace detail {

/// kFlags[m][i]: bit i of m as a float. 8 KiB, of which sets that are mostly empty touch little.
inline constexpr auto kFlags = [] {
    std::array<std::array<float, 8>, 256> table{};
    for (unsigned m = 0; m < 256; ++m)
        for (unsigned i = 0; i < 8; ++i) table[m][i] = (m >> i & 1) != 0 ? 1.0F : 0.0F;
    return table;
}();

/// kRatio<most>[v]: v / most.
template <int most>
inline constexpr auto kRatio = [] {
    std::array<float, 16> table{};
    for (unsigned v = 0; v < 16; ++v) table[v] = static_cast<float>(v) / static_cast<float>(most);
    return table;
}();

}  // namespace detail

/// Writes the slices of a tensor one after another, each of them whole: the memory need not be
/// clear before.
class TensorWriter {
public:
    explicit TensorWriter(std::span<float> out) noexcept
        : next_(out.data()), end_(out.data() + out.size()) {}

    /// value / most
    void number(int value, int most) noexcept {
        put(static_cast<float>(value) / static_cast<float>(most));
    }
    /// The same for a value below 16: looked up, as tensors with hundreds of counts would spend
    /// their time dividing.
    template <int most>
    void count(unsigned value) noexcept {
        put(detail::kRatio<most>[value]);
    }
    void flag(bool set) noexcept { put(set ? 1.0F : 0.0F); }
    /// All zeros unless 0 <= value < size.
    [[gnu::always_inline]] void one_hot(int value, int size) noexcept {
        const bool is_one = 0 <= value && value < size;
        if (size <= 64) return flags(is_one ? bit(value) : 0, size);
        const auto slice = zeros(size);
        if (is_one) slice[static_cast<std::size_t>(value)] = 1;
    }
    /// A float for each of the `size` lowest bits, eight at a time: loops over the set bits mispredict
    /// their ends. Precondition: no higher bit is set.
    [[gnu::always_inline]] void flags(std::uint64_t mask, int size) noexcept {
        assert((mask & ~low_bits(size)) == 0);
        if (end_ - next_ < size + 7) return last_flags(mask, size);
        for (int i = 0; i < size; i += 8)
            std::memcpy(next_ + i, &detail::kFlags[mask >> i & 255], 8 * sizeof(float));
        next_ += size;
    }
    /// The same for a size known at compile time: straight code.
    template <int size>
    [[gnu::always_inline]] void flags(std::uint64_t mask) noexcept {
        if (end_ - next_ < size + 7) return last_flags(mask, size);
        [&]<std::size_t... byte>(std::index_sequence<byte...>) {
            (std::memcpy(next_ + 8 * byte, &detail::kFlags[mask >> 8 * byte & 255],
                         8 * sizeof(float)),
             ...);
        }(std::make_index_sequence<(size + 7) / 8>());
        next_ += size;
    }
    /// A slice of zeros, for the caller to fill in.
    std::span<float> zeros(int size) noexcept {
        const auto slice = take(size);
        std::ranges::fill(slice, 0.0F);
        return slice;
    }
    [[nodiscard]] bool is_full() const noexcept { return next_ == end_; }

protected:
    /// A slice for the caller to fill in.
    std::span<float> take(int size) noexcept {
        assert(end_ - next_ >= size);
        const std::span slice(next_, static_cast<std::size_t>(size));
        next_ += size;
        return slice;
    }

private:
    /// Flags too near to the end of the tensor for whole bytes.
    [[gnu::noinline]] void last_flags(std::uint64_t mask, int size) noexcept {
        const auto slice = zeros(size);
        for_each_bit(mask, [&](int i) { slice[static_cast<std::size_t>(i)] = 1; });
    }
    void put(float value) noexcept {
        assert(next_ < end_);
        *next_++ = value;
    }

    float* next_;
    const float* end_;
};

/// For tensors that are mostly zeros: clears everything at once and then writes only what is set,
/// where a TensorWriter would write every slice.
class SparseTensorWriter : public TensorWriter {
public:
    explicit SparseTensorWriter(std::span<float> out) noexcept : TensorWriter(out) {
        std::ranges::fill(out, 0.0F);
    }

    void one_hot(int value, int size) noexcept {
        const auto slice = take(size);
        if (0 <= value && value < size) slice[static_cast<std::size_t>(value)] = 1;
    }
    using TensorWriter::flags;
    /// For sets of few.
    void flags(std::uint64_t mask, int size) noexcept {
        const auto slice = take(size);
        for_each_bit(mask, [&](int i) { slice[static_cast<std::size_t>(i)] = 1; });
    }
    std::span<float> zeros(int size) noexcept { return take(size); }
};

/// Copies a row past the caches, without reading first what it overwrites: two to three times as
/// fast as memcpy into rows that are not in a cache. Call `flush_rows` before another thread reads.
inline void stream_row(std::span<const float> row, float* out) noexcept {
#if defined(__SSE2__)
    std::size_t i = 0;
    for (; i < row.size() && reinterpret_cast<std::uintptr_t>(out + i) % 16 != 0; ++i)
        out[i] = row[i];
    for (; i + 4 <= row.size(); i += 4) _mm_stream_ps(out + i, _mm_loadu_ps(row.data() + i));
    for (; i < row.size(); ++i) out[i] = row[i];
#else
    std::ranges::copy(row, out);
#endif
}

inline void flush_rows() noexcept {
#if defined(__SSE2__)
    _mm_sfence();
#endif
}

inline constexpr std::size_t kMaxTensor = 4096;  ///< floats of a tensor that can be streamed

/// The tensor of `player` into `out`; `past_caches` builds it in a hot row and streams that. For
/// rows that are evicted before anybody reads them.
template <class G>
void write_observation(const G& game, const typename G::State& s, int player, std::span<float> out,
                       bool past_caches) noexcept {
    if (!past_caches || out.size() > kMaxTensor) return game.observation(s, player, out);
    alignas(16) std::array<float, kMaxTensor> hot;  // deliberately uninitialised
    const auto row = std::span<float>(hot).first(out.size());
    game.observation(s, player, row);
    stream_row(row, out.data());
}

}  // namespace bitmeeple
