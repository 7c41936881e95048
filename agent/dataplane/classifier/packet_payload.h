// What a packet carries behind its transport header.
#pragma once

#include "agent/dataplane/conntrack/flow_key.h"
#include "agent/dataplane/parse/ipv4.h"

#include <algorithm>
#include <cstdint>
#include <span>

namespace agent::dataplane {

// Empty for headers that are cut short. Packets without ports: everything behind the IPv4 header.
inline std::span<const std::uint8_t> payloadOf(const PacketBuf& p) {
    std::uint32_t at = p.l4Offset;
    if ((p.flags & kHasPorts) != 0) {
        if (p.protocol == kProtocolUdp) {
            at += kUdpHeader;
        } else if (p.length >= at + kTcpHeader) {
            at += (p.frame()[at + tcp::kDataOffset] >> 4) * 4u;
        }
    }
    return at < p.length ? std::span(p.frame() + at, p.length - at) : std::span<const std::uint8_t>{};
}

// A range of the packet's first octets behind the IPv4 header, options of TCP included; empty when it does not reach so far.
inline std::span<const std::uint8_t> tcpOptionsOf(const PacketBuf& p) {
    if (p.protocol != kProtocolTcp || (p.flags & kHasPorts) == 0 || p.length < p.l4Offset + kTcpHeader) {
        return {};
    }
    const std::uint32_t header = (p.frame()[p.l4Offset + tcp::kDataOffset] >> 4) * 4u;
    const std::uint32_t end = std::min<std::uint32_t>(p.length, p.l4Offset + header);
    const std::uint32_t begin = p.l4Offset + kTcpHeader;
    return end > begin ? std::span(p.frame() + begin, end - begin) : std::span<const std::uint8_t>{};
}

// Calls visit(kind, octets of the option's value) for each option of an IPv4 or TCP option list; visit returns false to end. Both
// lists have the same form (RFC 791 section 3.1, RFC 9293 section 3.1): end 0, no-operation 1, else kind, length, value.
template <class Visit> void forEachOption(std::span<const std::uint8_t> list, Visit&& visit) {
    for (std::size_t at = 0; at < list.size() && list[at] != 0;) {
        if (list[at] == 1) {
            ++at;
            continue;
        }
        if (at + 1 >= list.size() || list[at + 1] < 2 || at + list[at + 1] > list.size()) {
            return;
        }
        if (!visit(list[at], list.subspan(at + 2, list[at + 1] - 2u))) {
            return;
        }
        at += list[at + 1];
    }
}

} // namespace agent::dataplane
