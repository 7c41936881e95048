// The reset that answers a TCP segment nobody listens for (RFC 9293 section 3.5.2, group 1).
#pragma once

#include "agent/dataplane/packet/packet_buf.h"

namespace agent::dataplane {

// Makes `packet` the reset for `offender` (a parsed TCP segment, not a reset itself) and parses it.
// The Ethernet header is left zero: whoever routes the packet fills it.
void writeTcpReset(PacketBuf& packet, const PacketBuf& offender);

// The other answer of a host that does not want to talk: a SYN is accepted, and every segment acknowledged, with a window of zero, so
// that the sender waits (action=tarpit). Only for segments that get an answer: not resets, FINs and SYN+ACK.
[[nodiscard]] bool mayBeTarpitted(const PacketBuf& segment);
void writeTarpitAnswer(PacketBuf& packet, const PacketBuf& segment);

} // namespace agent::dataplane
