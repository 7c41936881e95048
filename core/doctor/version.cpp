#include "core/doctor/version.h"

#include <charconv>

namespace core::doctor {

Version parseVersion(std::string_view text) {
    int parts[3] = {0, 0, 0};
    int count = 0;
    const char* at = text.data();
    const char* const end = text.data() + text.size();
    while (count < 3) {
        const auto [next, error] = std::from_chars(at, end, parts[count]);
        if (error != std::errc()) {
            break;
        }
        ++count;
        if (next == end || *next != '.') {
            break;
        }
        at = next + 1;
    }
    if (count < 2) {
        return {};
    }
    return {parts[0], parts[1], parts[2], true};
}

} // namespace core::doctor
