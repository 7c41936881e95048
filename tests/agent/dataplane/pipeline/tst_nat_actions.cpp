// redirect, netmap, same, port ranges, hairpin, nat in input and output: whole packets there and back.
#include "tests/agent/dataplane/pipeline/two_networks.h"

#include <QTest>

#include <set>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using core::base::loadBe16;
using core::base::loadBe32;

namespace {

std::uint32_t sourceOf(const Frame& f) { return loadBe32(&f[14 + ipv4::kSource]); }
std::uint32_t destinationOf(const Frame& f) { return loadBe32(&f[14 + ipv4::kDestination]); }
std::uint16_t sourcePortOf(const Frame& f) { return loadBe16(&f[34]); }
std::uint16_t destinationPortOf(const Frame& f) { return loadBe16(&f[36]); }

struct NatLab : TwoNetworks {
    explicit NatLab(const char* chain, RuleAction action) { config.firewall.nat = {rule(chain, action)}; }
    RuleConfig& theRule() { return config.firewall.nat[0]; }
    // The one frame that comes out, checksums right; else nothing.
    Frame out(PortId port, const Frame& frame) {
        const auto sent = push(port, frame);
        return sent.size() == 1 && checksumsAreRight(sent[0].octets) ? sent[0].octets : Frame{};
    }
    Frame outFrom(std::string_view address, std::uint16_t port, std::string_view server = "203.0.113.5") {
        return out(0, PacketBuilder::udp().from(address, port).to(server, 53).macs(kHostA, etherMac(0)).build());
    }
    Frame inTo(std::uint32_t address, std::uint16_t port) {
        return out(1, PacketBuilder::udp().from("203.0.113.5", 53).to(address, port).macs(kHostB, etherMac(1)).build());
    }
};

} // namespace

class NatActions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void redirectGoesToTheRouterItself() {
        NatLab lab("dstnat", RuleAction::Redirect);
        lab.theRule().match.protocol.value = kProtocolUdp;
        lab.theRule().toPorts = PortRange{5353, 5353};
        lab.start();
        const Frame answer = lab.outFrom("10.0.0.2", 1000); // port unreachable from the router, translated back
        QVERIFY(!answer.empty());
        QCOMPARE(answer[34], icmp::kUnreachable);
        QCOMPARE(destinationOf(answer), ip("10.0.0.2"));
        std::size_t seen = 0;
        lab.engine.forEachConnection([&](const ConnectionInfo& c) {
            ++seen;
            QCOMPARE(c.replySrc, ip("10.0.0.1"));
            QCOMPARE(c.replySrcPort, std::uint16_t(5353));
            QVERIFY(c.dstNat);
        }, lab.now);
        QCOMPARE(seen, std::size_t(1));
    }

    void netmapKeepsTheHostPart() {
        NatLab lab("srcnat", RuleAction::Netmap);
        lab.theRule().toAddresses = Ipv4Range{ip("198.51.100.0"), ip("198.51.100.255")};
        lab.start();
        const Frame there = lab.outFrom("10.0.0.2", 1000);
        QCOMPARE(sourceOf(there), ip("198.51.100.2"));
        QCOMPARE(sourcePortOf(there), std::uint16_t(1000));
        const Frame back = lab.inTo(ip("198.51.100.2"), 1000);
        QCOMPARE(destinationOf(back), ip("10.0.0.2"));
    }
    void netmapInDstnatGoesTheOtherWay() {
        NatLab lab("dstnat", RuleAction::Netmap);
        lab.theRule().match.dstAddress.value = Ipv4Range{ip("198.51.100.0"), ip("198.51.100.255")};
        lab.theRule().toAddresses = Ipv4Range{ip("10.0.0.0"), ip("10.0.0.255")};
        lab.start();
        const Frame there = lab.inTo(ip("198.51.100.2"), 80);
        QCOMPARE(destinationOf(there), ip("10.0.0.2"));
        QCOMPARE(destinationPortOf(there), std::uint16_t(80));
    }

    void sameGivesAClientOneAddress() {
        NatLab lab("srcnat", RuleAction::Same);
        lab.theRule().toAddresses = Ipv4Range{ip("198.51.100.0"), ip("198.51.100.63")};
        lab.theRule().sameNotByDst = true;
        lab.start();
        const auto sources = [&] {
            std::set<std::uint32_t> all;
            for (const char* server : {"203.0.113.5", "203.0.113.6", "203.0.113.7", "203.0.113.99", "203.0.113.123"}) {
                all.insert(sourceOf(lab.outFrom("10.0.0.2", 1000, server)));
            }
            return all.size();
        };
        QCOMPARE(sources(), std::size_t(1));
        lab.advance(60 * core::base::kSecond); // those connections end
        lab.theRule().sameNotByDst = false;
        lab.start();
        QVERIFY(sources() > 1);
    }

    void aPortRangeIsUsedUpAndThenRefused() {
        NatLab lab("srcnat", RuleAction::SrcNat);
        lab.theRule().toAddresses = Ipv4Range{ip("192.0.2.1"), ip("192.0.2.1")};
        lab.theRule().toPorts = PortRange{5000, 5003};
        lab.start();
        std::set<std::uint16_t> ports;
        for (std::uint16_t client = 1000; client < 1004; ++client) {
            ports.insert(sourcePortOf(lab.outFrom("10.0.0.2", client)));
        }
        QCOMPARE(ports, (std::set<std::uint16_t>{5000, 5001, 5002, 5003}));
        QVERIFY(lab.push(0, lab.up(PacketBuilder::udp()).from("10.0.0.2", 2000).to("203.0.113.5", 53).build()).empty());
        QVERIFY(!lab.outFrom("10.0.0.2", 2000, "203.0.113.9").empty()); // towards another server the ports are free
        QCOMPARE(lab.engine.natCounters().exhausted, std::uint64_t(1));
    }

    void aSourcePortIsKeptWhenItIsFree() {
        NatLab lab("srcnat", RuleAction::SrcNat);
        lab.theRule().toAddresses = Ipv4Range{ip("192.0.2.1"), ip("192.0.2.1")};
        lab.start();
        QCOMPARE(sourcePortOf(lab.outFrom("10.0.0.2", 1000)), std::uint16_t(1000));
        QCOMPARE(sourcePortOf(lab.outFrom("10.0.0.2", 1000, "203.0.113.6")), std::uint16_t(1000));
        const std::uint16_t moved = sourcePortOf(lab.outFrom("10.0.0.3", 1000));
        QVERIFY(moved >= 1024);
    }
    void randomisePortsKeepsNone() {
        NatLab lab("srcnat", RuleAction::Masquerade);
        lab.theRule().randomisePorts = true;
        lab.start();
        int kept = 0;
        for (std::uint16_t client = 30000; client < 30050; ++client) {
            kept += sourcePortOf(lab.outFrom("10.0.0.2", client)) == client ? 1 : 0;
        }
        QVERIFY(kept < 3);
    }

    // A client reaches the server on its own LAN by the router's public address.
    void hairpin() {
        TwoNetworks lab;
        RuleConfig forward = lab.rule("dstnat", RuleAction::DstNat);
        forward.match.dstAddress.value = Ipv4Range{ip("192.0.2.1"), ip("192.0.2.1")};
        forward.match.protocol.value = kProtocolTcp;
        forward.toAddresses = Ipv4Range{ip("10.0.0.9"), ip("10.0.0.9")};
        RuleConfig back = lab.rule("srcnat", RuleAction::Masquerade);
        back.match.srcAddress.value = Ipv4Range{ip("10.0.0.0"), ip("10.0.0.255")};
        back.match.dstAddress.value = Ipv4Range{ip("10.0.0.9"), ip("10.0.0.9")};
        lab.config.firewall.nat = {forward, back};
        lab.start();
        lab.knows(0, "10.0.0.9", 0x02'99'00'00'00'09, "10.0.0.1");
        const auto syn = lab.push(0, PacketBuilder::tcp(tcp::kSyn).from("10.0.0.2", 1000).to("192.0.2.1", 443).macs(kHostA, EngineLab::etherMac(0)).build());
        QCOMPARE(syn.size(), std::size_t(1));
        QVERIFY(checksumsAreRight(syn[0].octets));
        QCOMPARE(syn[0].port, PortId(0));
        QCOMPARE(sourceOf(syn[0].octets), ip("10.0.0.1"));
        QCOMPARE(destinationOf(syn[0].octets), ip("10.0.0.9"));
        const auto answer = lab.push(0, PacketBuilder::tcp(tcp::kSyn | tcp::kAck).from("10.0.0.9", 443).to(ip("10.0.0.1"), sourcePortOf(syn[0].octets))
                                            .macs(0x02'99'00'00'00'09, EngineLab::etherMac(0)).build());
        QCOMPARE(answer.size(), std::size_t(1));
        QVERIFY(checksumsAreRight(answer[0].octets));
        QCOMPARE(sourceOf(answer[0].octets), ip("192.0.2.1"));
        QCOMPARE(destinationOf(answer[0].octets), ip("10.0.0.2"));
        QCOMPARE(destinationPortOf(answer[0].octets), std::uint16_t(1000));
    }

    void natInInputTranslatesTheSourceOfWhatTheRouterGets() {
        NatLab lab("input", RuleAction::SrcNat);
        lab.theRule().toAddresses = Ipv4Range{ip("10.9.9.9"), ip("10.9.9.9")};
        lab.start();
        const Frame reply = lab.out(0, PacketBuilder::echoRequest().from("10.0.0.2").to("10.0.0.1").macs(kHostA, EngineLab::etherMac(0)).build());
        QVERIFY(!reply.empty());
        QCOMPARE(destinationOf(reply), ip("10.0.0.2"));
        lab.engine.forEachConnection([&](const ConnectionInfo& c) { QCOMPARE(c.replyDst, ip("10.9.9.9")); }, lab.now);
    }
};

QTEST_APPLESS_MAIN(NatActions)
#include "tst_nat_actions.moc"
