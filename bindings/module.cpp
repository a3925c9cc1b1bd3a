// bitmeeple._bindings: the compiled classes, over the core of any instruction set.
// `bitmeeple._core` picks that core and gives it to `use`.

#include <pybind11/pybind11.h>

#include "classes.hpp"
#include "engines.hpp"

namespace py = pybind11;

namespace {

bitmeeple::bindings::Engines used;

/// Games are built from the engines of this core from now on; its attributes become the module's.
void use(py::module_ bindings, const py::module_& core) {
    for (const char* name : {"isa", "flags", "compiler", "asserts"})
        bindings.attr(name) = core.attr(name);
    const py::object capsule = core.attr("engines");
    const void* engines = PyCapsule_GetPointer(capsule.ptr(), bitmeeple::bindings::kCapsule);
    if (!engines) {
        PyErr_Clear();
        throw py::import_error(core.attr("__name__").cast<std::string>() +
                               " was built from other sources than the bindings: build again");
    }
    used = *static_cast<const bitmeeple::bindings::Engines*>(engines);
}

}  // namespace

bitmeeple::bindings::Engines bitmeeple::bindings::engines() { return used; }

// Needs no GIL: games are constant, a state belongs to one thread (as a list does), a batch refuses a
// second thread. cpp/tests (under ThreadSanitizer) and tests/test_threads.py stress this.
PYBIND11_MODULE(_bindings, m, py::mod_gil_not_used()) {
    m.doc() = "The compiled core of bitmeeple. Use the package, not this module.";
    m.attr("version") = BITMEEPLE_VERSION;
    m.def("use", [m](const py::module_& core) { use(m, core); });
    bitmeeple::bindings::register_rng(m);
    bitmeeple::bindings::register_games(m);
    bitmeeple::bindings::register_states(m);
    bitmeeple::bindings::register_batches(m);
    bitmeeple::bindings::register_searches(m);
}
