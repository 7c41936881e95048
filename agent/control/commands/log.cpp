#include "agent/control/commands/log.h"

#include "agent/control/commands/wall_clock.h"

#include <array>

namespace agent::control {

namespace {

std::string formatted(std::time_t at, const char* format) {
    std::tm parts{};
    gmtime_r(&at, &parts);
    std::array<char, 32> text{};
    return {text.data(), std::strftime(text.data(), text.size(), format, &parts)};
}

} // namespace

std::string dateText(std::time_t at) { return formatted(at, "%Y-%m-%d"); }
std::string timeText(std::time_t at) { return formatted(at, "%H:%M:%S"); }

void Log::add(std::string time, std::string topics, std::string message) {
    constexpr std::size_t kept = 1000; // RouterOS's default memory-lines
    lines_.push_back({next_++, std::move(time), std::move(topics), std::move(message)});
    if (lines_.size() > kept) {
        lines_.pop_front();
    }
}

std::vector<LogLine> Log::since(std::uint32_t from) const {
    std::vector<LogLine> out;
    for (const LogLine& line : lines_) {
        if (line.number >= from) {
            out.push_back(line);
        }
    }
    return out;
}

} // namespace agent::control
