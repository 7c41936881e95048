// Quantities that carry their unit, so that bits are never mistaken for bytes.
#pragma once

#include <cstdint>
#include <utility> // brings <compare>; as the first header <compare> trips Qt 6.4's moc

namespace core::base {

// Nanoseconds: a span, or a point on some Clock's own axis (see clock.h). 64 bit: ±292 years.
using Nanos = std::int64_t;

constexpr Nanos kMicrosecond = 1'000;
constexpr Nanos kMillisecond = 1'000'000;
constexpr Nanos kSecond = 1'000'000'000;

// Bits per second.
struct BitRate {
    double bps = 0;
    auto operator<=>(const BitRate&) const = default;
    BitRate& operator+=(BitRate other) { bps += other.bps; return *this; }
    friend BitRate operator+(BitRate a, BitRate b) { return {a.bps + b.bps}; }
};

// Packets per second.
struct PacketRate {
    double pps = 0;
    auto operator<=>(const PacketRate&) const = default;
    PacketRate& operator+=(PacketRate other) { pps += other.pps; return *this; }
    friend PacketRate operator+(PacketRate a, PacketRate b) { return {a.pps + b.pps}; }
};

// Octets moved over `elapsed` nanoseconds; elapsed must be > 0.
constexpr BitRate rateOf(std::uint64_t bytes, Nanos elapsed) {
    return {static_cast<double>(bytes) * 8.0 * 1e9 / static_cast<double>(elapsed)};
}

// Nanoseconds a frame of `bytes` occupies a link of `bps` bits per second (bps > 0).
constexpr Nanos transmissionTime(std::uint64_t bytes, std::uint64_t bps) {
    return static_cast<Nanos>(bytes * 8u * 1'000'000'000ull / bps);
}

} // namespace core::base
