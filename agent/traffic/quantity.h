// Quantities of a scenario file, spelled as RouterOS spells them.
#pragma once

#include "core/base/units.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace agent::traffic {

// "512k", "10M", "1G", "2.5M", "64000": decimal multiples (k = 1000), as RouterOS reads them. Nothing when it is no such number.
std::optional<double> parseMultiple(std::string_view text);

// "200us", "0.2ms", "5s", "1m30s", "1w2d"; a bare number is seconds. Nothing when it is no duration or negative.
std::optional<core::base::Nanos> parseDuration(std::string_view text);

// "192.168.88.10", host order.
std::optional<std::uint32_t> parseIpv4(std::string_view text);

struct AddressWithPrefix {
    std::uint32_t address = 0;
    std::uint8_t prefix = 32;
};
// "192.168.88.10/24"; the prefix length is not optional.
std::optional<AddressWithPrefix> parseIpv4Prefix(std::string_view text);

} // namespace agent::traffic
