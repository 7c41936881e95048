#include "agent/dataplane/parse/ipv4.h"
#include "agent/dataplane/parse/ipv6.h"
#include "agent/dataplane/parse/parse.h"

namespace agent::dataplane {

using core::base::loadBe16;
using core::base::loadBe32;

namespace {

constexpr std::uint8_t kEcho = 128, kEchoReply = 129; // RFC 4443 section 4
constexpr std::uint32_t kFurthest = 255;              // what l4Offset holds

// Where the chain of extension headers ends. Offsets are from the IPv6 header.
struct Chain {
    std::uint8_t protocol = kNoNextHeader;
    std::uint32_t end = kIpv6Header;
    std::uint32_t fragment = 0; // of the fragment header; 0: none
    bool whole = true;          // false: it runs out of the packet
};

bool isExtension(std::uint8_t header) {
    return header == ipv6::kHopByHop || header == ipv6::kRouting || header == ipv6::kDestinationOptions || header == ipv6::kFragment ||
           header == ipv6::kAuthentication || header == ipv6::kMobility;
}

Chain walk(const std::uint8_t* ip, std::uint32_t total, std::uint32_t reach) {
    Chain chain;
    chain.protocol = ip[ipv6::kNextHeader];
    while (isExtension(chain.protocol)) {
        if (chain.end + 8 > total) {
            chain.whole = false;
            break;
        }
        const std::uint8_t* header = ip + chain.end;
        const bool fragment = chain.protocol == ipv6::kFragment;
        const std::uint32_t length = fragment                                  ? 8u
                                     : chain.protocol == ipv6::kAuthentication ? (header[1] + 2u) * 4u // RFC 4302 section 2.2
                                                                               : (header[1] + 1u) * 8u;
        if (chain.end + length > total) {
            chain.whole = false;
            break;
        }
        if (chain.end + length > reach) {
            break;
        }
        if (fragment) {
            chain.fragment = chain.end;
        }
        chain.protocol = header[0];
        chain.end += length;
        if (fragment && (loadBe16(header + 2) & 0xfff8u) != 0) {
            break; // what follows is the middle of something
        }
    }
    return chain;
}

std::uint32_t fold(const Ipv6Address& a) {
    std::uint64_t x = a.high * 0x9e3779b97f4a7c15ull ^ a.low;
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93ull;
    return static_cast<std::uint32_t>(x >> 32);
}

void parseTransport(PacketBuf& p, const std::uint8_t* l4, std::uint32_t room) {
    const bool segment = p.protocol == kProtocolTcp && room >= kTcpHeader;
    if (segment || (p.protocol == kProtocolUdp && room >= kUdpHeader)) {
        p.sport = loadBe16(l4);
        p.dport = loadBe16(l4 + 2);
        p.tcpFlags = segment ? l4[tcp::kFlags] & 0x3fu : std::uint8_t{0};
        p.flags |= kHasPorts;
    } else if (p.protocol == kProtocolIcmpv6 && room >= kIcmpHeader) {
        p.icmpType = l4[0];
        if (p.icmpType == kEcho || p.icmpType == kEchoReply) {
            p.sport = p.dport = loadBe16(l4 + icmp::kIdentifier);
        }
    }
}

} // namespace

void parseIpv6(PacketBuf& p, std::uint32_t room) {
    const std::uint8_t* ip = p.frame() + p.l3Offset;
    if (room < kIpv6Header || ip[0] >> 4 != 6) {
        return;
    }
    const std::uint32_t total = kIpv6Header + loadBe16(ip + ipv6::kPayloadLength);
    if (total > room) {
        return;
    }
    const Chain chain = walk(ip, total, kFurthest - p.l3Offset);
    if (!chain.whole || chain.protocol == 0) {
        return;
    }
    p.protocol = chain.protocol;
    p.l4Offset = static_cast<std::uint8_t>(p.l3Offset + chain.end);
    p.ttl = ip[ipv6::kHopLimit];
    if (chain.end != kIpv6Header || isExtension(chain.protocol)) {
        p.flags |= kHasIpOptions;
    }
    bool later = false;
    if (chain.fragment != 0) {
        p.flags |= kIsFragment;
        later = (loadBe16(ip + chain.fragment + 2) & 0xfff8u) != 0;
    }
    if (!later) {
        parseTransport(p, ip + chain.end, total - chain.end);
    }
    const bool portsCount = (p.flags & kIsFragment) == 0;
    p.flowHash = symmetricFlowHash(fold(source6(p)), fold(destination6(p)), p.protocol, portsCount ? p.sport : std::uint16_t{0},
                                   portsCount ? p.dport : std::uint16_t{0});
}

std::optional<Ipv6Fragment> fragmentOf(const PacketBuf& p) {
    const std::uint8_t* ip = p.frame() + p.l3Offset;
    const Chain chain = walk(ip, totalLength6(p), kFurthest - p.l3Offset);
    if (chain.fragment == 0) {
        return std::nullopt;
    }
    return Ipv6Fragment{loadBe32(ip + chain.fragment + 4), (loadBe16(ip + chain.fragment + 2) & 0xfff8u) != 0};
}

} // namespace agent::dataplane
