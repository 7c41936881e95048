// The packet an ICMP error is about, as far as the error quotes it: IPv4 header and at least 8 octets behind it (RFC 792).
#pragma once

#include "agent/dataplane/conntrack/flow_key.h"
#include "agent/dataplane/packet/packet_buf.h"

#include <cstdint>
#include <optional>

namespace agent::dataplane {

struct QuotedPacket {
    FlowKey key;                // as quoted, i.e. as it was on the wire where the error arose
    std::uint16_t ipOffset = 0; // of the quoted IPv4 header, from the start of the outer frame
    std::uint16_t l4Offset = 0; // of what follows it
    std::uint16_t end = 0;      // first octet behind the quoted packet
};

// Nothing when the packet is no ICMP error, or quotes too little, a later fragment, or another ICMP error.
[[nodiscard]] std::optional<QuotedPacket> quotedPacket(const PacketBuf& error);

} // namespace agent::dataplane
