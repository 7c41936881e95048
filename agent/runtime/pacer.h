// Keeps simulated time abreast of a clock, in steps of at least 50 µs, and says how long there is nothing to do.
// When the machine cannot keep up and falls more than 200 ms behind, the missing time is skipped and counted.
//
//   Pacer pacer(clock, simulation);
//   pacer.start(now);
//   for (;;) { if (Nanos idle = pacer.advance(); idle > 0) sleepAtMost(idle); }
//
// One thread; the clock may be a virtual one.
#pragma once

#include "core/base/clock.h"

#include <cstdint>

namespace agent::runtime {

class Paced {
public:
    virtual ~Paced() = default;
    // Does everything due by `now` and returns when the next thing is due, as far as is known.
    virtual core::base::Nanos step(core::base::Nanos now) = 0;
};

class Pacer {
public:
    static constexpr core::base::Nanos kQuantum = 50 * core::base::kMicrosecond;
    // Calls and real ports wake the sleeper, so this only bounds how stale the time is that they find.
    static constexpr core::base::Nanos kLongestSleep = 4 * core::base::kMillisecond;
    static constexpr core::base::Nanos kLargestLag = 200 * core::base::kMillisecond;

    Pacer(const core::base::Clock& clock, Paced& simulation) : clock_(clock), simulation_(simulation) {}

    // From here on, simulated time `simulated` is the clock's present.
    void start(core::base::Nanos simulated);
    // One step, when one is due. Returns for how long nothing is; 0: call again at once.
    core::base::Nanos advance();

    // Where the simulation stands.
    [[nodiscard]] core::base::Nanos now() const { return now_; }
    [[nodiscard]] core::base::Nanos skipped() const { return skipped_; }

private:
    [[nodiscard]] core::base::Nanos target() const { return clock_.now() - origin_; }

    const core::base::Clock& clock_;
    Paced& simulation_;
    core::base::Nanos origin_ = 0; // clock's time at simulated time 0
    core::base::Nanos now_ = 0;
    core::base::Nanos next_ = 0;
    core::base::Nanos skipped_ = 0;
};

} // namespace agent::runtime
