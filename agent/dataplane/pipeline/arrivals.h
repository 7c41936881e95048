// A batch on the CPU once it is parsed and placed: where each frame belongs, which of them the routed handlers may take and which a
// connection may know, and what the whole row has in common when it came in by one port.
//
//   if (arrivals.plain >> i & 1u) …          // bit i: packet i
//   if (arrivals.isRow(first, end)) …        // counted together
//
// Filled by the CPU stage once per batch, read by the handlers. Plain data, one thread.
#pragma once

#include "agent/dataplane/parse/ipv4.h"
#include "agent/dataplane/pipeline/ingress.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace agent::dataplane {

struct Arrivals {
    std::array<Ingress, kBatchSize> places;
    std::uint64_t plain = 0;    // isPlain()
    std::uint64_t ordinary = 0; // isOrdinary()
    // Packets [0, rowEnd) came in by one port with nothing between it and the router, `rowOctets` of them. 0: count them one by one.
    std::size_t rowEnd = 0;
    std::uint64_t rowOctets = 0;

    void clear() {
        plain = ordinary = 0;
        rowEnd = 0;
    }
    void note(std::size_t i, bool isPlain, bool isOrdinary) {
        plain |= static_cast<std::uint64_t>(isPlain) << i;
        ordinary |= static_cast<std::uint64_t>(isOrdinary) << i;
    }
    [[nodiscard]] bool isRow(std::size_t first, std::size_t end) const { return first == 0 && end != 0 && end == rowEnd; }
};

// How many packets in a row from `first` on have their bit, none from `end` on counted: where such a run ends.
[[nodiscard]] inline std::size_t runEnd(std::uint64_t bits, std::size_t first, std::size_t end) {
    return first < end ? std::min(end, first + static_cast<std::size_t>(std::countr_one(bits >> first))) : first;
}

// Neither the packet's headers nor its way in stand against a routed handler.
[[nodiscard]] inline bool isPlain(const PacketBuf& p, const Ingress& in) {
    constexpr std::uint8_t kLookedAt = kIsIpv4 | kMalformed | kHasIpOptions | kIsGroup;
    return in.fate == Fate::Route && in.fastCapable && (p.flags & kLookedAt) == kIsIpv4 && p.ttl > 1;
}

// TCP segments that change a connection.
constexpr std::uint8_t kOpensOrCloses = tcp::kSyn | tcp::kFin | tcp::kRst;

// Whether connections may be asked about a packet. Everything unusual is the long way's: it keeps the connection's state right.
[[nodiscard]] inline bool isOrdinary(const PacketBuf& p, const Ingress& in) {
    constexpr std::uint8_t kLookedAt = kIsIpv4 | kHasPorts | kMalformed | kHasIpOptions | kIsGroup | kIsFragment;
    return in.fate == Fate::Route && (p.flags & kLookedAt) == (kIsIpv4 | kHasPorts) && (p.tcpFlags & kOpensOrCloses) == 0 && p.ttl > 1;
}

} // namespace agent::dataplane
