// A PPPoE client against the simulated concentrator: the session, what it brings, the frames of its data and the paths they take.
#include "agent/traffic/pppoe_concentrator.h"
#include "tests/agent/dataplane/support/engine_lab.h"

#include <QTest>

#include <deque>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using agent::traffic::PppoeConcentrator;
using core::base::kSecond;
using core::base::loadBe16;
using core::base::loadBe32;
using core::model::PathKind;

namespace {

constexpr MacKey kConcentrator = 0x02'cc'00'00'00'01;

struct PppoeLab : EngineLab {
    IfIndex lan = ether("ether1"), wan = ether("ether2"), out = kNoInterface;
    std::deque<Frame> fromConcentrator;
    std::vector<Frame> data; // what the concentrator got that is no control frame
    PppoeConcentrator concentrator{
        {ip("100.64.0.1"), ip("100.64.0.9"), "user", "secret"},
        [this](MacKey to, std::uint16_t type, pppoe::Octets octets) { fromConcentrator.push_back(frame(to, type, octets)); }};

    PppoeLab() {
        config.tracking.enabled = TrackingEnabled::Auto;
        address(lan, "10.0.0.1");
        InterfaceConfig c;
        c.uid = 900;
        c.name = "pppoe-out1";
        c.type = InterfaceType::Tunnel;
        c.mtu = 1480;
        config.interfaces.push_back(c);
        out = static_cast<IfIndex>(config.interfaces.size() - 1);
        TunnelConfig t;
        t.uid = c.uid;
        t.kind = TunnelKind::Pppoe;
        t.interface = out;
        config.tunnels = {t};
        PppoeClientConfig client;
        client.uid = c.uid;
        client.interface = out;
        client.parent = wan;
        client.user = "user";
        client.password = "secret";
        client.addDefaultRoute = true;
        config.pppoeClients = {client};
    }
    void start() {
        apply();
        settle(advance(1)); // the first thing the router does is to ask
        knows(0, "10.0.0.2", kHostA, "10.0.0.1");
    }
    static Frame frame(MacKey to, std::uint16_t type, pppoe::Octets octets) {
        Frame f(14);
        storeMac(f.data(), to);
        storeMac(f.data() + 6, kConcentrator);
        core::base::storeBe16(&f[12], type);
        f.insert(f.end(), octets.begin(), octets.end());
        f.resize(std::max<std::size_t>(f.size(), kMinFrame));
        return f;
    }
    // Carries frames between router and concentrator until both are silent; returns what other ports sent.
    std::vector<Sent> settle(std::vector<Sent> batch) {
        std::vector<Sent> others;
        for (int guard = 0; guard < 100; ++guard) {
            for (const Sent& s : batch) {
                const std::uint16_t type = loadBe16(&s.octets[12]);
                if (s.port != 1) {
                    others.push_back(s);
                } else if (type == kEtherTypePppoeSession && loadBe16(&s.octets[20]) == pppoe::kIpv4) {
                    data.push_back(s.octets);
                } else if (type == kEtherTypePppoeSession || type == kEtherTypePppoeDiscovery) {
                    concentrator.receive(etherMac(1), type, std::span(s.octets).subspan(14));
                }
            }
            if (fromConcentrator.empty()) {
                break;
            }
            const Frame next = fromConcentrator.front();
            fromConcentrator.pop_front();
            batch = push(1, next);
        }
        return others;
    }
    Frame fromProvider(PacketBuilder b, std::uint16_t session = 1) {
        const Frame plain = b.pad(false).build();
        Frame body(8);
        pppoe::writePppoe(body.data(), {pppoe::kSession, session, static_cast<std::uint16_t>(plain.size() - 14 + 2)});
        core::base::storeBe16(&body[6], pppoe::kIpv4);
        body.insert(body.end(), plain.begin() + 14, plain.end());
        return frame(etherMac(1), kEtherTypePppoeSession, body);
    }
    static PacketBuilder up(PacketBuilder b) { return b.from("10.0.0.2", 1000).to("203.0.113.5", 80).macs(kHostA, etherMac(0)); }
    static PacketBuilder down(PacketBuilder b) { return b.from("203.0.113.5", 80).to("10.0.0.2", 1000); }
};

} // namespace

class PppoePathTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSessionBringsAnAddressAndADefaultRoute() {
        PppoeLab lab;
        lab.start();
        QVERIFY(lab.concentrator.up());
        QVERIFY(lab.engine.tunnelRunning(lab.out, lab.now));
        const auto& links = lab.engine.learnedLinks();
        QCOMPARE(links.size(), std::size_t(1));
        QCOMPARE(links[0].local, ip("100.64.0.9"));
        QCOMPARE(links[0].remote, ip("100.64.0.1"));
        const auto routes = lab.engine.routes();
        QVERIFY(std::any_of(routes.begin(), routes.end(),
                            [&](const RouteInfo& r) { return r.destination.length == 0 && r.active && r.interface == lab.out; }));
        QCOMPARE(lab.pool.available(), lab.pool.capacity());
    }
    void withoutAConcentratorThereIsNoSessionAndAskingGoesOn() {
        PppoeLab lab;
        lab.apply();
        std::size_t asked = 0;
        for (const auto& s : lab.advance(10 * kSecond)) {
            asked += s.port == 1 && loadBe16(&s.octets[12]) == kEtherTypePppoeDiscovery ? 1u : 0u;
        }
        QVERIFY(asked >= 3);
        QVERIFY(!lab.engine.tunnelRunning(lab.out, lab.now));
        lab.push(0, PppoeLab::up(PacketBuilder::udp()).build());
        QVERIFY(lab.data.empty());
    }
    void aWrongPasswordIsNotLetIn() {
        PppoeLab lab;
        lab.config.pppoeClients[0].password = "wrong";
        lab.start();
        QVERIFY(!lab.concentrator.up());
        QVERIFY(lab.engine.learnedLinks().empty());
    }
    void dataGetsEightOctetsAndTakesTheFastPath() {
        PppoeLab lab;
        lab.start();
        lab.settle(lab.push(0, PppoeLab::up(PacketBuilder::udp()).payload(50).build()));
        QCOMPARE(lab.lastPath(), PathKind::FastPath);
        QCOMPARE(lab.data.size(), std::size_t(1));
        const Frame& f = lab.data[0];
        QCOMPARE(f.size(), std::size_t(14 + 8 + 78));
        QCOMPARE(loadMac(f.data()), kConcentrator);
        QCOMPARE(loadMac(f.data() + 6), EngineLab::etherMac(1));
        QCOMPARE(int(loadBe16(&f[16])), 1);      // session
        QCOMPARE(int(loadBe16(&f[18])), 78 + 2); // length
        QCOMPARE(onesSum(&f[22], 20), std::uint16_t{0xffff});
        QCOMPARE(int(f[22 + ipv4::kTtl]), 63);
        QCOMPARE(lab.stats(lab.out).txByte, 78u);
        QCOMPARE(lab.stats(lab.out).fpTxPacket, 1u);
        QCOMPARE(lab.stats(lab.wan).fpTxPacket, 1u);
    }
    void dataComesOutOfTheSessionOnTheFastPath() {
        PppoeLab lab;
        lab.start();
        const auto before = lab.engine.pathCounters().packets;
        const auto out = lab.push(1, lab.fromProvider(PppoeLab::down(PacketBuilder::udp()).payload(50)));
        QCOMPARE(out.size(), 1u);
        QCOMPARE(int(out[0].port), 0);
        QVERIFY(checksumsAreRight(out[0].octets));
        QCOMPARE(lab.engine.pathCounters().packets[std::size_t(PathKind::FastPath)], before[std::size_t(PathKind::FastPath)] + 2);
        QCOMPARE(lab.stats(lab.out).rxByte, 78u);
        QCOMPARE(lab.stats(lab.out).fpRxPacket, 1u);
    }
    void fastTrackWorksAcrossTheSession() {
        PppoeLab lab;
        RuleConfig track = lab.rule("forward", RuleAction::FastTrackConnection);
        track.match.connectionState.value = std::uint8_t(kStateEstablished | kStateRelated);
        RuleConfig accept = track;
        accept.uid = 7000;
        accept.action = RuleAction::Accept;
        lab.config.firewall.filter = {track, accept};
        RuleConfig masquerade = lab.rule("srcnat", RuleAction::Masquerade);
        masquerade.match.outInterface.value = {lab.out};
        lab.config.firewall.nat = {masquerade};
        lab.start();
        lab.settle(lab.push(0, PppoeLab::up(PacketBuilder::tcp(tcp::kSyn)).build()));
        QCOMPARE(lab.data.size(), std::size_t(1));
        QCOMPARE(loadBe32(&lab.data[0][22 + ipv4::kSource]), ip("100.64.0.9")); // the learned address
        const std::uint16_t port = loadBe16(&lab.data[0][42]);
        const auto answer = [&](std::uint8_t flags) {
            return lab.push(1, lab.fromProvider(PacketBuilder::tcp(flags).from("203.0.113.5", 80).to(ip("100.64.0.9"), port)));
        };
        QCOMPARE(answer(tcp::kSyn | tcp::kAck).size(), 1u);
        for (int i = 0; i < 3; ++i) {
            lab.settle(lab.push(0, PppoeLab::up(PacketBuilder::tcp()).build()));
        }
        QCOMPARE(lab.lastPath(), PathKind::FastTrack);
        answer(tcp::kAck);
        const auto before = lab.engine.pathCounters().packets[std::size_t(PathKind::FastTrack)];
        const auto out = answer(tcp::kAck);
        QCOMPARE(out.size(), 1u);
        QCOMPARE(loadBe32(&out[0].octets[30]), ip("10.0.0.2"));
        QCOMPARE(lab.engine.pathCounters().packets[std::size_t(PathKind::FastTrack)], before + 1);
    }
    void anotherSessionsDataIsNotTaken() {
        PppoeLab lab;
        lab.start();
        QCOMPARE(lab.push(1, lab.fromProvider(PppoeLab::down(PacketBuilder::udp()), 9)).size(), 0u);
        QCOMPARE(lab.stats(lab.out).rxPacket, 0u);
    }
    void goodbyeEndsTheSessionAndAnotherOneFollows() {
        PppoeLab lab;
        lab.start();
        lab.concentrator.forget(true);
        lab.settle(lab.push(1, lab.fromConcentrator.front()));
        lab.fromConcentrator.clear();
        lab.settle(lab.advance(kSecond));
        lab.settle(lab.advance(kSecond));
        QVERIFY(lab.concentrator.up());
        QCOMPARE(int(lab.concentrator.session()), 2);
        QVERIFY(lab.engine.tunnelRunning(lab.out, lab.now));
    }
    void aSilentConcentratorIsNoticedByEchoes() {
        PppoeLab lab;
        lab.start();
        for (int i = 0; i < 6; ++i) { // it answers
            lab.settle(lab.advance(10 * kSecond));
        }
        QVERIFY(lab.engine.tunnelRunning(lab.out, lab.now));
        lab.advance(50 * kSecond); // nobody carries the frames
        QVERIFY(!lab.engine.tunnelRunning(lab.out, lab.now));
        QVERIFY(lab.engine.learnedLinks().empty());
    }
    void aSessionLivesThroughAnotherChangeOfConfiguration() {
        PppoeLab lab;
        lab.start();
        lab.config.firewall.filter = {lab.rule("forward", RuleAction::Passthrough)};
        lab.apply();
        lab.advance(1);
        QVERIFY(lab.engine.tunnelRunning(lab.out, lab.now));
        lab.settle(lab.push(0, PppoeLab::up(PacketBuilder::udp()).build()));
        QCOMPARE(lab.data.size(), std::size_t(1));
        QCOMPARE(lab.lastPath(), PathKind::Slow);
    }
    void cutAndChangedControlFramesDoNoHarm() {
        PppoeLab lab;
        lab.start();
        const Frame good = PppoeLab::frame(EngineLab::etherMac(1), kEtherTypePppoeSession,
                                           pppoe::Message().be32(0x01020304).control(1, pppoe::kLcp, pppoe::kRequest, 3));
        for (std::size_t length = 14; length < 40; ++length) {
            lab.push(1, Frame(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(length)));
        }
        std::uint32_t random = 1;
        for (int i = 0; i < 5000; ++i) {
            Frame f = good;
            for (int k = 0; k < 4; ++k) {
                random = random * 1664525u + 1013904223u;
                f[14 + random % (f.size() - 14)] = static_cast<std::uint8_t>(random >> 24);
            }
            lab.push(1, f);
        }
        QCOMPARE(lab.pool.available(), lab.pool.capacity());
    }
};

QTEST_APPLESS_MAIN(PppoePathTest)
#include "tst_path_pppoe.moc"
