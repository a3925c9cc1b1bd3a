#pragma once
// Long work in native threads while Python stays responsive.

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>

#include "interpreter.hpp"

namespace bitmeeple::bindings {

/// How long Ctrl-C and progress may wait.
inline constexpr std::chrono::milliseconds kAttention{100};

/// Handles signals, with the GIL; throws KeyboardInterrupt and whatever else their handlers raise.
inline void handle_signals() {
    if (in_python([] { return PyErr_CheckSignals(); }) != 0) throw py::error_already_set();
}

/// Runs `work` in a thread without the GIL. Meanwhile signals are handled (Ctrl-C sets `stop`, waits
/// for the work to end and raises KeyboardInterrupt) and `meanwhile` is called, with the GIL, about
/// ten times a second. False, and nothing is done, if the system gives no thread. What `work` and
/// `stop` refer to is on the heap: the caller may be stopped for ever while `work` goes on.
template <class Work, class Meanwhile>
[[nodiscard]] bool run_in_background(std::atomic<bool>& stop, const Work& work,
                                     Meanwhile&& meanwhile) {
    struct Job {
        std::mutex mutex;
        std::condition_variable ended;
        bool done = false;
        std::exception_ptr failure;
    };
    const auto owner = std::make_unique<Job>();
    Job* const job = owner.get();
    const auto run = [job, work] {
        try {
            work();
        } catch (...) {
            job->failure = std::current_exception();
        }
        const std::lock_guard lock(job->mutex);
        job->done = true;
        job->ended.notify_one();
    };
    const auto wait_a_little = [job] {
        const WithoutGil elsewhere;
        std::unique_lock lock(job->mutex);
        return job->ended.wait_for(lock, kAttention, [job] { return job->done; });
    };

    std::thread thread;
    try {
        thread = std::thread(run);
    } catch (const std::system_error&) {
        return false;
    }
    try {
        while (!wait_a_little()) {
            handle_signals();
            in_python(meanwhile);
        }
    } catch (...) {
        stop = true;
        const WithoutGil elsewhere;
        thread.join();
        throw;
    }
    thread.join();
    if (job->failure) std::rethrow_exception(job->failure);
    return true;
}

}  // namespace bitmeeple::bindings
