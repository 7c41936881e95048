// One direction of a connection as the fast handler needs it: one cache line holding the key, the complete address translation with
// precomputed checksum differences, the remembered egress and the FastTrack counters.
// Owned by Conntrack; references stay valid until the connection is freed (never within a batch).
#pragma once

#include "agent/dataplane/conntrack/flow_key.h"
#include "core/base/units.h"

#include <cstdint>
#include <cstring>

namespace agent::dataplane {

enum FlowFlag : std::uint16_t {
    kFlowFastTrack = 1 << 0,     // this direction may take the FastTrack handler now
    kFlowRewritesSource = 1 << 1, // newSrc or newSport differ from the key
    kFlowRewritesDestination = 1 << 2,
};
constexpr std::uint16_t kFlowRewrites = kFlowRewritesSource | kFlowRewritesDestination;

// Coarse time of the hot line: 2^20 ns, about a millisecond; wraps after 52 days, only differences are used.
using FlowTick = std::uint32_t;
constexpr FlowTick flowTick(core::base::Nanos now) { return static_cast<FlowTick>(static_cast<std::uint64_t>(now) >> 20); }

struct alignas(64) FlowEntry {
    std::uint32_t src = 0, dst = 0; // the key, laid out as FlowKeyWords takes it
    std::uint16_t sport = 0, dport = 0;
    std::uint8_t protocol = 0, icmpType = 0;
    std::uint16_t flags = 0; // FlowFlag

    // What the packet looks like when it leaves. ICMP: newSport == newDport == identifier at the end.
    std::uint32_t newSrc = 0, newDst = 0;
    std::uint16_t newSport = 0, newDport = 0;
    std::uint16_t l3Delta = 0, l4Delta = 0; // ChecksumDelta of the whole translation: IPv4 header, and TCP/UDP/ICMP

    // The pipeline's: a remembered next hop and the generation of its table when it was remembered. 0,0 after creation.
    std::uint32_t egressSlot = 0, egressGeneration = 0;

    FlowTick lastSeen = 0;  // FastTracked packets only; the slow path stamps ConnectionEntry::lastSeen
    FlowTick sampledAt = 0; // last packet of this direction that went through the slow path
    std::uint64_t fastTrackPackets = 0, fastTrackBytes = 0; // octets of IPv4 packets

    [[nodiscard]] FlowKey key() const { return {src, dst, sport, dport, protocol, icmpType, 0}; }
    [[nodiscard]] FlowKeyWords words() const { return FlowKeyWords::load(this); }
    void setKey(const FlowKey& k) {
        src = k.src;
        dst = k.dst;
        sport = k.sport;
        dport = k.dport;
        protocol = k.protocol;
        icmpType = k.icmpType;
    }
    [[nodiscard]] bool is(const FlowKeyWords& k) const { return words() == k; }
    // The fast handler forwards one packet of this flow.
    void countFastTracked(std::uint32_t l3Bytes, core::base::Nanos now) {
        ++fastTrackPackets;
        fastTrackBytes += l3Bytes;
        lastSeen = flowTick(now);
    }
};
static_assert(sizeof(FlowEntry) == 64, "one cache line per direction");

} // namespace agent::dataplane
