// The thread that runs a machine against the wall clock, sleeps when there is nothing to do, and serves the mailbox.
//
// Threads: start(), stop(), call(), watch() from the control side; call() also from several threads at once.
#pragma once

#include "agent/runtime/machine.h"
#include "agent/runtime/mailbox.h"
#include "agent/runtime/pacer.h"
#include "core/base/clock.h"

#include <atomic>
#include <thread>

namespace agent::runtime {

class Worker {
public:
    // The machine must outlive the worker.
    explicit Worker(Machine& machine);
    ~Worker(); // stops
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    void start();
    void stop(); // returns when the thread has ended, within about one step

    void call(const std::function<void()>& job) { mailbox_.call(job); }
    // The worker wakes up when this descriptor becomes readable.
    void watch(int fd);
    // Percent of the last full second this thread spent computing. Only within call().
    [[nodiscard]] double load() const { return load_; }
    // Simulated time left out because this computer was too slow. Only within call().
    [[nodiscard]] core::base::Nanos skipped() const { return pacer_.skipped(); }

private:
    void run();
    void sleep(core::base::Nanos atMost);
    void wake();
    void measureLoad();

    Machine& machine_;
    core::base::SteadyClock clock_;
    Pacer pacer_;
    Mailbox mailbox_;
    int epoll_;
    int wakeUp_; // eventfd
    std::atomic<bool> stopping_ = false;
    std::thread thread_;
    double load_ = 0;
    core::base::Nanos measuredAt_ = 0, computedThen_ = 0;
};

} // namespace agent::runtime
