// The matchers of bridge rules.
#include "agent/dataplane/l2/bridge_rules.h"

#include "agent/dataplane/parse/arp_message.h"
#include "core/base/endian.h"

#include <algorithm>

namespace agent::dataplane {

namespace {

using core::base::loadBe16;

template <class T, class Holds> bool holds(const Match<T>& match, Holds is) {
    return !match.value || is(*match.value) != match.negate;
}

bool isOneOf(const Match<std::vector<IfIndex>>& match, IfIndex interface) {
    return holds(match, [&](const std::vector<IfIndex>& all) { return std::find(all.begin(), all.end(), interface) != all.end(); });
}

bool looksLike(const Match<MacPattern>& match, MacKey mac) {
    return holds(match, [&](const MacPattern& pattern) {
        const MacKey mask = loadMac(pattern.mask.octets.data());
        return ((mac ^ loadMac(pattern.mac.octets.data())) & mask) == 0;
    });
}

bool isWithin(const Match<std::vector<PortRange>>& match, std::uint16_t port) {
    return holds(match, [&](const std::vector<PortRange>& ranges) {
        return std::any_of(ranges.begin(), ranges.end(), [&](PortRange range) { return range.contains(port); });
    });
}

bool isWithin(const Match<Ipv4Prefix>& match, std::uint32_t address) {
    return holds(match, [&](Ipv4Prefix prefix) { return prefix.contains(address); });
}

PacketType typeOf(MacKey destination, MacKey own) {
    return destination == kBroadcastMac     ? PacketType::Broadcast
           : (destination & kGroupBit) != 0 ? PacketType::Multicast
           : destination == own             ? PacketType::Host
                                            : PacketType::OtherHost;
}

bool portsMatch(const BridgeRuleMatch& m, const BridgeFrame& f) {
    return isOneOf(m.inPort, f.inPort) && isOneOf(m.inPortList, f.inPort) && isOneOf(m.outPort, f.outPort) &&
           isOneOf(m.outPortList, f.outPort) && isOneOf(m.inBridge, f.inBridge) && isOneOf(m.inBridgeList, f.inBridge) &&
           isOneOf(m.outBridge, f.outBridge) && isOneOf(m.outBridgeList, f.outBridge);
}

bool tagMatches(const BridgeRuleMatch& m, const PacketBuf& p) {
    if (!m.vlanId && !m.vlanPriority && !m.vlanEncap) {
        return true;
    }
    if (!isTagged(p)) {
        return false;
    }
    const std::uint16_t tci = loadBe16(p.frame() + 14);
    return holds(m.vlanId, [&](std::uint16_t vid) { return vid == p.vlan; }) &&
           holds(m.vlanPriority, [&](std::uint8_t priority) { return priority == tci >> 13; }) &&
           holds(m.vlanEncap, [&](std::uint16_t type) { return p.length >= 18 && type == loadBe16(p.frame() + 16); });
}

// IP matchers are about frames whose mac-protocol is ip: a tagged packet's is vlan.
bool ipMatches(const BridgeRuleMatch& m, const PacketBuf& p) {
    if (!m.srcAddress && !m.dstAddress && !m.ipProtocol && !m.srcPort && !m.dstPort) {
        return true;
    }
    if ((p.flags & (kIsIpv4 | kMalformed)) != kIsIpv4 || isTagged(p)) {
        return false;
    }
    const bool ports = (p.flags & kHasPorts) != 0;
    return isWithin(m.srcAddress, p.src) && isWithin(m.dstAddress, p.dst) &&
           holds(m.ipProtocol, [&](std::uint8_t protocol) { return protocol == p.protocol; }) &&
           (!m.srcPort || (ports && isWithin(m.srcPort, p.sport))) && (!m.dstPort || (ports && isWithin(m.dstPort, p.dport)));
}

bool arpMatches(const BridgeRuleMatch& m, const PacketBuf& p) {
    if (!m.arpOpcode && !m.arpSrcAddress && !m.arpDstAddress) {
        return true;
    }
    const auto message = (p.flags & kIsArp) != 0 && !isTagged(p) ? readArp(p) : std::nullopt;
    return message && holds(m.arpOpcode, [&](std::uint16_t code) { return code == static_cast<std::uint16_t>(message->operation); }) &&
           isWithin(m.arpSrcAddress, message->senderAddress) && isWithin(m.arpDstAddress, message->targetAddress);
}

} // namespace

bool matches(const BridgeRuleMatch& m, const BridgeFrame& f, const PacketBuf& p) {
    return portsMatch(m, f) && looksLike(m.srcMac, sourceMac(p)) && looksLike(m.dstMac, destinationMac(p)) &&
           holds(m.macProtocol, [&](std::uint16_t type) { return type == loadBe16(p.frame() + 12); }) &&
           holds(m.packetMark, [&](MarkId mark) { return mark == p.packetMark; }) &&
           holds(m.packetType, [&](PacketType type) { return type == typeOf(destinationMac(p), f.own); }) && tagMatches(m, p) &&
           ipMatches(m, p) && arpMatches(m, p);
}

} // namespace agent::dataplane
