#include "tests/agent/dataplane/support/engine_lab.h"
#include "tests/agent/dataplane/support/packet6_builder.h"

#include <QTest>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using core::base::kSecond;
using core::model::PathKind;

namespace {

// ether1: 2001:db8:1::1/64, a host at ::2. ether2: 2001:db8:2::1/64, a gateway at ::fe with the Internet behind it.
struct TwoNetworks6 : EngineLab {
    IfIndex lan = ether("ether1"), wan = ether("ether2");

    TwoNetworks6() {
        config.ipv6.addresses = {{0, lan, ip6("fe80::1"), 64}, {0, wan, ip6("fe80::1"), 64},
                                 {901, lan, ip6("2001:db8:1::1"), 64}, {902, wan, ip6("2001:db8:2::1"), 64}};
        Ipv6RouteConfig route;
        route.uid = 903;
        route.gateway = ip6("2001:db8:2::fe");
        config.ipv6.routes = {route};
        config.tracking.enabled = TrackingEnabled::No;
    }
    void introduce(PortId port, std::string_view neighbour, MacKey mac, std::string_view routers) {
        NeighbourMessage m;
        m.source = ip6(neighbour);
        m.target = ip6(routers);
        m.destination = solicitedNode(m.target);
        m.linkAddress = mac;
        push(port, neighbourFrame(mac, groupMac(m.destination), m));
    }
    void start() {
        apply();
        introduce(0, "2001:db8:1::2", kHostA, "2001:db8:1::1");
        introduce(1, "2001:db8:2::fe", kHostB, "2001:db8:2::1");
    }
    static Packet6Builder up(Packet6Builder b) { return b.from("2001:db8:1::2", 1000).to("2001:db8:99::5", 80).macs(kHostA, etherMac(0)); }
    static Packet6Builder down(Packet6Builder b) { return b.from("2001:db8:99::5", 80).to("2001:db8:1::2", 1000).macs(kHostB, etherMac(1)); }
    RuleConfig filter(RuleAction action, std::uint8_t states = 0, std::string chain = "forward") {
        RuleConfig r = rule(std::move(chain), action);
        if (states != 0) {
            r.match.connectionState.value = states;
        }
        return r;
    }
};

std::uint8_t typeOf(const EngineLab::Sent& s) { return s.octets.at(54); }
std::uint8_t codeOf(const EngineLab::Sent& s) { return s.octets.at(55); }

// The frame's ICMPv6 checksum holds.
bool isRight(const Frame& f) {
    const std::uint32_t length = core::base::loadBe16(&f[18]);
    return onesSum(&f[54], length, pseudoHeaderSum6(loadIpv6(&f[22]), loadIpv6(&f[38]), f[20], length)) == 0xffff;
}

} // namespace

class Ipv6PathTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // --- forwarding (RFC 8200) -------------------------------------------------------------------
    void theFastPathForwardsAndCounts() {
        TwoNetworks6 lab;
        lab.start();
        QVERIFY(lab.engine.globalState().fastPath6Active);
        const auto out = lab.push(0, TwoNetworks6::up(Packet6Builder::udp()).payload(30).build());
        QCOMPARE(lab.lastPath(), PathKind::FastPath);
        QCOMPARE(out.size(), std::size_t{1});
        QCOMPARE(out[0].port, PortId{1});
        QCOMPARE(out[0].octets,
                 TwoNetworks6::up(Packet6Builder::udp()).payload(30).hopLimit(63).macs(EngineLab::etherMac(1), kHostB).build());
        QCOMPARE(lab.engine.globalState().fastPath6.packets, 1u);
        QCOMPARE(lab.engine.globalState().fastPath6.bytes, 78u);
        QCOMPARE(lab.stats(lab.lan).fpRxPacket, 1u);
        QCOMPARE(lab.stats(lab.wan).fpTxPacket, 1u);
        QCOMPARE(lab.engine.globalState().fastPath.packets, 0u);
    }
    void theFamiliesAreSwitchedSeparately() {
        TwoNetworks6 lab;
        lab.config.firewall.filter = {lab.rule("forward", RuleAction::Accept)};
        lab.start();
        QVERIFY(lab.engine.globalState().fastPath6Active);
        QVERIFY(!lab.engine.globalState().fastPathActive);
        lab.config.ipv6.allowFastPath = false;
        lab.apply();
        const auto out = lab.push(0, TwoNetworks6::up(Packet6Builder::udp()).build());
        QCOMPARE(lab.lastPath(), PathKind::Slow);
        QCOMPARE(out.at(0).octets, TwoNetworks6::up(Packet6Builder::udp()).hopLimit(63).macs(EngineLab::etherMac(1), kHostB).build());
    }
    void whatGoesSlowAndStillArrives_data() {
        QTest::addColumn<int>("which");
        QTest::newRow("hop-by-hop options") << 0;
        QTest::newRow("destination options") << 1;
        QTest::newRow("first fragment") << 2;
        QTest::newRow("later fragment") << 3;
        QTest::newRow("headers farther than the parser looks") << 4;
    }
    void whatGoesSlowAndStillArrives() {
        QFETCH(const int, which);
        TwoNetworks6 lab;
        lab.start();
        const auto make = [&](std::uint8_t hops, MacKey from, MacKey to) {
            Packet6Builder b = TwoNetworks6::up(Packet6Builder::udp()).payload(24).hopLimit(hops).macs(from, to);
            switch (which) {
            case 0: b.extension(ipv6::kHopByHop, 8); break;
            case 1: b.extension(ipv6::kDestinationOptions, 16); break;
            case 2: b.fragment(77, 0, true); break;
            case 3: b.fragment(77, 64, false); break;
            default: b.extension(ipv6::kDestinationOptions, 240); break;
            }
            return b.build();
        };
        const auto out = lab.push(0, make(64, kHostA, EngineLab::etherMac(0)));
        QCOMPARE(lab.lastPath(), PathKind::Slow);
        QCOMPARE(out.size(), std::size_t{1});
        QCOMPARE(out[0].octets, make(63, EngineLab::etherMac(1), kHostB));
    }
    void aHopLimitThatRunsOutIsAnswered() { // RFC 4443 section 3.3
        TwoNetworks6 lab;
        lab.start();
        const Frame offender = TwoNetworks6::up(Packet6Builder::udp()).hopLimit(1).build();
        const auto out = lab.push(0, offender);
        QCOMPARE(out.size(), std::size_t{1});
        QCOMPARE(out[0].port, PortId{0});
        QCOMPARE(typeOf(out[0]), icmpv6::kTimeExceeded);
        QCOMPARE(loadIpv6(&out[0].octets[22]), ip6("2001:db8:1::1"));
        QVERIFY(std::equal(offender.begin() + 14, offender.end(), out[0].octets.begin() + 62)); // quoted whole
        QVERIFY(isRight(out[0].octets));
    }
    void aPacketTooBigIsNeverCut() { // RFC 4443 section 3.2
        TwoNetworks6 lab;
        lab.config.interfaces[lab.wan].mtu = 1300;
        lab.start();
        const auto out = lab.push(0, TwoNetworks6::up(Packet6Builder::udp()).payload(1400).build());
        QCOMPARE(out.size(), std::size_t{1});
        QCOMPARE(typeOf(out[0]), icmpv6::kPacketTooBig);
        QCOMPARE(core::base::loadBe32(&out[0].octets[58]), 1300u);
        QCOMPARE(out[0].octets.size(), std::size_t{14 + 1280}); // no longer than the minimum MTU
        QVERIFY(isRight(out[0].octets));
    }
    void whatHasNoWay_data() {
        QTest::addColumn<QString>("destination");
        QTest::addColumn<int>("code");
        QTest::newRow("no route") << "2001:db9::1" << int(icmpv6::kNoRoute);
        QTest::newRow("nobody there") << "2001:db8:2::77" << int(icmpv6::kAddressUnreachable);
        QTest::newRow("blackhole") << "2001:db8:bad::1" << -1;
        QTest::newRow("link-local elsewhere") << "fe80::77" << -1;
        QTest::newRow("multicast") << "ff0e::1" << -1;
    }
    void whatHasNoWay() {
        QFETCH(const QString, destination);
        QFETCH(const int, code);
        TwoNetworks6 lab;
        lab.config.ipv6.routes[0].destination = {ip6("2001:db8:99::"), 48};
        Ipv6RouteConfig hole;
        hole.uid = 950;
        hole.destination = {ip6("2001:db8:bad::"), 48};
        hole.blackhole = true;
        lab.config.ipv6.routes.push_back(hole);
        lab.start();
        auto out = lab.push(0, Packet6Builder::udp().from("2001:db8:1::2", 1).to(destination.toStdString(), 2).macs(kHostA, EngineLab::etherMac(0)).build());
        const auto later = lab.advance(5 * kSecond);
        out.insert(out.end(), later.begin(), later.end());
        std::erase_if(out, [](const EngineLab::Sent& s) { return s.port != 0; }); // questions on the other side
        QCOMPARE(out.size(), code < 0 ? std::size_t{0} : std::size_t{1});
        if (code >= 0) {
            QCOMPARE(typeOf(out[0]), icmpv6::kUnreachable);
            QCOMPARE(int(codeOf(out[0])), code);
            QVERIFY(isRight(out[0].octets));
        }
    }
    void noErrorAboutErrorsNorToNobody() { // RFC 4443 section 2.4 (e)
        TwoNetworks6 lab;
        lab.start();
        QVERIFY(lab.push(0, TwoNetworks6::up(Packet6Builder::icmpv6(icmpv6::kUnreachable)).payload(48).hopLimit(1).build()).empty());
        QVERIFY(lab.push(0, Packet6Builder::udp().from("::", 1).to("2001:db8:99::5", 2).macs(kHostA, EngineLab::etherMac(0)).hopLimit(1).build()).empty());
    }
    void equalWaysKeepAFlowTogether() {
        TwoNetworks6 lab;
        Ipv6RouteConfig second = lab.config.ipv6.routes[0];
        second.gateway = ip6("2001:db8:2::fd");
        second.uid = 904;
        lab.config.ipv6.routes.push_back(second);
        lab.start();
        lab.introduce(1, "2001:db8:2::fd", kHostA, "2001:db8:2::1");
        int toSecond = 0;
        for (std::uint16_t port = 1; port <= 64; ++port) {
            const Frame f = Packet6Builder::udp().from("2001:db8:1::2", port).to("2001:db8:99::5", 80).macs(kHostA, EngineLab::etherMac(0)).build();
            const MacKey first = loadMac(lab.push(0, f).at(0).octets.data());
            QCOMPARE(loadMac(lab.push(0, f).at(0).octets.data()), first);
            toSecond += first == kHostA ? 1 : 0;
        }
        QVERIFY(toSecond > 15 && toSecond < 49);
    }
    void forwardOffAndIpv6Off() {
        TwoNetworks6 lab;
        lab.config.ipv6.forward = false;
        lab.start();
        QVERIFY(lab.push(0, TwoNetworks6::up(Packet6Builder::udp()).build()).empty());
        lab.config.ipv6.forward = true;
        lab.config.ipv6.enabled = false;
        lab.apply();
        QVERIFY(lab.push(0, TwoNetworks6::up(Packet6Builder::udp()).build()).empty());
    }

    // --- neighbour discovery (RFC 4861) ----------------------------------------------------------
    void anUnknownNeighbourIsAskedForByMulticastAndThePacketWaits() {
        TwoNetworks6 lab;
        lab.apply();
        const auto asked = lab.push(0, TwoNetworks6::up(Packet6Builder::udp()).build());
        QCOMPARE(asked.size(), std::size_t{1});
        QCOMPARE(asked[0].port, PortId{1});
        QCOMPARE(loadMac(asked[0].octets.data()), MacKey{0x3333ff0000fe});
        QCOMPARE(typeOf(asked[0]), icmpv6::kNeighbourSolicitation);
        QCOMPARE(asked[0].octets[21], std::uint8_t{255});
        QCOMPARE(loadIpv6(&asked[0].octets[38]), ip6("ff02::1:ff00:fe"));
        QVERIFY(isRight(asked[0].octets));
        NeighbourMessage answer;
        answer.advertisement = answer.solicited = true;
        answer.source = answer.target = ip6("2001:db8:2::fe");
        answer.destination = ip6("2001:db8:2::1");
        answer.linkAddress = kHostB;
        const auto out = lab.push(1, neighbourFrame(kHostB, EngineLab::etherMac(1), answer));
        QCOMPARE(out.size(), std::size_t{1});
        QCOMPARE(out[0].octets, TwoNetworks6::up(Packet6Builder::udp()).hopLimit(63).macs(EngineLab::etherMac(1), kHostB).build());
        QCOMPARE(lab.engine.neighbours6(lab.now).at(0).status, std::string_view("reachable"));
    }
    void threeQuestionsThenUnreachable() {
        TwoNetworks6 lab;
        lab.apply();
        lab.introduce(0, "2001:db8:1::2", kHostA, "2001:db8:1::1");
        lab.push(0, TwoNetworks6::up(Packet6Builder::udp()).build());
        int questions = 1, answers = 0;
        for (const EngineLab::Sent& s : lab.advance(6 * kSecond)) {
            questions += s.port == 1 ? 1 : 0;
            answers += s.port == 0 && typeOf(s) == icmpv6::kUnreachable ? 1 : 0;
        }
        QCOMPARE(questions, 3);
        QCOMPARE(answers, 1);
    }
    void theRouterAnswersForItsOwnAddresses() {
        TwoNetworks6 lab;
        lab.apply();
        NeighbourMessage m;
        m.source = ip6("2001:db8:1::2");
        m.target = ip6("2001:db8:1::1");
        m.destination = solicitedNode(m.target);
        m.linkAddress = kHostA;
        const auto out = lab.push(0, neighbourFrame(kHostA, groupMac(m.destination), m));
        QCOMPARE(out.size(), std::size_t{1});
        NeighbourMessage reply;
        reply.advertisement = reply.solicited = reply.router = reply.overrides = true;
        reply.source = reply.target = m.target;
        reply.destination = m.source;
        reply.linkAddress = EngineLab::etherMac(0);
        QCOMPARE(out[0].octets, neighbourFrame(EngineLab::etherMac(0), kHostA, reply));
        m.target = ip6("2001:db8:1::77");
        m.destination = solicitedNode(m.target);
        QVERIFY(lab.push(0, neighbourFrame(kHostA, groupMac(m.destination), m)).empty());
    }
    void aProbeForADuplicateIsAnsweredToAll() { // RFC 4862 section 5.4.3
        TwoNetworks6 lab;
        lab.apply();
        NeighbourMessage m;
        m.target = ip6("fe80::1");
        m.destination = solicitedNode(m.target);
        const auto out = lab.push(0, neighbourFrame(kHostA, groupMac(m.destination), m));
        QCOMPARE(out.size(), std::size_t{1});
        QCOMPARE(loadMac(out[0].octets.data()), groupMac(kAllNodes));
        QCOMPARE(out[0].octets[58] & 0x40, 0); // not solicited
        QCOMPARE(lab.engine.neighbours6(lab.now).size(), std::size_t{0});
    }
    void whatDidNotComeFromANeighbourIsNotBelieved() { // RFC 4861 section 7.1.1: hop limit 255
        TwoNetworks6 lab;
        lab.apply();
        NeighbourMessage m;
        m.source = ip6("2001:db8:1::2");
        m.target = ip6("2001:db8:1::1");
        m.destination = solicitedNode(m.target);
        m.linkAddress = kHostA;
        Frame f = neighbourFrame(kHostA, groupMac(m.destination), m);
        f[21] = 254;
        QVERIFY(lab.push(0, f).empty());
        QCOMPARE(lab.engine.neighbours6(lab.now).size(), std::size_t{0});
    }
    void anOldNeighbourIsCheckedByUnicastWhileInUse() {
        TwoNetworks6 lab;
        lab.start();
        int checks = 0;
        for (int i = 0; i < 35; ++i) {
            for (const EngineLab::Sent& s : lab.push(0, TwoNetworks6::up(Packet6Builder::udp()).build())) {
                checks += typeOf(s) == icmpv6::kNeighbourSolicitation && loadMac(s.octets.data()) == kHostB ? 1 : 0;
            }
            for (const EngineLab::Sent& s : lab.advance(kSecond)) {
                checks += typeOf(s) == icmpv6::kNeighbourSolicitation && loadMac(s.octets.data()) == kHostB ? 1 : 0;
            }
        }
        QVERIFY(checks >= 1);
    }

    // --- the router as a host --------------------------------------------------------------------
    void echoIsAnswered_data() {
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("from");
        QTest::newRow("own address") << "2001:db8:1::1" << "2001:db8:1::1";
        QTest::newRow("address of another interface") << "2001:db8:2::1" << "2001:db8:2::1";
        QTest::newRow("all nodes") << "ff02::1" << "2001:db8:1::1";
    }
    void echoIsAnswered() {
        QFETCH(const QString, to);
        QFETCH(const QString, from);
        TwoNetworks6 lab;
        lab.start();
        const Ipv6Address destination = ip6(to.toStdString());
        const MacKey mac = destination.isMulticast() ? groupMac(destination) : EngineLab::etherMac(0);
        const auto out = lab.push(0, Packet6Builder::icmpv6(icmpv6::kEchoRequest, 9).from("2001:db8:1::2").to(to.toStdString()).macs(kHostA, mac).payload(16).build());
        QCOMPARE(out.size(), std::size_t{1});
        QCOMPARE(out[0].octets, Packet6Builder::icmpv6(icmpv6::kEchoReply, 9).from(from.toStdString()).to("2001:db8:1::2").macs(EngineLab::etherMac(0), kHostA).payload(16).build());
    }
    void portsAndProtocolsNobodyServes() {
        TwoNetworks6 lab;
        lab.start();
        const auto udp = lab.push(0, Packet6Builder::udp().from("2001:db8:1::2", 1).to("2001:db8:1::1", 2).macs(kHostA, EngineLab::etherMac(0)).build());
        QCOMPARE(codeOf(udp.at(0)), icmpv6::kPortUnreachable);
        const auto sctp = lab.push(0, Packet6Builder::protocol(132).from("2001:db8:1::2").to("2001:db8:1::1").macs(kHostA, EngineLab::etherMac(0)).payload(12).build());
        QCOMPARE(typeOf(sctp.at(0)), icmpv6::kParameterProblem);
        QCOMPARE(core::base::loadBe32(&sctp[0].octets[58]), 6u); // points at next header
    }

    // --- tracking, rules, FastTrack --------------------------------------------------------------
    void establishedComesBackAndNewDoesNot() {
        TwoNetworks6 lab;
        RuleConfig out = lab.filter(RuleAction::Accept);
        out.match.inInterface.value = {lab.lan};
        lab.config.ipv6.firewall.filter = {lab.filter(RuleAction::Accept, kStateEstablished | kStateRelated), out, lab.filter(RuleAction::Drop)};
        lab.config.tracking.enabled = TrackingEnabled::Auto;
        lab.start();
        QVERIFY(!lab.engine.globalState().fastPath6Active);
        QVERIFY(lab.push(1, TwoNetworks6::down(Packet6Builder::udp()).build()).empty());
        QCOMPARE(lab.push(0, TwoNetworks6::up(Packet6Builder::udp()).build()).size(), std::size_t{1});
        QCOMPARE(lab.lastPath(), PathKind::Slow);
        QCOMPARE(lab.push(1, TwoNetworks6::down(Packet6Builder::udp()).build()).size(), std::size_t{1});
        const auto connections = lab.engine.connections6(lab.now);
        QCOMPARE(connections.size(), std::size_t{1});
        QCOMPARE(connections[0].src, ip6("2001:db8:1::2"));
        QCOMPARE(connections[0].replySrc, ip6("2001:db8:99::5"));
        QVERIFY(connections[0].common.seenReply);
        QCOMPARE(lab.engine.connectionCount(), std::size_t{0}); // IPv4's
        // An error about it is related; one about something else is not.
        const Frame sent = TwoNetworks6::up(Packet6Builder::udp()).build();
        const auto error = [](const Frame& about) {
            return Packet6Builder::icmpv6(icmpv6::kUnreachable).from("2001:db8:2::fe").to("2001:db8:1::2").macs(kHostB, EngineLab::etherMac(1)).quote(about).build();
        };
        QCOMPARE(lab.push(1, error(sent)).size(), std::size_t{1});
        QVERIFY(lab.push(1, error(Packet6Builder::udp().from("2001:db8:1::2", 5).to("2001:db8:99::5", 80).build())).empty());
    }
    void pingsAreTrackedByIdentifier() {
        TwoNetworks6 lab;
        RuleConfig out = lab.filter(RuleAction::Accept);
        out.match.inInterface.value = {lab.lan};
        lab.config.ipv6.firewall.filter = {lab.filter(RuleAction::Accept, kStateEstablished), out, lab.filter(RuleAction::Drop)};
        lab.config.tracking.enabled = TrackingEnabled::Yes;
        lab.start();
        const auto reply = [](std::uint16_t id) {
            return Packet6Builder::icmpv6(icmpv6::kEchoReply, id).from("2001:db8:99::5").to("2001:db8:1::2").macs(kHostB, EngineLab::etherMac(1)).build();
        };
        lab.push(0, Packet6Builder::icmpv6(icmpv6::kEchoRequest, 9).from("2001:db8:1::2").to("2001:db8:99::5").macs(kHostA, EngineLab::etherMac(0)).build());
        QVERIFY(lab.push(1, reply(8)).empty());
        QCOMPARE(lab.push(1, reply(9)).size(), std::size_t{1});
    }
    void rulesAskForPrefixesAndCount() {
        TwoNetworks6 lab;
        lab.config.ipv6.parts = {Ipv6Address{}, ip6("2001:db8:99::"), ip6("2001:db8:9a::")};
        RuleConfig drop = lab.filter(RuleAction::Drop);
        drop.match.dstAddress.value = Ipv4Range{1u << kPartShift, (2u << kPartShift) - 1};
        lab.config.ipv6.firewall.filter = {drop};
        lab.start();
        QVERIFY(lab.push(0, TwoNetworks6::up(Packet6Builder::udp()).build()).empty());
        QCOMPARE(lab.push(0, Packet6Builder::udp().from("2001:db8:1::2", 1).to("2001:db8:9a::5", 2).macs(kHostA, EngineLab::etherMac(0)).build()).size(), std::size_t{1});
        QCOMPARE(lab.engine.ruleCounters(drop.uid).packets, 1u);
        QCOMPARE(lab.engine.ruleCounters(drop.uid).bytes, 48u);
    }
    void aRejectIsAnswered() {
        TwoNetworks6 lab;
        RuleConfig reject = lab.filter(RuleAction::Reject);
        reject.rejectWith = RejectWith::IcmpAdminProhibited;
        lab.config.ipv6.firewall.filter = {reject};
        lab.start();
        const auto out = lab.push(0, TwoNetworks6::up(Packet6Builder::udp()).build());
        QCOMPARE(out.size(), std::size_t{1});
        QCOMPARE(codeOf(out[0]), icmpv6::kAdminProhibited);
    }
    void neighbourDiscoveryPassesAnEmptyFilterButObeysRules() {
        TwoNetworks6 lab;
        lab.config.ipv6.firewall.filter = {lab.filter(RuleAction::Drop, 0, "input")};
        lab.start();
        QCOMPARE(lab.engine.neighbours6(lab.now).size(), std::size_t{0});
    }
    void fragmentsFollowTheirFirst() {
        TwoNetworks6 lab;
        lab.config.ipv6.firewall.filter = {lab.filter(RuleAction::Drop, kStateInvalid)};
        lab.config.tracking.enabled = TrackingEnabled::Yes;
        lab.start();
        const auto piece = [](std::uint32_t id, std::uint16_t offset, bool more) {
            return TwoNetworks6::up(Packet6Builder::udp()).fragment(id, offset, more).payload(40).build();
        };
        QVERIFY(lab.push(0, piece(1, 48, false)).empty());
        QCOMPARE(lab.push(0, piece(2, 0, true)).size(), std::size_t{1});
        QCOMPARE(lab.push(0, piece(2, 48, false)).size(), std::size_t{1});
        QVERIFY(lab.push(0, piece(3, 48, false)).empty());
    }
    void aMarkedConnectionTakesFastTrack() {
        TwoNetworks6 lab;
        RuleConfig mark = lab.filter(RuleAction::FastTrackConnection, kStateEstablished | kStateRelated);
        RuleConfig accept = lab.filter(RuleAction::Accept, kStateEstablished | kStateRelated);
        lab.config.ipv6.firewall.filter = {mark, accept};
        lab.config.tracking.enabled = TrackingEnabled::Auto;
        lab.start();
        QVERIFY(lab.engine.globalState().fastTrack6Active);
        lab.push(0, TwoNetworks6::up(Packet6Builder::tcp(tcp::kSyn)).build());
        lab.push(1, TwoNetworks6::down(Packet6Builder::tcp(tcp::kSyn | tcp::kAck)).build());
        lab.push(0, TwoNetworks6::up(Packet6Builder::tcp()).build());
        lab.push(0, TwoNetworks6::up(Packet6Builder::tcp()).build());
        lab.push(1, TwoNetworks6::down(Packet6Builder::tcp()).build());
        const auto out = lab.push(0, TwoNetworks6::up(Packet6Builder::tcp()).build());
        QCOMPARE(lab.lastPath(), PathKind::FastTrack);
        QCOMPARE(out.at(0).octets, TwoNetworks6::up(Packet6Builder::tcp()).hopLimit(63).macs(EngineLab::etherMac(1), kHostB).build());
        QVERIFY(lab.engine.globalState().fastTrack6.packets >= 1);
        QCOMPARE(lab.engine.globalState().fastTrack.packets, 0u);
        QVERIFY(lab.engine.connections6(lab.now).at(0).common.fastTrack);
        lab.push(0, TwoNetworks6::up(Packet6Builder::tcp(tcp::kFin | tcp::kAck)).build());
        QCOMPARE(lab.lastPath(), PathKind::Slow);
        lab.config.switches.torch = true;
        lab.apply();
        QVERIFY(!lab.engine.globalState().fastTrack6Active);
    }

    // --- what is cut or broken -------------------------------------------------------------------
    void everyCutIsSurvived() {
        TwoNetworks6 lab;
        lab.config.ipv6.firewall.filter = {lab.filter(RuleAction::Drop, kStateInvalid)};
        lab.config.tracking.enabled = TrackingEnabled::Yes;
        lab.start();
        const Frame whole = TwoNetworks6::up(Packet6Builder::tcp()).extension(ipv6::kHopByHop, 8).extension(ipv6::kRouting, 24).fragment(5, 0, true).payload(20).build();
        const std::size_t before = lab.pool.available();
        for (std::size_t length = 14; length < whole.size(); ++length) {
            lab.push(0, Frame(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)));
            Frame shorter(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
            if (length >= 54) { // the header tells the truth about what is left
                core::base::storeBe16(&shorter[18], static_cast<std::uint16_t>(length - 54));
                lab.push(0, shorter);
            }
        }
        QCOMPARE(lab.pool.available(), before);
    }
};

QTEST_APPLESS_MAIN(Ipv6PathTest)
#include "tst_path_ipv6.moc"
