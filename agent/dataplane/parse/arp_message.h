// ARP for IPv4 over Ethernet (RFC 826): reading a received message, writing a request or a reply.
#pragma once

#include "agent/dataplane/packet/packet_buf.h"
#include "agent/dataplane/parse/ethernet.h"

#include <cstdint>
#include <optional>

namespace agent::dataplane {

enum class ArpOperation : std::uint16_t { Request = 1, Reply = 2 };

struct ArpMessage {
    ArpOperation operation = ArpOperation::Request;
    MacKey senderMac = 0;
    std::uint32_t senderAddress = 0; // 0 in an address probe (RFC 5227)
    MacKey targetMac = 0;            // ignored in requests
    std::uint32_t targetAddress = 0;
};

// Reads the message of a parsed frame with kIsArp. Nothing when it is too short, not Ethernet/IPv4, or an unknown operation.
std::optional<ArpMessage> readArp(const PacketBuf& packet);

// Makes `packet` an untagged, padded ARP frame to `destination` and parses it. Source MAC is message.senderMac.
void writeArp(PacketBuf& packet, MacKey destination, const ArpMessage& message);

} // namespace agent::dataplane
