// Timers of the simulated hosts. Re-arming a timer to a later time, which every acknowledgement does, costs two stores.
//
//   class Sender : public Timer { void expire(Nanos at) override; };
//   timers.arm(sender, now + rto);
//   timers.run(now);                 // calls expire() of the due ones in order of time
//
// Owns no timer: a timer must outlive the queue or never be armed in it. One thread.
#pragma once

#include "core/base/units.h"

#include <limits>
#include <vector>

namespace agent::traffic {

constexpr core::base::Nanos kNever = std::numeric_limits<core::base::Nanos>::max();

class Timer {
public:
    Timer() = default;
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;
    virtual ~Timer() = default;

protected:
    virtual void expire(core::base::Nanos at) = 0;

private:
    friend class TimerQueue;
    core::base::Nanos deadline_ = kNever; // when it is due
    core::base::Nanos queued_ = kNever;   // time of its valid entry in the heap, never later than deadline_
};

// A timer that calls a member function of its owner: MemberTimer<Sender, &Sender::onTimeout> timeout{*this};
template <class Owner, void (Owner::*Function)(core::base::Nanos)> class MemberTimer final : public Timer {
public:
    explicit MemberTimer(Owner& owner) : owner_(owner) {}

private:
    void expire(core::base::Nanos at) override { (owner_.*Function)(at); }
    Owner& owner_;
};

class TimerQueue {
public:
    // Replaces the timer's earlier deadline.
    void arm(Timer& timer, core::base::Nanos at);
    void disarm(Timer& timer) { timer.deadline_ = kNever; }
    void run(core::base::Nanos now);
    [[nodiscard]] static bool armed(const Timer& timer) { return timer.deadline_ != kNever; }
    // Not later than the earliest deadline; kNever when nothing is armed.
    [[nodiscard]] core::base::Nanos next() const { return heap_.empty() ? kNever : heap_.front().at; }

private:
    struct Entry {
        core::base::Nanos at;
        Timer* timer;
    };
    void push(Timer& timer, core::base::Nanos at);

    std::vector<Entry> heap_;
};

} // namespace agent::traffic
