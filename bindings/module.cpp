// bitmeeple._core_<isa>: the compiled core as a Python module. `bitmeeple._core` picks one.

#include <pybind11/pybind11.h>

#include "bitmeeple/rng.hpp"
#include "game_bindings.hpp"

namespace py = pybind11;

namespace {

using bitmeeple::Rng;

std::uint64_t word_of(py::handle value, const char* name) {
    if (PyBool_Check(value.ptr()) || !PyIndex_Check(value.ptr()))
        throw py::type_error(std::string(name) + " is an int, not " +
                             std::string(Py_TYPE(value.ptr())->tp_name));
    const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
    if (!number) throw py::error_already_set();
    const std::uint64_t word = PyLong_AsUnsignedLongLong(number.ptr());
    if (!PyErr_Occurred()) return word;
    PyErr_Clear();
    throw py::value_error(std::string(name) + " is " + std::string(py::str(value)) +
                          "; allowed is 0 .. 2**64-1");
}

void register_rng(py::module_& m) {
    py::class_<Rng>(m, "Rng", R"(xoshiro256++ seeded by (seed, stream), both in 0 .. 2**64-1.

The same numbers on every machine and in `bitmeeple.reference.Rng`.)")
        .def(py::init([](const py::object& seed, const py::object& stream) {
                 return Rng(word_of(seed, "seed"), word_of(stream, "stream"));
             }),
             py::arg("seed"), py::arg("stream") = 0)
        .def("next", &Rng::next, "64 random bits.")
        .def(
            "below",
            [](Rng& rng, const py::object& n) {
                const std::uint64_t bound = word_of(n, "n");
                if (bound < 1 || bound > 0xFFFFFFFFU)
                    throw py::value_error("below(" + std::to_string(bound) +
                                          "): allowed is 1 .. 2**32-1");
                return rng.below(static_cast<std::uint32_t>(bound));
            },
            py::arg("n"), "A number in 0 .. n-1, 1 <= n < 2**32.")
        .def("__copy__", [](const Rng& rng) { return rng; })
        .def("__deepcopy__", [](const Rng& rng, const py::dict&) { return rng; })
        .def("__eq__",
             [](const Rng& rng, const py::object& other) {
                 return py::isinstance<Rng>(other) && rng == other.cast<const Rng&>();
             })
        .def(py::pickle(
            [](const Rng& rng) {
                const auto& w = rng.words();
                return py::make_tuple(w[0], w[1], w[2], w[3]);
            },
            [](const py::tuple& words) {
                if (words.size() != 4) throw py::value_error("an Rng has four words");
                Rng rng(0, 0);
                Rng::Words w;
                for (std::size_t i = 0; i < 4; ++i) w[i] = words[i].cast<std::uint64_t>();
                rng.set_words(w);
                return rng;
            }))
        .attr("__hash__") = py::none();
}

}  // namespace

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
    register_rng(m);
    bitmeeple::bindings::register_games(m);
    bitmeeple::bindings::register_states(m);
    bitmeeple::bindings::register_batches(m);
}
