// CoreSearch: the engine under bitmeeple.ISMCTS and its kin, which check arguments and make the
// result.

#include <atomic>
#include <chrono>

#include "background.hpp"
#include "classes.hpp"

namespace bitmeeple::bindings {

namespace {

/// A name's place in a list of names; Python has checked it.
template <class T>
[[nodiscard]] T chosen(const py::dict& options, const char* key,
                       std::initializer_list<const char*> names) {
    const auto given = options[key].cast<std::string>();
    int place = 0;
    for (const char* name : names) {
        if (given == name) return static_cast<T>(place);
        ++place;
    }
    throw py::value_error(std::string(key) + " is '" + given + "'");
}

[[nodiscard]] SearchOptions options_of(const py::dict& given) {
    SearchOptions o;
    o.method =
        chosen<bitmeeple::Method>(given, "method", {"uniform", "sequential_halving", "tree"});
    o.knowledge =
        chosen<Knowledge>(given, "knowledge", {"omniscient", "single", "multi", "worlds"});
    o.final = chosen<Final>(given, "final", {"visits", "value"});
    o.playout = policy_in(given["playout"]);
    o.closed = chosen<int>(given, "chance", {"open", "closed"}) == 1;
    o.tree_policy = given["tree_policy"].cast<bool>();
    o.worlds = given["worlds"].cast<int>();
    o.postpone = given["postpone"].cast<int>();
    o.exploration = given["exploration"].cast<float>();
    o.mast = given["mast"].cast<float>();
    o.margin = given["margin"].cast<float>();
    o.margin_scale = given["margin_scale"].cast<float>();
    o.iterations = given["iterations"].cast<std::int64_t>();
    o.seconds = given["seconds"].cast<double>();
    o.seed = given["seed"].cast<std::uint64_t>();
    o.memory = given["memory_mb"].cast<std::size_t>() << 20;
    return o;
}

class CoreSearch {
public:
    CoreSearch(py::handle game, const py::dict& options)
        : owner_(py::reinterpret_borrow<py::object>(game)), game_(value_in<CoreGame>(game)),
          search_(game_.engine->make_search(options_of(options))) {}

    /// Python has checked that a seat is to move. Signals are handled a hundred times a second,
    /// `progress` is called ten times.
    void run(const CoreState& root, const py::object& progress) {
        const Exclusive here(*this);
        stop_ = false;
        ++searches_;
        search_->begin(root.bytes());
        for (int slice = 1; !go_on(); ++slice) {
            handle_signals();
            if (slice % 10 == 0 && !progress.is_none())
                in_python([&] { progress(search_->iterations()); });
        }
    }
    void stop() { stop_ = true; }

    [[nodiscard]] py::dict result() const {
        const auto rows = search_->actions();
        const auto players = static_cast<std::size_t>(game_.bounds.num_players);
        py::array_t<std::int64_t> actions(rows.size());
        py::array_t<std::int64_t> visits(rows.size());
        py::array_t<double> values({rows.size(), players});
        for (std::size_t k = 0; k < rows.size(); ++k) {
            actions.mutable_data()[k] = rows[k].action;
            visits.mutable_data()[k] = rows[k].visits;
            for (std::size_t p = 0; p < players; ++p)
                values.mutable_data()[k * players + p] =
                    search_->mean(rows[k].sum[p], rows[k].visits);
        }
        constexpr const char* kReasons[] = {"nothing", "iterations", "seconds", "request"};
        py::dict result;
        result["player"] = search_->seat();
        result["action"] = search_->best();
        result["actions"] = actions;
        result["visits"] = visits;
        result["values"] = values;
        result["iterations"] = search_->iterations();
        result["seconds"] = search_->seconds();
        result["nodes"] = search_->nodes();
        result["bytes"] = search_->bytes();
        result["memory_full"] = search_->is_full();
        result["stopped_by"] = kReasons[static_cast<int>(search_->stopped_by())];
        return result;
    }
    /// How many searches have been begun: whether a result is still the last one's.
    [[nodiscard]] std::int64_t searches() const { return searches_; }
    [[nodiscard]] py::list children(const py::list& line) const {
        std::vector<int> actions;
        for (const py::handle action : line) actions.push_back(action.cast<int>());
        return to_list(search_->children(actions));
    }
    [[nodiscard]] py::list principal_line() const { return to_list(search_->principal_line()); }

private:
    /// The right to search; a thread that comes in meanwhile is refused. What the parent of a fork
    /// was searching is forgotten.
    class Exclusive {
    public:
        explicit Exclusive(CoreSearch& search) : search_(search) {
            const long here = process_id();
            if (search.holder_.exchange(here) == here)
                throw std::runtime_error("this search is being run by another thread");
        }
        Exclusive(const Exclusive&) = delete;
        Exclusive& operator=(const Exclusive&) = delete;
        ~Exclusive() { search_.holder_ = 0; }

    private:
        CoreSearch& search_;
    };

    [[nodiscard]] bool go_on() {
        const WithoutGil elsewhere;
        return search_->run(stop_, SearchEngine::Clock::now() + std::chrono::milliseconds(10));
    }
    [[nodiscard]] static py::list to_list(const std::vector<TreeAction>& actions) {
        py::list list;
        for (const TreeAction& a : actions)
            list.append(py::make_tuple(a.seat, a.action, a.visits, a.value));
        return list;
    }

    py::object owner_;  // keeps the game alive
    const CoreGame& game_;
    std::unique_ptr<SearchEngine> search_;
    std::atomic<long> holder_{0};  // the process of the thread in here; 0: there is none
    std::atomic<bool> stop_{false};
    std::int64_t searches_ = 0;
};

/// On the heap, so that its address stays.
using SearchOwner = std::unique_ptr<CoreSearch>;

constexpr const char* kMakers = "searches are made by bitmeeple.ISMCTS and its kin";

}  // namespace

}  // namespace bitmeeple::bindings

BITMEEPLE_OBJECT_CASTER(bitmeeple::bindings::SearchOwner);

namespace bitmeeple::bindings {

void register_searches(py::module_& m) {
    Class<SearchOwner> cls(m, "CoreSearch", "CoreSearch()\n--\n\nWhat a search runs on.",
                           {{Py_tp_new, reinterpret_cast<void*>(&refuse_new<kMakers>)}});
    m.def("make_search", [](py::handle game, const py::dict& options) {
        if (!is_a<CoreGame>(game)) throw py::type_error(kMakers);
        return std::make_unique<CoreSearch>(game, options);
    });
    cls.def_private("run", [](SearchOwner& s, const CoreState& root, const py::object& progress) {
        s->run(root, progress);
    });
    cls.def_private("stop", [](SearchOwner& s) { s->stop(); });
    cls.def_private("result", [](SearchOwner& s) { return s->result(); });
    cls.def_private("searches", [](SearchOwner& s) { return s->searches(); });
    cls.def_private("children",
                    [](SearchOwner& s, const py::list& line) { return s->children(line); });
    cls.def_private("principal_line", [](SearchOwner& s) { return s->principal_line(); });
}

}  // namespace bitmeeple::bindings
