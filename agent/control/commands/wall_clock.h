// Date and time for people. Everything that measures uses core::base::Clock instead.
#pragma once

#include <ctime>
#include <string>

namespace agent::control {

class WallClock {
public:
    virtual ~WallClock() = default;
    [[nodiscard]] virtual std::time_t seconds() const { return std::time(nullptr); }
};

// "2026-11-30" and "14:05:09", UTC.
[[nodiscard]] std::string dateText(std::time_t at);
[[nodiscard]] std::string timeText(std::time_t at);

} // namespace agent::control
