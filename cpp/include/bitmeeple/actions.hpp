#pragma once
// Fixed-capacity sets of actions and of weighted chance outcomes, always in ascending order of
// ids. A game picks the form that suits its nodes, or brings its own type with the same members.

#include <algorithm>
#include <array>
#include <cassert>
#include <concepts>
#include <cstdint>

#include "bitmeeple/bits.hpp"

namespace bitmeeple {

/// What the generic algorithms need of a set of legal actions.
/// size(): number of actions; nth(k): the k-th in ascending order, 0 <= k < size();
/// contains(a): any int; for_each(f): f(id), ascending; remove_if(pred): strikes actions out.
template <class S>
concept ActionSet = std::default_initializable<S> && requires(S set, const S fixed, int k) {
    { fixed.size() } -> std::same_as<int>;
    { fixed.nth(k) } -> std::same_as<int>;
    { fixed.contains(k) } -> std::same_as<bool>;
    fixed.for_each([](int) {});
    set.remove_if([](int) { return true; });
};

/// What they need of the outcomes of a chance node, with integer weights >= 1.
/// size(): number of outcomes; total(): sum of weights; pick(r): the first outcome whose running
/// weight sum exceeds r, 0 <= r < total(); for_each(f): f(id, weight), ascending ids.
template <class S>
concept OutcomeSet = std::default_initializable<S> && requires(const S fixed, std::uint32_t r) {
    { fixed.size() } -> std::same_as<int>;
    { fixed.total() } -> std::same_as<std::uint32_t>;
    { fixed.pick(r) } -> std::same_as<int>;
    fixed.for_each([](int, std::uint32_t) {});
};

/// Actions as bits: ids 0 .. N-1.
template <int N>
class BitActions {
public:
    static constexpr int kWords = (N + 63) / 64;

    constexpr void clear() noexcept { words_.fill(0); }
    constexpr void add(int action) noexcept {
        assert(0 <= action && action < N);
        words_[static_cast<unsigned>(action) / 64] |= bit(action % 64);
    }
    /// Sets 64 ids at once: bit i stands for id 64 * word + i.
    constexpr void set_word(int word, std::uint64_t mask) noexcept {
        words_[static_cast<unsigned>(word)] = mask;
    }
    [[nodiscard]] constexpr std::uint64_t word(int index) const noexcept {
        return words_[static_cast<unsigned>(index)];
    }

    [[nodiscard]] constexpr int size() const noexcept {
        int total = 0;
        for (const auto word : words_) total += popcount(word);
        return total;
    }
    [[nodiscard]] constexpr int nth(int k) const noexcept {
        int base = 0;
        for (unsigned w = 0; w + 1 < kWords; ++w, base += 64) {
            const int here = popcount(words_[w]);
            if (k < here) return base + select(words_[w], k);
            k -= here;
        }
        return base + select(words_[kWords - 1], k);
    }
    [[nodiscard]] constexpr bool contains(int action) const noexcept {
        return 0 <= action && action < N &&
               (words_[static_cast<unsigned>(action) / 64] >> (action % 64) & 1) != 0;
    }
    template <class F>
    constexpr void for_each(F&& f) const {
        for (int w = 0; w < kWords; ++w)
            for_each_bit(words_[static_cast<unsigned>(w)], [&](int i) { f(64 * w + i); });
    }
    template <class P>
    constexpr void remove_if(P&& pred) {
        for_each([&](int a) {
            if (pred(a)) words_[static_cast<unsigned>(a) / 64] &= ~bit(a % 64);
        });
    }

private:
    std::array<std::uint64_t, kWords> words_{};
};

/// Actions as an ascending list of at most Capacity ids below 65,536.
template <int Capacity>
class ListActions {
public:
    constexpr void clear() noexcept { size_ = 0; }
    /// Precondition: larger than all ids added before, and room is left.
    constexpr void add(int action) noexcept {
        assert(size_ < Capacity && (size_ == 0 || ids_[index(size_ - 1)] < action));
        ids_[index(size_++)] = static_cast<std::uint16_t>(action);
    }
    [[nodiscard]] constexpr int size() const noexcept { return size_; }
    [[nodiscard]] constexpr int nth(int k) const noexcept {
        assert(0 <= k && k < size_);
        return ids_[index(k)];
    }
    [[nodiscard]] constexpr bool contains(int action) const noexcept {
        return std::binary_search(ids_.begin(), ids_.begin() + size_, action);
    }
    template <class F>
    constexpr void for_each(F&& f) const {
        for (int k = 0; k < size_; ++k) f(int{ids_[index(k)]});
    }
    template <class P>
    constexpr void remove_if(P&& pred) {
        const auto end = std::remove_if(ids_.begin(), ids_.begin() + size_,
                                        [&](std::uint16_t a) { return pred(int{a}); });
        size_ = static_cast<int>(end - ids_.begin());
    }

private:
    static constexpr unsigned index(int k) noexcept { return static_cast<unsigned>(k); }
    // Deliberately uninitialised: only the first size_ entries are ever read.
    std::array<std::uint16_t, Capacity> ids_;
    int size_ = 0;
};

/// Chance outcomes as a list of at most Capacity (id, weight) pairs.
template <int Capacity>
class ListOutcomes {
public:
    constexpr void clear() noexcept { size_ = 0, total_ = 0; }
    /// Outcomes of weight 0 are not outcomes and are left out. Ids ascend.
    constexpr void add(int id, std::uint32_t weight) noexcept {
        if (weight == 0) return;
        assert(size_ < Capacity && (size_ == 0 || ids_[index(size_ - 1)] < id));
        ids_[index(size_)] = static_cast<std::uint16_t>(id);
        weights_[index(size_++)] = weight;
        total_ += weight;
    }
    [[nodiscard]] constexpr int size() const noexcept { return size_; }
    [[nodiscard]] constexpr std::uint32_t total() const noexcept { return total_; }
    [[nodiscard]] constexpr int pick(std::uint32_t r) const noexcept {
        assert(r < total_);
        int k = 0;
        for (; r >= weights_[index(k)]; ++k) r -= weights_[index(k)];
        return ids_[index(k)];
    }
    template <class F>
    constexpr void for_each(F&& f) const {
        for (int k = 0; k < size_; ++k) f(int{ids_[index(k)]}, weights_[index(k)]);
    }

private:
    static constexpr unsigned index(int k) noexcept { return static_cast<unsigned>(k); }
    std::array<std::uint16_t, Capacity> ids_;
    std::array<std::uint32_t, Capacity> weights_;
    int size_ = 0;
    std::uint32_t total_ = 0;
};

static_assert(ActionSet<BitActions<105>> && ActionSet<ListActions<8>> &&
              OutcomeSet<ListOutcomes<8>>);

}  // namespace bitmeeple
