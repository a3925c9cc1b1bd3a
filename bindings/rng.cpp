// bitmeeple.Rng: the generator of the randomness contract.

#include <pybind11/stl.h>

#include "classes.hpp"

namespace bitmeeple::bindings {

namespace {

using Self = Object<Generator>;

constexpr const char* kDoc = R"(Rng(seed, stream=0)
--

xoshiro256++ seeded by (seed, stream), both in 0 .. 2**64-1.

The same numbers on every machine and in `bitmeeple.reference.Rng`. ``repr`` evaluates back.

Examples
--------
>>> import bitmeeple as bm
>>> bm.Rng(7, 123).next()
8752571374411310049
)";

constexpr const char* kNotSeeded = "this Rng has not been seeded";

[[nodiscard]] Rng& seeded(Generator& generator) {
    if (!generator.seeded) throw py::value_error(kNotSeeded);
    return generator.rng;
}

PyObject* make(PyTypeObject*, PyObject*, PyObject*) noexcept {
    return guarded([] { return new_object(Generator{}); });
}

int seed(PyObject* self, PyObject* arguments, PyObject* named) noexcept {
    return guarded(
        [&] {
            static const char* names[] = {"seed", "stream", nullptr};
            PyObject *seed_given = nullptr, *stream_given = nullptr;
            if (!PyArg_ParseTupleAndKeywords(arguments, named, "O|O:Rng", const_cast<char**>(names),
                                             &seed_given, &stream_given))
                throw py::error_already_set();
            const std::uint64_t first = word_in(seed_given, "seed");
            const std::uint64_t second = stream_given ? word_in(stream_given, "stream") : 0;
            value_in<Generator>(self) = {Rng(first, second), first, second, true};
            return 0;
        },
        -1);
}

[[nodiscard]] PyObject* next(Self& self) {
    return PyLong_FromUnsignedLongLong(seeded(self.value).next());
}

constexpr Parameters kBelow{"below", {{{"n"}}}};
[[nodiscard]] PyObject* below(Self& self, const Arguments& given) {
    Rng& rng = seeded(self.value);
    const py::object number = index_in(given[0], "n");
    const std::uint64_t n = PyLong_AsUnsignedLongLong(number.ptr());
    if (PyErr_Occurred()) PyErr_Clear();  // n is 2^64-1 then
    if (n < 1 || n > 0xFFFFFFFFU)
        throw py::value_error("n is " + shown(number) + "; allowed is 1 .. 4294967295");
    return PyLong_FromUnsignedLong(rng.below(static_cast<std::uint32_t>(n)));
}

[[nodiscard]] PyObject* copied(Self& self) {
    (void)seeded(self.value);
    return new_object(Generator(self.value));
}
[[nodiscard]] PyObject* deep_copied(Self& self, py::handle) { return copied(self); }

[[nodiscard]] py::tuple words_of(const Rng& rng) {
    const auto& w = rng.words();
    return py::make_tuple(w[0], w[1], w[2], w[3]);
}

void set_words(Generator& generator, const py::tuple& words) {
    Rng::Words w;
    if (words.size() != w.size()) throw py::value_error("an Rng has four words");
    for (std::size_t i = 0; i < w.size(); ++i) w[i] = word_in(words[i], "a word");
    if (w == Rng::Words{}) throw py::value_error("not all words of an Rng are 0");
    generator.rng.set_words(w);
    generator.seeded = true;
}

/// Class method: from_words(w0, w1, w2, w3).
PyObject* from_words(PyObject*, PyObject* words) noexcept {
    return guarded([&] {
        Generator generator;
        set_words(generator, py::reinterpret_borrow<py::tuple>(words));
        return new_object(std::move(generator));
    });
}

/// As __newobj__ and a state, with every protocol, as 0.1.0 did.
[[nodiscard]] PyObject* reduced(Self& self) {
    const Rng& rng = seeded(self.value);
    return py::make_tuple(py::module_::import("copyreg").attr("__newobj__"),
                          py::make_tuple(py::type::of(self.handle())), words_of(rng))
        .release()
        .ptr();
}
[[nodiscard]] PyObject* state_set(Self& self, py::handle words) {
    if (self.value.seeded) throw py::value_error("this Rng is in use; unpickle into a new one");
    if (!py::isinstance<py::tuple>(words))
        throw py::type_error("the state of an Rng is a tuple, not " + type_name(words));
    set_words(self.value, py::reinterpret_borrow<py::tuple>(words));
    Py_RETURN_NONE;
}

PyObject* compare(PyObject* self, PyObject* other, int operation) noexcept {
    if ((operation != Py_EQ && operation != Py_NE) || !is_a<Generator>(other))
        Py_RETURN_NOTIMPLEMENTED;
    const auto &a = value_in<Generator>(self), &b = value_in<Generator>(other);
    const bool equal = a.rng == b.rng && a.seeded == b.seeded;
    return PyBool_FromLong(equal == (operation == Py_EQ));
}

PyObject* represent(PyObject* self) noexcept {
    return guarded([&] {
        const auto& g = value_in<Generator>(self);
        std::string text;
        if (!g.seeded) {
            text = "<bitmeeple.Rng, not seeded>";
        } else if (g.rng == Rng(g.seed, g.stream)) {
            text = "bitmeeple.Rng(" + std::to_string(g.seed) +
                   (g.stream != 0 ? ", " + std::to_string(g.stream) : "") + ")";
        } else {
            text = "bitmeeple.Rng.from_words" + py::cast<std::string>(py::str(words_of(g.rng)));
        }
        return py::str(text).release().ptr();
    });
}

PyMethodDef class_methods[] = {
    {"from_words", &from_words, METH_VARARGS | METH_CLASS,
     "from_words($type, w0, w1, w2, w3, /)\n--\n\nThe generator in the middle of its stream: what "
     "``repr`` shows once numbers have been drawn.\n\nRaises\n------\nValueError, TypeError\n    "
     "Not four ints in 0 .. 2**64-1, or all 0."},
    {nullptr, nullptr, 0, nullptr}};

}  // namespace

Draws::Draws(py::handle object) {
    if (is_a<Generator>(object)) {
        rng_ = &seeded(value_in<Generator>(object));
        return;
    }
    // Nobody can have made one before the module is loaded.
    const py::dict modules = py::module_::import("sys").attr("modules");
    const char* const home = "bitmeeple.reference.rng";
    if (!modules.contains(home) || !py::type::of(object).is(modules[home].attr("Rng")))
        throw py::type_error("rng is a bitmeeple.Rng, not " + type_name(object));
    if (!py::hasattr(object, "_s")) throw py::value_error(kNotSeeded);
    copy_.set_words(py::cast<Rng::Words>(object.attr("_s")));
    reference_ = object;
}

Draws::~Draws() {
    if (!reference_) return;
    PyObject *type, *error, *trace;  // the call may have failed
    PyErr_Fetch(&type, &error, &trace);
    const auto& w = copy_.words();
    PyObject* words = Py_BuildValue(
        "[KKKK]", static_cast<unsigned long long>(w[0]), static_cast<unsigned long long>(w[1]),
        static_cast<unsigned long long>(w[2]), static_cast<unsigned long long>(w[3]));
    if (!words || PyObject_SetAttrString(reference_.ptr(), "_s", words) != 0) PyErr_Clear();
    Py_XDECREF(words);
    PyErr_Restore(type, error, trace);
}

void register_rng(py::module_& m) {
    Class<Generator> cls(m, "Rng", kDoc,
                         {{Py_tp_new, reinterpret_cast<void*>(&make)},
                          {Py_tp_init, reinterpret_cast<void*>(&seed)},
                          {Py_tp_methods, class_methods},
                          {Py_tp_richcompare, reinterpret_cast<void*>(&compare)},
                          {Py_tp_hash, reinterpret_cast<void*>(&PyObject_HashNotImplemented)},
                          {Py_tp_repr, reinterpret_cast<void*>(&represent)}});
    cls.def<&next>("next", nullptr, "64 random bits.");
    cls.def<&below, kBelow>("A number in 0 .. n-1, 1 <= n < 2**32.");
    cls.def<&copied>("__copy__");
    cls.def<&deep_copied>("__deepcopy__", "memo");
    cls.def<&reduced>("__reduce__");
    cls.def<&state_set>("__setstate__", "words");
}

}  // namespace bitmeeple::bindings
