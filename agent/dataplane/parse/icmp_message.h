// ICMP messages a router makes (RFC 792, RFC 1812 section 4.3): errors that quote a packet, and the answer to an echo.
#pragma once

#include "agent/dataplane/packet/packet_buf.h"

#include <cstdint>

namespace agent::dataplane {

// No error is ever sent about: an ICMP error, a later fragment, a group or broadcast frame, a source that is not one host
// (RFC 1812 section 4.3.2.7).
bool mayCauseIcmpError(const PacketBuf& offender);

// Makes `packet` an ICMP error from `source` to the offender's sender, quoting as much of it as fits 576 octets (RFC 1812
// section 4.3.2.3); parses it. `rest` is the header's second word (next hop MTU for fragmentation needed, RFC 1191; else 0).
// The Ethernet header is left zero: whoever routes the packet fills it.
void writeIcmpError(PacketBuf& packet, const PacketBuf& offender, std::uint32_t source, std::uint8_t type, std::uint8_t code,
                    std::uint32_t rest = 0);

// Checks the ICMP checksum of a parsed, untrimmed or trimmed packet.
bool icmpChecksumIsValid(const PacketBuf& packet);

// Turns a received echo request into its reply, in place: addresses swapped, TTL 64, checksums right; parses it.
// Octets behind the Ethernet header only; addresses of the link are the router's business.
void turnIntoEchoReply(PacketBuf& packet);

} // namespace agent::dataplane
