// Lets other threads run functions on the worker between two batches, and waits for them.
//
// Any thread may call(); callers take turns. While the worker is away (before open(), after close()) the function runs on the
// caller's own thread. A function must not call() again.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>

namespace agent::runtime {

class Mailbox {
public:
    // wake is called from the calling thread to rouse a sleeping worker.
    explicit Mailbox(std::function<void()> wake) : wake_(std::move(wake)) {}

    void call(const std::function<void()>& job);

    // --- worker
    void open();  // before the worker thread starts
    // Waits for a call under way, holds new ones back while endWorker stops and joins the thread, then lets them run by themselves.
    void close(const std::function<void()>& endWorker);
    void run() {
        if (waiting_.load(std::memory_order_acquire)) [[unlikely]] {
            runJob();
        }
    }

private:
    void runJob();

    std::function<void()> wake_;
    std::mutex callers_; // held for the whole call
    bool open_ = false;  // guarded by callers_
    std::mutex mutex_;
    std::condition_variable done_;
    const std::function<void()>* job_ = nullptr; // guarded by mutex_
    std::atomic<bool> waiting_ = false;
};

} // namespace agent::runtime
