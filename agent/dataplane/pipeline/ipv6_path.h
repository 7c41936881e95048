// The IPv6 lane behind ingress: fast path and FastTrack by packet, the slow path, and the router as an IPv6 host.
//
//   if (isIpv6(*p) && in.fate == Fate::Route && !(fast && ipv6.takeFast(p, in, now))) { count slow; ipv6.receive(p, now); }
//
// Order of the slow path as for IPv4, without translation and without fragmentation: a router never cuts an IPv6 packet, it says packet
// too big (RFC 8200 section 5). Packets with extension headers take the slow path. Sinks of IPv4's slow path take over once the link
// header is written: global and simple queues, egress.
#pragma once

#include "agent/dataplane/pipeline/egress.h"
#include "agent/dataplane/pipeline/engine_state.h"
#include "agent/dataplane/pipeline/icmp_limiter.h"
#include "agent/dataplane/pipeline/ingress.h"
#include "agent/dataplane/pipeline/ipv6_hooks.h"
#include "agent/dataplane/pipeline/ipv6_resolver.h"
#include "agent/dataplane/pipeline/slow_path.h"

#include <algorithm>

namespace agent::dataplane {

class Ipv6Path final : public ResolvedSink, public LocalDelivery {
public:
    Ipv6Path(EngineState& state, Egress& egress, SlowPath& slow)
        : s_(state)
        , egress_(egress)
        , slow_(slow)
        , hooks_(state)
        , resolver_(state, egress, *this) {}

    // True: it is on its way, counted on its path. False: nothing has changed.
    bool takeFast(PacketBuf* p, const Ingress& in, core::base::Nanos now);
    // A packet that reached layer 3 on p->inInterface. Takes it.
    void receive(PacketBuf* p, core::base::Nanos now);
    void deliver(PacketBuf* p, core::base::Nanos now) override;
    // Timers, due at the time it says.
    void poll(core::base::Nanos now);
    [[nodiscard]] core::base::Nanos due() const { return std::min(resolver_.due(), conntrackDue_); }

    void onResolved(PacketBuf* p, std::uint32_t, core::base::Nanos now) override { slow_.onResolved(p, 0, now); }
    void onUnreachable(PacketBuf* p, core::base::Nanos now) override;

private:
    const Adjacency* wayOf(const PacketBuf& p, std::uint32_t octets, core::base::Nanos now);
    void sendFast(PacketBuf* p, const Ingress& in, const Adjacency& way, core::model::PathKind path, core::base::Nanos now);
    void route(PacketBuf* p, RuleContext& context);
    void forward(PacketBuf* p, const NextHop& hop, RuleContext& context);
    void input(PacketBuf* p, RuleContext& context);
    void finish(PacketBuf* p, const NextHop& hop, RuleContext& context);
    // A packet of the router itself; `link`: the interface for destinations that mean something on one link only.
    void originate(PacketBuf* p, IfIndex link, core::base::Nanos now);
    void sendError(const PacketBuf& offender, std::uint8_t type, std::uint8_t code, core::base::Nanos now, std::uint32_t rest = 0);
    bool passed(HookResult result, PacketBuf* p, core::base::Nanos now);
    void lose(PacketBuf* p, DropReason reason);

    EngineState& s_;
    Egress& egress_;
    SlowPath& slow_;
    Ipv6Hooks hooks_;
    Ipv6Resolver resolver_;
    IcmpLimiter limiter_;
    core::base::Nanos conntrackDue_ = 0;
};

// Hands what is for the router itself to the host of its family.
class LocalFork final : public LocalDelivery {
public:
    LocalFork(LocalDelivery& v4, LocalDelivery& v6)
        : v4_(v4)
        , v6_(v6) {}
    void deliver(PacketBuf* p, core::base::Nanos now) override { (isIpv6(*p) ? v6_ : v4_).deliver(p, now); }

private:
    LocalDelivery& v4_;
    LocalDelivery& v6_;
};

} // namespace agent::dataplane
