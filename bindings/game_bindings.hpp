#pragma once
// The one template that binds every game: a Game class and a State class per game, whose methods
// are those of the design's tables. What is text, or shared with the reference, is added in Python
// (python/bitmeeple/native.py).

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "background.hpp"
#include "bitmeeple/perft.hpp"
#include "bitmeeple/rollout.hpp"
#include "convert.hpp"

namespace bitmeeple::bindings {

template <Game G>
struct GameObject {
    G game;
    py::object spec;  // the GameSpec it was built from
};

template <Game G>
struct StateObject {
    std::shared_ptr<GameObject<G>> game;
    typename G::State state;

    [[nodiscard]] const G& rules() const { return game->game; }
    [[nodiscard]] int player() const { return rules().current_player(state); }
};

[[nodiscard]] inline Policy policy_of(const std::string& name) {
    if (name == "uniform") return Policy::uniform;
    if (name == "eager") return Policy::eager;
    throw py::value_error("policy is '" + name + "'; allowed are uniform, eager");
}

/// Raises an exception object that a Python function has made.
[[noreturn]] inline void raise(const py::object& error) {
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
    throw py::error_already_set();
}

/// The functions of python/bitmeeple/state.py that make exceptions.
[[nodiscard]] inline py::object state_module() { return py::module_::import("bitmeeple.state"); }

template <Game G>
[[nodiscard]] int seat_of(const G& game, py::handle player) {
    const int seat = action_id(player);
    if (seat < 0 || seat >= game.num_players())
        throw py::value_error("no seat " + std::string(py::str(player)) + "; seats are 0.." +
                              std::to_string(game.num_players() - 1));
    return seat;
}

template <class T>
[[nodiscard]] py::list list_of(const std::vector<T>& values) {
    py::list list(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) list[i] = py::cast(values[i]);
    return list;
}

/// Calls f(id) for what is legal at any node, ascending.
template <Game G, class F>
void for_each_legal(const StateObject<G>& s, F&& f) {
    const int player = s.player();
    if (player >= 0) {
        typename G::Actions actions;
        s.rules().legal_actions(s.state, actions);
        actions.for_each(f);
    } else if (player == kChancePlayer) {
        typename G::Outcomes outcomes;
        s.rules().chance_outcomes(s.state, outcomes);
        outcomes.for_each([&](int id, std::uint32_t) { f(id); });
    }
}

template <Game G>
[[nodiscard]] int count_legal(const StateObject<G>& s) {
    const int player = s.player();
    if (player == kTerminalPlayer) return 0;
    if (player == kChancePlayer) {
        typename G::Outcomes outcomes;
        s.rules().chance_outcomes(s.state, outcomes);
        return outcomes.size();
    }
    typename G::Actions actions;
    s.rules().legal_actions(s.state, actions);
    return actions.size();
}

/// A list of ints straight through the C API: this is half of every Python loop.
template <Game G>
[[nodiscard]] py::object legal_list(const StateObject<G>& s) {
    const auto fill = [](const auto& set, auto&& each) {
        PyObject* list = PyList_New(set.size());
        if (!list) throw py::error_already_set();
        Py_ssize_t i = 0;
        each([&](int id) { PyList_SET_ITEM(list, i++, PyLong_FromLong(id)); });
        return py::reinterpret_steal<py::object>(list);
    };
    const int player = s.player();
    if (player >= 0) {
        typename G::Actions actions;
        s.rules().legal_actions(s.state, actions);
        return fill(actions, [&](auto&& f) { actions.for_each(f); });
    }
    if (player == kTerminalPlayer) return py::list();
    typename G::Outcomes outcomes;
    s.rules().chance_outcomes(s.state, outcomes);
    return fill(outcomes,
                [&](auto&& f) { outcomes.for_each([&](int id, std::uint32_t) { f(id); }); });
}

template <Game G>
[[nodiscard]] typename G::Outcomes outcomes_of(const StateObject<G>& s, const char* call) {
    if (s.player() != kChancePlayer)
        raise(state_module().attr("wrong_node")(py::cast(s), call));
    typename G::Outcomes outcomes;
    s.rules().chance_outcomes(s.state, outcomes);
    return outcomes;
}

/// [(id, make(weight))]
template <class Outcomes, class Make>
[[nodiscard]] py::object pair_list(const Outcomes& outcomes, Make&& make) {
    PyObject* list = PyList_New(outcomes.size());
    if (!list) throw py::error_already_set();
    Py_ssize_t i = 0;
    outcomes.for_each([&](int id, std::uint32_t weight) {
        PyObject* pair = PyTuple_New(2);
        PyTuple_SET_ITEM(pair, 0, PyLong_FromLong(id));
        PyTuple_SET_ITEM(pair, 1, make(weight));
        PyList_SET_ITEM(list, i++, pair);
    });
    return py::reinterpret_steal<py::object>(list);
}

template <Game G>
void apply_checked(StateObject<G>& s, py::handle action) {
    const int id = action_id(action);
    if (!s.rules().is_legal(s.state, id))
        raise(state_module().attr("illegal_action")(py::cast(s), action));
    s.rules().apply_action(s.state, id);
    debug_check(s.rules(), s.state);
}

template <Game G>
[[nodiscard]] int sample_action(const StateObject<G>& s, Rng& rng, const std::string& policy) {
    const Policy p = policy_of(policy);
    if (s.player() < 0) raise(state_module().attr("wrong_node")(py::cast(s), "sample_action()"));
    return p == Policy::uniform ? pick_action<Policy::uniform>(s.rules(), s.state, rng)
                                : pick_action<Policy::eager>(s.rules(), s.state, rng);
}

template <Game G>
void play_random(StateObject<G>& s, Rng& rng, const std::string& policy) {
    Digest digest;
    if (policy_of(policy) == Policy::uniform)
        play_out<Policy::uniform>(s.rules(), s.state, rng, digest);
    else
        play_out<Policy::eager>(s.rules(), s.state, rng, digest);
}

template <Game G>
[[nodiscard]] std::uint64_t key_of(const typename G::State& state) {
    std::array<unsigned char, sizeof state> bytes;
    std::memcpy(bytes.data(), &state, sizeof state);
    std::uint64_t hash = sizeof state;
    for (std::size_t i = 0; i < bytes.size(); i += 8) {
        std::uint64_t word = 0;
        for (std::size_t k = 0; k < 8 && i + k < bytes.size(); ++k)
            word |= std::uint64_t{bytes[i + k]} << (8 * k);
        hash = mix(hash ^ word) + 0x9E3779B97F4A7C15U;
    }
    return hash;
}

template <Game G>
[[nodiscard]] bool equal_states(const StateObject<G>& a, const py::object& other) {
    if (!py::isinstance<StateObject<G>>(other)) return false;
    const auto& b = other.cast<const StateObject<G>&>();
    if (a.game != b.game && !a.game->spec.equal(b.game->spec)) return false;
    return std::memcmp(&a.state, &b.state, sizeof a.state) == 0;
}

template <class T>
using Array = py::array_t<T, py::array::c_style>;

/// Row arrays have been made by python/bitmeeple/rollouts.py; the sizes are checked all the same.
template <class T>
[[nodiscard]] T* rows_of(Array<T>& array, std::int64_t size) {
    if (array.size() != size) throw py::value_error("an output array has the wrong size");
    return array.mutable_data();
}

template <Game G>
void run_rollout(const StateObject<G>& start, std::int64_t count, std::uint64_t seed,
                 const std::string& policy, int threads, Array<std::int32_t> scores,
                 Array<float> returns, Array<std::int32_t> plies, Array<std::int32_t> chance,
                 Array<std::uint64_t> digests, const py::object& progress) {
    const G& game = start.rules();
    const auto cells = count * game.num_players();
    const RolloutRows rows{rows_of(scores, cells), rows_of(returns, cells), rows_of(plies, count),
                           rows_of(chance, count), rows_of(digests, count)};
    const Policy p = policy_of(policy);
    const auto state = start.state;
    RolloutControl control;
    run_in_background(
        control.stop, [&] { rollout(game, state, p, seed, count, threads, rows, control); },
        [&] {
            if (!progress.is_none()) progress(control.done.load());
        });
}

template <Game G>
[[nodiscard]] std::uint64_t run_perft(const StateObject<G>& s, int depth) {
    std::atomic<bool> stop{false};
    std::uint64_t nodes = 0;
    run_in_background(
        stop, [&] { nodes = perft(s.rules(), s.state, depth, stop); }, [] {});
    return nodes;
}

template <Game G, class T, class F>
[[nodiscard]] std::vector<T> per_seat(const StateObject<G>& s, F&& f) {
    std::vector<T> values(static_cast<std::size_t>(s.rules().num_players()));
    f(std::span<T>(values));
    return values;
}

/// Gives a class methods that carry the docstrings of the public surface, which are written once,
/// in python/bitmeeple/{game,state}.py.
template <class Class>
class Documented {
public:
    Documented(Class& cls, const char* module, const char* base)
        : cls_(cls), base_(py::module_::import(module).attr(base)) {}

    template <class F, class... Extra>
    void def(const char* name, F&& function, Extra&&... extra) {
        std::string doc;
        if (py::hasattr(base_, name) && !base_.attr(name).attr("__doc__").is_none())
            doc = py::module_::import("inspect")
                      .attr("getdoc")(base_.attr(name))
                      .template cast<std::string>();
        cls_.def(name, std::forward<F>(function), std::forward<Extra>(extra)..., doc.c_str());
    }

private:
    Class& cls_;
    py::object base_;
};

template <Game G>
void register_game_class(py::module_& m, const std::string& name) {
    using GO = GameObject<G>;
    py::class_<GO, std::shared_ptr<GO>> bound_class(m, name.c_str());
    Documented cls(bound_class, "bitmeeple.game", "Game");
    bound_class.def(py::init([](const py::object& spec) {
                const OwnedTables options(spec.attr("flat_options")());
                const OwnedTables tables(spec.attr("flat_tables")());
                return std::make_shared<GO>(G(options.flat(), tables.flat()), spec);
            }),
            py::arg("spec"));
    bound_class.def_property_readonly("_spec", [](const GO& g) { return g.spec; });
    const auto bound = [&](const char* method, auto function) {
        cls.def(method, [function](const GO& g) { return function(g.game); });
    };
    bound("num_players", [](const G& g) { return g.num_players(); });
    bound("num_distinct_actions", [](const G& g) { return g.num_distinct_actions(); });
    bound("max_chance_outcomes", [](const G& g) { return g.max_chance_outcomes(); });
    bound("max_game_length", [](const G& g) { return g.max_game_length(); });
    bound("max_chance_nodes_in_history",
          [](const G& g) { return g.max_chance_nodes_in_history(); });
    bound("min_utility", [](const G& g) { return g.min_utility(); });
    bound("max_utility", [](const G& g) { return g.max_utility(); });
    bound("utility_sum", [](const G& g) { return g.utility_sum(); });
    bound("_observation_size", [](const G& g) { return g.observation_size(); });
    bound("_state_bytes", [](const G&) { return sizeof(typename G::State); });
    cls.def("new_initial_state", [](const std::shared_ptr<GO>& g) {
        return StateObject<G>{g, g->game.initial_state()};
    });
    cls.def("_from_dict", [](const std::shared_ptr<GO>& g, const py::dict& d) {
        return StateObject<G>{g, g->game.from_value(from_python(d))};
    });
}

template <Game G>
void register_state_class(py::module_& m, const std::string& name) {
    using S = StateObject<G>;
    py::class_<S> bound_class(m, name.c_str());
    Documented cls(bound_class, "bitmeeple.state", "State");

    bound_class.def_property_readonly("game", [](const S& s) { return s.game; },
                                      "The game of this state.");
    cls.def("current_player", [](const S& s) { return s.player(); });
    cls.def("is_chance_node", [](const S& s) { return s.player() == kChancePlayer; });
    cls.def("is_terminal", [](const S& s) { return s.player() == kTerminalPlayer; });
    cls.def("is_player_node", [](const S& s) { return s.player() >= 0; });

    cls.def("legal_actions", [](const S& s) { return legal_list(s); });
    cls.def("legal_actions", [](const S& s, const py::object& player) -> py::object {
        if (!player.is_none() && seat_of(s.rules(), player) != s.player()) return py::list();
        return legal_list(s);
    });
    cls.def("legal_actions_mask", [](const S& s) {
        const bool chance = s.player() == kChancePlayer;
        const int size = chance ? s.rules().max_chance_outcomes() : s.rules().num_distinct_actions();
        py::array_t<std::int8_t> mask(size);
        std::memset(mask.mutable_data(), 0, static_cast<std::size_t>(size));
        for_each_legal(s, [&](int id) { mask.mutable_data()[id] = 1; });
        return mask;
    });
    cls.def("chance_outcomes", [](const S& s) {
        const auto outcomes = outcomes_of(s, "chance_outcomes()");
        const double total = outcomes.total();
        return pair_list(outcomes, [&](std::uint32_t w) { return PyFloat_FromDouble(w / total); });
    });
    cls.def("chance_weights", [](const S& s) {
        return pair_list(outcomes_of(s, "chance_weights()"),
                         [](std::uint32_t w) { return PyLong_FromUnsignedLong(w); });
    });
    cls.def("apply_action", [](S& s, const py::object& action) { apply_checked(s, action); });
    cls.def("child", [](const S& s, const py::object& action) {
        S next = s;
        apply_checked(next, action);
        return next;
    });
    cls.def("clone", [](const S& s) { return s; });

    cls.def("sample_action", &sample_action<G>, py::arg("rng"), py::arg("policy") = "uniform");
    cls.def("sample_chance", [](const S& s, Rng& rng) {
        const auto outcomes = outcomes_of(s, "sample_chance()");
        return outcomes.pick(outcomes.size() == 1 ? 0 : rng.below(outcomes.total()));
    });
    cls.def("play_random", &play_random<G>, py::arg("rng"), py::arg("policy") = "uniform");

    cls.def("scores", [](const S& s) {
        return list_of(per_seat<G, std::int32_t>(s, [&](auto out) { s.rules().scores(s.state, out); }));
    });
    cls.def("ranking", [](const S& s) {
        return list_of(per_seat<G, std::int32_t>(s, [&](auto out) { s.rules().ranking(s.state, out); }));
    });
    cls.def("returns", [](const S& s) {
        return list_of(per_seat<G, float>(s, [&](auto out) { s.rules().returns(s.state, out); }));
    });

    cls.def("key", [](const S& s) { return key_of<G>(s.state); });
    cls.def("__eq__", &equal_states<G>);
    cls.def("to_dict", [](const S& s) { return to_python(s.rules().to_value(s.state)); });
    cls.def("view", [](const S& s, const py::object& player) {
        return to_python(s.rules().view(s.state, seat_of(s.rules(), player)));
    });
    cls.def("resample_from_infostate", [](const S& s, const py::object& player, Rng& rng) {
        S world = s;
        s.rules().resample(world.state, seat_of(s.rules(), player), rng);
        return world;
    });
    cls.def("_write_observation", [](const S& s, int player, Array<float> out) {
        s.rules().observation(s.state, player,
                              {rows_of(out, s.rules().observation_size()),
                               static_cast<std::size_t>(s.rules().observation_size())});
    });

    cls.def("_rollout", &run_rollout<G>);
    cls.def("_perft", &run_perft<G>);
    cls.def("_check", [](const S& s) { return s.rules().check(s.state); });
}

}  // namespace bitmeeple::bindings
