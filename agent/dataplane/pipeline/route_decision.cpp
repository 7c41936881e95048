#include "agent/dataplane/pipeline/route_decision.h"

#include "agent/dataplane/parse/parse.h"

namespace agent::dataplane {

namespace {

const NextHop kDropped{NextHopKind::Blackhole, false, kNoInterface, 0, 0};
const NextHop kRefused{NextHopKind::Unreachable, false, kNoInterface, 0, 0};

bool isOwn(const NextHop& hop) { return hop.kind == NextHopKind::Local || hop.kind == NextHopKind::Broadcast; }

} // namespace

std::uint32_t multipathHash(MultipathHash policy, std::uint32_t src, std::uint32_t dst, std::uint8_t protocol, std::uint16_t sport,
                            std::uint16_t dport) {
    return policy == MultipathHash::L3 ? symmetricFlowHash(src, dst, 0, 0, 0) : symmetricFlowHash(src, dst, protocol, sport, dport);
}

const NextHop& RouteDecision::routeOf(const FlowEntry& flow) const {
    const std::uint16_t number = s_.routes.hopOf(flow.newDst);
    if (s_.routes.hop(number).ways <= 1) {
        return s_.routes.hop(number);
    }
    // Routing comes after dst-nat and before src-nat.
    return s_.routes.pick(number, multipathHash(s_.config->ip.multipathHash, flow.src, flow.newDst, flow.protocol, flow.sport,
                                                flow.newDport));
}

bool RouteDecision::holds(const RoutingRuleConfig& rule, const PacketBuf& p, MarkId routingMark) {
    return (!rule.source || rule.source->contains(p.src)) && (!rule.destination || rule.destination->contains(p.dst)) &&
           (rule.interface == kNoInterface || rule.interface == p.inInterface) && (!rule.routingMark || *rule.routingMark == routingMark);
}

const NextHop& RouteDecision::byPolicy(const PacketBuf& p, MarkId routingMark) const {
    const MarkId vrf = s_.routes.vrfOf(p.inInterface);
    const std::uint16_t plain = s_.routes.hopIn(p.dst, vrf);
    if (isOwn(s_.routes.hop(plain))) {
        return s_.routes.hop(plain);
    }
    if (routingMark != 0) {
        if (const std::uint16_t number = s_.routes.hopIn(p.dst, routingMark); number != 0) {
            return pick(number, p);
        }
    }
    for (const RoutingRuleConfig& rule : s_.config->routingRules) {
        if (!holds(rule, p, routingMark)) {
            continue;
        }
        switch (rule.action) {
        case RoutingRuleConfig::Action::Drop:
            return kDropped;
        case RoutingRuleConfig::Action::Unreachable:
            return kRefused;
        case RoutingRuleConfig::Action::LookupOnlyInTable:
            return pick(s_.routes.hopIn(p.dst, rule.table), p);
        case RoutingRuleConfig::Action::Lookup:
            if (const std::uint16_t number = s_.routes.hopIn(p.dst, rule.table); number != 0) {
                return pick(number, p);
            }
            break;
        }
    }
    return pick(plain, p);
}

bool RouteDecision::sourceFits(const PacketBuf& p) const {
    if (p.src == 0) { // a host that has no address yet (RFC 1122 section 3.2.1.3)
        return true;
    }
    const std::uint16_t number = s_.routes.hopIn(p.src, s_.routes.vrfOf(p.inInterface));
    const NextHop& back = s_.routes.hop(number);
    if (!back.forwards() || s_.config->ip.rpFilter == RpFilter::Loose) {
        return back.forwards();
    }
    for (std::uint16_t way = 0; way < back.ways; ++way) {
        if (s_.routes.hop(static_cast<std::uint16_t>(number + way)).interface == p.inInterface) {
            return true;
        }
    }
    return false;
}

} // namespace agent::dataplane
