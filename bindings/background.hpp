#pragma once
// Long work in native threads while Python stays responsive.

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace bitmeeple::bindings {

namespace py = pybind11;

/// Runs `work` in a thread without the GIL. Meanwhile signals are handled (Ctrl-C sets `stop`,
/// waits for the work to end and raises KeyboardInterrupt) and `progress` is called, with the GIL,
/// about ten times a second.
template <class Work, class Progress>
void run_in_background(std::atomic<bool>& stop, Work&& work, Progress&& progress) {
    std::mutex mutex;
    std::condition_variable ended;
    bool done = false;
    std::exception_ptr failure;
    const auto run = [&] {
        try {
            work();
        } catch (...) {
            failure = std::current_exception();
        }
        const std::lock_guard lock(mutex);
        done = true;
        ended.notify_one();
    };
    const auto wait_a_little = [&] {
        const py::gil_scoped_release release;
        std::unique_lock lock(mutex);
        return ended.wait_for(lock, std::chrono::milliseconds(100), [&] { return done; });
    };

    std::thread thread(run);
    try {
        while (!wait_a_little()) {
            if (PyErr_CheckSignals() != 0) throw py::error_already_set();
            progress();
        }
    } catch (...) {
        stop = true;
        const py::gil_scoped_release release;
        thread.join();
        throw;
    }
    thread.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace bitmeeple::bindings
