// Neighbour solicitation and advertisement (RFC 4861 sections 4.3 and 4.4): reading with the checks of section 7.1, writing.
#pragma once

#include "agent/dataplane/config/ipv6_address.h"
#include "agent/dataplane/packet/packet_buf.h"
#include "agent/dataplane/parse/ethernet.h"

#include <cstdint>
#include <optional>

namespace agent::dataplane {

struct NeighbourMessage {
    bool advertisement = false;
    Ipv6Address source, destination; // of the packet
    Ipv6Address target;
    MacKey linkAddress = 0;                                   // source or target link-layer address option; 0: none
    bool router = false, solicited = false, overrides = true; // of an advertisement
};

// Nothing when it is neither, or must be silently discarded.
std::optional<NeighbourMessage> readNeighbourMessage(const PacketBuf& packet);

// Makes `packet` such a message in an untagged frame from `sender` to `receiver` and parses it.
void writeNeighbourMessage(PacketBuf& packet, MacKey sender, MacKey receiver, const NeighbourMessage& message);

// Multicast address of the link for a group (RFC 2464 section 7).
constexpr MacKey groupMac(const Ipv6Address& group) { return 0x3333'0000'0000ull | (group.low & 0xffff'ffffull); }

} // namespace agent::dataplane
