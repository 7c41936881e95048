// Matchers on fields of the headers.
#include "agent/dataplane/classifier/packet_payload.h"
#include "agent/dataplane/classifier/rule_matcher.h"
#include "agent/dataplane/parse/ethernet.h"
#include "core/base/endian.h"

#include <algorithm>

namespace agent::dataplane {

namespace {

using core::base::loadBe16;

std::uint8_t plainType(std::uint32_t address) { return isMulticast(address) ? kAddressMulticast : kAddressUnicast; }

bool ttlHolds(const match::Ttl& m, std::uint8_t ttl) {
    switch (m.is) {
    case match::TtlIs::Equal: return ttl == m.value;
    case match::TtlIs::NotEqual: return ttl != m.value;
    case match::TtlIs::Less: return ttl < m.value;
    case match::TtlIs::Greater: return ttl > m.value;
    }
    return false;
}

// Kinds of IPv4 options (RFC 791 section 3.1, RFC 2113).
constexpr std::uint8_t kRecordRoute = 7, kTimestamp = 68, kLooseRoute = 131, kStrictRoute = 137, kRouterAlert = 148;

bool hasOption(const PacketBuf& p, std::initializer_list<std::uint8_t> kinds) {
    bool found = false;
    if (p.l4Offset > p.l3Offset + kIpv4Header && p.length >= p.l4Offset) {
        const std::span list(p.frame() + p.l3Offset + kIpv4Header, p.l4Offset - p.l3Offset - kIpv4Header);
        forEachOption(list, [&](std::uint8_t kind, auto) {
            found = std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
            return !found;
        });
    }
    return found;
}

bool optionsHold(match::Ipv4OptionIs is, const PacketBuf& p) {
    using enum match::Ipv4OptionIs;
    switch (is) {
    case Any: return (p.flags & kHasIpOptions) != 0;
    case None: return (p.flags & kHasIpOptions) == 0;
    case LooseSourceRouting: return hasOption(p, {kLooseRoute});
    case StrictSourceRouting: return hasOption(p, {kStrictRoute});
    case NoSourceRouting: return !hasOption(p, {kLooseRoute, kStrictRoute});
    case RecordRoute: return hasOption(p, {kRecordRoute});
    case NoRecordRoute: return !hasOption(p, {kRecordRoute});
    case RouterAlert: return hasOption(p, {kRouterAlert});
    case NoRouterAlert: return !hasOption(p, {kRouterAlert});
    case Timestamp: return hasOption(p, {kTimestamp});
    case NoTimestamp: return !hasOption(p, {kTimestamp});
    }
    return false;
}

bool mssHolds(const match::TcpMss& m, const PacketBuf& p) {
    bool holds = false;
    forEachOption(tcpOptionsOf(p), [&](std::uint8_t kind, std::span<const std::uint8_t> value) {
        constexpr std::uint8_t kMss = 2;
        if (kind != kMss || value.size() != 2) {
            return true;
        }
        const std::uint16_t mss = loadBe16(value.data());
        holds = m.first <= mss && mss <= m.last;
        return false;
    });
    return holds;
}

bool icmpHolds(const match::IcmpOptions& m, const PacketBuf& p) {
    if (p.protocol != kProtocolIcmp || isLaterFragment(p) || p.length < p.l4Offset + kIcmpHeader) {
        return false;
    }
    const std::uint8_t code = p.frame()[p.l4Offset + icmp::kCode];
    return p.icmpType == m.type && m.firstCode <= code && code <= m.lastCode;
}

} // namespace

std::unique_ptr<RuleMatcher> makeHeaderMatcher(const match::Any& what) {
    if (const auto* m = std::get_if<match::SrcMac>(&what)) {
        return asking([mac = loadMac(m->mac.octets.data())](const MatchInput& in) {
            return in.packet.inInterface != kNoInterface && sourceMac(in.packet) == mac; // the router's own packets have none yet
        });
    }
    if (const auto* m = std::get_if<match::AddressType>(&what)) {
        return asking([m = *m](const MatchInput& in) {
            const std::uint32_t address = m.source ? in.packet.src : in.packet.dst;
            const AddressTypes* types = in.environment.addresses;
            return ((types != nullptr ? types->typeOf(address) : plainType(address)) & m.types) != 0;
        });
    }
    if (const auto* m = std::get_if<match::Ttl>(&what)) {
        return asking([m = *m](const MatchInput& in) { return ttlHolds(m, in.packet.ttl); });
    }
    if (const auto* m = std::get_if<match::Dscp>(&what)) {
        return asking([value = m->value](const MatchInput& in) {
            return in.packet.frame()[in.packet.l3Offset + ipv4::kTypeOfService] >> 2 == value;
        });
    }
    if (const auto* m = std::get_if<match::PacketSize>(&what)) {
        return asking([m = *m](const MatchInput& in) { return m.first <= in.packet.l3Length() && in.packet.l3Length() <= m.last; });
    }
    if (const auto* m = std::get_if<match::Ipv4Options>(&what)) {
        return asking([is = m->is](const MatchInput& in) { return optionsHold(is, in.packet); });
    }
    if (const auto* m = std::get_if<match::TcpMss>(&what)) {
        return asking([m = *m](const MatchInput& in) { return mssHolds(m, in.packet); });
    }
    if (const auto* m = std::get_if<match::IcmpOptions>(&what)) {
        return asking([m = *m](const MatchInput& in) { return icmpHolds(m, in.packet); });
    }
    if (const auto* m = std::get_if<match::Hotspot>(&what)) {
        return asking([holds = !m->wanted](const MatchInput&) { return holds; });
    }
    if (const auto* m = std::get_if<match::IpsecPolicy>(&what)) {
        return asking([m = *m](const MatchInput& in) { return (m.in ? in.context.ipsecIn : in.context.ipsecOut) == m.ipsec; });
    }
    if (const auto* m = std::get_if<match::BridgePort>(&what)) {
        return asking([m = *m](const MatchInput& in) {
            const IfIndex port = m.in ? in.context.inBridgePort : in.context.outBridgePort;
            return std::find(m.ports.begin(), m.ports.end(), port) != m.ports.end();
        });
    }
    return nullptr;
}

} // namespace agent::dataplane
