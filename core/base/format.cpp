#include "core/base/format.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace core::base {
namespace {

std::string withPrefix(double value, const char* unit) {
    static constexpr std::array<const char*, 5> prefixes{"", "k", "M", "G", "T"};
    std::size_t i = 0;
    double v = value < 0 ? 0 : value;
    while (v >= 999.5 && i + 1 < prefixes.size()) {
        v /= 1000.0;
        ++i;
    }
    char buffer[48];
    const int decimals = (i == 0 || v >= 99.95) ? 0 : v >= 9.995 ? 1 : 2;
    std::snprintf(buffer, sizeof buffer, "%.*f %s%s", decimals, v, prefixes[i], unit);
    return buffer;
}

} // namespace

std::string formatBitRate(BitRate rate) { return withPrefix(rate.bps, "b/s"); }

std::string formatPacketRate(PacketRate rate) { return withPrefix(rate.pps, "pps"); }

std::string formatCount(std::uint64_t n) {
    const std::string digits = std::to_string(n);
    std::string out;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i != 0 && (digits.size() - i) % 3 == 0) {
            out += "\u202f";
        }
        out += digits[i];
    }
    return out;
}

std::string formatRouterOsDuration(Nanos span) {
    struct Part {
        Nanos size;
        const char* suffix;
    };
    static constexpr std::array<Part, 7> parts{{{604800 * kSecond, "w"},
                                                {86400 * kSecond, "d"},
                                                {3600 * kSecond, "h"},
                                                {60 * kSecond, "m"},
                                                {kSecond, "s"},
                                                {kMillisecond, "ms"},
                                                {kMicrosecond, "us"}}};
    std::string out;
    for (const Part& part : parts) {
        if (const Nanos n = span / part.size; n > 0) {
            out += std::to_string(n) + part.suffix;
            span -= n * part.size;
        }
    }
    return out.empty() ? "0s" : out;
}

} // namespace core::base
