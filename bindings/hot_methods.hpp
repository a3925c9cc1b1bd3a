#pragma once
// Methods that a Python loop calls at every event, as plain C methods: pybind11's dispatcher takes
// four fifths of the time of such a call. Python has checked the type of `self` before.

#include "game_bindings.hpp"

namespace bitmeeple::bindings {

/// The state inside a CoreState, or inside an instance of a Python subclass of it.
[[nodiscard]] inline CoreState& state_in(PyObject* self) {
    const auto* instance = reinterpret_cast<py::detail::instance*>(self);
    if (instance->simple_layout && instance->simple_value_holder[0])
        return *static_cast<CoreState*>(instance->simple_value_holder[0]);
    throw py::type_error("there is no state in this object");
}

/// tp_new of CoreState: states come from games, so that none is ever without its game.
inline PyObject* refuse_new(PyTypeObject*, PyObject*, PyObject*) noexcept {
    PyErr_SetString(PyExc_TypeError, "states are made by games: game.new_initial_state()");
    return nullptr;
}

/// What f() returns, a new reference; its exceptions as Python's.
template <class F>
[[nodiscard]] PyObject* guarded(F&& f) noexcept {
    try {
        return f();
    } catch (py::error_already_set& error) {
        error.restore();
    } catch (const py::builtin_exception& error) {
        error.set_error();
    } catch (const std::bad_alloc&) {
        PyErr_NoMemory();
    } catch (const std::exception& error) {
        PyErr_SetString(PyExc_RuntimeError, error.what());
    }
    return nullptr;
}

/// `function(state)`, which returns a new reference, as METH_NOARGS.
template <auto function>
PyObject* without_argument(PyObject* self, PyObject*) noexcept {
    return guarded([&] { return function(state_in(self)); });
}

/// `function(state, argument)`, which returns a new reference, as METH_O.
template <auto function>
PyObject* with_argument(PyObject* self, PyObject* argument) noexcept {
    return guarded([&] { return function(state_in(self), py::handle(argument)); });
}

/// `function(state, argument or null)`, which returns a new reference, as METH_FASTCALL.
template <auto function>
PyObject* with_optional(PyObject* self, PyObject* const* arguments, Py_ssize_t count) noexcept {
    return guarded([&] {
        if (count > 1)
            throw py::type_error("takes at most 1 argument, got " + std::to_string(count));
        return function(state_in(self), py::handle(count == 1 ? arguments[0] : nullptr));
    });
}

/// Adds a C method to a class. `signature` is as in "apply_action($self, action, /)".
inline void add_method(const py::handle& type, const char* name, PyCFunction function, int flags,
                       const std::string& signature, const std::string& doc) {
    // The type refers to both as long as the process lives.
    const auto* text = new std::string(signature + "\n--\n\n" + doc);
    auto* definition = new PyMethodDef{name, function, flags, text->c_str()};
    const auto method = py::reinterpret_steal<py::object>(
        PyDescr_NewMethod(reinterpret_cast<PyTypeObject*>(type.ptr()), definition));
    if (!method) throw py::error_already_set();
    type.attr(name) = method;
}

}  // namespace bitmeeple::bindings
