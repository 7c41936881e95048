// Gives the senders of a cable their turns while its line is behind: first come, first served, a burst each.
//
//   if (turns.taken(at)) { turns.wait(*this, at); return; }   // onTurn() follows when it is this sender's turn
//
// Owns nobody; a waiter must leave() before it goes.
#pragma once

#include "agent/traffic/line.h"
#include "agent/traffic/timer_queue.h"

#include <algorithm>
#include <deque>

namespace agent::traffic {

class LineWaiter {
public:
    virtual ~LineWaiter() = default;
    // Send a burst, then wait() again when there is more.
    virtual void onTurn(core::base::Nanos at) = 0;

private:
    friend class LineTurns;
    bool waiting_ = false;
};

class LineTurns {
public:
    LineTurns(Line& line, TimerQueue& timers) : line_(line), timers_(timers) {}

    // Whether somebody has to wait: the line is behind, or others wait already.
    [[nodiscard]] bool taken(core::base::Nanos at) const { return !queue_.empty() || behind(at); }
    [[nodiscard]] bool behind(core::base::Nanos at) const { return line_.readyAt() > at; }

    void wait(LineWaiter& waiter, core::base::Nanos at) {
        if (!waiter.waiting_) {
            waiter.waiting_ = true;
            queue_.push_back(&waiter);
            timers_.arm(timer_, std::max(line_.readyAt(), at));
        }
    }
    void leave(LineWaiter& waiter) {
        if (waiter.waiting_) {
            waiter.waiting_ = false;
            queue_.erase(std::find(queue_.begin(), queue_.end(), &waiter));
        }
    }

private:
    void serve(core::base::Nanos at) {
        while (!queue_.empty() && !behind(at)) {
            LineWaiter& waiter = *queue_.front();
            queue_.pop_front();
            waiter.waiting_ = false;
            waiter.onTurn(at);
        }
        if (!queue_.empty()) {
            timers_.arm(timer_, line_.readyAt());
        }
    }

    Line& line_;
    TimerQueue& timers_;
    std::deque<LineWaiter*> queue_;
    MemberTimer<LineTurns, &LineTurns::serve> timer_{*this};
};

} // namespace agent::traffic
