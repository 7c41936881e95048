// ICMPv6 messages a router makes (RFC 4443): errors that quote a packet, and the answer to an echo.
#pragma once

#include "agent/dataplane/config/ipv6_address.h"
#include "agent/dataplane/packet/packet_buf.h"

#include <cstdint>

namespace agent::dataplane {

namespace icmpv6 {
constexpr std::uint8_t kUnreachable = 1, kPacketTooBig = 2, kTimeExceeded = 3, kParameterProblem = 4, kEchoRequest = 128, kEchoReply = 129,
                       kRouterSolicitation = 133, kRouterAdvertisement = 134, kNeighbourSolicitation = 135, kNeighbourAdvertisement = 136,
                       kRedirect = 137;
constexpr std::uint8_t kNoRoute = 0, kAdminProhibited = 1, kBeyondScope = 2, kAddressUnreachable = 3,
                       kPortUnreachable = 4;               // codes of kUnreachable (section 3.1)
constexpr std::uint8_t kHopLimitExceeded = 0;              // of kTimeExceeded
constexpr std::uint8_t kUnknownNextHeader = 1;             // of kParameterProblem
constexpr bool isError(std::uint8_t type) { return type < 128; } // section 2.1
} // namespace icmpv6

// Sum of the pseudo header (RFC 8200 section 8.1), to be passed as `initial` of checksum().
std::uint32_t pseudoHeaderSum6(const Ipv6Address& src, const Ipv6Address& dst, std::uint8_t protocol, std::uint32_t length);

// Section 2.4 (e): none about an ICMPv6 error or a redirect, nor about a packet to a group (but packet too big) or from no single host.
bool mayCauseIcmpv6Error(const PacketBuf& offender, std::uint8_t type);

// Makes `packet` an ICMPv6 error from `source` to the offender's sender, quoting as much of it as fits the minimum MTU (section 2.4
// (c)); parses it. `rest` is the second word: MTU of packet too big, pointer of parameter problem, else 0. The Ethernet header is left
// zero but for its type: whoever routes the packet fills it.
void writeIcmpv6Error(PacketBuf& packet, const PacketBuf& offender, const Ipv6Address& source, std::uint8_t type, std::uint8_t code,
                      std::uint32_t rest = 0);

// Of a parsed, trimmed packet.
bool icmpv6ChecksumIsValid(const PacketBuf& packet);

// Turns a received echo request into its reply from `source`, in place (section 4.2); parses it.
void turnIntoEchoReply6(PacketBuf& packet, const Ipv6Address& source);

// Writes a complete header in front of `payload` octets that are there already; source MAC and destination MAC stay zero.
void writeIpv6Header(PacketBuf& packet, const Ipv6Address& src, const Ipv6Address& dst, std::uint8_t protocol, std::uint8_t hopLimit,
                     std::uint32_t payload);

} // namespace agent::dataplane
