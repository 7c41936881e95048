// One pass over a received frame: Ethernet, the outer 802.1Q tag, ARP, IPv4, TCP, UDP, ICMP.
//
//   parse(*packet);
//   if (packet->flags & kIsIpv4 && !(packet->flags & kMalformed)) route(*packet);
//
// Fills every header field of PacketBuf and resets what later stages decide (connection, marks, outInterface); touches neither
// the octets nor offset, length, inPort, inInterface. Never reads behind `length`. No state, no allocation: any thread.
#pragma once

#include "agent/dataplane/packet/packet_buf.h"

namespace agent::dataplane {

void parse(PacketBuf& packet);

// Hash of the flow that is equal for both directions; never 0. Fragments hash by addresses only, so that all of them stay together.
std::uint32_t symmetricFlowHash(std::uint32_t src, std::uint32_t dst, std::uint8_t protocol, std::uint16_t sport, std::uint16_t dport);

// Cuts what Ethernet padded behind the IPv4 packet (frames are at least 60 octets long). Packet must be parsed and well formed.
void trimPadding(PacketBuf& packet);

// TTL - 1 in header and metadata, checksum updated (RFC 1141's case of RFC 1624). Only for TTL > 1.
void decrementTtl(PacketBuf& packet);

} // namespace agent::dataplane
