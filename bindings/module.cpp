// bitmeeple._core_<isa>: the compiled core as a Python module. `bitmeeple._core` picks one.

#include <pybind11/pybind11.h>

#include "classes.hpp"

namespace py = pybind11;

// Needs no GIL: games are constant, a state belongs to one thread (as a list does), a batch refuses a
// second thread. cpp/tests (under ThreadSanitizer) and tests/test_threads.py stress this.
PYBIND11_MODULE(BITMEEPLE_MODULE, m, py::mod_gil_not_used()) {
    m.doc() = "The compiled core of bitmeeple. Use the package, not this module.";
    m.attr("isa") = BITMEEPLE_ISA;
    m.attr("version") = BITMEEPLE_VERSION;
    m.attr("flags") = BITMEEPLE_FLAGS;
#if defined(__clang__)
    m.attr("compiler") = "clang " __clang_version__;
#elif defined(__GNUC__)
    m.attr("compiler") = "gcc " __VERSION__;
#else
    m.attr("compiler") = "MSVC " + std::to_string(_MSC_VER);
#endif
#ifdef NDEBUG
    m.attr("asserts") = false;
#else
    m.attr("asserts") = true;
#endif
    bitmeeple::bindings::register_rng(m);
    bitmeeple::bindings::register_games(m);
    bitmeeple::bindings::register_states(m);
    bitmeeple::bindings::register_batches(m);
    bitmeeple::bindings::register_searches(m);
}
