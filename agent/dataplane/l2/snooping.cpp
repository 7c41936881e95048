#include "agent/dataplane/l2/snooping.h"

#include "agent/dataplane/l2/igmp.h"
#include "agent/dataplane/parse/ipv4.h"

namespace agent::dataplane {

using core::base::Nanos;

namespace {

constexpr std::uint16_t kServerPort = 67, kClientPort = 68;
// Last member query: asked twice, a second apart (RFC 2236 sections 8.8 and 8.9).
constexpr Nanos kLastMember = 2 * core::base::kSecond;

bool isUdp(const PacketBuf& p) {
    return (p.flags & (kIsIpv4 | kHasPorts | kMalformed)) == (kIsIpv4 | kHasPorts) && p.protocol == kProtocolUdp;
}
bool isFromServer(const PacketBuf& p) {
    return isUdp(p) && p.sport == kServerPort && (p.dport == kClientPort || p.dport == kServerPort);
}
bool isFromClient(const PacketBuf& p) {
    return isUdp(p) && p.sport == kClientPort && p.dport == kServerPort;
}
// 224.0.0.0/24 is never pruned (RFC 4541 section 2.1.2).
bool isLinkLocalGroup(std::uint32_t address) {
    return address >> 8 == 0xe00000;
}

} // namespace

void Snooping::configure(const EngineConfig& config, const BridgeConfig& bridge) {
    igmp_ = bridge.igmpSnooping;
    dhcp_ = bridge.dhcpSnooping;
    membership_ = bridge.membershipInterval;
    querier_ = bridge.querierInterval;
    if (!igmp_) {
        groups_.clear();
        return;
    }
    groups_.forgetTyped();
    for (const BridgeGroupConfig& row : config.bridgeGroups) {
        if (row.bridge == bridge.interface) {
            groups_.join(row.group, bridge.vlanFiltering ? row.vid : std::uint16_t{0}, row.interface, GroupTable::kForever);
        }
    }
}

bool Snooping::traps(const PacketBuf& p) const {
    return (igmp_ && isIgmp(p)) || (dhcp_ && (isFromServer(p) || isFromClient(p)));
}

bool Snooping::admits(const PacketBuf& p, bool trusted) const {
    return !dhcp_ || trusted || !isFromServer(p);
}

void Snooping::hear(const PacketBuf& p, IfIndex port, std::uint16_t vid, bool fastLeave, Nanos now) {
    if (!igmp_ || !isIgmp(p)) {
        return;
    }
    readIgmp(p, [&](IgmpEvent event, std::uint32_t group) {
        switch (event) {
        case IgmpEvent::Query:
            groups_.queryFrom(port, now + querier_);
            break;
        case IgmpEvent::Join:
            if (!isLinkLocalGroup(group) && isMulticast(group)) {
                groups_.join(group, vid, port, now + membership_);
            }
            break;
        case IgmpEvent::Leave:
            groups_.leave(group, vid, port, fastLeave ? now : now + kLastMember);
            break;
        }
    });
}

Snooping::Scope Snooping::scopeOf(const PacketBuf& p, Nanos now) const {
    if (dhcp_ && isFromClient(p)) {
        return {Scope::Trusted, 0};
    }
    const bool group = igmp_ && (p.flags & (kIsIpv4 | kIsGroup | kMalformed)) == (kIsIpv4 | kIsGroup) && isMulticast(p.dst);
    if (!group || !groups_.queried(now)) {
        return {};
    }
    if (isIgmp(p)) {
        bool query = false;
        readIgmp(p, [&](IgmpEvent event, std::uint32_t) { query = query || event == IgmpEvent::Query; });
        return {query ? Scope::Flood : Scope::Routers, 0};
    }
    return isLinkLocalGroup(p.dst) ? Scope{} : Scope{Scope::Group, p.dst};
}

bool Snooping::reaches(const Scope& scope, const Port& to, std::uint16_t vid, Nanos now) const {
    const bool router = to.router == MulticastRouter::Permanent ||
                        (to.router == MulticastRouter::TemporaryQuery && groups_.leadsToRouter(to.interface, now));
    switch (scope.kind) {
    case Scope::Flood:
        return to.floods;
    case Scope::Group:
        return router || groups_.wants(scope.group, vid, to.interface, now);
    case Scope::Routers:
        return router;
    case Scope::Trusted:
        return to.trusted && to.floods;
    }
    return false;
}

} // namespace agent::dataplane
