#include "agent/dataplane/nat/dotted_address.h"

#include <charconv>

namespace agent::dataplane {

std::optional<std::uint32_t> parseDotted(std::string_view text) {
    std::uint32_t address = 0;
    const char* at = text.data();
    const char* const end = at + text.size();
    for (int i = 0; i < 4; ++i) {
        std::uint8_t octet = 0;
        const auto [next, error] = std::from_chars(at, end, octet);
        if (error != std::errc{} || (i < 3 ? next == end || *next != '.' : next != end)) {
            return std::nullopt;
        }
        address = address << 8 | octet;
        at = next + (i < 3 ? 1 : 0);
    }
    return address;
}

} // namespace agent::dataplane
