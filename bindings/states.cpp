// CoreState: a state of the compiled core.

#include "background.hpp"
#include "hot_methods.hpp"

namespace bitmeeple::bindings {

Policy policy_of(const std::string& name) {
    if (name == "uniform") return Policy::uniform;
    if (name == "eager") return Policy::eager;
    throw py::value_error("policy is '" + name + "'; allowed are uniform, eager");
}

namespace {

/// Raises the exception object that a function of python/bitmeeple/state.py makes.
template <class... Args>
[[noreturn]] void raise(const char* maker, Args&&... args) {
    const py::object error =
        py::module_::import("bitmeeple.state").attr(maker)(std::forward<Args>(args)...);
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
    throw py::error_already_set();
}

[[nodiscard]] int seat_of(const CoreState& s, py::handle player) {
    const int seat = action_id(player);
    const int players = s.game()->bounds.num_players;
    if (seat < 0 || seat >= players)
        throw py::value_error("no seat " + std::string(py::str(player)) + "; seats are 0.." +
                              std::to_string(players - 1));
    return seat;
}

/// A list through the C API: this is half of every Python loop. make(k) gives a new reference.
template <class Make>
[[nodiscard]] PyObject* list_of(int size, Make&& make) {
    PyObject* list = PyList_New(size);
    if (!list) throw py::error_already_set();
    for (int k = 0; k < size; ++k) PyList_SET_ITEM(list, k, make(static_cast<std::size_t>(k)));
    return list;
}

[[nodiscard]] PyObject* legal_actions(const CoreState& s, py::handle player) {
    if (player && !player.is_none() && seat_of(s, player) != s.player()) return PyList_New(0);
    LegalIds legal;
    s.engine().legal_ids(s.bytes(), legal);
    return list_of(legal.size, [&](std::size_t k) { return PyLong_FromLong(legal.ids[k]); });
}

[[nodiscard]] py::array_t<std::int8_t> legal_actions_mask(const CoreState& s) {
    const Bounds& bounds = s.game()->bounds;
    const bool chance = s.player() == kChancePlayer;
    const int size = chance ? bounds.max_chance_outcomes : bounds.num_distinct_actions;
    py::array_t<std::int8_t> mask(size);
    std::memset(mask.mutable_data(), 0, static_cast<std::size_t>(size));
    LegalIds legal;
    s.engine().legal_ids(s.bytes(), legal);
    for (int k = 0; k < legal.size; ++k)
        mask.mutable_data()[legal.ids[static_cast<std::size_t>(k)]] = 1;
    return mask;
}

/// [(id, make(weight, total))]
template <class Make>
[[nodiscard]] PyObject* outcome_list(const CoreState& s, const char* call, Make&& make) {
    if (s.player() != kChancePlayer) raise("wrong_node", py::cast(s), call);
    LegalIds legal;
    s.engine().legal_ids(s.bytes(), legal);
    return list_of(legal.size, [&](std::size_t k) {
        PyObject* pair = PyTuple_New(2);
        PyTuple_SET_ITEM(pair, 0, PyLong_FromLong(legal.ids[k]));
        PyTuple_SET_ITEM(pair, 1, make(legal.weights[k], legal.total));
        return pair;
    });
}

[[nodiscard]] PyObject* chance_outcomes(const CoreState& s) {
    return outcome_list(s, "chance_outcomes()", [](std::uint32_t weight, std::uint32_t total) {
        return PyFloat_FromDouble(static_cast<double>(weight) / static_cast<double>(total));
    });
}

[[nodiscard]] PyObject* chance_weights(const CoreState& s) {
    return outcome_list(s, "chance_weights()", [](std::uint32_t weight, std::uint32_t) {
        return PyLong_FromUnsignedLong(weight);
    });
}

void apply_action(CoreState& s, py::handle action) {
    const int id = action_id(action);
    if (!s.engine().is_legal(s.bytes(), id)) raise("illegal_action", py::cast(s), action);
    s.engine().apply_action(s.bytes(), id);
}

[[nodiscard]] PyObject* apply_and_return(CoreState& s, py::handle action) {
    apply_action(s, action);
    Py_RETURN_NONE;
}

[[nodiscard]] PyObject* current_player(const CoreState& s) { return PyLong_FromLong(s.player()); }
[[nodiscard]] PyObject* is_chance_node(const CoreState& s) {
    return PyBool_FromLong(s.player() == kChancePlayer);
}
[[nodiscard]] PyObject* is_terminal(const CoreState& s) {
    return PyBool_FromLong(s.player() == kTerminalPlayer);
}
[[nodiscard]] PyObject* is_player_node(const CoreState& s) {
    return PyBool_FromLong(s.player() >= 0);
}

[[nodiscard]] int sample_action(const CoreState& s, Rng& rng, const std::string& policy) {
    const Policy p = policy_of(policy);
    if (s.player() < 0) raise("wrong_node", py::cast(s), "sample_action()");
    return s.engine().sample_action(s.bytes(), p, rng);
}

[[nodiscard]] int sample_chance(const CoreState& s, Rng& rng) {
    if (s.player() != kChancePlayer) raise("wrong_node", py::cast(s), "sample_chance()");
    return s.engine().sample_chance(s.bytes(), rng);
}

template <class T, class F>
[[nodiscard]] std::vector<T> per_seat(const CoreState& s, F&& fill) {
    std::vector<T> values(static_cast<std::size_t>(s.game()->bounds.num_players));
    fill(std::span<T>(values));
    return values;
}

/// Stable within a version: a chain of mixes over the bytes, read as little-endian words.
[[nodiscard]] std::uint64_t key_of(const CoreState& s) {
    const std::size_t size = s.game()->state_size;
    std::uint64_t hash = size;
    for (std::size_t i = 0; i < size; i += 8) {
        std::uint64_t word = 0;
        for (std::size_t k = 0; k < 8 && i + k < size; ++k)
            word |= std::to_integer<std::uint64_t>(s.bytes()[i + k]) << (8 * k);
        hash = mix(hash ^ word) + 0x9E3779B97F4A7C15U;
    }
    return hash;
}

[[nodiscard]] bool equal(const CoreState& a, const py::object& other) {
    if (!py::isinstance<CoreState>(other)) return false;
    const auto& b = other.cast<const CoreState&>();
    if (a.game() != b.game() && !a.game()->spec.equal(b.game()->spec)) return false;
    return std::memcmp(a.bytes(), b.bytes(), a.game()->state_size) == 0;
}

[[nodiscard]] CoreState resample(const CoreState& s, const py::object& player, Rng& rng) {
    CoreState world = s;
    s.engine().resample(world.bytes(), seat_of(s, player), rng);
    return world;
}

/// The arrays have been made by the Python side; their sizes are checked all the same.
template <class T>
[[nodiscard]] T* rows_of(Array<T>& array, std::int64_t size) {
    if (array.size() != size) throw py::value_error("an output array has the wrong size");
    return array.mutable_data();
}

void write_observation(const CoreState& s, int player, Array<float> out) {
    const int size = s.game()->bounds.observation_size;
    s.engine().observation(s.bytes(), player, {rows_of(out, size), static_cast<std::size_t>(size)});
}

void run_rollout(const CoreState& s, std::int64_t count, std::uint64_t seed, std::uint64_t first,
                 const std::string& policy, int threads, Array<std::int32_t> scores,
                 Array<float> returns, Array<std::int32_t> plies, Array<std::int32_t> chance,
                 Array<std::uint64_t> digests, const py::object& progress) {
    const auto cells = count * s.game()->bounds.num_players;
    const RolloutRows rows{rows_of(scores, cells), rows_of(returns, cells), rows_of(plies, count),
                           rows_of(chance, count), rows_of(digests, count), first};
    const Policy p = policy_of(policy);
    const CoreState start = s;
    RolloutControl control;
    run_in_background(
        control.stop,
        [&] { start.engine().rollout(start.bytes(), p, seed, count, threads, rows, control); },
        [&] {
            if (!progress.is_none()) progress(control.done.load());
        });
}

[[nodiscard]] std::uint64_t run_perft(const CoreState& s, int depth) {
    const CoreState start = s;
    std::atomic<bool> stop{false};
    std::uint64_t nodes = 0;
    run_in_background(
        stop, [&] { nodes = start.engine().perft(start.bytes(), depth, stop); }, [] {});
    return nodes;
}

}  // namespace

void register_states(py::module_& m) {
    py::class_<CoreState> bound_class(m, "CoreState");
    Documented cls(bound_class, "bitmeeple.state", "State");
    using S = CoreState;

    reinterpret_cast<PyTypeObject*>(bound_class.ptr())->tp_new = &refuse_new;
    bound_class.def_property_readonly("game", &S::game, "The game of this state.");
    const auto hot = [&](const char* name, auto function, int flags, const char* parameters) {
        add_method(bound_class, name,
                   reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(function)), flags,
                   std::string(name) + "($self" + parameters + ", /)", cls.doc(name));
    };
    hot("current_player", &without_argument<current_player>, METH_NOARGS, "");
    hot("is_chance_node", &without_argument<is_chance_node>, METH_NOARGS, "");
    hot("is_terminal", &without_argument<is_terminal>, METH_NOARGS, "");
    hot("is_player_node", &without_argument<is_player_node>, METH_NOARGS, "");
    hot("legal_actions", &with_optional<legal_actions>, METH_FASTCALL, ", player=None");
    hot("chance_outcomes", &without_argument<chance_outcomes>, METH_NOARGS, "");
    hot("chance_weights", &without_argument<chance_weights>, METH_NOARGS, "");
    hot("apply_action", &with_argument<apply_and_return>, METH_O, ", action");

    cls.def("legal_actions_mask", &legal_actions_mask);
    cls.def("child", [](const S& s, py::handle action) {
        S next = s;
        apply_action(next, action);
        return next;
    });
    cls.def("clone", [](const S& s) { return S(s); });

    cls.def("sample_action", &sample_action, py::arg("rng"), py::arg("policy") = "uniform");
    cls.def("sample_chance", &sample_chance, py::arg("rng"));
    cls.def(
        "play_random",
        [](S& s, Rng& rng, const std::string& policy) {
            s.engine().play_random(s.bytes(), policy_of(policy), rng);
        },
        py::arg("rng"), py::arg("policy") = "uniform");

    cls.def("scores", [](const S& s) {
        return per_seat<std::int32_t>(s, [&](auto out) { s.engine().scores(s.bytes(), out); });
    });
    cls.def("ranking", [](const S& s) {
        return per_seat<std::int32_t>(s, [&](auto out) { s.engine().ranking(s.bytes(), out); });
    });
    cls.def("returns", [](const S& s) {
        return per_seat<float>(s, [&](auto out) { s.engine().returns(s.bytes(), out); });
    });

    cls.def("key", &key_of);
    cls.def("__eq__", &equal);
    cls.def("to_dict", [](const S& s) { return to_python(s.engine().to_value(s.bytes())); });
    cls.def("view", [](const S& s, const py::object& player) {
        return to_python(s.engine().view(s.bytes(), seat_of(s, player)));
    });
    cls.def("resample_from_infostate", &resample);
    cls.def("_seen", [](const S& s, int id, const py::object& player) {
        return s.engine().seen(s.bytes(), id, seat_of(s, player));
    });
    cls.def("_write_observation", &write_observation);

    cls.def("_rollout", &run_rollout);
    cls.def("_perft", &run_perft);
    cls.def("_nothing", [](const S&) {});  // what any call costs (bench/)
    cls.def("_check", [](const S& s) { return s.engine().check(s.bytes()); });
}

}  // namespace bitmeeple::bindings
