// Chosen parts of a packet as one well mixed number. Addresses and ports are summed first, so that "both" gives the same for the two
// directions of a connection. RouterOS does not publish its function; any one that spreads will do.
#pragma once

#include "agent/dataplane/config/rule_matchers.h"

#include <cstdint>

namespace agent::dataplane {

inline std::uint64_t mixBits(std::uint64_t x) { // finaliser of splitmix64
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}

// `fields`: bits of match::PccField. A packet without ports has ports 0.
inline std::uint64_t mixFields(const PacketBuf& p, std::uint8_t fields) {
    const bool ports = (p.flags & kHasPorts) != 0;
    const std::uint64_t addresses = (fields & match::kPccSrcAddress ? std::uint64_t{p.src} : 0) +
                                    (fields & match::kPccDstAddress ? std::uint64_t{p.dst} : 0);
    const std::uint64_t numbers = (ports && (fields & match::kPccSrcPort) != 0 ? std::uint64_t{p.sport} : 0) +
                                  (ports && (fields & match::kPccDstPort) != 0 ? std::uint64_t{p.dport} : 0);
    return mixBits(addresses * 0x9e3779b97f4a7c15ull ^ numbers << 40 ^ numbers);
}

} // namespace agent::dataplane
