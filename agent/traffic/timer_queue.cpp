#include "agent/traffic/timer_queue.h"

#include <algorithm>

namespace agent::traffic {
namespace {

constexpr auto kLater = [](const auto& a, const auto& b) { return a.at > b.at; };

} // namespace

void TimerQueue::push(Timer& timer, core::base::Nanos at) {
    timer.queued_ = at;
    heap_.push_back({at, &timer});
    std::push_heap(heap_.begin(), heap_.end(), kLater);
}

void TimerQueue::arm(Timer& timer, core::base::Nanos at) {
    timer.deadline_ = at;
    if (at < timer.queued_) {
        push(timer, at); // the older entry is recognised by its time and skipped
    }
}

void TimerQueue::run(core::base::Nanos now) {
    while (!heap_.empty() && heap_.front().at <= now) {
        const Entry entry = heap_.front();
        std::pop_heap(heap_.begin(), heap_.end(), kLater);
        heap_.pop_back();
        Timer& timer = *entry.timer;
        if (entry.at != timer.queued_) {
            continue;
        }
        timer.queued_ = kNever;
        if (timer.deadline_ == kNever) {
            continue;
        }
        if (timer.deadline_ > entry.at) {
            push(timer, timer.deadline_); // was moved to later since it was queued
            continue;
        }
        timer.deadline_ = kNever;
        timer.expire(entry.at);
    }
}

} // namespace agent::traffic
