// MikroTik Neighbor Discovery Protocol: what routers tell about themselves on UDP 5678.
//
// A packet is two header octets, a sequence number, and fields of type, length (big endian) and value. Types: 1 MAC address, 5 identity, 7
// version, 8 platform, 10 uptime (seconds, little endian), 11 software id, 12 board, 14 unpack, 15 IPv6, 16 interface, 17 IPv4. (Field list
// after the protocol notes of tikoci/routeros-skills and the Wireshark dissector.) Unknown types are passed over. Texts are octets as sent.
// Pure; any thread.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace core::link {

constexpr std::uint16_t kMndpPort = 5678;

struct MndpAnnouncement {
    std::uint16_t sequence = 0;
    std::string mac; // "4C:5E:0C:12:34:56"; empty when not told
    std::string identity, version, platform, softwareId, board, interface;
    std::optional<std::uint32_t> uptimeSeconds;
    std::string ipv4, ipv6; // as text; empty when not told

    bool operator==(const MndpAnnouncement&) const = default;
};

// InvalidInput: cut short, a field longer than the packet, or no field that tells who it is (a refresh request has none).
[[nodiscard]] core::base::Result<MndpAnnouncement> decodeMndp(std::string_view packet);

// Asks every router around to announce itself.
[[nodiscard]] std::string mndpRefresh();

} // namespace core::link
