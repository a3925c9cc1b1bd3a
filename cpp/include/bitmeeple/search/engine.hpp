#pragma once
// A search of any game, for callers that choose the game at run time. What does not depend on the
// game's type is here; search.hpp adds the loop.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <span>
#include <vector>

#include "bitmeeple/search/options.hpp"
#include "bitmeeple/search/tree.hpp"

namespace bitmeeple {

inline constexpr int kMaxSearchPlayers = 8;

enum class StoppedBy : std::uint8_t { nothing, iterations, seconds, request };

/// An action of the root.
struct RootAction {
    int action = 0;
    std::int64_t visits = 0;
    std::array<double, kMaxSearchPlayers> sum{};  ///< of the values by seat, 2^-24 each
};

/// An action below the root, as the tree has it.
struct TreeAction {
    int seat = 0, action = 0;
    std::int64_t visits = 0;
    double value = 0;  ///< mean for the seat that acts
};

class SearchEngine {
public:
    using Clock = std::chrono::steady_clock;

    virtual ~SearchEngine() = default;
    SearchEngine(const SearchEngine&) = delete;
    SearchEngine& operator=(const SearchEngine&) = delete;

    /// Starts a search. Precondition: a seat is to move at `root`.
    void begin(const std::byte* root);
    /// Goes on until the search is over or `pause` has come. True: it is over.
    bool run(const std::atomic<bool>& stop, Clock::time_point pause);

    [[nodiscard]] int seat() const noexcept { return seat_; }
    [[nodiscard]] std::int64_t iterations() const noexcept { return done_; }
    [[nodiscard]] double seconds() const noexcept {
        return std::chrono::duration<double>(spent_).count();
    }
    [[nodiscard]] std::int64_t nodes() const noexcept { return uses_tree() ? tree_.nodes() : 0; }
    [[nodiscard]] std::size_t bytes() const noexcept { return uses_tree() ? tree_.bytes() : 0; }
    [[nodiscard]] bool is_full() const noexcept { return uses_tree() && full_; }
    [[nodiscard]] StoppedBy stopped_by() const noexcept { return stopped_by_; }
    [[nodiscard]] std::span<const RootAction> actions() const noexcept { return rows_; }
    /// A sum of values over visits on the scale of `returns`.
    [[nodiscard]] double mean(double sum, std::int64_t visits) const noexcept;
    [[nodiscard]] int best() const noexcept;
    /// What is known behind these actions of the seats to move; empty where nothing is. The first
    /// tree is asked where there are several.
    [[nodiscard]] std::vector<TreeAction> children(std::span<const int> line) const;
    /// The most visited actions, from the best one on.
    [[nodiscard]] std::vector<TreeAction> principal_line() const;

protected:
    /// `low`, `high`: bounds of the values; the memory must hold a node with all actions.
    SearchEngine(const SearchOptions& options, int players, int actions, double low, double high);

    [[nodiscard]] bool uses_tree() const noexcept { return options_.method == Method::tree; }
    [[nodiscard]] bool is_over(const std::atomic<bool>& stop, bool look_at_clock) noexcept;
    /// The row of iteration i, where no tree chooses.
    [[nodiscard]] std::size_t row_in_turn(std::int64_t i);
    [[nodiscard]] std::size_t row_of(int action) const noexcept {
        return row_of_[static_cast<unsigned>(action)];
    }
    /// Sets rows and roots; the actions ascend.
    void set_root(int seat, std::span<const int> actions);

    virtual void take_root(const std::byte* root) = 0;
    virtual void iterate(const std::atomic<bool>& stop, Clock::time_point pause) = 0;

    const SearchOptions options_;
    const int players_;
    const double low_, high_;
    Tree tree_;
    std::vector<Tree::Id> roots_;  ///< one, or one per seat
    std::vector<RootAction> rows_;
    std::int64_t done_ = 0;
    bool full_ = false;

private:
    void halve();
    [[nodiscard]] double mean_of(const RootAction& row) const noexcept {
        return mean(row.sum[static_cast<unsigned>(seat_)], row.visits);
    }
    [[nodiscard]] bool is_better(std::size_t a, std::size_t b) const noexcept;
    [[nodiscard]] std::vector<Tree::Id> entries() const;
    void collect(Tree::Id node, std::vector<TreeAction>& found) const;
    void follow(Tree::Id node, int action, std::vector<Tree::Id>& next) const;

    int seat_ = 0;
    StoppedBy stopped_by_ = StoppedBy::nothing;
    Clock::duration spent_{};
    Clock::time_point deadline_{};
    std::vector<std::uint16_t> row_of_;
    std::vector<std::size_t> alive_;  ///< rows in turn, the better half of them at each halving
    std::int64_t round_ = 0, next_halving_ = 0;
    std::int64_t turn_ = 0;  ///< iterations since the last halving
};

}  // namespace bitmeeple
