// Two routers and a wire between their ether2: the lab of tunnel tests. Each has a LAN on ether1 with a host at .2 (left 10.1.0.0/24, right
// 10.2.0.0/24); the wire is 192.0.2.0/24, left .1, right .2. cross() carries frames over the wire until it is silent.
//
//   TwoSites sites;
//   sites.tunnel(TunnelKind::Gre);
//   sites.start();
//   const auto out = sites.cross(sites.left, frame);   // what the right router's LAN gets
#pragma once

#include "tests/agent/dataplane/support/engine_lab.h"

namespace agent::dataplane::test {

struct Site : EngineLab {
    IfIndex lan = ether("ether1"), wan = ether("ether2");
    IfIndex inner = kNoInterface; // the tunnel's interface

    IfIndex addTunnel(std::string name, TunnelConfig tunnel) {
        const bool ethernet = tunnel.kind == TunnelKind::Eoip;
        InterfaceConfig c;
        c.uid = 9000 + static_cast<std::uint32_t>(config.interfaces.size());
        c.name = std::move(name);
        c.type = ethernet ? InterfaceType::EthernetTunnel : InterfaceType::Tunnel;
        c.mtu = tunnel.kind == TunnelKind::Gre    ? 1476
                : tunnel.kind == TunnelKind::Ipip ? 1480
                : tunnel.kind == TunnelKind::Eoip ? 1458
                                                  : 1420;
        if (ethernet) {
            storeMac(c.mac.octets.data(), 0xfe'00'00'00'00'00 + tunnel.local);
        }
        config.interfaces.push_back(c);
        tunnel.uid = c.uid;
        tunnel.interface = static_cast<IfIndex>(config.interfaces.size() - 1);
        config.tunnels.push_back(tunnel);
        return tunnel.interface;
    }
};

struct TwoSites {
    static constexpr MacKey kLeftHost = 0x02'aa'00'00'00'11, kRightHost = 0x02'bb'00'00'00'22;
    Site left, right;
    std::vector<Frame> wire; // every frame that was on it, in order

    TwoSites() {
        left.address(left.lan, "10.1.0.1");
        left.address(left.wan, "192.0.2.1");
        right.address(right.lan, "10.2.0.1");
        right.address(right.wan, "192.0.2.2");
        for (Site* site : {&left, &right}) {
            site->config.tracking.enabled = TrackingEnabled::Auto;
        }
        // Both labs number their ports alike; on one wire their addresses must differ.
        storeMac(right.config.interfaces[right.wan].mac.octets.data(), kRightWan);
    }
    static constexpr MacKey kRightWan = kRouterMac + 0x42;

    void tunnel(TunnelKind kind) {
        TunnelConfig t;
        t.kind = kind;
        t.tunnelId = kind == TunnelKind::Eoip ? 7 : 0;
        t.local = ip("192.0.2.1");
        t.remote = ip("192.0.2.2");
        left.inner = left.addTunnel("tunnel1", t);
        std::swap(t.local, t.remote);
        right.inner = right.addTunnel("tunnel1", t);
    }
    // The other LAN by way of the tunnel, which has 172.16.0.1 and .2 on it.
    void routeThrough() {
        left.address(left.inner, "172.16.0.1", 30);
        right.address(right.inner, "172.16.0.2", 30);
        left.route("10.2.0.0", 24, "172.16.0.2");
        right.route("10.1.0.0", 24, "172.16.0.1");
    }
    void start() {
        left.apply();
        right.apply();
        meet();
    }
    // Everybody hears of everybody: again after a time longer than ARP remembers.
    void meet() {
        left.knows(0, "10.1.0.2", kLeftHost, "10.1.0.1");
        right.knows(0, "10.2.0.2", kRightHost, "10.2.0.1");
        left.knows(1, "192.0.2.2", kRightWan, "192.0.2.1");
        right.push(1, arpFrame(ArpOperation::Reply, EngineLab::etherMac(1), "192.0.2.1", kRightWan, "192.0.2.2", kBroadcastMac));
    }
    static Frame fromLeft(PacketBuilder b) {
        return b.from("10.1.0.2", 1000).to("10.2.0.2", 80).macs(kLeftHost, EngineLab::etherMac(0)).build();
    }
    static Frame fromRight(PacketBuilder b) {
        return b.from("10.2.0.2", 80).to("10.1.0.2", 1000).macs(kRightHost, EngineLab::etherMac(0)).build();
    }
    // Frames the hosts of either LAN get because of it; port is 0 for the left one's, 1 for the right one's.
    std::vector<EngineLab::Sent> cross(Site& from, const Frame& frame) { return carry(from, from.push(0, frame)); }
    std::vector<EngineLab::Sent> carry(Site& from, std::vector<EngineLab::Sent> sent) {
        std::vector<EngineLab::Sent> hosts;
        Site* at = &from;
        for (int guard = 0; guard < 50 && !sent.empty(); ++guard) {
            Site* other = at == &left ? &right : &left;
            std::vector<EngineLab::Sent> next;
            for (const EngineLab::Sent& s : sent) {
                if (s.port == 0) {
                    hosts.push_back({static_cast<PortId>(at == &left ? 0 : 1), s.octets});
                    continue;
                }
                wire.push_back(s.octets);
                for (auto& more : other->push(1, s.octets)) {
                    next.push_back(std::move(more));
                }
            }
            sent = std::move(next);
            at = other;
        }
        return hosts;
    }
};

} // namespace agent::dataplane::test
