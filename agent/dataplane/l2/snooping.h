// What a bridge overhears to send less: IGMP, so that multicast goes only where somebody wants it, and DHCP, so that servers are believed
// only behind trusted ports.
//
//   if (snooping.on() && !snooping.admits(packet, from.trusted)) drop(packet);
//   snooping.hear(packet, from.interface, vid, from.fastLeave, now);
//   const Snooping::Scope scope = snooping.scopeOf(packet, now);
//   for (to : ports) if (snooping.reaches(scope, …)) send(to);
//
// IPv4 only: MLD and IPv6 multicast are flooded. One thread. RFC 4541 section 2.1.
#pragma once

#include "agent/dataplane/config/engine_config.h"
#include "agent/dataplane/l2/group_table.h"

namespace agent::dataplane {

class Snooping {
public:
    // Where a frame that is not for one known port may go.
    struct Scope {
        enum Kind : std::uint8_t {
            Flood,   // wherever the port's flood settings allow
            Group,   // ports that joined the group, and multicast routers
            Routers, // multicast routers
            Trusted, // ports that may lead to a DHCP server
        } kind = Flood;
        std::uint32_t group = 0;
    };
    // What of a port decides.
    struct Port {
        IfIndex interface = kNoInterface;
        bool trusted = false;
        bool floods = true; // its flood settings, for this destination
        MulticastRouter router = MulticastRouter::TemporaryQuery;
    };

    void configure(const EngineConfig& config, const BridgeConfig& bridge);

    [[nodiscard]] bool on() const { return igmp_ || dhcp_; }
    // Whether a chip hands this frame to the CPU without forwarding it. The packet is parsed, here and below.
    [[nodiscard]] bool traps(const PacketBuf& p) const;
    // False: a message only a DHCP server sends, from a port where none may be.
    [[nodiscard]] bool admits(const PacketBuf& p, bool trusted) const;
    void hear(const PacketBuf& p, IfIndex port, std::uint16_t vid, bool fastLeave, core::base::Nanos now);
    [[nodiscard]] Scope scopeOf(const PacketBuf& p, core::base::Nanos now) const;
    [[nodiscard]] bool reaches(const Scope& scope, const Port& to, std::uint16_t vid, core::base::Nanos now) const;

    [[nodiscard]] GroupTable& groups() { return groups_; }
    [[nodiscard]] const GroupTable& groups() const { return groups_; }

private:
    GroupTable groups_;
    core::base::Nanos membership_ = 0, querier_ = 0;
    bool igmp_ = false, dhcp_ = false;
};

} // namespace agent::dataplane
