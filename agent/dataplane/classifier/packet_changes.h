// What the packet-changing actions of mangle do to a packet. Headers, metadata and checksums change together.
#pragma once

#include "agent/dataplane/config/rule_actions.h"
#include "agent/dataplane/packet/packet_buf.h"

#include <cstdint>

namespace agent::dataplane {

// change-mss: lowers the MSS option of a SYN to `mss`; never raises it, and adds none.
void lowerMss(PacketBuf& packet, std::uint16_t mss);
// change-dscp: the upper six bits of the octet (RFC 2474); ECN stays.
void setDscp(PacketBuf& packet, std::uint8_t dscp);
// change-ttl: increments and decrements stop at 255 and 1.
void changeTtl(PacketBuf& packet, TtlChange change, std::uint8_t value);
// strip-ipv4-options: every option becomes a no-operation; the header keeps its length.
void stripIpv4Options(PacketBuf& packet);
// clear-df
void clearDontFragment(PacketBuf& packet);

} // namespace agent::dataplane
