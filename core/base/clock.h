// Where time comes from. Nothing in the product reads the system clock except through one of these,
// so that tests of hours run in microseconds and the twin can run faster than the wall.
#pragma once

#include "core/base/units.h"

namespace core::base {

class Clock {
public:
    virtual ~Clock() = default;
    // Monotonic; the origin is the clock's own (steady: boot, virtual: 0).
    [[nodiscard]] virtual Nanos now() const = 0;
};

// CLOCK_MONOTONIC. Thread-safe.
class SteadyClock final : public Clock {
public:
    [[nodiscard]] Nanos now() const override;
};

// Stands still until told to move. Not thread-safe: belongs to the thread that advances it.
class VirtualClock final : public Clock {
public:
    [[nodiscard]] Nanos now() const override { return now_; }
    void advance(Nanos span) { now_ += span; }
    void set(Nanos at) { now_ = at; }

private:
    Nanos now_ = 0;
};

} // namespace core::base
