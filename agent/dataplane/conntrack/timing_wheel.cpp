#include "agent/dataplane/conntrack/timing_wheel.h"

#include <algorithm>

namespace agent::dataplane {

TimingWheel::TimingWheel() { heads_.fill(kNone); }

std::uint64_t TimingWheel::dueTick(core::base::Nanos deadline) const {
    const std::uint64_t due = tickOf(std::max<core::base::Nanos>(deadline, 0)) + 1; // the first tick that begins after the deadline
    return std::clamp(due, current_ + 1, current_ + kSlots - 1);
}

void TimingWheel::arm(std::uint32_t connection, core::base::Nanos deadline, ConnectionStore& store) {
    const auto slot = static_cast<std::uint16_t>(dueTick(deadline) % kSlots);
    ConnectionEntry& e = store.entry(connection);
    e.wheelSlot = slot;
    e.wheelPrevious = kNone;
    e.wheelNext = heads_[slot];
    if (e.wheelNext != kNone) {
        store.entry(e.wheelNext).wheelPrevious = connection;
    }
    heads_[slot] = connection;
}

void TimingWheel::disarm(std::uint32_t connection, ConnectionStore& store) {
    ConnectionEntry& e = store.entry(connection);
    if (e.wheelSlot == kNoSlot) {
        return;
    }
    if (e.wheelPrevious == kNone) {
        heads_[e.wheelSlot] = e.wheelNext;
    } else {
        store.entry(e.wheelPrevious).wheelNext = e.wheelNext;
    }
    if (e.wheelNext != kNone) {
        store.entry(e.wheelNext).wheelPrevious = e.wheelPrevious;
    }
    e.wheelSlot = kNoSlot;
}

void TimingWheel::hasten(std::uint32_t connection, core::base::Nanos deadline, ConnectionStore& store) {
    const std::uint64_t armed = (store.entry(connection).wheelSlot - current_) % kSlots; // ticks ahead, 1…kSlots-1
    if (dueTick(deadline) - current_ < armed) {
        disarm(connection, store);
        arm(connection, deadline, store);
    }
}

} // namespace agent::dataplane
