// The reset that answers a TCP segment nobody listens for (RFC 9293 section 3.5.2, group 1).
#pragma once

#include "agent/dataplane/packet/packet_buf.h"

namespace agent::dataplane {

// Makes `packet` the reset for `offender` (a parsed TCP segment, not a reset itself) and parses it.
// The Ethernet header is left zero: whoever routes the packet fills it.
void writeTcpReset(PacketBuf& packet, const PacketBuf& offender);

} // namespace agent::dataplane
