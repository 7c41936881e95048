// The TCP header of one segment as numbers: reading it from a received packet, writing it into a new one (RFC 9293, 7323, 2018).
// Every segment but SYN carries the time stamp option, so a full segment on a 1500 octet MTU holds 1448 octets.
#pragma once

#include "agent/dataplane/packet/packet_buf.h"

#include <array>
#include <cstdint>
#include <optional>

namespace agent::traffic {

constexpr std::uint8_t kEce = 0x40, kCwr = 0x80; // flags of RFC 3168
constexpr unsigned kMaxSackBlocks = 3; // what fits beside time stamps
constexpr unsigned kWindowShift = 6;   // window scale both ends announce
constexpr std::uint32_t kWindowOctets = 65535u << kWindowShift;
constexpr std::uint32_t kSegmentHeaders = 20 + 20 + 12; // IPv4, TCP, time stamps

struct SackBlock {
    std::uint32_t left = 0, right = 0;
    bool operator==(const SackBlock&) const = default;
};

struct TcpSegment {
    std::uint16_t sourcePort = 0, destinationPort = 0;
    std::uint32_t sequence = 0, acknowledgment = 0;
    std::uint8_t flags = 0;
    std::uint32_t timestamp = 0, timestampEcho = 0; // microseconds of simulated time
    std::uint16_t maximumSegment = 0;               // only in SYN
    std::uint32_t payload = 0;                      // octets
    std::array<SackBlock, kMaxSackBlocks> sack{};
    unsigned sackBlocks = 0;
    bool congestionExperienced = false; // the packet carried CE (RFC 3168)

    [[nodiscard]] bool has(std::uint8_t flag) const { return (flags & flag) != 0; }
    [[nodiscard]] std::uint32_t headerLength() const;
};

// Nothing when header, options or checksum are wrong. The payload is taken to be zero octets, as all simulated hosts send.
std::optional<TcpSegment> readTcp(const dataplane::PacketBuf& packet);

// Writes header and checksum at the packet's l4Offset; addresses must be in the IPv4 header already, the payload must be zero.
void writeTcp(dataplane::PacketBuf& packet, const TcpSegment& segment);

} // namespace agent::traffic
