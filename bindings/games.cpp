// CoreGame: a game of the compiled core.

#include "classes.hpp"
#include "engines.hpp"

namespace bitmeeple::bindings {

namespace {

using Self = Object<CoreGame>;

[[nodiscard]] CoreGame built(const std::string& name, const OwnedTables& options,
                             const OwnedTables& tables, py::object spec) {
    for (const auto& entry : engines()) {
        if (entry.name != name) continue;
        auto engine = entry.make(options.flat(), tables.flat());
        const Bounds bounds = engine->bounds();
        const std::size_t size = engine->state_size();
        return {std::move(engine), std::move(spec), bounds, size, {}};
    }
    throw py::value_error("this build of the core does not have the game '" + name + "'");
}

/// CoreGame(spec, name, flat options, flat tables); see native.py.
PyObject* make(PyTypeObject*, PyObject* arguments, PyObject*) noexcept {
    return guarded([&] {
        PyObject *spec, *name, *options, *tables;
        if (!PyArg_ParseTuple(arguments, "OUO!O!", &spec, &name, &PyDict_Type, &options,
                              &PyDict_Type, &tables)) {
            PyErr_Clear();
            throw py::type_error("games are made by bitmeeple.load_game");
        }
        return new_object(built(py::cast<std::string>(name),
                                OwnedTables(py::reinterpret_borrow<py::dict>(options)),
                                OwnedTables(py::reinterpret_borrow<py::dict>(tables)),
                                py::reinterpret_borrow<py::object>(spec)));
    });
}

PyObject* spec(PyObject* self, void*) noexcept {
    return py::object(value_in<CoreGame>(self).spec).release().ptr();
}

template <int Bounds::* member>
[[nodiscard]] PyObject* count(Self& self) {
    return PyLong_FromLong(self.value.bounds.*member);
}
template <double Bounds::* member>
[[nodiscard]] PyObject* number(Self& self) {
    return PyFloat_FromDouble(self.value.bounds.*member);
}
[[nodiscard]] PyObject* utility_sum(Self& self) {
    const auto& sum = self.value.bounds.utility_sum;
    if (!sum) Py_RETURN_NONE;
    return PyFloat_FromDouble(*sum);
}
[[nodiscard]] PyObject* state_bytes(Self& self) { return PyLong_FromSize_t(self.value.state_size); }

[[nodiscard]] PyObject* new_initial_state(Self& self) {
    CoreState state(self.handle());
    state.engine().initial_state(state.bytes());
    return new_object(std::move(state));
}

[[nodiscard]] PyObject* from_dict(Self& self, py::handle dict) {
    CoreState state(self.handle());
    state.engine().from_value(from_python(dict), state.bytes());
    return new_object(std::move(state));
}

constexpr Parameters kDeserializeState{"deserialize_state", {{{"data"}}}};
[[nodiscard]] PyObject* deserialize_state_given(Self& self, const Arguments& given) {
    return deserialize_state(self, given[0]);
}

PyGetSetDef properties[] = {{"_spec", &spec, nullptr, nullptr, nullptr},
                            {nullptr, nullptr, nullptr, nullptr, nullptr}};

}  // namespace

void register_games(py::module_& m) {
    Class<CoreGame> cls(
        m, "CoreGame",
        "CoreGame(spec, name, options, tables, /)\n--\n\nA game of the compiled core.",
        {{Py_tp_new, reinterpret_cast<void*>(&make)}, {Py_tp_getset, properties}},
        py::module_::import("bitmeeple.game").attr("Game"));
    cls.def<&count<&Bounds::num_players>>("num_players");
    cls.def<&count<&Bounds::num_distinct_actions>>("num_distinct_actions");
    cls.def<&count<&Bounds::max_chance_outcomes>>("max_chance_outcomes");
    cls.def<&count<&Bounds::max_game_length>>("max_game_length");
    cls.def<&count<&Bounds::max_chance_nodes_in_history>>("max_chance_nodes_in_history");
    cls.def<&count<&Bounds::observation_size>>("_observation_size");
    cls.def<&number<&Bounds::min_utility>>("min_utility");
    cls.def<&number<&Bounds::max_utility>>("max_utility");
    cls.def<&utility_sum>("utility_sum");
    cls.def<&state_bytes>("_state_bytes");
    cls.def<&new_initial_state>("new_initial_state");
    cls.def<&from_dict>("_from_dict", "d");
    cls.def<&deserialize_state_given, kDeserializeState>();
}

}  // namespace bitmeeple::bindings
