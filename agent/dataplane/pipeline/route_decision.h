// Where an IPv4 packet goes when more than its destination counts: routing marks, /routing/rule, VRFs, equal ways, and whether it may
// come from where it came (reverse path filter).
//
//   const RouteDecision decide(state);
//   const NextHop& hop = decide.routeOf(packet, context.routingMark);
//   if (decide.filtersSources() && !decide.sourceFits(packet)) drop(packet);
//
// Order: the router's own addresses; the table of the routing mark; the rules, top down; the VRF of the interface the packet came in
// by, or else main. (RouterOS: marks of mangle come before rules.) A mark or a lookup rule whose table knows nothing hands on.
// Reads EngineState only; nothing is kept.
#pragma once

#include "agent/dataplane/pipeline/engine_state.h"

namespace agent::dataplane {

// What picks one of equal ways: a symmetric hash of the addresses, with ports if the policy says so.
[[nodiscard]] std::uint32_t multipathHash(MultipathHash policy, std::uint32_t src, std::uint32_t dst, std::uint8_t protocol,
                                          std::uint16_t sport, std::uint16_t dport);

class RouteDecision {
public:
    explicit RouteDecision(const EngineState& state)
        : s_(state) {}

    [[nodiscard]] const NextHop& routeOf(const PacketBuf& p, MarkId routingMark) const {
        if (routingMark == 0 && !hasPolicy()) [[likely]] {
            return pick(s_.routes.hopOf(p.dst), p);
        }
        return byPolicy(p, routingMark);
    }
    // The way of a FastTracked flow: main table only, by the same hash as its first packets went.
    [[nodiscard]] const NextHop& routeOf(const FlowEntry& flow) const;
    [[nodiscard]] const NextHop& pick(std::uint16_t number, const PacketBuf& p) const {
        return s_.routes.hop(number).ways <= 1 ? s_.routes.hop(number) : s_.routes.pick(number, hashOf(p));
    }

    // More than the destination counts, even without marks.
    [[nodiscard]] bool hasPolicy() const { return !s_.config->routingRules.empty() || !s_.config->vrfs.empty(); }
    [[nodiscard]] bool filtersSources() const { return s_.config->ip.rpFilter != RpFilter::No; }
    // RFC 3704 section 2.2 (strict) and 2.4 (loose).
    [[nodiscard]] bool sourceFits(const PacketBuf& p) const;

private:
    [[nodiscard]] std::uint32_t hashOf(const PacketBuf& p) const {
        return multipathHash(s_.config->ip.multipathHash, p.src, p.dst, p.protocol, p.sport, p.dport);
    }
    [[nodiscard]] const NextHop& byPolicy(const PacketBuf& p, MarkId routingMark) const;
    [[nodiscard]] static bool holds(const RoutingRuleConfig& rule, const PacketBuf& p, MarkId routingMark);

    const EngineState& s_;
};

} // namespace agent::dataplane
