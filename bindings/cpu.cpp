// bitmeeple._cpu: asks the processor which builds of the core it can run. Compiled for the
// baseline and imported before any other build is, so it must not share code with them.

#include <Python.h>

namespace {

/// x86-64-v3 with a fast `pdep`: AMD's Zen 1 and 2 (family 17h) run it in microcode, slower than
/// the portable code.
bool runs_v3() {
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}

bool has_slow_pdep() {
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
    __builtin_cpu_init();
    return __builtin_cpu_is("amdfam17h");
#else
    return false;
#endif
}

PyObject* supported(PyObject*, PyObject*) { return PyBool_FromLong(runs_v3() ? 1 : 0); }
PyObject* slow(PyObject*, PyObject*) { return PyBool_FromLong(has_slow_pdep() ? 1 : 0); }

PyMethodDef methods[] = {
    {"runs_v3", supported, METH_NOARGS, "Whether this processor can run the x86-64-v3 build."},
    {"has_slow_pdep", slow, METH_NOARGS, "Whether its pdep instruction is microcoded (Zen 1, 2)."},
    {nullptr, nullptr, 0, nullptr}};

PyModuleDef_Slot slots[] = {
#ifdef Py_GIL_DISABLED
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, nullptr}};

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_cpu", nullptr, 0, methods, slots, nullptr, nullptr, nullptr};

}  // namespace

PyMODINIT_FUNC PyInit__cpu() { return PyModuleDef_Init(&definition); }
