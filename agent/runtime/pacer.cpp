#include "agent/runtime/pacer.h"

#include <algorithm>

namespace agent::runtime {

using core::base::Nanos;

void Pacer::start(Nanos simulated) {
    now_ = simulated;
    next_ = simulated;
    origin_ = clock_.now() - simulated;
}

Nanos Pacer::advance() {
    const Nanos wall = target();
    if (const Nanos lag = wall - now_ - kLargestLag; lag > 0) {
        skipped_ += lag;
        origin_ += lag;
    }
    const Nanos due = std::max(next_, now_ + kQuantum); // small steps are not worth their overhead
    if (wall > now_) {
        now_ = std::min({wall, due, now_ + kLongestSleep});
        next_ = simulation_.step(now_);
    }
    const Nanos wake = std::clamp(next_, now_ + kQuantum, now_ + kLongestSleep);
    return std::max<Nanos>(wake - target(), 0);
}

} // namespace agent::runtime
