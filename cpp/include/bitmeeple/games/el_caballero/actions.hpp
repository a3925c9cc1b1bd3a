#pragma once
// El Caballero: a set of legal actions. A node offers either cells or something else, never both,
// and cells come as a short list or as a plane; each of the three forms is cheap to draw from.

#include <array>
#include <cassert>
#include <cstdint>

#include "bitmeeple/actions.hpp"
#include "bitmeeple/games/el_caballero/geometry.hpp"
#include "bitmeeple/games/el_caballero/tables.hpp"
#include "bitmeeple/games/el_caballero/types.hpp"

namespace bitmeeple::el_caballero {

class Actions {
public:
    /// Longest list of cells: the caballero cards of one seat.
    static constexpr int kMaxList = kMaxCards;
    /// Ids from S*S on are bits of two words: up to ROT, and from there.
    static constexpr int kHigh = kRot;

    // Filling
    void set_bits(const Tables& t, std::uint64_t low, std::uint64_t high) noexcept {
        start(t, Form::bits);
        words_[0] = low;
        words_[1] = high;
        size_ = popcount(low) + popcount(high);
    }
    void start_list(const Tables& t) noexcept { start(t, Form::list); }
    /// Precondition: greater than all cells before.
    void append(unsigned cell) noexcept {
        assert(form_ == Form::list && size_ < kMaxList);
        list_[index(size_++)] = static_cast<std::uint16_t>(cell);
    }
    /// The plane is to be filled by the caller, who then calls `count_plane`.
    [[nodiscard]] Plane& start_plane(const Tables& t) noexcept {
        start(t, Form::plane);
        return words_;
    }
    void count_plane() noexcept {
        for (const auto word : words_) size_ += popcount(word);
    }

    // ActionSet
    [[nodiscard]] int size() const noexcept { return size_; }
    [[nodiscard]] int nth(int k) const noexcept {
        assert(0 <= k && k < size_);
        if (form_ == Form::bits) {
            const int low = popcount(words_[0]);
            return cells_ + (k < low ? select(words_[0], k) : kHigh + select(words_[1], k - low));
        }
        return id_of(form_ == Form::list ? list_[index(k)] : nth_cell(k));
    }
    [[nodiscard]] bool contains(int action) const noexcept {
        bool found = false;
        for_each([&](int a) { found = found || a == action; });
        return found;
    }
    template <class F>
    void for_each(F&& f) const {
        switch (form_) {
            case Form::bits:
                for_each_bit(words_[0], [&](int i) { f(cells_ + i); });
                for_each_bit(words_[1], [&](int i) { f(cells_ + kHigh + i); });
                return;
            case Form::list:
                for (int k = 0; k < size_; ++k) f(id_of(list_[index(k)]));
                return;
            case Form::plane: for_each_cell(words_, [&](unsigned cell) { f(id_of(cell)); });
        }
    }
    template <class P>
    void remove_if(P&& pred) {
        if (form_ != Form::bits) {  // no cell is ever struck out by a policy; kept general
            remove_cells_if(pred);
            return;
        }
        std::uint64_t low = words_[0];
        std::uint64_t high = words_[1];
        for_each_bit(words_[0], [&](int i) {
            if (pred(cells_ + i)) low &= ~bit(i);
        });
        for_each_bit(words_[1], [&](int i) {
            if (pred(cells_ + kHigh + i)) high &= ~bit(i);
        });
        words_[0] = low;
        words_[1] = high;
        size_ = popcount(low) + popcount(high);
    }

private:
    enum class Form : std::uint8_t { bits, list, plane };

    void start(const Tables& t, Form form) noexcept {
        form_ = form;
        size_ = 0;
        table_size_ = t.size;
        cells_ = t.cells;
    }
    [[nodiscard]] int id_of(unsigned cell) const noexcept {
        return table_size_ * static_cast<int>(cell / kCellStride) +
               static_cast<int>(cell % kCellStride);
    }
    [[nodiscard]] unsigned nth_cell(int k) const noexcept {
        unsigned w = 0;
        for (;; ++w) {
            const int here = popcount(words_[w]);
            if (k < here) break;
            k -= here;
        }
        return 64 * w + index(select(words_[w], k));
    }
    template <class P>
    void remove_cells_if(P&& pred) {
        if (form_ == Form::list) {
            int kept = 0;
            for (int k = 0; k < size_; ++k)
                if (!pred(id_of(list_[index(k)]))) list_[index(kept++)] = list_[index(k)];
            size_ = kept;
            return;
        }
        Plane kept{};
        for_each_cell(words_, [&](unsigned cell) {
            if (!pred(id_of(cell))) add_cell(kept, cell);
        });
        words_ = kept;
        size_ = 0;
        count_plane();
    }

    // Deliberately uninitialised: only what the form says is ever read.
    Plane words_;
    std::array<std::uint16_t, kMaxList> list_;
    int size_ = 0;
    int table_size_ = 0;
    int cells_ = 0;
    Form form_ = Form::bits;
};
static_assert(ActionSet<Actions>);

/// The outcomes of a chance node: how many cards of each type may come.
class Outcomes {
public:
    /// `first`: id of type 0.
    void set(int first, const std::array<std::uint8_t, kMaxTypes>& left) noexcept {
        first_ = first;
        left_ = left;
    }
    [[nodiscard]] int size() const noexcept {
        int count = 0;
        for (const auto left : left_) count += left > 0 ? 1 : 0;
        return count;
    }
    [[nodiscard]] std::uint32_t total() const noexcept {
        unsigned sum = 0;
        for (const auto left : left_) sum += left;
        return sum;
    }
    [[nodiscard]] int pick(std::uint32_t r) const noexcept {
        assert(r < total());
        unsigned type = 0;
        for (; r >= left_[type]; ++type) r -= left_[type];
        return first_ + static_cast<int>(type);
    }
    template <class F>
    void for_each(F&& f) const {
        for (unsigned type = 0; type < kMaxTypes; ++type)
            if (left_[type] > 0) f(first_ + static_cast<int>(type), std::uint32_t{left_[type]});
    }

private:
    int first_ = 0;
    std::array<std::uint8_t, kMaxTypes> left_;
};
static_assert(OutcomeSet<Outcomes>);

}  // namespace bitmeeple::el_caballero
