// IPv4, ICMP, TCP and UDP: numbers and field positions by their RFC names.
#pragma once

#include <cstdint>

namespace agent::dataplane {

constexpr std::uint8_t kProtocolIcmp = 1;
constexpr std::uint8_t kProtocolTcp = 6;
constexpr std::uint8_t kProtocolUdp = 17;

constexpr std::uint32_t kIpv4Header = 20; // without options
constexpr std::uint32_t kTcpHeader = 20;  // without options
constexpr std::uint32_t kUdpHeader = 8;
constexpr std::uint32_t kIcmpHeader = 8;

// Offsets from the start of the IPv4 header (RFC 791 section 3.1).
namespace ipv4 {
constexpr std::uint32_t kTypeOfService = 1, kTotalLength = 2, kIdentification = 4, kFragment = 6, kTtl = 8, kProtocol = 9, kChecksum = 10,
                        kSource = 12, kDestination = 16;
constexpr std::uint16_t kDontFragment = 0x4000, kMoreFragments = 0x2000, kFragmentOffsetMask = 0x1fff;
} // namespace ipv4

// Offsets from the start of the TCP header (RFC 9293 section 3.1).
namespace tcp {
constexpr std::uint32_t kSequence = 4, kAcknowledgment = 8, kDataOffset = 12, kFlags = 13, kWindow = 14, kChecksum = 16;
constexpr std::uint8_t kFin = 1, kSyn = 2, kRst = 4, kPsh = 8, kAck = 16, kUrg = 32;
} // namespace tcp

// Offsets from the start of the UDP header (RFC 768).
namespace udp {
constexpr std::uint32_t kLength = 4, kChecksum = 6;
}

// RFC 792.
namespace icmp {
constexpr std::uint32_t kCode = 1, kChecksum = 2, kIdentifier = 4;
constexpr std::uint8_t kEchoReply = 0, kUnreachable = 3, kSourceQuench = 4, kRedirect = 5, kEchoRequest = 8, kTimeExceeded = 11,
                       kParameterProblem = 12;
constexpr std::uint8_t kNetUnreachable = 0, kHostUnreachable = 1, kProtocolUnreachable = 2, kPortUnreachable = 3, kFragmentationNeeded = 4,
                       kNetProhibited = 9, kHostProhibited = 10,
                       kAdminProhibited = 13; // codes of kUnreachable (13: RFC 1812 section 5.2.7.1)
constexpr bool isError(std::uint8_t type) {
    return type == kUnreachable || type == kSourceQuench || type == kRedirect || type == kTimeExceeded || type == kParameterProblem;
}
} // namespace icmp

constexpr std::uint32_t kLimitedBroadcast = 0xffffffff;
constexpr bool isMulticast(std::uint32_t address) {
    return (address >> 28) == 0xe;
}
constexpr bool isLoopback(std::uint32_t address) {
    return (address >> 24) == 127;
}

} // namespace agent::dataplane
