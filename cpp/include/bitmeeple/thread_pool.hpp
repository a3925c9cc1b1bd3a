#pragma once
// A few threads that wait for work: a batch steps thousands of times a second, too often to start
// threads anew.

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace bitmeeple {

/// Splits ranges over threads. One caller at a time.
class ThreadPool {
public:
    /// threads >= 1; the caller of `run` is one of them.
    explicit ThreadPool(int threads) {
        try {
            for (int t = 1; t < threads; ++t) helpers_.emplace_back([this, t] { serve(t); });
        } catch (const std::system_error&) {
            // Fewer threads than asked for do the same work.
        }
    }
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;
    ~ThreadPool() {
        {
            const std::lock_guard lock(mutex_);
            quit_ = true;
        }
        start_.notify_all();
        for (auto& helper : helpers_) helper.join();
    }

    [[nodiscard]] int threads() const noexcept { return static_cast<int>(helpers_.size()) + 1; }

    /// Calls work(first, last) on contiguous pieces of 0 .. count-1, one per thread, and returns
    /// when all are done. A piece has at least `grain` items; small ranges stay with the caller.
    void run(std::int64_t count, std::int64_t grain,
             const std::function<void(std::int64_t, std::int64_t)>& work) {
        const auto useful = grain > 0 ? count / grain : count;
        const int pieces =
            static_cast<int>(useful < threads() ? (useful > 1 ? useful : 1) : threads());
        if (pieces == 1) return work(0, count);
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
    void serve(int piece) {
        std::uint64_t seen = 0;
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
    std::vector<std::thread> helpers_;
};

}  // namespace bitmeeple
