// /log: the last 1000 lines, numbered for ever.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace agent::control {

struct LogLine {
    std::uint32_t number = 0; // its .id
    std::string time, topics, message;
};

class Log {
public:
    void add(std::string time, std::string topics, std::string message);
    [[nodiscard]] const std::deque<LogLine>& lines() const { return lines_; }
    // Lines with a number of at least `from`, oldest first.
    [[nodiscard]] std::vector<LogLine> since(std::uint32_t from) const;
    [[nodiscard]] std::uint32_t nextNumber() const { return next_; }

private:
    std::deque<LogLine> lines_;
    std::uint32_t next_ = 1;
};

} // namespace agent::control
