// What the packet-changing actions of mangle need beside their name.
#pragma once

#include <cstdint>
#include <optional>

namespace agent::dataplane {

enum class TtlChange : std::uint8_t { Set, Increment, Decrement };

struct HeaderChange {
    std::optional<std::uint16_t> mss; // change-mss; unset: clamp-to-pmtu
    std::uint8_t dscp = 0;            // change-dscp
    TtlChange ttlChange = TtlChange::Set;
    std::uint8_t ttl = 0;             // change-ttl
    std::uint32_t routeDst = 0;       // route: the gateway, whatever the routing table says
    bool operator==(const HeaderChange&) const = default;
};

} // namespace agent::dataplane
