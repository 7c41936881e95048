// Quantities as people and RouterOS write them. Pure text; no locale, no Qt.
#pragma once

#include "core/base/units.h"

#include <cstdint>
#include <string>

namespace core::base {

// "3.42 Gb/s", "650 Mb/s", "0 b/s": three significant digits, decimal prefixes.
std::string formatBitRate(BitRate rate);

// "1.20 Mpps", "850 pps".
std::string formatPacketRate(PacketRate rate);

// "1 204": thousands separated by a thin no-break space (U+202F), as the console's figures show them.
std::string formatCount(std::uint64_t n);

// RouterOS time span: "1w4d23h26m9s", "9ms445us", "0s".
std::string formatRouterOsDuration(Nanos span);

} // namespace core::base
