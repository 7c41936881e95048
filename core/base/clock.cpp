#include "core/base/clock.h"

#include <chrono>

namespace core::base {

Nanos SteadyClock::now() const {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

} // namespace core::base
