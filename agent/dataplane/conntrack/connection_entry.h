// The rest of a connection, touched by the slow path only: state, marks, timeout, slow-path counters, place in the timing wheel.
#pragma once

#include "agent/dataplane/config/rule_matchers.h"
#include "agent/dataplane/packet/packet_buf.h"
#include "core/base/units.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace agent::dataplane {

// RouterOS's tcp-state words. None: not TCP, or no packet accepted yet.
enum class TcpState : std::uint8_t { None, SynSent, SynReceived, Established, FinWait, CloseWait, LastAck, TimeWait, Close };

// "syn-sent", "syn-received", "established", "fin-wait", "close-wait", "last-ack", "time-wait", "close"; empty for None.
[[nodiscard]] std::string_view tcpStateName(TcpState state);

enum ConnectionFlag : std::uint16_t {
    kSeenReply = 1 << 0,
    kAssured = 1 << 1,
    kConfirmed = 1 << 2,     // its first packet got through the router
    kDying = 1 << 3,         // out of the table, memory still referenced by packets of this batch
    kFastTracked = 1 << 4,   // marked by fasttrack-connection; stays until the connection is gone
    kSrcNat = 1 << 5,        // source translated
    kDstNat = 1 << 6,        // destination translated
    kSrcNatDone = 1 << 7,    // chain srcnat was consulted; never again for this connection
    kDstNatDone = 1 << 8,    // chain dstnat was consulted
    kAbandoned = 1 << 9,     // first packet was dropped; freed at the end of the batch unless another packet confirms it
    kReplyClaimed = 1 << 10, // the reply key is in the table
    kInUse = 1 << 11,
    kExpected = 1 << 12,     // a helper announced it; related until it is answered
    kAdjusted = 1 << 13,     // a helper changed the length of its text: sequence numbers differ between the two sides
    kHwWanted = 1 << 14,     // its fasttrack-connection rule says hw-offload=yes
    kHwOffloaded = 1 << 15,  // a switch chip forwards it
};

struct alignas(64) ConnectionEntry {
    core::base::Nanos lastSeen = 0;       // by the slow path
    std::array<std::uint64_t, 2> bytes{}; // slow path, by direction; IPv4 octets
    std::array<std::uint64_t, 2> packets{};
    std::uint32_t timeoutMs = 0;   // of the present state, milliseconds from the last packet
    std::uint16_t flags = 0;       // ConnectionFlag
    MarkId mark = 0;
    TcpState tcpState = TcpState::None;
    std::uint8_t firstFin = 0;     // TCP: direction + 1 of the first FIN, 0 none
    std::uint16_t generation = 0;  // grows when the slot is used again, so that an old id never names a new connection
    std::uint32_t wheelNext = 0, wheelPrevious = 0; // timing wheel, or free list
    std::uint16_t wheelSlot = 0;
    Helper announcedBy = Helper::None; // the helper that expected this connection
    Helper helper = Helper::None;      // the one that listens to it

    [[nodiscard]] core::base::Nanos timeout() const { return timeoutMs * core::base::kMillisecond; }
    [[nodiscard]] bool has(std::uint16_t flag) const { return (flags & flag) != 0; }
    [[nodiscard]] bool natDone(bool source) const { return has(source ? kSrcNatDone : kDstNatDone); }
};
static_assert(sizeof(ConnectionEntry) == 64, "one cache line; a connection takes three with its two flows");

} // namespace agent::dataplane
