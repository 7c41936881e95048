#include "agent/runtime/worker.h"

#include <array>
#include <ctime>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace agent::runtime {
namespace {

using core::base::kSecond;
using core::base::Nanos;

constexpr unsigned long kTimerSlack = 5'000; // ns; the default of 50 µs would double the length of short sleeps

Nanos threadTime() {
    timespec t{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * kSecond + t.tv_nsec;
}

} // namespace

Worker::Worker(Machine& machine)
    : machine_(machine), pacer_(clock_, machine), mailbox_([this] { wake(); }), epoll_(::epoll_create1(EPOLL_CLOEXEC)),
      wakeUp_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    watch(wakeUp_);
}

Worker::~Worker() {
    stop();
    ::close(wakeUp_);
    ::close(epoll_);
}

void Worker::watch(int fd) {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.fd = fd;
    ::epoll_ctl(epoll_, EPOLL_CTL_ADD, fd, &event);
}

void Worker::start() {
    if (thread_.joinable()) {
        return;
    }
    stopping_ = false;
    mailbox_.open();
    thread_ = std::thread([this] { run(); });
}

void Worker::stop() {
    if (!thread_.joinable()) {
        return;
    }
    mailbox_.close([this] {
        stopping_ = true;
        wake();
        thread_.join();
    });
}

void Worker::wake() {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(wakeUp_, &one, sizeof one); // fails only when it is awake already
}

void Worker::sleep(Nanos atMost) {
    std::array<epoll_event, 16> events;
    const timespec timeout{atMost / kSecond, atMost % kSecond};
    const int ready = ::epoll_pwait2(epoll_, events.data(), static_cast<int>(events.size()), &timeout, nullptr);
    for (int i = 0; i < ready; ++i) {
        if (events[static_cast<std::size_t>(i)].data.fd == wakeUp_) {
            std::uint64_t count = 0;
            [[maybe_unused]] const ssize_t got = ::read(wakeUp_, &count, sizeof count);
        }
    }
}

void Worker::measureLoad() {
    const Nanos now = clock_.now();
    if (now - measuredAt_ < kSecond) {
        return;
    }
    const Nanos computed = threadTime();
    load_ = 100.0 * static_cast<double>(computed - computedThen_) / static_cast<double>(now - measuredAt_);
    measuredAt_ = now;
    computedThen_ = computed;
}

void Worker::run() {
    ::prctl(PR_SET_TIMERSLACK, kTimerSlack, 0, 0, 0);
    pacer_.start(machine_.now());
    measuredAt_ = clock_.now();
    computedThen_ = threadTime();
    while (!stopping_.load(std::memory_order_relaxed)) {
        mailbox_.run();
        const Nanos idle = pacer_.advance();
        measureLoad();
        if (idle > 0 && !machine_.pending()) {
            sleep(idle);
        }
    }
}

} // namespace agent::runtime
