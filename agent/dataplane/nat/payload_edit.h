// The text a TCP segment or UDP datagram carries, read and replaced. Lengths and checksums follow. For unfragmented packets that carry
// ports; control connections only, so sums are made anew.
#pragma once

#include "agent/dataplane/packet/packet_buf.h"

#include <string_view>

namespace agent::dataplane {

// Empty when the packet has none, or its header is cut short.
[[nodiscard]] std::string_view payloadText(const PacketBuf& packet);

// False, and nothing changes, when the buffer cannot hold it.
bool replacePayload(PacketBuf& packet, std::string_view text);

// Makes the TCP or UDP checksum anew; a UDP checksum of zero stays zero.
void sumTransport(PacketBuf& packet);

} // namespace agent::dataplane
