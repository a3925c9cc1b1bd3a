// The part of a search that knows no game, see search/engine.hpp.

#include "bitmeeple/search/engine.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace bitmeeple {

SearchEngine::SearchEngine(const SearchOptions& options, int players, int actions, double low,
                           double high)
    : options_(options), players_(players), low_(low), high_(high),
      tree_(options.method == Method::tree ? options.memory : 0, options.iterations),
      row_of_(static_cast<std::size_t>(actions)) {
    rows_.reserve(static_cast<std::size_t>(actions));
    alive_.reserve(static_cast<std::size_t>(actions));
    roots_.reserve(static_cast<std::size_t>(players));
}

void SearchEngine::begin(const std::byte* root) {
    const auto start = Clock::now();
    done_ = turn_ = 0;
    spent_ = {};
    full_ = false;
    stopped_by_ = StoppedBy::nothing;
    take_root(root);
    spent_ = Clock::now() - start;
}

void SearchEngine::set_root(int seat, std::span<const int> actions) {
    seat_ = seat;
    rows_.clear();
    alive_.clear();
    for (const int action : actions) {
        row_of_[static_cast<unsigned>(action)] = static_cast<std::uint16_t>(rows_.size());
        alive_.push_back(rows_.size());
        rows_.push_back({action, 0, {}});
    }
    round_ = 0;
    if (options_.method == Method::halving) halve();
    if (!uses_tree()) return;
    tree_.clear();
    roots_.assign(options_.knowledge == Knowledge::multi ? static_cast<std::size_t>(players_) : 1,
                  Tree::kNone);
    for (auto& id : roots_) id = tree_.add_node();
}

bool SearchEngine::run(const std::atomic<bool>& stop, Clock::time_point pause) {
    const auto start = Clock::now();
    const double left = options_.seconds - seconds();
    deadline_ = left < 1e9 ? start + std::chrono::duration_cast<Clock::duration>(
                                         std::chrono::duration<double>(left))
                           : Clock::time_point::max();
    iterate(stop, std::min(pause, deadline_));
    spent_ += Clock::now() - start;
    if (done_ == options_.iterations)
        stopped_by_ = StoppedBy::iterations;
    else if (stop.load(std::memory_order_relaxed))
        stopped_by_ = StoppedBy::request;
    else if (seconds() >= options_.seconds)
        stopped_by_ = StoppedBy::seconds;
    return stopped_by_ != StoppedBy::nothing;
}

std::size_t SearchEngine::row_in_turn(std::int64_t i) {
    if (options_.method == Method::halving && i == next_halving_) halve();
    const auto k = static_cast<std::size_t>(turn_++) % alive_.size();
    return alive_[k];
}

/// Sequential halving: as many rounds as halvings leave one action, an equal share of the
/// iterations for each; of the actions in turn the better half stays, of equal ones the smaller id.
void SearchEngine::halve() {
    const auto rounds = std::max(1, static_cast<int>(std::bit_width(rows_.size() - 1)));
    if (round_ > 0) {
        std::sort(alive_.begin(), alive_.end(),
                  [this](std::size_t a, std::size_t b) { return is_better(a, b); });
        alive_.resize((alive_.size() + 1) / 2);
        std::sort(alive_.begin(), alive_.end());
    }
    ++round_;
    next_halving_ = std::max(done_ + 1, options_.iterations / rounds * round_);
    turn_ = 0;
}

bool SearchEngine::is_better(std::size_t a, std::size_t b) const noexcept {
    const double x = mean_of(rows_[a]);
    const double y = mean_of(rows_[b]);
    return x != y ? x > y : a < b;
}

double SearchEngine::mean(double sum, std::int64_t visits) const noexcept {
    if (visits == 0) return low_;
    return low_ + (high_ - low_) * (sum / double{kValueUnit} / static_cast<double>(visits));
}

int SearchEngine::best() const noexcept {
    const bool by_value = options_.final == Final::value || !uses_tree();
    std::int64_t most = 0;
    for (const auto& row : rows_) most = std::max(most, row.visits);
    std::size_t best = alive_.front();
    for (const std::size_t k : alive_) {
        const auto& row = rows_[k];
        const auto& other = rows_[best];
        // A mean of few visits says little.
        const bool eligible = row.visits * 10 >= most;
        if (by_value
                ? eligible && (other.visits * 10 < most || is_better(k, best))
                : row.visits > other.visits || (row.visits == other.visits && is_better(k, best)))
            best = k;
    }
    return rows_[best].action;
}

/// The nodes in which the root's seat chooses: the first root, or one per world.
std::vector<Tree::Id> SearchEngine::entries() const {
    std::vector<Tree::Id> found;
    if (!uses_tree()) return found;
    if (options_.knowledge == Knowledge::multi)
        found.push_back(roots_[static_cast<unsigned>(seat_)]);
    else
        found.push_back(roots_[0]);
    return found;
}

/// Adds the decisions at a node, also those behind outcomes and what was turned over there.
void SearchEngine::collect(Tree::Id node, std::vector<TreeAction>& found) const {
    tree_.for_each_edge(node, [&](const Tree::Edge& edge) {
        if ((edge.key & Tree::kKeyed) != 0) {
            if (edge.child != Tree::kNone) collect(edge.child, found);
            return;
        }
        const int seat = static_cast<int>(edge.key >> 16);
        const int action = static_cast<int>(edge.key & 0xFFFF);
        const auto same = std::find_if(found.begin(), found.end(), [&](const TreeAction& a) {
            return a.seat == seat && a.action == action;
        });
        TreeAction& to = same != found.end() ? *same : found.emplace_back();
        to.seat = seat;
        to.action = action;
        to.visits += edge.visits;
        to.value += edge.sum;  // a sum until all are found
    });
}

/// Adds the nodes behind an action at a node.
void SearchEngine::follow(Tree::Id node, int action, std::vector<Tree::Id>& next) const {
    bool taken = false;
    tree_.for_each_edge(node, [&](const Tree::Edge& edge) {
        if ((edge.key & Tree::kKeyed) != 0) {
            if (edge.child != Tree::kNone) follow(edge.child, action, next);
        } else if (static_cast<int>(edge.key & 0xFFFF) == action) {
            taken = true;
            if (edge.child != Tree::kNone) next.push_back(edge.child);
        }
    });
    const Tree::Id shared = tree_.continuation(node);
    if (taken && shared != Tree::kNone) next.push_back(shared);
}

std::vector<TreeAction> SearchEngine::children(std::span<const int> line) const {
    std::vector<Tree::Id> nodes = entries();
    for (const int action : line) {
        std::vector<Tree::Id> next;
        for (const Tree::Id node : nodes) follow(node, action, next);
        nodes = std::move(next);
    }
    std::vector<TreeAction> found;
    for (const Tree::Id node : nodes) collect(node, found);
    for (TreeAction& entry : found) entry.value = mean(entry.value, entry.visits);
    std::sort(found.begin(), found.end(), [](const TreeAction& a, const TreeAction& b) {
        return a.visits != b.visits ? a.visits > b.visits
                                    : std::pair(a.seat, a.action) < std::pair(b.seat, b.action);
    });
    return found;
}

std::vector<TreeAction> SearchEngine::principal_line() const {
    std::vector<TreeAction> line;
    std::vector<int> actions;
    if (!uses_tree()) return line;
    const int first = best();
    for (auto next = children(actions); !next.empty(); next = children(actions)) {
        auto at = next.begin();
        if (line.empty())
            at = std::find_if(next.begin(), next.end(),
                              [&](const TreeAction& a) { return a.action == first; });
        if (at == next.end()) break;
        line.push_back(*at);
        actions.push_back(at->action);
    }
    return line;
}

}  // namespace bitmeeple
