// The lab most pipeline tests start from: ether1 is the LAN (10.0.0.1/24, a host at .2), ether2 the WAN (192.0.2.1/24, gateway at
// .254, the Internet behind it). Tracking is on, so IP fast path is off until a test turns it on.
#pragma once

#include "tests/agent/dataplane/support/engine_lab.h"

namespace agent::dataplane::test {

struct TwoNetworks : EngineLab {
    IfIndex lan = ether("ether1"), wan = ether("ether2");

    TwoNetworks() {
        address(lan, "10.0.0.1");
        address(wan, "192.0.2.1");
        route("0.0.0.0", 0, "192.0.2.254");
        config.tracking.enabled = TrackingEnabled::Yes;
    }
    void start() {
        apply();
        meet();
    }
    void meet() {
        knows(0, "10.0.0.2", kHostA, "10.0.0.1");
        knows(1, "192.0.2.254", kHostB, "192.0.2.1");
    }
    static PacketBuilder up(PacketBuilder b) { return b.from("10.0.0.2", 1000).to("203.0.113.5", 80).macs(kHostA, etherMac(0)); }
    static PacketBuilder down(PacketBuilder b) { return b.from("203.0.113.5", 80).to("10.0.0.2", 1000).macs(kHostB, etherMac(1)); }

    // filter forward: fasttrack-connection and accept for established,related.
    void addFastTrackRule() {
        RuleConfig track = rule("forward", RuleAction::FastTrackConnection);
        track.match.connectionState.value = std::uint8_t(kStateEstablished | kStateRelated);
        RuleConfig accept = track;
        accept.uid = track.uid + 1000;
        accept.action = RuleAction::Accept;
        config.firewall.filter.insert(config.firewall.filter.begin(), {track, accept});
    }
    void addMasquerade() {
        RuleConfig masquerade = rule("srcnat", RuleAction::Masquerade);
        masquerade.match.outInterface.value = {wan};
        config.firewall.nat = {masquerade};
    }
    // Opens the TCP connection of up() and down(), all on the slow path; returns the port the server sees.
    std::uint16_t openTcp() {
        const auto syn = push(0, up(PacketBuilder::tcp(tcp::kSyn)).build());
        const std::uint32_t seen = core::base::loadBe32(&syn.at(0).octets[26]);
        const std::uint16_t port = core::base::loadBe16(&syn.at(0).octets[34]);
        push(1, PacketBuilder::tcp(tcp::kSyn | tcp::kAck).from("203.0.113.5", 80).to(seen, port).macs(kHostB, etherMac(1)).build());
        push(0, up(PacketBuilder::tcp()).build());
        push(0, up(PacketBuilder::tcp()).build());
        push(1, PacketBuilder::tcp().from("203.0.113.5", 80).to(seen, port).macs(kHostB, etherMac(1)).build());
        return port;
    }
};

} // namespace agent::dataplane::test
