// The full stack for one packet: hooks, routing, TTL, MTU, global and simple queues, neighbour. Order as in RouterOS's packet flow.
//
//   receive ─ prerouting ─ route ─┬─ TTL ─ forward ─ postrouting ─ fragment ─ neighbour ─ global queues ─ egress
//                                 └─ input ─ global queues ─ local host
//   originate ─ route ─ output ─ postrouting ─ …
//
// The link header is written before the global queues, not after: a packet in a queue then needs nothing but its interface.
#pragma once

#include "agent/dataplane/pipeline/egress.h"
#include "agent/dataplane/pipeline/engine_state.h"
#include "agent/dataplane/pipeline/firewall_hooks.h"
#include "agent/dataplane/pipeline/icmp_limiter.h"
#include "agent/dataplane/pipeline/resolver.h"
#include "agent/dataplane/pipeline/route_decision.h"

namespace agent::dataplane {

// Takes packets for the router itself.
class LocalDelivery {
public:
    virtual ~LocalDelivery() = default;
    virtual void deliver(PacketBuf* p, core::base::Nanos now) = 0;
};

// The ports of a bridged frame; out kNoInterface: it is flooded.
struct BridgedBetween {
    IfIndex in = kNoInterface, out = kNoInterface;
};

class SlowPath final : public ResolvedSink {
public:
    SlowPath(EngineState& state, Egress& egress, Resolver& resolver)
        : s_(state)
        , egress_(egress)
        , resolver_(resolver)
        , hooks_(state)
        , decide_(state) {}
    void setLocal(LocalDelivery& local) { local_ = &local; }

    // An IPv4 packet that reached layer 3 on packet.inInterface. Takes it.
    void receive(PacketBuf* p, core::base::Nanos now);
    // A bridged IPv4 frame with use-ip-firewall=yes: prerouting, forward and postrouting. False: the packet is gone (dropped, or
    // routed because dst-nat gave it another destination). True: it is to be bridged on, by way of queueBridged().
    bool filterBridged(PacketBuf* p, IfIndex bridge, BridgedBetween ports, core::base::Nanos now);
    // Its global and simple queues, then out by the bridge's port.
    void queueBridged(PacketBuf* p, IfIndex port, core::base::Nanos now) {
        p->outInterface = port;
        enqueueGlobal(p, p->src, now);
    }
    // A packet the router made itself, without link header, out by way of `table` (a VRF's, for what answers a packet of it). Takes it.
    void originate(PacketBuf* p, core::base::Nanos now, MarkId table = 0);
    // An ICMP error about `offender`, which stays the caller's. Silent when the RFCs or the rate limit say so.
    void sendError(const PacketBuf& offender, std::uint8_t type, std::uint8_t code, core::base::Nanos now, std::uint32_t rest = 0);
    void sendReset(const PacketBuf& offender, core::base::Nanos now);

    void onResolved(PacketBuf* p, std::uint32_t sourceBeforeNat, core::base::Nanos now) override { enqueueGlobal(p, sourceBeforeNat, now); }
    void onUnreachable(PacketBuf* p, core::base::Nanos now) override;
    // What the global and simple queues let go.
    void drain(core::base::Nanos now);

private:
    void route(PacketBuf* p, RuleContext& context);
    void forward(PacketBuf* p, const NextHop& hop, RuleContext& context);
    void input(PacketBuf* p, RuleContext& context);
    void finish(PacketBuf* p, const NextHop& hop, RuleContext& context);
    void sendFragments(PacketBuf* p, const NextHop& hop, std::uint32_t mtu, std::uint32_t sourceBeforeNat, core::base::Nanos now);
    void enqueueGlobal(PacketBuf* p, std::uint32_t sourceBeforeNat, core::base::Nanos now);
    void proceed(PacketBuf* p, core::base::Nanos now);
    // Answers a rejected packet; frees a dropped or rejected one. False when the hook did not let it pass.
    bool passed(HookResult result, PacketBuf* p, core::base::Nanos now);
    void reject(const PacketBuf& p, core::base::Nanos now);
    void sendTarpitAnswer(const PacketBuf& segment, core::base::Nanos now);
    // The hop action=route asks for, unless the packet is the router's own or that gateway is no neighbour.
    static const NextHop& hopByGateway(const RoutingTable& routes, std::uint32_t destination, const RuleContext& context, NextHop& into);

    EngineState& s_;
    Egress& egress_;
    Resolver& resolver_;
    FirewallHooks hooks_;
    RouteDecision decide_;
    IcmpLimiter limiter_;
    LocalDelivery* local_ = nullptr;
};

} // namespace agent::dataplane
