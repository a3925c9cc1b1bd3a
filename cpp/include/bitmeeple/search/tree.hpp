#pragma once
// The tree of a search: nodes and their edges in arrays that never move or grow. Nothing here
// knows a game: actions, seats and outcomes are numbers.
//
// An edge is kept field by field, so that the selection runs over arrays. The edges of a node lie
// together; a full block is copied into one of twice the size. Edges of decisions have the key
// (seat, action), so that seats that share a node do not share statistics; others (outcomes, moves
// of others as a seat is shown them, worlds) have `kKeyed` and a number.
//
// Values are in 0 .. 1, as multiples of 2^-24 that sums in doubles hold exactly: their order does
// not matter, and no rounding differs between machines.

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "bitmeeple/rng.hpp"

namespace bitmeeple {

inline constexpr float kValueUnit = 16'777'216;  ///< 2^24

/// The legal actions of a node as bits, of any game.
struct Menu {
    static constexpr int kWords = 32;
    int size = 0;
    unsigned words = 0;  ///< in use
    std::array<std::uint64_t, kWords> bits;

    [[nodiscard]] bool contains(unsigned action) const noexcept {
        return (bits[action / 64] >> (action % 64) & 1) != 0;
    }
};

/// Averages of actions over all playouts (move average sampling, MAST), by seat.
class ActionAverages {
public:
    ActionAverages(int actions, int players)
        : players_(static_cast<unsigned>(players)),
          cells_(static_cast<std::size_t>(actions) * players_),
          cell_(std::make_unique<Cell[]>(cells_)) {}

    void clear() noexcept {
        for (std::size_t i = 0; i < cells_; ++i) cell_[i] = {};
    }
    /// A little hope for what was never tried.
    [[nodiscard]] float of(int seat, int action) const noexcept { return at(seat, action).mean; }
    void add(int seat, int action, float value) noexcept {
        Cell& cell = at(seat, action);
        cell.sum += value;
        cell.count += 1;
        cell.mean = (cell.sum + kPrior) / (cell.count + 1);
    }

private:
    static constexpr float kPrior = 0.6F;
    struct Cell {
        float sum = 0, count = 0, mean = kPrior;
    };
    [[nodiscard]] Cell& at(int seat, int action) const noexcept {
        return cell_[static_cast<unsigned>(action) * players_ + static_cast<unsigned>(seat)];
    }
    unsigned players_;
    std::size_t cells_;
    std::unique_ptr<Cell[]> cell_;
};

/// Small numbers that part equal averages, from one draw.
class AverageNoise {
public:
    explicit AverageNoise(Rng& rng) noexcept : bits_(rng.next()) {}
    [[nodiscard]] float next() noexcept {
        bits_ = std::rotr(bits_, 7);
        return static_cast<float>(bits_ & 127);
    }

private:
    std::uint64_t bits_;
};

class Tree {
public:
    using Id = std::uint32_t;
    static constexpr Id kNone = 0;
    static constexpr std::uint32_t kKeyed = 0x8000'0000;

    /// An edge of a node; stays valid when the node's block is copied.
    struct Place {
        Id node = kNone;
        std::uint32_t index = 0;
    };
    /// What an edge holds, for reports.
    struct Edge {
        std::uint32_t key;
        std::int32_t visits;
        double sum;
        Id child;
    };

    /// At most `bytes`; not more than `iterations` may need.
    Tree(std::size_t bytes, std::int64_t iterations);

    void clear() noexcept { nodes_used_ = 1, edges_used_ = 0; }
    /// kNone if the memory is full.
    [[nodiscard]] Id add_node() noexcept;
    [[nodiscard]] bool is_full() const noexcept {
        return nodes_used_ == nodes_size_ || edges_used_ == edges_size_;
    }
    [[nodiscard]] std::int64_t nodes() const noexcept { return std::int64_t{nodes_used_} - 1; }
    [[nodiscard]] std::size_t bytes() const noexcept {
        return nodes_used_ * sizeof(Node) + edges_used_ * kEdgeBytes;
    }

    /// The edge that `seat` takes: UCB over the edges that are legal here and as often as they were
    /// legal; but every action is tried once before, at random, or by `averages` where they are
    /// given. `expanded`: it is new. A node of kNone: the memory is full and no edge fits.
    [[nodiscard]] Place select(Id node, const Menu& menu, int seat, float exploration,
                               const ActionAverages* averages, Rng& rng, bool& expanded) noexcept;

    /// Nodes below; made when they are first asked for, kNone if the memory is full.
    [[nodiscard]] Id child(Place edge) noexcept;
    /// Behind a decision that the observer of this tree is not shown.
    [[nodiscard]] Id shared(Id node) noexcept;
    /// Behind an outcome, or a move of which `number` is shown.
    [[nodiscard]] Id keyed(Id node, std::uint64_t number) noexcept;

    void visit(Place edge) noexcept { ++visits_[slot(edge)]; }
    void add_value(Place edge, std::int32_t value) noexcept { sum_[slot(edge)] += value; }
    [[nodiscard]] int action(Place edge) const noexcept {
        return static_cast<int>(key_[slot(edge)] & 0xFFFF);
    }

    template <class F>
    void for_each_edge(Id node, F&& f) const {
        const Node& n = node_[node];
        for (std::uint32_t e = n.first; e < n.first + n.count; ++e)
            f(Edge{key_[e], visits_[e], sum_[e], child_[e]});
    }
    [[nodiscard]] Id continuation(Id node) const noexcept { return node_[node].shared; }

private:
    struct Node {
        std::uint32_t first, shared;
        std::uint16_t count, capacity;
    };
    static constexpr std::size_t kEdgeBytes = 4 + 4 + 4 + 8 + 4;
    static constexpr std::size_t kEdgesPerNode = 4;
    static constexpr std::size_t kBytesPerNode = sizeof(Node) + kEdgesPerNode * kEdgeBytes;

    [[nodiscard]] std::uint32_t slot(Place edge) const noexcept {
        return node_[edge.node].first + edge.index;
    }
    [[nodiscard]] Place add_edge(Id node, std::uint32_t key, int expected) noexcept;
    [[nodiscard]] int untried(Id node, const Menu& menu, int seat, int count,
                              const ActionAverages* averages, Rng& rng) const noexcept;

    std::uint32_t nodes_size_, edges_size_;
    std::uint32_t nodes_used_ = 1, edges_used_ = 0;
    std::unique_ptr<Node[]> node_;
    std::unique_ptr<std::uint32_t[]> key_, child_;
    std::unique_ptr<std::int32_t[]> visits_, legal_;
    std::unique_ptr<double[]> sum_;
};

}  // namespace bitmeeple
