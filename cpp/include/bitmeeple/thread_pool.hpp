#pragma once
// A few threads that wait for work: a batch steps thousands of times a second, too often to start
// threads anew.

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

namespace bitmeeple {

/// Which process this is, never 0: the child of a fork has none of its parent's other threads.
[[nodiscard]] inline long process_id() noexcept {
#if defined(__unix__) || defined(__APPLE__)
    return static_cast<long>(getpid());
#else
    return 1;
#endif
}

/// Splits ranges over threads. One caller at a time. Threads are started when they are first worth
/// it; in the child of a fork the parent's are forgotten and others are started.
class ThreadPool {
public:
    /// threads >= 1; the caller of `run` is one of them.
    explicit ThreadPool(int threads) : threads_(threads) {}
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;
    ~ThreadPool() { forget_threads_of_the_parent(); }

    /// Calls work(first, last) on contiguous pieces of 0 .. count-1, one per thread, and returns
    /// when all are done. A piece has at least `grain` items; small ranges stay with the caller.
    /// Where threads cannot be started, fewer do the same work.
    void run(std::int64_t count, std::int64_t grain,
             const std::function<void(std::int64_t, std::int64_t)>& work) {
        const auto useful =
            static_cast<int>(std::min<std::int64_t>(threads_, grain > 0 ? count / grain : count));
        if (useful <= 1) return work(0, count);
        forget_threads_of_the_parent();
        if (!crew_) crew_ = std::make_unique<Crew>();
        crew_->run(count, crew_->hire(useful - 1) + 1, work);
    }

private:
    /// The helpers, and what they and the caller tell each other.
    class Crew {
    public:
        ~Crew() {
            {
                const std::lock_guard lock(mutex_);
                quit_ = true;
            }
            start_.notify_all();
            for (auto& helper : helpers_) helper.join();
        }

        /// Sees to it that `wanted` helpers wait for work; fewer if the system gives no more.
        [[nodiscard]] int hire(int wanted) {
            const auto size = [this] { return static_cast<int>(helpers_.size()); };
            if (size() >= wanted || refused_) return std::min(size(), wanted);
            helpers_.reserve(static_cast<std::size_t>(wanted));
            try {
                while (size() < wanted)
                    helpers_.emplace_back(
                        [this, piece = size() + 1, seen = generation_] { serve(piece, seen); });
            } catch (const std::system_error&) {
                refused_ = true;
            }
            return size();
        }

        void run(std::int64_t count, int pieces,
                 const std::function<void(std::int64_t, std::int64_t)>& work) {
            {
                const std::lock_guard lock(mutex_);
                work_ = &work;
                count_ = count;
                pieces_ = pieces;
                pending_ = pieces - 1;
                ++generation_;
            }
            start_.notify_all();
            do_piece(work, count, pieces, 0);
            std::unique_lock lock(mutex_);
            done_.wait(lock, [this] { return pending_ == 0; });
            work_ = nullptr;
        }

    private:
        static void do_piece(const std::function<void(std::int64_t, std::int64_t)>& work,
                             std::int64_t count, int pieces, int piece) {
            work(count * piece / pieces, count * (piece + 1) / pieces);
        }
        void serve(int piece, std::uint64_t seen) {
            std::unique_lock lock(mutex_);
            for (;;) {
                start_.wait(lock, [&] { return quit_ || generation_ != seen; });
                if (quit_) return;
                seen = generation_;
                if (piece >= pieces_) continue;
                const auto* work = work_;
                const auto count = count_;
                const int pieces = pieces_;
                lock.unlock();
                do_piece(*work, count, pieces, piece);
                lock.lock();
                if (--pending_ == 0) done_.notify_one();
            }
        }

        std::mutex mutex_;
        std::condition_variable start_, done_;
        const std::function<void(std::int64_t, std::int64_t)>* work_ = nullptr;
        std::int64_t count_ = 0;
        int pieces_ = 0;
        int pending_ = 0;
        std::uint64_t generation_ = 0;
        bool quit_ = false;
        bool refused_ = false;  // the system gave no more threads
        std::vector<std::thread> helpers_;
    };

    /// Its destructor would wait for threads that this process does not have, and its mutex may be
    /// held by one of them, so the parent's crew is left behind as it is.
    void forget_threads_of_the_parent() noexcept {
        if (pid_ == process_id()) return;
        (void)crew_.release();
        pid_ = process_id();
    }

    int threads_;
    long pid_ = process_id();
    std::unique_ptr<Crew> crew_;
};

}  // namespace bitmeeple
