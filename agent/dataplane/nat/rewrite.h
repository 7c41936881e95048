// The rewriting itself, without tables. The fast handler uses rewriteFlow() alone.
#pragma once

#include "agent/dataplane/conntrack/flow_entry.h"
#include "agent/dataplane/packet/packet_buf.h"

#include <cstdint>

namespace agent::dataplane {

// Both halves of a TCP or UDP packet's translation at once, by the flow's precomputed checksum differences. The packet is not a
// fragment and matched the flow (Conntrack::lookupFastTracked). Cheap when the flow translates nothing.
void rewriteFlow(PacketBuf* packet, const FlowEntry& flow);

// One half. `port` is the new port, or the ICMP identifier of a query; ignored where the packet has none. An ICMP error changes its
// outer address only.
void rewriteSource(PacketBuf* packet, std::uint32_t address, std::uint16_t port);
void rewriteDestination(PacketBuf* packet, std::uint32_t address, std::uint16_t port);

// One end of the packet quoted in an ICMP error; keeps the quoted checksums and the error's own right. Nothing happens when the quote
// is not usable (see quotedPacket()).
enum class QuotedEnd : std::uint8_t { Source, Destination };
void rewriteQuoted(PacketBuf* error, QuotedEnd end, std::uint32_t address, std::uint16_t port);

} // namespace agent::dataplane
