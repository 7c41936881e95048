#include "agent/runtime/mailbox.h"

namespace agent::runtime {

void Mailbox::call(const std::function<void()>& job) {
    const std::lock_guard turn(callers_);
    if (!open_) {
        job();
        return;
    }
    std::unique_lock lock(mutex_);
    job_ = &job;
    waiting_.store(true, std::memory_order_release);
    wake_();
    done_.wait(lock, [this] { return job_ == nullptr; });
}

void Mailbox::open() {
    const std::lock_guard turn(callers_);
    open_ = true;
}

void Mailbox::close(const std::function<void()>& endWorker) {
    const std::lock_guard turn(callers_);
    endWorker();
    open_ = false;
}

void Mailbox::runJob() {
    const std::lock_guard lock(mutex_);
    waiting_.store(false, std::memory_order_relaxed);
    if (job_ != nullptr) {
        (*job_)();
        job_ = nullptr;
        done_.notify_one();
    }
}

} // namespace agent::runtime
