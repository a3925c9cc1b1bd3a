// The tree of a search, see search/tree.hpp.

#include "bitmeeple/search/tree.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "bitmeeple/bits.hpp"

namespace bitmeeple {

namespace {

/// ln(x) for x >= 1 within 0.3 %, by IEEE operations only: the same on every machine.
float logarithm(float x) noexcept {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    const auto exponent = static_cast<float>(static_cast<std::int32_t>(bits >> 23) - 127);
    const float m = std::bit_cast<float>((bits & 0x7F'FFFF) | 0x3F80'0000);
    const float fraction =
        -1.7417939F + m * (2.8212026F + m * (-1.4699568F + m * (0.44717955F - 0.056570851F * m)));
    return 0.69314718F * exponent + fraction;
}

/// Edges that are compared at a time.
constexpr unsigned kBlock = 16;

/// As many as fit, but not more than the iterations can need; each array below 2^28 entries.
std::uint32_t entries(std::size_t fit, std::int64_t iterations, std::size_t each) {
    const auto wanted =
        static_cast<std::size_t>(std::min<std::int64_t>(iterations, 1 << 24)) * each;
    return static_cast<std::uint32_t>(std::min({fit, wanted + 4096, std::size_t{1} << 28}));
}

}  // namespace

Tree::Tree(std::size_t bytes, std::int64_t iterations)
    : nodes_size_(entries(bytes / kBytesPerNode, iterations, 2)),
      edges_size_(entries(kEdgesPerNode * (bytes / kBytesPerNode), iterations, 16)),
      node_(std::make_unique_for_overwrite<Node[]>(nodes_size_)),
      key_(std::make_unique_for_overwrite<std::uint32_t[]>(edges_size_)),
      child_(std::make_unique_for_overwrite<std::uint32_t[]>(edges_size_)),
      visits_(std::make_unique_for_overwrite<std::int32_t[]>(edges_size_)),
      legal_(std::make_unique_for_overwrite<std::int32_t[]>(edges_size_)),
      sum_(std::make_unique_for_overwrite<double[]>(edges_size_)) {}

Tree::Id Tree::add_node() noexcept {
    if (nodes_used_ == nodes_size_) return kNone;
    node_[nodes_used_] = {};
    return nodes_used_++;
}

Tree::Place Tree::add_edge(Id id, std::uint32_t key, int expected) noexcept {
    Node& node = node_[id];
    if (node.count == node.capacity) {
        const auto wanted = std::max({2 * int{node.capacity}, expected, 2});
        const auto size = static_cast<std::uint32_t>(std::min(wanted, 0xFFFF));
        if (size == node.capacity || edges_size_ - edges_used_ < size) return {};
        const std::uint32_t to = edges_used_;
        const auto copy = [&](const auto& field) {
            std::copy_n(field.get() + node.first, node.count, field.get() + to);
        };
        copy(key_), copy(child_), copy(visits_), copy(legal_), copy(sum_);
        edges_used_ += size;
        node.first = to;
        node.capacity = static_cast<std::uint16_t>(size);
    }
    const std::uint32_t index = node.count++;
    const std::uint32_t e = node.first + index;
    key_[e] = key, child_[e] = kNone, visits_[e] = 0, legal_[e] = 1, sum_[e] = 0;
    return {id, index};
}

Tree::Id Tree::child(Place edge) noexcept {
    Id& to = child_[slot(edge)];
    if (to == kNone) to = add_node();
    return to;
}

Tree::Id Tree::shared(Id node) noexcept {
    if (node_[node].shared == kNone) {
        const Id made = add_node();
        node_[node].shared = made;
    }
    return node_[node].shared;
}

Tree::Id Tree::keyed(Id id, std::uint64_t number) noexcept {
    // Large numbers are mixed into 31 bits: two that fall together share a node.
    const std::uint64_t small = number >> 30 == 0 ? number : mix(number) >> 34 | 1U << 30;
    const std::uint32_t key = kKeyed | static_cast<std::uint32_t>(small);
    const Node& node = node_[id];
    const auto* const from = key_.get() + node.first;
    const auto* const found = std::find(from, from + node.count, key);
    Place edge{id, static_cast<std::uint32_t>(found - from)};
    if (edge.index == node.count) edge = add_edge(id, key, 4);
    if (edge.node == kNone) return kNone;
    visit(edge);
    return child(edge);
}

Tree::Place Tree::select(Id id, const Menu& menu, int seat, float exploration,
                         const ActionAverages* averages, Rng& rng, bool& expanded) noexcept {
    const Node node = node_[id];
    const auto owner = static_cast<std::uint32_t>(seat);
    const std::uint32_t* const key = key_.get() + node.first;
    std::int32_t* const legal = legal_.get() + node.first;
    const std::int32_t* const visits = visits_.get() + node.first;
    const double* const sum = sum_.get() + node.first;
    int matched = 0;
    Place best;
    float best_value = -1;
    for (unsigned from = 0; from < node.count;) {
        std::array<std::uint32_t, kBlock> index;
        std::array<float, kBlock> times, tried, total, value;
        unsigned size = 0;
        for (; from < node.count && size < kBlock; ++from) {  // those that are legal here
            index[size] = from;
            size += key[from] >> 16 == owner && menu.contains(key[from] & 0xFFFF) ? 1 : 0;
        }
        for (unsigned i = 0; i < size; ++i) {
            const unsigned k = index[i];
            times[i] = static_cast<float>(++legal[k]);
            tried[i] = static_cast<float>(visits[k]);
            total[i] = static_cast<float>(sum[k]);
        }
        for (unsigned i = 0; i < size; ++i) {
            const float inverse = 1 / tried[i];
            value[i] = total[i] * (1 / kValueUnit) * inverse +
                       exploration * std::sqrt(logarithm(times[i]) * inverse);
        }
        for (unsigned i = 0; i < size; ++i) {  // among equals the smaller id
            if (value[i] < best_value ||
                (value[i] == best_value && key[index[i]] > key[best.index]))
                continue;
            best_value = value[i];
            best = {id, index[i]};
        }
        matched += static_cast<int>(size);
    }
    expanded = false;
    if (matched == menu.size) return best;
    const int action = untried(id, menu, seat, menu.size - matched, averages, rng);
    const Place made = add_edge(id, owner << 16 | static_cast<std::uint32_t>(action),
                                std::min(menu.size, int{kBlock}));
    if (made.node == kNone) return best;  // the memory is full: on with what there is
    expanded = true;
    return made;
}

/// One of the `count` actions of the menu without an edge.
int Tree::untried(Id id, const Menu& menu, int seat, int count, const ActionAverages* averages,
                  Rng& rng) const noexcept {
    std::array<std::uint64_t, Menu::kWords> left;
    std::copy_n(menu.bits.begin(), menu.words, left.begin());
    const Node& node = node_[id];
    for (std::uint32_t e = node.first; e < node.first + node.count; ++e)
        if (key_[e] >> 16 == static_cast<std::uint32_t>(seat))
            left[(key_[e] & 0xFFFF) / 64] &= ~(std::uint64_t{1} << (key_[e] % 64));
    if (averages == nullptr) {
        int k = count == 1 ? 0 : static_cast<int>(rng.below(static_cast<std::uint32_t>(count)));
        unsigned w = 0;
        for (; k >= popcount(left[w]); ++w) k -= popcount(left[w]);
        return static_cast<int>(64 * w) + bitmeeple::select(left[w], k);
    }
    int chosen = -1;
    float top = -1;
    AverageNoise noise(rng);
    for (unsigned w = 0; w < menu.words; ++w)
        for_each_bit(left[w], [&](int i) {
            const int action = static_cast<int>(64 * w) + i;
            const float hope = averages->of(seat, action) + 1e-3F * noise.next();
            if (hope > top) top = hope, chosen = action;
        });
    return chosen;
}

}  // namespace bitmeeple
