#pragma once
// Lumen: sets of actions and of chance outcomes.
//
// Legal actions come in runs of ids that are bits of one word: cells, Territories, dice, four
// classes of Fighters at once. A set is an ascending list of such runs.

#include <array>

#include "bitmeeple/actions.hpp"
#include "bitmeeple/games/lumen/types.hpp"

namespace bitmeeple::lumen {

/// One run: all that most nodes need.
class RunActions {
public:
    constexpr RunActions() noexcept = default;
    /// Bit i of `mask` stands for the id base + i.
    constexpr RunActions(int base, std::uint64_t mask) noexcept : base_(base), mask_(mask) {}

    [[nodiscard]] constexpr int base() const noexcept { return base_; }
    [[nodiscard]] constexpr std::uint64_t mask() const noexcept { return mask_; }
    [[nodiscard]] constexpr int size() const noexcept { return popcount(mask_); }
    [[nodiscard]] constexpr int nth(int k) const noexcept { return base_ + select(mask_, k); }
    [[nodiscard]] constexpr bool contains(int action) const noexcept {
        const unsigned i = static_cast<unsigned>(action) - static_cast<unsigned>(base_);
        return i < 64 && (mask_ >> i & 1) != 0;
    }
    template <class F>
    constexpr void for_each(F&& f) const {
        for_each_bit(mask_, [&](int i) { f(base_ + i); });
    }
    template <class P>
    constexpr void remove_if(P&& pred) {
        for_each([&](int a) {
            if (pred(a)) mask_ &= ~bit(a - base_);
        });
    }

private:
    int base_ = 0;
    std::uint64_t mask_ = 0;
};

/// Any number of runs.
class Actions {
public:
    // Not `= default`: the arrays stay uninitialised in `Actions actions{}` too.
    constexpr Actions() noexcept {}  // NOLINT(modernize-use-equals-default)
    constexpr explicit Actions(RunActions run) noexcept { add(run); }

    /// Larger than all ids added before. Several at once keep the totals in registers.
    template <class... Runs>
    [[gnu::always_inline]] constexpr void add(const Runs&... added) noexcept {
        int runs = runs_;
        int size = size_;
        (put(added, runs, size), ...);
        runs_ = runs;
        size_ = size;
    }
    [[nodiscard]] constexpr int size() const noexcept { return size_; }
    [[nodiscard]] constexpr int nth(int k) const noexcept {
        assert(0 <= k && k < size_);
        unsigned r = 0;
        while (k >= ends_[r]) ++r;
        if (r > 0) k -= ends_[r - 1];
        return bases_[r] + select(masks_[r], k);
    }
    [[nodiscard]] constexpr bool contains(int action) const noexcept {
        for (int r = 0; r < runs_; ++r)
            if (RunActions(bases_[index(r)], masks_[index(r)]).contains(action)) return true;
        return false;
    }
    template <class F>
    constexpr void for_each(F&& f) const {
        for (int r = 0; r < runs_; ++r)
            for_each_bit(masks_[index(r)], [&](int i) { f(bases_[index(r)] + i); });
    }
    template <class P>
    constexpr void remove_if(P&& pred) {
        const int runs = runs_;
        runs_ = size_ = 0;
        for (int r = 0; r < runs; ++r) {
            RunActions run(bases_[index(r)], masks_[index(r)]);
            run.remove_if(pred);
            add(run);
        }
    }

private:
    [[gnu::always_inline]] constexpr void put(const RunActions& run, int& runs,
                                              int& size) noexcept {
        assert(runs < kCapacity);
        bases_[index(runs)] = static_cast<std::uint16_t>(run.base());
        masks_[index(runs)] = run.mask();
        size += run.size();
        ends_[index(runs)] = size;
        runs += run.mask() != 0 ? 1 : 0;
    }

    // ACT: DONE and FOUL_PLAY, GLOW, 7 words of MOVE, 4 of ACTIVATE; PUSH_TARGET: 14 words. The
    // last add may be of an empty mask.
    static constexpr int kCapacity = 16;
    // Deliberately uninitialised: only the first runs_ entries are ever read.
    std::array<std::uint64_t, kCapacity> masks_;
    std::array<int, kCapacity> ends_;  ///< number of actions up to this run
    std::array<std::uint16_t, kCapacity> bases_;
    int runs_ = 0;
    int size_ = 0;
};

// Eight byte-sized counters in a word: bags, unrevealed tokens, weights of outcomes.
inline constexpr std::uint64_t kEachByte = 0x0101010101010101U;
[[nodiscard]] constexpr int byte_of(std::uint64_t lanes, int lane) noexcept {
    return static_cast<int>(lanes >> (8 * lane) & 0xFF);
}
[[nodiscard]] constexpr std::uint64_t one_in_byte(int lane) noexcept { return bit(8 * lane); }
/// Sum of all bytes, which is below 256.
[[nodiscard]] constexpr int sum_of_bytes(std::uint64_t lanes) noexcept {
    return static_cast<int>(lanes * kEachByte >> 56);
}

/// Ids that are equally likely.
class IdOutcomes {
public:
    constexpr IdOutcomes() noexcept = default;
    constexpr explicit IdOutcomes(std::uint64_t ids) noexcept : ids_(ids) {}

    [[nodiscard]] constexpr int size() const noexcept { return popcount(ids_); }
    [[nodiscard]] constexpr std::uint32_t total() const noexcept {
        return static_cast<std::uint32_t>(popcount(ids_));
    }
    /// In the set 0 .. n-1 (dice) the r-th id is r. That spares a select, and where `pdep` is
    /// microcoded one of 36 bits takes long.
    [[nodiscard]] constexpr int pick(std::uint32_t r) const noexcept {
        assert(r < total());
        if ((ids_ & (ids_ + 1)) == 0) return static_cast<int>(r);
        return select(ids_, static_cast<int>(r));
    }
    [[nodiscard]] constexpr bool contains(int id) const noexcept {
        return 0 <= id && id < 64 && (ids_ >> id & 1) != 0;
    }
    template <class F>
    constexpr void for_each(F&& f) const {
        for_each_bit(ids_, [&](int id) { f(id, std::uint32_t{1}); });
    }

private:
    std::uint64_t ids_ = 0;
};

/// Up to 8 ids whose weights are bytes with a sum below 128.
class TokenOutcomes {
public:
    constexpr TokenOutcomes() noexcept = default;
    /// Byte k of `weights` belongs to id k, or to the id in byte k of `ids` (ascending).
    constexpr explicit TokenOutcomes(std::uint64_t weights,
                                     std::uint64_t ids = 0x0706050403020100U) noexcept
        : weights_(weights), ids_(ids) {}

    [[nodiscard]] constexpr int size() const noexcept {
        return popcount((weights_ + 0x7F * kEachByte) & 0x80 * kEachByte);
    }
    [[nodiscard]] constexpr std::uint32_t total() const noexcept {
        return static_cast<std::uint32_t>(sum_of_bytes(weights_));
    }
    [[nodiscard]] constexpr int pick(std::uint32_t r) const noexcept {
        assert(r < total());
        // Byte k of `sums` is the sum of weights 0..k; the first one above r is the pick.
        const std::uint64_t sums = weights_ * kEachByte;
        const std::uint64_t above = ((sums | 0x80 * kEachByte) - (r + 1) * kEachByte);
        return byte_of(ids_, lsb(above & 0x80 * kEachByte) / 8);
    }
    [[nodiscard]] constexpr bool contains(int id) const noexcept {
        bool found = false;
        for_each([&](int other, std::uint32_t) { found = found || other == id; });
        return found;
    }
    template <class F>
    constexpr void for_each(F&& f) const {
        for (int k = 0; k < 8; ++k)
            if (const int w = byte_of(weights_, k); w > 0)
                f(byte_of(ids_, k), static_cast<std::uint32_t>(w));
    }

private:
    std::uint64_t weights_ = 0;
    std::uint64_t ids_ = 0;
};

/// Outcomes of any chance node: of either kind.
class Outcomes {
public:
    constexpr Outcomes() noexcept = default;
    constexpr explicit Outcomes(IdOutcomes uniform) noexcept : uniform_(uniform) {}
    constexpr explicit Outcomes(TokenOutcomes tokens) noexcept : tokens_(tokens) {}

    [[nodiscard]] constexpr int size() const noexcept {
        return is_uniform() ? uniform_.size() : tokens_.size();
    }
    [[nodiscard]] constexpr std::uint32_t total() const noexcept {
        return is_uniform() ? uniform_.total() : tokens_.total();
    }
    [[nodiscard]] constexpr int pick(std::uint32_t r) const noexcept {
        return is_uniform() ? uniform_.pick(r) : tokens_.pick(r);
    }
    template <class F>
    constexpr void for_each(F&& f) const {
        is_uniform() ? uniform_.for_each(f) : tokens_.for_each(f);
    }

private:
    constexpr bool is_uniform() const noexcept { return uniform_.size() != 0; }
    IdOutcomes uniform_;
    TokenOutcomes tokens_;
};

static_assert(ActionSet<Actions> && ActionSet<RunActions> && OutcomeSet<Outcomes> &&
              OutcomeSet<IdOutcomes> && OutcomeSet<TokenOutcomes>);

}  // namespace bitmeeple::lumen
