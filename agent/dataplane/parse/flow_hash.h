// What tells flows apart where one number is enough: receive queues, equal ways, the lines of fair queues.
//
//   const std::size_t line = flowHashOf(*packet) % lines;
//
// Worked out when somebody asks, from what the packet looks like then: most packets cross the router without anybody asking.
// Both directions of a flow have the same number until an address is translated. Not seeded: never a table's only defence.
#pragma once

#include "agent/dataplane/packet/packet_buf.h"

#include <cstdint>

namespace agent::dataplane {

// Hash of the flow that is equal for both directions; never 0. Fragments hash by addresses only, so that all of them stay together.
inline std::uint32_t symmetricFlowHash(std::uint32_t src, std::uint32_t dst, std::uint8_t protocol, std::uint16_t sport,
                                       std::uint16_t dport) {
    // Sum and exclusive-or name an unordered pair; two multiplications mix them (finaliser of the splitmix64 kind).
    std::uint64_t x = static_cast<std::uint64_t>(src ^ dst) << 32 | static_cast<std::uint32_t>(src + dst);
    const std::uint64_t ports = static_cast<std::uint64_t>(sport ^ dport) << 24 | static_cast<std::uint64_t>(sport + dport) << 8 | protocol;
    x ^= ports * 0x9e3779b97f4a7c15ull;
    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93ull;
    x ^= x >> 32;
    const auto hash = static_cast<std::uint32_t>(x);
    return hash == 0 ? 1u : hash;
}

// Of a parsed packet; 0 for what is neither IPv4 nor IPv6, or malformed. PacketBuf::flowHash counts when it is set: the parser sets it
// where the addresses are not in PacketBuf (IPv6).
inline std::uint32_t flowHashOf(const PacketBuf& p) {
    if (p.flowHash != 0 || (p.flags & (kIsIpv4 | kMalformed)) != kIsIpv4) {
        return p.flowHash;
    }
    const bool portsCount = (p.flags & kIsFragment) == 0;
    return symmetricFlowHash(p.src, p.dst, p.protocol, portsCount ? p.sport : std::uint16_t{0}, portsCount ? p.dport : std::uint16_t{0});
}

} // namespace agent::dataplane
