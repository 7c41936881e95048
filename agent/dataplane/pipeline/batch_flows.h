// The connections of a batch, found together before any packet of it is handled: which packets are ordinary enough to be asked about, and
// what the connection table knows of them.
#pragma once

#include "agent/dataplane/conntrack/conntrack.h"
#include "agent/dataplane/parse/ipv4.h"
#include "agent/dataplane/pipeline/ingress.h"

#include <cstdint>

namespace agent::dataplane {

struct BatchFlows {
    FoundFlows found;
    std::uint64_t known = 0; // bit i: packet i is a plain segment or datagram for the router to forward, of a connection in the table

    [[nodiscard]] bool has(std::size_t i) const { return (known >> i & 1u) != 0; }
};

// Whether a packet may be asked about. Everything unusual is the long way's: it keeps the connection's state right.
[[nodiscard]] inline bool isOrdinary(const PacketBuf& p, const Ingress& in) {
    constexpr std::uint8_t kLookedAt = kIsIpv4 | kHasPorts | kMalformed | kHasIpOptions | kIsGroup | kIsFragment;
    constexpr std::uint8_t kUnusual = tcp::kSyn | tcp::kFin | tcp::kRst;
    return in.fate == Fate::Route && (p.flags & kLookedAt) == (kIsIpv4 | kHasPorts) && (p.tcpFlags & kUnusual) == 0 && p.ttl > 1;
}

// `ordinary`: bit i says so of packet i. Looks nothing up when connections are not tracked.
void findFlows(EngineState& state, const Batch& batch, std::uint64_t ordinary, BatchFlows& flows);

} // namespace agent::dataplane
