// The read-outs of Engine about IPv6 and layer 3 hardware.
#include "agent/dataplane/pipeline/engine.h"
#include "agent/dataplane/pipeline/engine_impl.h"

namespace agent::dataplane {

using core::base::Nanos;

std::vector<Route6Info> Engine::routes6() const {
    std::vector<Route6Info> result;
    for (const ResolvedRoute6& route : impl_->state.v6.routes.routes()) {
        result.push_back({route.uid, route.destination, route.gateway, route.hop.interface, route.distance, route.connected, route.active,
                          route.blackhole});
    }
    return result;
}

std::vector<Neighbour6Info> Engine::neighbours6(Nanos now) const {
    const EngineState& s = impl_->state;
    std::vector<Neighbour6Info> result;
    s.v6.neighbours.forEach([&](const Neighbour& n) {
        const bool fresh = now - n.confirmedAt < s.config->ipv6.reachable;
        const std::string_view status = !n.resolved() ? "incomplete" : fresh ? "reachable" : n.requests > 0 ? "probe" : "stale";
        result.push_back({s.v6.book.address(n.address), macOf(n.mac), n.interface, status});
    });
    return result;
}

std::vector<Connection6Info> Engine::connections6(Nanos now) const {
    const Ipv6State& v6 = impl_->state.v6;
    std::vector<Connection6Info> result;
    v6.conntrack.forEach([&](std::uint32_t c) {
        Connection6Info info;
        info.common = connectionInfo(v6.conntrack, c, now);
        info.common.protocol = info.common.protocol == kProtocolIcmp ? kProtocolIcmpv6 : info.common.protocol;
        info.src = v6.book.address(info.common.src);
        info.dst = v6.book.address(info.common.dst);
        info.replySrc = v6.book.address(info.common.replySrc);
        info.replyDst = v6.book.address(info.common.replyDst);
        result.push_back(info);
    });
    return result;
}

std::vector<L3HwInfo> Engine::l3Hardware() const {
    const EngineState& s = impl_->state;
    std::vector<L3HwInfo> result;
    for (std::size_t chip = 0; chip < s.config->chips.size(); ++chip) {
        const ChipConfig& c = s.config->chips[chip];
        if (c.offloadsRouting && c.l3HwOffloading) {
            result.push_back({c.name, s.hwRoutes[chip].wanted(), s.hwRoutes[chip].size(), s.hwRoutes[chip].shortestPrefix(),
                              s.conntrack.offloadedCount(), c.fastTrackLimit});
        }
    }
    return result;
}

} // namespace agent::dataplane
