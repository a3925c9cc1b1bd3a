#pragma once
// El Caballero: sets of legal actions. A node offers either cells or something else, never both;
// each node has the form that is cheapest to draw from, and `Actions` holds any of them.

#include <array>
#include <cassert>
#include <cstdint>

#include "bitmeeple/actions.hpp"
#include "bitmeeple/games/el_caballero/geometry.hpp"
#include "bitmeeple/games/el_caballero/state.hpp"
#include "bitmeeple/games/el_caballero/tables.hpp"
#include "bitmeeple/games/el_caballero/types.hpp"

namespace bitmeeple::el_caballero {

/// The bits of `mask` without those whose id `first` + i is to go.
template <class P>
[[nodiscard]] std::uint64_t without(std::uint64_t mask, int first, P&& pred) {
    std::uint64_t kept = mask;
    for_each_bit(mask, [&](int i) {
        if (pred(first + i)) kept &= ~bit(i);
    });
    return kept;
}
template <class S>
[[nodiscard]] bool contains_by_search(const S& set, int action) noexcept {
    bool found = false;
    set.for_each([&](int a) { found = found || a == action; });
    return found;
}

/// A few actions of one kind: bit i is the id `first` + i.
class Few {
public:
    Few() = default;
    Few(int first, unsigned mask) noexcept : mask_(mask), first_(first) {}

    [[nodiscard]] int size() const noexcept { return popcount(mask_); }
    [[nodiscard]] int nth(int k) const noexcept { return first_ + select(mask_, k); }
    [[nodiscard]] bool contains(int action) const noexcept {
        return contains_by_search(*this, action);
    }
    template <class F>
    void for_each(F&& f) const {
        for_each_bit(mask_, [&](int i) { f(first_ + i); });
    }
    template <class P>
    void remove_if(P&& pred) {
        mask_ = without(mask_, first_, pred);
    }

private:
    std::uint64_t mask_ = 0;
    int first_ = 0;
};

/// The menu of a turn: ids from S*S on are bits of two words, up to ROT, and from there.
class MenuChoices {
public:
    static constexpr int kHigh = kRot;

    MenuChoices() = default;
    MenuChoices(int cells, std::uint64_t low, std::uint64_t high) noexcept
        : low_(low), high_(high), cells_(cells) {}

    [[nodiscard]] int size() const noexcept { return popcount(low_) + popcount(high_); }
    [[nodiscard]] int nth(int k) const noexcept {
        const int low = popcount(low_);
        return cells_ + (k < low ? select(low_, k) : kHigh + select(high_, k - low));
    }
    [[nodiscard]] bool contains(int action) const noexcept {
        return contains_by_search(*this, action);
    }
    template <class F>
    void for_each(F&& f) const {
        for_each_bit(low_, [&](int i) { f(cells_ + i); });
        for_each_bit(high_, [&](int i) { f(cells_ + kHigh + i); });
    }
    template <class P>
    void remove_if(P&& pred) {
        low_ = without(low_, cells_, pred);
        high_ = without(high_, cells_ + kHigh, pred);
    }

private:
    std::uint64_t low_ = 0;
    std::uint64_t high_ = 0;
    int cells_ = 0;
};

/// The cells of some of a seat's caballero cards: a mask of kEachCard bits.
class CardCells {
public:
    CardCells() = default;
    CardCells(const Tables& t, const Seat& seat, std::uint64_t cards) noexcept
        : cell_(seat.cell), cards_(cards), table_size_(t.size) {}

    [[nodiscard]] int size() const noexcept { return popcount(cards_); }
    [[nodiscard]] int nth(int k) const noexcept { return id_at(select(cards_, k)); }
    [[nodiscard]] bool contains(int action) const noexcept {
        return contains_by_search(*this, action);
    }
    template <class F>
    void for_each(F&& f) const {
        for_each_bit(cards_, [&](int i) { f(id_at(i)); });
    }
    template <class P>
    void remove_if(P&& pred) {
        for_each_bit(cards_, [&](int i) {
            if (pred(id_at(i))) cards_ &= ~bit(i);
        });
    }

private:
    [[nodiscard]] int id_at(int i) const noexcept {
        return id_of_cell(table_size_, cell_[index(i / 4)]);
    }

    std::array<std::uint16_t, kMaxCards> cell_;
    std::uint64_t cards_ = 0;
    int table_size_ = 0;
};

/// Any set of cells in a range of words; the words outside it are never looked at.
class CellPlane {
public:
    CellPlane() = default;  // deliberately without values
    CellPlane(const Tables& t, Words words) noexcept : words_(words), table_size_(t.size) {}

    /// Sets the cells of one word of the range. Each word is to be set.
    void set(unsigned w, std::uint64_t cells) noexcept {
        cells_[w] = cells;
        size_ += popcount(cells);
    }

    [[nodiscard]] int size() const noexcept { return size_; }
    [[nodiscard]] int nth(int k) const noexcept {
        assert(0 <= k && k < size_);
        unsigned w = words_.first;
        for (;; ++w) {
            const int here = popcount(cells_[w]);
            if (k < here) break;
            k -= here;
        }
        return id_of_cell(table_size_, 64 * w + index(select(cells_[w], k)));
    }
    [[nodiscard]] bool contains(int action) const noexcept {
        return contains_by_search(*this, action);
    }
    template <class F>
    void for_each(F&& f) const {
        for (unsigned w = words_.first; w < words_.end; ++w)
            for_each_bit(cells_[w], [&](int i) { f(id_of_cell(table_size_, 64 * w + index(i))); });
    }
    template <class P>
    void remove_if(P&& pred) {
        const Plane before = cells_;
        size_ = 0;
        for (unsigned w = words_.first; w < words_.end; ++w) {
            std::uint64_t kept = before[w];
            for_each_bit(before[w], [&](int i) {
                if (pred(id_of_cell(table_size_, 64 * w + index(i)))) kept &= ~bit(i);
            });
            set(w, kept);
        }
    }

private:
    Plane cells_;
    Words words_;
    int size_ = 0;
    int table_size_;
};

/// The legal actions of any node.
class Actions {
    enum class Form : std::uint8_t { few, menu, cards, plane };

    template <class Self, class Visit>
    static auto visit(Self& self, Visit&& with) {
        switch (self.form_) {
            case Form::few: return with(self.few_);
            case Form::menu: return with(self.menu_);
            case Form::cards: return with(self.cards_);
            case Form::plane: break;
        }
        return with(self.plane_);
    }

public:
    void operator=(const Few& set) noexcept { form_ = Form::few, few_ = set; }
    void operator=(const MenuChoices& set) noexcept { form_ = Form::menu, menu_ = set; }
    void operator=(const CardCells& set) noexcept { form_ = Form::cards, cards_ = set; }
    void operator=(const CellPlane& set) noexcept { form_ = Form::plane, plane_ = set; }

    [[nodiscard]] int size() const noexcept {
        return visit(*this, [](const auto& set) { return set.size(); });
    }
    [[nodiscard]] int nth(int k) const noexcept {
        assert(0 <= k && k < size());
        return visit(*this, [&](const auto& set) { return set.nth(k); });
    }
    [[nodiscard]] bool contains(int action) const noexcept {
        return visit(*this, [&](const auto& set) { return set.contains(action); });
    }
    template <class F>
    void for_each(F&& f) const {
        visit(*this, [&](const auto& set) { set.for_each(f); });
    }
    template <class P>
    void remove_if(P&& pred) {
        visit(*this, [&](auto& set) { set.remove_if(pred); });
    }

private:
    Form form_ = Form::few;
    Few few_;
    MenuChoices menu_;
    CardCells cards_;
    CellPlane plane_;
};
static_assert(ActionSet<Few> && ActionSet<MenuChoices> && ActionSet<CardCells> &&
              ActionSet<CellPlane> && ActionSet<Actions>);

/// The outcomes of a chance node: how many cards of each type may come.
class Outcomes {
public:
    Outcomes() = default;
    /// `first`: id of type 0; `total`: of the cards that are left.
    Outcomes(int first, const std::array<std::uint8_t, kMaxTypes>& left, int total) noexcept
        : left_(left), total_(index(total)), first_(first) {}

    [[nodiscard]] int size() const noexcept {
        int count = 0;
        for (const auto left : left_) count += left > 0 ? 1 : 0;
        return count;
    }
    [[nodiscard]] bool is_single() const noexcept { return left_[type_at(0)] == total_; }
    [[nodiscard]] std::uint32_t total() const noexcept { return total_; }
    [[nodiscard]] int pick(std::uint32_t r) const noexcept {
        return first_ + static_cast<int>(type_at(r));
    }
    template <class F>
    void for_each(F&& f) const {
        for (unsigned type = 0; type < kMaxTypes; ++type)
            if (left_[type] > 0) f(first_ + static_cast<int>(type), std::uint32_t{left_[type]});
    }

private:
    /// The type of card `r` in ascending order of types.
    [[nodiscard]] unsigned type_at(std::uint32_t r) const noexcept {
        assert(r < total_);
        unsigned type = 0;
        for (; r >= left_[type]; ++type) r -= left_[type];
        return type;
    }

    std::array<std::uint8_t, kMaxTypes> left_{};
    std::uint32_t total_ = 0;
    int first_ = 0;
};
static_assert(OutcomeSet<Outcomes>);

}  // namespace bitmeeple::el_caballero
