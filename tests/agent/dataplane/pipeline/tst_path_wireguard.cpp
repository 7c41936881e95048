// WireGuard between two engines: handshake, both directions, cryptokey routing, roaming, replays, timers, and the paths packets take.
#include "agent/dataplane/tunnel/wg_crypto.h"
#include "tests/agent/dataplane/pipeline/two_sites.h"

#include <QTest>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using core::base::kSecond;
using core::base::loadBe16;
using core::base::loadBe32;
using core::model::PathKind;

namespace {

Key32 key(std::uint8_t first) {
    Key32 k{};
    k.fill(first);
    return k;
}

struct WireGuardSites : TwoSites {
    WireGuardSites() {
        setUp(left, right, 1, 2, "192.0.2.2", "10.2.0.0", "172.16.0.1", "172.16.0.2", true);
        setUp(right, left, 2, 1, "192.0.2.1", "10.1.0.0", "172.16.0.2", "172.16.0.1", false);
        left.route("10.2.0.0", 24, "172.16.0.2");
        right.route("10.1.0.0", 24, "172.16.0.1");
    }
    static void setUp(Site& site, const Site&, std::uint8_t own, std::uint8_t other, std::string_view remote, std::string_view lan,
                      std::string_view address, std::string_view peerAddress, bool knowsEndpoint) {
        TunnelConfig t;
        t.kind = TunnelKind::WireGuard;
        t.allowFastPath = false;
        site.inner = site.addTunnel("wireguard1", t);
        site.address(site.inner, address, 30);
        WireGuardConfig w;
        w.uid = site.config.interfaces[site.inner].uid;
        w.interface = site.inner;
        w.listenPort = 13231;
        w.privateKey = key(own);
        WireGuardPeerConfig peer;
        peer.uid = 77;
        peer.publicKey = wireguard::publicKeyOf(key(other));
        peer.presharedKey = key(99);
        peer.allowed = {{ip(lan), 24}, {ip(peerAddress), 32}};
        if (knowsEndpoint) {
            peer.endpoint = ip(remote);
            peer.endpointPort = 13231;
        }
        w.peers = {peer};
        site.config.wireguards = {w};
    }
    WireGuardPeerInfo peer(Site& site) { return site.engine.wireGuardPeers(site.now).at(0); }
    static std::uint8_t typeOf(const Frame& f) { return f.at(42); }
    std::vector<std::uint8_t> types() const {
        std::vector<std::uint8_t> all;
        for (const Frame& f : wire) {
            if (loadBe16(&f[12]) == kEtherTypeIpv4) {
                all.push_back(typeOf(f));
            }
        }
        return all;
    }
};

} // namespace

class WireGuardPathTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theFirstPacketBringsAHandshakeAndArrives() {
        WireGuardSites sites;
        sites.start();
        const auto out = sites.cross(sites.left, TwoSites::fromLeft(PacketBuilder::udp().payload(100)));
        QCOMPARE(sites.types(), (std::vector<std::uint8_t>{1, 2, 4}));
        QCOMPARE(out.size(), 1u);
        QCOMPARE(out[0].octets, PacketBuilder::udp()
                                    .payload(100)
                                    .ttl(62)
                                    .from("10.1.0.2", 1000)
                                    .to("10.2.0.2", 80)
                                    .macs(EngineLab::etherMac(0), TwoSites::kRightHost)
                                    .build());
        for (const Frame& f : sites.wire) {
            QVERIFY(checksumsAreRight(f));
            QCOMPARE(int(loadBe16(&f[36])), 13231);
        }
        QCOMPARE(sites.wire[2].size(), std::size_t(14 + 20 + 8 + 16 + 128 + 16));
        QVERIFY(std::search(sites.wire[2].begin(), sites.wire[2].end(), out[0].octets.begin() + 42, out[0].octets.end()) ==
                sites.wire[2].end());
        QCOMPARE(sites.peer(sites.right).endpoint, ip("192.0.2.1")); // learned
        QCOMPARE(sites.left.pool.available(), sites.left.pool.capacity());
        QCOMPARE(sites.right.pool.available(), sites.right.pool.capacity());
    }
    void theAnswerTakesTheSameSession() {
        WireGuardSites sites;
        sites.start();
        sites.cross(sites.left, TwoSites::fromLeft(PacketBuilder::udp()));
        sites.wire.clear();
        const auto out = sites.cross(sites.right, TwoSites::fromRight(PacketBuilder::udp().payload(40)));
        QCOMPARE(sites.types(), (std::vector<std::uint8_t>{4}));
        QCOMPARE(out.size(), 1u);
        QCOMPARE(int(out[0].port), 0);
        QVERIFY(checksumsAreRight(out[0].octets));
    }
    void wireGuardStartsFastAndEndsSlowAndIsSlowFromTheOtherSide() {
        WireGuardSites sites;
        sites.start();
        sites.cross(sites.left, TwoSites::fromLeft(PacketBuilder::udp()));
        const auto l = sites.left.engine.pathCounters().packets, r = sites.right.engine.pathCounters().packets;
        const auto fpTx = sites.left.stats(sites.left.wan).fpTxPacket;
        QCOMPARE(sites.cross(sites.left, TwoSites::fromLeft(PacketBuilder::udp())).size(), 1u);
        QCOMPARE(sites.left.engine.pathCounters().packets[std::size_t(PathKind::FastPath)], l[std::size_t(PathKind::FastPath)] + 1);
        QCOMPARE(sites.left.stats(sites.left.wan).fpTxPacket, fpTx);
        QCOMPARE(sites.right.engine.pathCounters().packets[std::size_t(PathKind::Slow)], r[std::size_t(PathKind::Slow)] + 2);
        QCOMPARE(sites.right.stats(sites.right.inner).fpRxPacket, 0u);
    }
    void rulesSeeTheDatagramAndThePacket() {
        WireGuardSites sites;
        for (const char* chain : {"input", "forward"}) {
            sites.right.config.firewall.filter.push_back(sites.right.rule(chain, RuleAction::Passthrough));
        }
        sites.start();
        sites.cross(sites.left, TwoSites::fromLeft(PacketBuilder::udp()));
        QCOMPARE(sites.right.engine.ruleCounters(sites.right.config.firewall.filter[0].uid).packets, 2u); // initiation, data
        QCOMPARE(sites.right.engine.ruleCounters(sites.right.config.firewall.filter[1].uid).packets, 1u);
    }
    void aPeerSpeaksOnlyForItsAllowedAddresses() {
        WireGuardSites sites;
        sites.right.config.wireguards[0].peers[0].allowed = {{ip("10.9.0.0"), 24}};
        sites.start();
        QCOMPARE(sites.cross(sites.left, TwoSites::fromLeft(PacketBuilder::udp())).size(), 0u);
        QCOMPARE(sites.right.stats(sites.right.inner).rxPacket, 0u);
    }
    void nobodyIsAllowedTheDestination() {
        WireGuardSites sites;
        sites.left.config.wireguards[0].peers[0].allowed = {{ip("10.9.0.0"), 24}};
        sites.start();
        const auto out = sites.cross(sites.left, TwoSites::fromLeft(PacketBuilder::udp()));
        QCOMPARE(out.size(), 1u);
        QCOMPARE(int(out[0].octets[34]), int(icmp::kUnreachable));
        QCOMPARE(sites.left.stats(sites.left.inner).txError, 1u);
    }
    void aReplayedMessageIsDropped() {
        WireGuardSites sites;
        sites.start();
        sites.cross(sites.left, TwoSites::fromLeft(PacketBuilder::udp()));
        const auto before = sites.right.stats(sites.right.inner).rxPacket;
        QCOMPARE(sites.right.push(1, sites.wire[2]).size(), 0u); // data
        QCOMPARE(sites.right.push(1, sites.wire[0]).size(), 0u); // initiation: no second answer
        QCOMPARE(sites.right.stats(sites.right.inner).rxPacket, before);
    }
    void aForgedMessageIsDropped() {
        WireGuardSites sites;
        sites.start();
        sites.cross(sites.left, TwoSites::fromLeft(PacketBuilder::udp()));
        Frame forged = sites.wire[2];
        forged.back() ^= 1;
        core::base::storeBe16(&forged[40], 0); // no UDP checksum
        QCOMPARE(sites.right.push(1, forged).size(), 0u);
    }
    void thePeerIsWhereItsLastMessageCameFrom() {
        WireGuardSites sites;
        sites.start();
        sites.cross(sites.left, TwoSites::fromLeft(PacketBuilder::udp()));
        sites.left.push(0, TwoSites::fromLeft(PacketBuilder::udp()));
        const auto sent = sites.left.push(0, TwoSites::fromLeft(PacketBuilder::udp().payload(1)));
        Frame moved = sent.at(0).octets;
        core::base::storeBe32(&moved[26], ip("192.0.2.77"));
        core::base::storeBe16(&moved[24], 0);
        core::base::storeBe16(&moved[24], checksum(&moved[14], 20));
        core::base::storeBe16(&moved[34], 40000);
        core::base::storeBe16(&moved[40], 0);
        QCOMPARE(sites.right.push(1, moved).size(), 1u);
        QCOMPARE(sites.peer(sites.right).endpoint, ip("192.0.2.77"));
        QCOMPARE(int(sites.peer(sites.right).endpointPort), 40000);
    }
    void anotherPresharedKeyNeverConnects() {
        WireGuardSites sites;
        sites.right.config.wireguards[0].peers[0].presharedKey = key(98);
        sites.start();
        QCOMPARE(sites.cross(sites.left, TwoSites::fromLeft(PacketBuilder::udp())).size(), 0u);
        QCOMPARE(sites.types(), (std::vector<std::uint8_t>{1, 2}));
    }
    void keysAreRenewedAfterTwoMinutes() {
        WireGuardSites sites;
        sites.start();
        sites.cross(sites.left, TwoSites::fromLeft(PacketBuilder::udp()));
        for (Site* site : {&sites.left, &sites.right}) {
            site->now += 121 * kSecond;
        }
        std::vector<EngineLab::Sent> out;
        for (int i = 0; i < 3; ++i) {
            sites.meet();
            sites.carry(sites.left, sites.left.advance(6 * kSecond));
            sites.carry(sites.right, sites.right.advance(6 * kSecond));
            out = sites.cross(sites.left, TwoSites::fromLeft(PacketBuilder::udp()));
        }
        QCOMPARE(out.size(), 1u);
        QVERIFY(sites.peer(sites.left).lastHandshake < 30 * kSecond);
    }
    void anUnansweredHandshakeIsRepeatedEveryFiveSecondsAndGivenUp() {
        WireGuardSites sites;
        sites.start();
        sites.left.push(0, TwoSites::fromLeft(PacketBuilder::udp()));
        std::size_t initiations = 0;
        for (int i = 0; i < 20; ++i) {
            for (const auto& s : sites.left.advance(6 * kSecond)) {
                initiations += s.octets.size() == 14 + 28 + 148 ? 1u : 0u;
            }
            sites.left.knows(1, "192.0.2.2", TwoSites::kRightWan, "192.0.2.1");
        }
        QVERIFY2(initiations >= 13 && initiations <= 18, qPrintable(QString::number(initiations)));
        QCOMPARE(sites.left.pool.available(), sites.left.pool.capacity()); // the packet that waited is gone
    }
    void persistentKeepaliveConnectsByItself() {
        WireGuardSites sites;
        sites.left.config.wireguards[0].peers[0].persistentKeepalive = 25 * kSecond;
        sites.start();
        for (int i = 0; i < 8; ++i) {
            sites.carry(sites.left, sites.left.advance(kSecond));
        }
        QVERIFY(sites.peer(sites.left).lastHandshake != 0);
        QCOMPARE(sites.types(), (std::vector<std::uint8_t>{1, 2, 4}));
        const auto sent = sites.peer(sites.left).tx;
        sites.meet();
        sites.carry(sites.left, sites.left.advance(26 * kSecond));
        QCOMPARE(sites.peer(sites.left).tx, sent + 32); // one empty message
    }
    void encryptionHasItsCost() {
        WireGuardSites sites;
        sites.left.config.cost.native = false;
        sites.left.config.cost.fastPath = 100;
        sites.left.config.cost.slow = 1000;
        sites.left.config.cost.tunnel = 10;
        sites.left.config.cost.crypto = 500;
        sites.left.config.cost.cryptoOctet = 2;
        sites.start();
        sites.cross(sites.left, TwoSites::fromLeft(PacketBuilder::udp()));
        sites.left.push(0, TwoSites::fromLeft(PacketBuilder::udp().payload(72)));
        QCOMPARE(sites.left.cost.flow, 100.0 + 1000 + 10 + 500 + 2 * 100);
    }
};

QTEST_APPLESS_MAIN(WireGuardPathTest)
#include "tst_path_wireguard.moc"
