#include "core/planner/link_speed.h"

#include <charconv>
#include <cmath>

namespace core::planner {

std::optional<core::base::BitRate> parseLinkSpeed(std::string_view text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end == text.data() + text.size() || number <= 0) {
        return std::nullopt;
    }
    const std::string_view rest(end + 1, static_cast<std::size_t>(text.data() + text.size() - end - 1));
    if (rest != "bps" && !rest.starts_with('-')) {
        return std::nullopt;
    }
    switch (*end) {
    case 'k':
        return core::base::BitRate{number * 1e3};
    case 'M':
        return core::base::BitRate{number * 1e6};
    case 'G':
        return core::base::BitRate{number * 1e9};
    default:
        return std::nullopt;
    }
}

std::string queueLimit(core::base::BitRate speed) {
    const double limit = 0.95 * speed.bps;
    if (limit >= 1e6) {
        return std::to_string(static_cast<std::uint64_t>(std::floor(limit / 1e6))) + "M";
    }
    return std::to_string(static_cast<std::uint64_t>(limit));
}

} // namespace core::planner
