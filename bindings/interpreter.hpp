#pragma once
// Leaving and entering the interpreter, also when it ends while we are away.
//
// A daemon thread that wants the GIL after Python has begun to end does not come back: up to Python
// 3.13 the interpreter ends the thread, which glibc does by unwinding its stack through every C++
// frame, destructors and noexcept functions included. From 3.14 on it stops the thread for ever. So
// do we, everywhere: nothing that the thread or its helpers use goes away, and the process ends as
// soon as its main thread does, with its own exit code.

#include <pybind11/pybind11.h>

#include <chrono>
#include <thread>
#include <utility>
#ifdef __GLIBCXX__
#include <cxxabi.h>
#endif

namespace bitmeeple::bindings {

namespace py = pybind11;

[[noreturn]] inline void stop_for_ever() noexcept {
    for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

/// f(), which may run Python code or wait for the GIL.
template <class F>
decltype(auto) in_python(F&& f) {
#ifdef __GLIBCXX__
    try {
        return std::forward<F>(f)();
    } catch (abi::__forced_unwind&) {
        stop_for_ever();
    }
#else
    return std::forward<F>(f)();
#endif
}

/// Lets go of the GIL as long as it lives.
class WithoutGil {
public:
    WithoutGil() : thread_(PyEval_SaveThread()) {}
    WithoutGil(const WithoutGil&) = delete;
    WithoutGil& operator=(const WithoutGil&) = delete;
    ~WithoutGil() {
        if (!Py_IsInitialized()) stop_for_ever();
        in_python([this] { PyEval_RestoreThread(thread_); });
    }

private:
    PyThreadState* thread_;
};

}  // namespace bitmeeple::bindings
