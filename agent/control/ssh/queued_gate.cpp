#include "agent/control/ssh/queued_gate.h"

#include <QThread>

namespace agent::control {

bool QueuedGate::call(const Job& job) {
    if (QThread::currentThread() == thread()) {
        job(context_);
        return true;
    }
    Waiting mine{&job, false};
    std::unique_lock lock(mutex_);
    if (closed_) {
        return false;
    }
    waiting_.push_back(&mine);
    QMetaObject::invokeMethod(this, [this] { runJobs(); }, Qt::QueuedConnection);
    changed_.wait(lock, [&] { return mine.done || closed_; });
    return mine.done;
}

// What has been queued up to now; what comes meanwhile has its own turn, so that nobody else in the loop starves.
void QueuedGate::runJobs() {
    std::unique_lock lock(mutex_);
    if (waiting_.empty()) {
        return;
    }
    for (std::size_t left = waiting_.size(); left > 0 && !waiting_.empty(); --left) {
        Waiting* next = waiting_.front();
        waiting_.pop_front();
        lock.unlock();
        (*next->job)(context_); // its thread waits, so it is still there
        lock.lock();
        next->done = true;
        changed_.notify_all();
    }
    lock.unlock();
    Q_EMIT acted();
}

void QueuedGate::close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    waiting_.clear();
    changed_.notify_all();
}

} // namespace agent::control
