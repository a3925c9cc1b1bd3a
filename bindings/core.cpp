// bitmeeple._core_<isa>: the games compiled for one instruction set. The bindings, compiled once,
// reach them through Engine's virtual functions (engines.hpp). No pybind11 here.

#include <Python.h>

#include <string>

#include "bitmeeple/engines.hpp"
#include "engines.hpp"

namespace {

constexpr bitmeeple::bindings::Engines kGames = bitmeeple::kEngines;

/// Adds an attribute; `value` is a new reference or null.
[[nodiscard]] bool add(PyObject* module, const char* name, PyObject* value) {
    const int status = value ? PyObject_SetAttrString(module, name, value) : -1;
    Py_XDECREF(value);
    return status == 0;
}

[[nodiscard]] std::string compiler() {
#if defined(__clang__)
    return "clang " __clang_version__;
#elif defined(__GNUC__)
    return "gcc " __VERSION__;
#else
    return "MSVC " + std::to_string(_MSC_VER);
#endif
}

[[nodiscard]] bool has_asserts() {
#ifdef NDEBUG
    return false;
#else
    return true;
#endif
}

int fill(PyObject* module) {
    void* games = const_cast<bitmeeple::bindings::Engines*>(&kGames);
    const bool done =
        add(module, "engines", PyCapsule_New(games, bitmeeple::bindings::kCapsule, nullptr)) &&
        add(module, "isa", PyUnicode_FromString(BITMEEPLE_ISA)) &&
        add(module, "flags", PyUnicode_FromString(BITMEEPLE_FLAGS)) &&
        add(module, "compiler", PyUnicode_FromString(compiler().c_str())) &&
        add(module, "asserts", PyBool_FromLong(has_asserts()));
    return done ? 0 : -1;
}

PyModuleDef_Slot slots[] = {{Py_mod_exec, reinterpret_cast<void*>(fill)},
#ifdef Py_GIL_DISABLED
                            {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
                            {0, nullptr}};

PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                          "_core_" BITMEEPLE_ISA,
                          nullptr,
                          0,
                          nullptr,
                          slots,
                          nullptr,
                          nullptr,
                          nullptr};

}  // namespace

// As PyInit__core_v3.
#define BITMEEPLE_INIT_OF(module) PyInit_##module
#define BITMEEPLE_INIT(module) BITMEEPLE_INIT_OF(module)
PyMODINIT_FUNC BITMEEPLE_INIT(BITMEEPLE_MODULE)() { return PyModuleDef_Init(&definition); }
