// Routers and packets by chance, the same ones for the same seed: the ground of the property tests and of the pipeline fuzzer.
//
//   RandomLab lab(seed);           // two to four ports, perhaps a bridge, VLANs, rules, NAT, queues
//   for (int i = 0; i < 60; ++i) lab.step();
//   lab.settle();                  // nothing waits any more
#pragma once

#include "tests/agent/dataplane/support/engine_lab.h"

#include <map>
#include <random>
#include <string>

namespace agent::dataplane::test {

class RandomLab : public EngineLab {
public:
    explicit RandomLab(std::uint32_t seed)
        : EngineLab(2048)
        , random_(seed) {
        build();
        apply();
        introduce();
    }

    // One batch of one to eight frames, or some time, or a change of the rules.
    void step() {
        const std::uint32_t what = below(20);
        if (what == 0) {
            skip(static_cast<core::base::Nanos>(below(2000)) * core::base::kMillisecond);
        } else if (what == 1) {
            addRules();
            apply();
        } else {
            Batch batch;
            for (std::uint32_t n = 1 + below(8); n > 0; --n) {
                const auto port = static_cast<PortId>(below(static_cast<std::uint32_t>(config.ports.size())));
                if (PacketBuf* p = packet(port, frame(port))) {
                    batch.push(p);
                }
            }
            feed(batch);
        }
    }
    void feed(Batch& batch) {
        engine.switchStage(batch, now);
        engine.cpuStage(batch, now);
        engine.poll(now);
    }
    // Rates are lifted and the queues run dry; neighbours that never answer give up what waits for them.
    void settle() {
        for (int i = 0; i < 40 && waiting() != 0; ++i) {
            skip(core::base::kSecond);
        }
    }
    // A long time in a few strides.
    void skip(core::base::Nanos span) {
        for (int i = 0; i < 16; ++i) {
            now += span / 16;
            engine.poll(now);
        }
    }
    [[nodiscard]] std::size_t waiting() const { return pool.capacity() - pool.available(); }
    [[nodiscard]] std::uint64_t sentByPorts() const {
        std::uint64_t frames = 0;
        for (std::size_t i = 0; i < config.interfaces.size(); ++i) {
            if (config.interfaces[i].type == InterfaceType::Ether) {
                const InterfaceStats& s = stats(static_cast<IfIndex>(i));
                frames += s.txPacket + s.txDrop;
            }
        }
        return frames;
    }
    // What interface queues lost, and trees and simple queues.
    [[nodiscard]] std::uint64_t lostInQueues() const {
        std::uint64_t lost = 0;
        for (std::size_t i = 0; i < config.interfaces.size(); ++i) {
            lost += stats(static_cast<IfIndex>(i)).txQueueDrop;
        }
        for (const SimpleQueueConfig& q : config.queues.simple) {
            const SimpleQueueStats s = engine.simpleStats(q.uid);
            lost += s.upload.dropped + s.download.dropped;
        }
        for (const TreeQueueConfig& q : config.queues.tree) {
            lost += q.global ? engine.treeStats(q.uid).dropped : 0;
        }
        return lost;
    }
    [[nodiscard]] std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_() % limit); }

    Frame frame(PortId port) {
        const std::uint32_t net = below(3);
        PacketBuilder b = below(10) == 0   ? PacketBuilder::echoRequest(static_cast<std::uint16_t>(below(4)))
                          : below(3) == 0  ? PacketBuilder::udp()
                                           : PacketBuilder::tcp(kFlags[below(static_cast<std::uint32_t>(kFlags.size()))]);
        const auto host = [&](std::uint32_t n) { return ip("10.0.0.2") + (n << 16) + below(3); };
        b.from(host(port), static_cast<std::uint16_t>(1000 + below(6))).to(host(net), static_cast<std::uint16_t>(80 + below(3)));
        b.macs(kHostA + port, below(12) == 0 ? kHostA + net : below(20) == 0 ? kBroadcastMac : macOf(port)).payload(below(5) == 0 ? below(1400) : below(60));
        b.ttl(static_cast<std::uint8_t>(below(25) == 0 ? 1 : 64)).sequence(below(1000), below(1000));
        if (below(12) == 0) {
            b.fragment(static_cast<std::uint16_t>(below(2) == 0 ? 0x2000 : 0x2000 | below(100)));
        }
        if (below(10) == 0) {
            b.vlan(static_cast<std::uint16_t>(below(3) * 10));
        }
        Frame f = b.build();
        if (below(15) == 0) {
            f[below(static_cast<std::uint32_t>(f.size()))] ^= static_cast<std::uint8_t>(1u << below(8));
        }
        if (below(40) == 0) {
            f.resize(below(static_cast<std::uint32_t>(f.size())));
        }
        return f;
    }

private:
    static constexpr std::array<std::uint8_t, 8> kFlags{tcp::kSyn, tcp::kSyn | tcp::kAck, tcp::kAck, tcp::kAck, tcp::kAck,
                                                        tcp::kAck, tcp::kFin | tcp::kAck, tcp::kRst};

    [[nodiscard]] MacKey macOf(PortId port) const { return etherMac(port); }

    void build() {
        const std::optional<std::uint16_t> chipOfAll = below(3) == 0 ? std::optional(chip()) : std::nullopt;
        const std::uint32_t ports = 2 + below(3);
        for (std::uint32_t i = 0; i < ports; ++i) {
            ether("ether" + std::to_string(i + 1), chipOfAll);
        }
        const bool bridged = ports > 2 && below(2) == 0;
        if (bridged) {
            const IfIndex b = bridge("bridge1");
            for (std::uint32_t i = 1; i < ports; ++i) {
                port(b, static_cast<IfIndex>(i)).horizon = below(6) == 0 ? 1 : 0;
            }
            config.bridges[0].vlanFiltering = below(4) == 0;
            config.bridges[0].dhcpSnooping = below(6) == 0;
            config.bridgeSettings.useIpFirewall = below(4) == 0;
            address(b, "10.1.0.1", 16);
        }
        for (std::uint32_t i = 0; i < ports; ++i) {
            if (!bridged || i == 0) {
                address(static_cast<IfIndex>(i), "10." + std::to_string(i) + ".0.1", 16);
            }
        }
        if (below(3) == 0) {
            address(vlan("vlan10", 0, 10), "10.9.0.1", 16);
        }
        route("0.0.0.0", 0, "10.1.0.2");
        config.tracking.enabled = below(3) == 0 ? TrackingEnabled::Auto : below(4) == 0 ? TrackingEnabled::No : TrackingEnabled::Yes;
        config.tracking.maxEntries = below(5) == 0 ? 4 : 1000;
        config.ip.allowFastPath = below(5) != 0;
        if (below(5) == 0) {
            config.interfaces[1].mtu = 600;
        }
        if (below(6) == 0) {
            ringRoom = 3;
        }
        if (below(3) == 0) {
            queues();
        }
        if (below(4) != 0) {
            addRules();
        }
    }

    void queues() {
        QueueTypeConfig hardware, small;
        hardware.name = "only-hardware-queue";
        hardware.kind = QueueKind::None;
        small.name = "small";
        small.pfifoLimit = 3;
        config.queues.types = {hardware, small};
        if (below(2) == 0) {
            config.interfaces[1].queueType = 1;
        }
        if (below(2) == 0) {
            SimpleQueueConfig simple;
            simple.uid = 900;
            simple.name = "simple";
            simple.targets = {{ip("10.0.0.0"), 16}};
            simple.upload.maxLimit = simple.download.maxLimit = 1'000'000;
            simple.upload.queueType = simple.download.queueType = 1;
            config.queues.simple = {simple};
        } else {
            TreeQueueConfig tree;
            tree.uid = 901;
            tree.name = "tree";
            tree.global = below(2) == 0;
            tree.interface = 1;
            tree.packetMarks = {0};
            tree.htb.maxLimit = 2'000'000;
            tree.htb.queueType = 1;
            config.queues.tree = {tree};
        }
    }

    void addRules() {
        constexpr std::array<RuleAction, 8> actions{RuleAction::Accept,     RuleAction::Drop, RuleAction::Passthrough, RuleAction::FastTrackConnection,
                                                    RuleAction::MarkPacket, RuleAction::Log,  RuleAction::Reject,      RuleAction::FastTrackConnection};
        config.firewall.filter.clear();
        config.firewall.nat.clear();
        config.firewall.mangle.clear();
        for (std::uint32_t n = below(5); n > 0; --n) {
            RuleConfig r = rule("forward", actions[below(static_cast<std::uint32_t>(actions.size()))]);
            if (r.action == RuleAction::MarkPacket) {
                r.chain = "prerouting";
                r.newMark = 1;
                config.marks = {"no-mark", "m"};
                config.firewall.mangle.push_back(r);
                continue;
            }
            if (below(2) == 0 || r.action == RuleAction::FastTrackConnection) {
                r.match.connectionState.value = std::uint8_t(kStateEstablished | kStateRelated);
            } else {
                r.match.dstPort.value = {{80, static_cast<std::uint16_t>(80 + below(2))}};
                r.match.protocol.value = std::uint8_t(below(2) == 0 ? 6 : 17);
            }
            config.firewall.filter.push_back(r);
        }
        if (below(2) == 0) {
            RuleConfig masquerade = rule("srcnat", RuleAction::Masquerade);
            masquerade.match.outInterface.value = {IfIndex(0)};
            config.firewall.nat.push_back(masquerade);
        }
        if (below(3) == 0) {
            RuleConfig to = rule("dstnat", RuleAction::DstNat);
            to.match.protocol.value = std::uint8_t(6);
            to.toAddresses = Ipv4Range{ip("10.0.0.3"), ip("10.0.0.3")};
            config.firewall.nat.push_back(to);
        }
    }

    void introduce() {
        for (const AddressConfig& a : config.addresses) {
            const std::uint32_t net = a.address & 0xffff0000u;
            for (std::uint32_t host = 2; host < 4; ++host) {
                for (PortId port = 0; port < config.ports.size(); ++port) {
                    const bool here = a.interface == port || (config.interfaces[a.interface].type == InterfaceType::Bridge && port == 1);
                    if (here) {
                        Frame f = arpFrame(ArpOperation::Reply, kHostA + port, "0.0.0.0", etherMac(port), "0.0.0.0", kBroadcastMac);
                        core::base::storeBe32(&f[28], net | host);
                        core::base::storeBe32(&f[38], a.address);
                        push(port, f);
                    }
                }
            }
        }
    }

    std::mt19937 random_;
};

} // namespace agent::dataplane::test
