// Splitting an IPv4 packet that is longer than the next link takes (RFC 791 section 2.3 and 3.2).
#pragma once

#include "agent/dataplane/packet/packet_buf.h"

#include <cstdint>

namespace agent::dataplane {

bool mayFragment(const PacketBuf& packet); // DF is clear

// Payload octets of each fragment but the last for a link of `mtu` octets; a multiple of 8. 0: the header alone does not fit.
std::uint32_t fragmentPayload(const PacketBuf& packet, std::uint32_t mtu);

// Makes `piece` the fragment of the parsed, trimmed `whole` that starts at payload octet `start` (a multiple of 8) and holds
// `size` octets; copies Ethernet and IPv4 header and the decisions made about the packet (interfaces, path, marks, connection).
// Options travel in the first fragment only when not of the copied class; here none is copied into later ones.
void writeFragment(PacketBuf& piece, const PacketBuf& whole, std::uint32_t start, std::uint32_t size);

} // namespace agent::dataplane
