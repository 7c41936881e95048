// Actions, counters, jumps, FastTrack requests, address lists and log lines of the rules.
#include "agent/dataplane/classifier/classifier.h"
#include "tests/agent/dataplane/conntrack/test_packets.h"

#include <QtTest>

using namespace agent::dataplane;
using namespace agent::dataplane::testing;
using core::base::kSecond;

namespace {

constexpr std::uint32_t kClient = ip(192, 168, 88, 10);
constexpr std::uint32_t kServer = ip(203, 0, 113, 5);

RuleConfig rule(std::uint32_t uid, const char* chain, RuleAction action) {
    RuleConfig r;
    r.uid = uid;
    r.chain = chain;
    r.action = action;
    return r;
}

RuleConfig jump(std::uint32_t uid, const char* chain, const char* target) {
    RuleConfig r = rule(uid, chain, RuleAction::Jump);
    r.jumpTarget = target;
    return r;
}

} // namespace

class ClassifierTest : public QObject {
    Q_OBJECT

    struct Bench {
        Packets packets;
        Conntrack conntrack{1000, 1};
        Classifier classifier{conntrack};
        RuleContext context;
        PacketBuf* udp() { return packets.udp(kClient, 1000, kServer, 53); }
        Verdict filter(PacketBuf* p, HookChain chain = HookChain::Forward) { return classifier.run(Table::Filter, chain, p, context); }
        std::uint64_t hits(std::uint32_t uid) const { return classifier.counters(uid)->packets; }
    };

private Q_SLOTS:
    void anEmptyChainAcceptsWithoutLooking() {
        Bench b;
        QVERIFY(b.classifier.configure({}, {}));
        QVERIFY(b.classifier.empty(Table::Filter, HookChain::Forward));
        const Verdict v = b.filter(b.udp());
        QCOMPARE(v.kind, VerdictKind::Accept);
        QCOMPARE(v.rulesLooked, std::uint16_t(0));
    }

    void everyTableAndBuiltInChainRunsItsOwnRules() {
        Bench b;
        FirewallConfig config;
        std::uint32_t uid = 0;
        for (const char* chain : {"prerouting", "output"}) {
            config.raw.push_back(rule(++uid, chain, RuleAction::Passthrough));
        }
        for (const char* chain : {"prerouting", "input", "forward", "output", "postrouting"}) {
            config.mangle.push_back(rule(++uid, chain, RuleAction::Passthrough));
        }
        for (const char* chain : {"dstnat", "srcnat"}) {
            config.nat.push_back(rule(++uid, chain, RuleAction::Passthrough));
        }
        for (const char* chain : {"input", "forward", "output"}) {
            config.filter.push_back(rule(++uid, chain, RuleAction::Passthrough));
        }
        QVERIFY(b.classifier.configure(config, {}));
        using enum HookChain;
        const std::vector<std::pair<Table, HookChain>> hooks{
            {Table::Raw, Prerouting},   {Table::Raw, Output},     {Table::Mangle, Prerouting}, {Table::Mangle, Input},
            {Table::Mangle, Forward},   {Table::Mangle, Output},  {Table::Mangle, Postrouting}, {Table::Nat, DstNat},
            {Table::Nat, SrcNat},       {Table::Filter, Input},   {Table::Filter, Forward},    {Table::Filter, Output}};
        for (std::size_t i = 0; i < hooks.size(); ++i) {
            b.classifier.run(hooks[i].first, hooks[i].second, b.udp(), b.context);
            for (std::uint32_t other = 1; other <= uid; ++other) {
                QCOMPARE(b.hits(other), std::uint64_t(other <= i + 1 ? 1 : 0));
            }
        }
    }

    void verdictsCarryWhatTheCallerNeeds() {
        Bench b;
        FirewallConfig config;
        config.filter = {rule(1, "input", RuleAction::Drop), rule(2, "forward", RuleAction::Reject)};
        config.filter[1].rejectWith = RejectWith::TcpReset;
        config.nat = {rule(3, "srcnat", RuleAction::SrcNat), rule(4, "dstnat", RuleAction::DstNat)};
        config.nat[0].toAddresses = Ipv4Range{1, 5};
        config.nat[1].toPorts = PortRange{80, 81};
        QVERIFY(b.classifier.configure(config, {}));
        QCOMPARE(b.filter(b.udp(), HookChain::Input).kind, VerdictKind::Drop);
        const Verdict reject = b.filter(b.udp());
        QCOMPARE(reject.kind, VerdictKind::Reject);
        QCOMPARE(reject.rejectWith, RejectWith::TcpReset);
        const Verdict source = b.classifier.run(Table::Nat, HookChain::SrcNat, b.udp(), b.context);
        QCOMPARE(source.kind, VerdictKind::SrcNat);
        QVERIFY(source.nat->toAddresses == (Ipv4Range{1, 5}));
        QVERIFY(!source.nat->toPorts);
        const Verdict destination = b.classifier.run(Table::Nat, HookChain::DstNat, b.udp(), b.context);
        QCOMPARE(destination.kind, VerdictKind::DstNat);
        QVERIFY(destination.nat->toPorts == (PortRange{80, 81}));
        config.nat[0].action = RuleAction::Masquerade;
        QVERIFY(b.classifier.configure(config, {}));
        QCOMPARE(b.classifier.run(Table::Nat, HookChain::SrcNat, b.udp(), b.context).kind, VerdictKind::Masquerade);
    }

    void jumpsAndReturnsWalkTheChains() {
        Bench b;
        FirewallConfig config;
        config.filter = {jump(1, "forward", "one"),         rule(2, "forward", RuleAction::Drop),    jump(3, "one", "two"),
                         jump(4, "one", "nowhere"),         rule(5, "one", RuleAction::Passthrough), rule(6, "two", RuleAction::Return),
                         rule(7, "two", RuleAction::Accept)};
        QVERIFY(b.classifier.configure(config, {}));
        const Verdict v = b.filter(b.udp());
        QCOMPARE(v.kind, VerdictKind::Drop);
        QCOMPARE(v.rulesLooked, std::uint16_t(6)); // 1 3 6 4 5 2
        QCOMPARE(b.hits(7), std::uint64_t(0));
        config.filter.insert(config.filter.begin(), rule(8, "forward", RuleAction::Return));
        QVERIFY(b.classifier.configure(config, {}));
        QCOMPARE(b.filter(b.udp()).kind, VerdictKind::Accept); // return from a built-in chain
    }

    void aChainSaysWhetherVerdictsMayBeRemembered() {
        const auto depends = [](const std::vector<RuleConfig>& rules) {
            Bench b;
            FirewallConfig config;
            config.filter = rules;
            return b.classifier.configure(config, {}) && b.classifier.dependsOnPacket(Table::Filter, HookChain::Forward);
        };
        RuleConfig plain = rule(1, "forward", RuleAction::Drop);
        plain.match.srcAddress.value = Ipv4Range{1, 2};
        plain.match.dstPort.value = std::vector<PortRange>{{80, 80}};
        plain.match.connectionState.value = kStateEstablished;
        QVERIFY(!depends({}));
        QVERIFY(!depends({plain, rule(2, "forward", RuleAction::Accept)}));
        RuleConfig flags = plain, list = plain, mark = plain, log = plain;
        flags.match.tcpFlagsSet = 2;
        list.match.srcAddressList.value = 0;
        mark.match.packetMark.value = 1;
        log.log = true;
        for (const RuleConfig& r : {flags, list, mark, log, rule(3, "forward", RuleAction::AddSrcToAddressList)}) {
            QVERIFY(depends({plain, r}));
        }
        flags.chain = "inner"; // two jumps away, in chains that sort either way
        QVERIFY(depends({jump(4, "forward", "a"), jump(5, "a", "inner"), flags}));
        QVERIFY(!depends({jump(4, "forward", "a"), plain, flags})); // nobody jumps there
    }

    void cyclesAreRefusedAndTheFormerRulesStay() {
        Bench b;
        FirewallConfig good;
        good.filter = {rule(1, "forward", RuleAction::Drop)};
        QVERIFY(b.classifier.configure(good, {}));
        FirewallConfig bad;
        bad.filter = {jump(2, "forward", "ping"), jump(3, "ping", "pong"), jump(4, "pong", "ping")};
        const auto result = b.classifier.configure(bad, {});
        QVERIFY(!result);
        QCOMPARE(result.error().code, core::base::ErrorCode::InvalidInput);
        const QString text = QString::fromStdString(result.error().text);
        QVERIFY2(text.contains(QStringLiteral("/ip/firewall/filter")) && text.contains(QStringLiteral("ping -> pong -> ping")),
                 qPrintable(text));
        QCOMPARE(b.filter(b.udp()).kind, VerdictKind::Drop);
        QCOMPARE(b.hits(1), std::uint64_t(1));
        QVERIFY(!b.classifier.counters(2));
        FirewallConfig self;
        self.mangle = {jump(5, "forward", "forward")};
        QVERIFY(!b.classifier.configure(self, {}));
    }

    void jumpsNestOnlySoDeep() {
        for (const std::size_t depth : {kMaxJumps, kMaxJumps + 1}) {
            Bench b;
            FirewallConfig config;
            std::string chain = "forward";
            for (std::size_t i = 0; i < depth; ++i) {
                const std::string next = "c" + std::to_string(i);
                config.filter.push_back(jump(static_cast<std::uint32_t>(i + 1), chain.c_str(), next.c_str()));
                chain = next;
            }
            config.filter.push_back(rule(99, chain.c_str(), RuleAction::Drop));
            const auto result = b.classifier.configure(config, {});
            QCOMPARE(result.has_value(), depth == kMaxJumps);
            if (result) {
                QCOMPARE(b.filter(b.udp()).kind, VerdictKind::Drop);
            } else {
                QVERIFY(QString::fromStdString(result.error().text).contains(QStringLiteral("nest deeper than 16")));
            }
        }
    }

    void countersSurviveAConfigurationByUid() {
        Bench b;
        FirewallConfig config;
        config.filter = {rule(10, "forward", RuleAction::Passthrough), rule(11, "forward", RuleAction::Passthrough)};
        QVERIFY(b.classifier.configure(config, {}));
        b.filter(b.udp());
        b.filter(b.udp());
        QCOMPARE(b.classifier.counters(10)->bytes, std::uint64_t(2 * 28));
        std::swap(config.filter[0], config.filter[1]);
        config.filter[0].uid = 12; // 11 is gone, 12 is new, 10 moved
        QVERIFY(b.classifier.configure(config, {}));
        QCOMPARE(b.hits(10), std::uint64_t(2));
        QCOMPARE(b.hits(12), std::uint64_t(0));
        QVERIFY(!b.classifier.counters(11));
        b.filter(b.udp());
        QCOMPARE(b.hits(10), std::uint64_t(3));
        b.classifier.resetCounters(10);
        b.classifier.resetCounters(4711);
        QCOMPARE(b.hits(10), std::uint64_t(0));
        QCOMPARE(b.hits(12), std::uint64_t(1));
    }

    void fastTrackNeedsAnEstablishedTcpOrUdpConnectionInForward() {
        Bench b;
        FirewallConfig config;
        config.filter = {rule(1, "forward", RuleAction::FastTrackConnection), rule(2, "forward", RuleAction::Drop),
                         rule(3, "input", RuleAction::FastTrackConnection)};
        config.mangle = {rule(4, "forward", RuleAction::FastTrackConnection)};
        QVERIFY(b.classifier.configure(config, {}));
        const auto step = [&](PacketBuf* p) {
            b.conntrack.track(p, 0);
            b.conntrack.confirm(p, 0);
            return p;
        };
        const Verdict fresh = b.filter(step(b.udp()));
        QVERIFY(!fresh.fastTrack);
        QCOMPARE(fresh.kind, VerdictKind::Drop); // goes on to the next rule
        PacketBuf* answer = step(b.packets.udp(kServer, 53, kClient, 1000));
        QVERIFY(!b.filter(answer, HookChain::Input).fastTrack);
        QCOMPARE(b.conntrack.fastTrackedCount(), std::size_t(0));
        const Verdict marked = b.filter(answer);
        QVERIFY(marked.fastTrack);
        QCOMPARE(marked.kind, VerdictKind::Drop);
        QCOMPARE(b.conntrack.fastTrackedCount(), std::size_t(1));
        step(b.packets.icmp(kClient, kServer, icmp::kEchoRequest, 1));
        QVERIFY(!b.filter(step(b.packets.icmp(kServer, kClient, icmp::kEchoReply, 1))).fastTrack);
        QVERIFY(!b.filter(step(b.packets.icmpError(kServer, kClient, icmp::kUnreachable, l3Octets(*b.udp())))).fastTrack);
        PacketBuf* untracked = b.udp();
        untracked->connectionState = kStateUntracked;
        QVERIFY(!b.filter(untracked).fastTrack);
        step(b.packets.udp(kClient, 2000, kServer, 53));
        PacketBuf* other = step(b.packets.udp(kServer, 53, kClient, 2000));
        QVERIFY(b.classifier.run(Table::Mangle, HookChain::Forward, other, b.context).fastTrack);
        QCOMPARE(b.conntrack.fastTrackedCount(), std::size_t(2));
        QCOMPARE(b.hits(1), std::uint64_t(5)); // counts whether or not it marks
    }

    void notrackEndsRawAndKeepsThePacketOutOfConntrack() {
        Bench b;
        FirewallConfig config;
        config.raw = {rule(1, "prerouting", RuleAction::NoTrack), rule(2, "prerouting", RuleAction::Drop)};
        config.filter = {rule(3, "forward", RuleAction::Drop)};
        config.filter[0].match.connectionState = {std::uint8_t(kStateUntracked), false};
        QVERIFY(b.classifier.configure(config, {}));
        PacketBuf* p = b.udp();
        QCOMPARE(b.classifier.run(Table::Raw, HookChain::Prerouting, p, b.context).kind, VerdictKind::Accept);
        b.conntrack.track(p, 0);
        QCOMPARE(p->connection, kNoConnection);
        QCOMPARE(b.filter(p).kind, VerdictKind::Drop);
    }

    void marksAreSeenByLaterRulesAndPassthroughDecides() {
        Bench b;
        FirewallConfig config;
        config.mangle = {rule(1, "prerouting", RuleAction::MarkConnection), rule(2, "prerouting", RuleAction::MarkPacket),
                         rule(3, "prerouting", RuleAction::MarkRouting), rule(4, "prerouting", RuleAction::Drop)};
        config.mangle[0].newMark = 1;
        config.mangle[1].newMark = 2;
        config.mangle[1].match.connectionMark = {MarkId{1}, false};
        config.mangle[2].newMark = 3;
        config.mangle[2].match.packetMark = {MarkId{2}, false};
        config.mangle[2].passthrough = false;
        QVERIFY(b.classifier.configure(config, {}));
        PacketBuf* p = b.udp();
        b.conntrack.track(p, 0);
        QCOMPARE(b.classifier.run(Table::Mangle, HookChain::Prerouting, p, b.context).kind, VerdictKind::Accept);
        QCOMPARE(p->packetMark, MarkId(2));
        QCOMPARE(b.context.routingMark, MarkId(3));
        QCOMPARE(b.conntrack.entry(p->connection).mark, MarkId(1));
    }

    void matchersOnMissingFieldsNeverMatch() {
        Bench b;
        FirewallConfig config;
        config.filter = {rule(1, "forward", RuleAction::Passthrough), rule(2, "forward", RuleAction::Passthrough),
                         rule(3, "forward", RuleAction::Passthrough), rule(4, "forward", RuleAction::Passthrough)};
        config.filter[0].match.dstPort = {std::vector<PortRange>{{80, 80}}, true};
        config.filter[1].match.icmpType = {std::uint8_t{8}, true};
        config.filter[2].match.tcpFlagsClear = tcp::kSyn;
        config.filter[3].match.fragment = true;
        QVERIFY(b.classifier.configure(config, {}));
        PacketBuf* later = b.packets.raw(ipv4Packet(kClient, kServer, kProtocolTcp, Octets(16), 1, 4));
        b.filter(later);
        QCOMPARE(b.hits(1), std::uint64_t(0));
        QCOMPARE(b.hits(2), std::uint64_t(0));
        QCOMPARE(b.hits(3), std::uint64_t(0));
        QCOMPARE(b.hits(4), std::uint64_t(1));
        b.filter(b.packets.raw(
            ipv4Packet(kClient, kServer, kProtocolUdp, udpDatagram(kClient, kServer, 1, 1, Octets(8)), 1, ipv4::kMoreFragments)));
        QCOMPARE(b.hits(4), std::uint64_t(1)); // first fragments are no "fragment"
        QCOMPARE(b.hits(1), std::uint64_t(1));
    }

    void contradictingMatchersNeverMatch() {
        Bench b;
        FirewallConfig config;
        config.filter = {rule(1, "forward", RuleAction::Drop)};
        config.filter[0].match.protocol = {kProtocolUdp, false};
        config.filter[0].match.tcpFlagsSet = tcp::kSyn;
        QVERIFY(b.classifier.configure(config, {}));
        QCOMPARE(b.filter(b.udp()).kind, VerdictKind::Accept);
        QCOMPARE(b.filter(b.packets.tcp(kClient, 1, kServer, 1, tcp::kSyn)).kind, VerdictKind::Accept);
    }

    void rulesFillAddressListsThatOtherRulesRead() {
        Bench b;
        FirewallConfig config;
        config.addressLists = {{"allowed", {{kServer, kServer}}}, {"knocked", {}}};
        config.filter = {rule(1, "input", RuleAction::AddSrcToAddressList), rule(2, "input", RuleAction::AddDstToAddressList),
                         rule(3, "forward", RuleAction::Drop)};
        config.filter[0].addressList = 1;
        config.filter[0].addressListTimeout = 60 * kSecond;
        config.filter[1].addressList = 1;
        config.filter[2].match.srcAddressList = {std::uint32_t{1}, true};
        QVERIFY(b.classifier.configure(config, {}));
        QCOMPARE(b.filter(b.udp()).kind, VerdictKind::Drop);
        b.filter(b.udp(), HookChain::Input);
        QCOMPARE(b.filter(b.udp()).kind, VerdictKind::Accept);
        QCOMPARE(b.classifier.dynamicAddresses(0).size(), std::size_t(2));
        std::swap(config.addressLists[0], config.addressLists[1]); // found again by name
        config.filter[0].addressList = config.filter[1].addressList = 0;
        config.filter[2].match.srcAddressList = {std::uint32_t{0}, true};
        QVERIFY(b.classifier.configure(config, {}));
        QCOMPARE(b.filter(b.udp()).kind, VerdictKind::Accept);
        b.context.now = 60 * kSecond;
        QCOMPARE(b.filter(b.udp()).kind, VerdictKind::Drop);
        const auto left = b.classifier.dynamicAddresses(60 * kSecond);
        QCOMPARE(left.size(), std::size_t(1));
        QCOMPARE(left[0].address, kServer);
        QCOMPARE(left[0].list, std::uint32_t(0));
        QCOMPARE(left[0].timeoutLeft, core::base::Nanos(0));
        QVERIFY(b.classifier.removeDynamicAddress(0, kServer));
        QVERIFY(!b.classifier.removeDynamicAddress(0, kServer));
        QVERIFY(!b.classifier.removeDynamicAddress(7, kServer));
    }

    void logLinesTellTheFactsAndAreBounded() {
        Bench b;
        FirewallConfig config;
        config.filter = {rule(1, "forward", RuleAction::Log), rule(2, "forward", RuleAction::Accept)};
        config.filter[0].logPrefix = "seen";
        config.filter[1].log = true;
        std::vector<InterfaceConfig> interfaces(2);
        interfaces[0].name = "ether1";
        interfaces[1].name = "bridge";
        QVERIFY(b.classifier.configure(config, interfaces));
        PacketBuf* p = b.packets.tcp(kClient, 1000, kServer, 443, tcp::kSyn);
        p->inInterface = 1;
        p->outInterface = 0;
        b.conntrack.track(p, 0);
        b.filter(p);
        const std::vector<LogLine> lines = b.classifier.takeLog();
        QCOMPARE(lines.size(), std::size_t(2));
        QCOMPARE(lines[0].prefix, std::string("seen"));
        QCOMPARE(lines[0].chain, std::string("forward"));
        QCOMPARE(lines[0].text,
                 std::string("in:bridge out:ether1, connection-state:new, proto TCP (SYN), 192.168.88.10:1000->203.0.113.5:443, len 40"));
        QVERIFY(b.classifier.takeLog().empty());
        for (int i = 0; i < 200; ++i) {
            b.filter(b.udp());
        }
        const std::vector<LogLine> many = b.classifier.takeLog();
        QCOMPARE(many.size(), LogRing::kLines + 1);
        QVERIFY(QString::fromStdString(many.back().text).startsWith(QStringLiteral("144 further log lines")));
    }

    void logLinesOutliveTheConfigurationThatMadeThem() {
        Bench b;
        FirewallConfig config;
        config.filter = {rule(1, "forward", RuleAction::Log)};
        config.filter[0].logPrefix = "old";
        QVERIFY(b.classifier.configure(config, {}));
        b.filter(b.udp());
        QVERIFY(b.classifier.configure({}, {}));
        QCOMPARE(b.classifier.takeLog().at(0).prefix, std::string("old"));
    }

    void twentyFiveRulesAreLookedAtAndCounted() {
        Bench b;
        FirewallConfig config;
        for (std::uint32_t i = 0; i < 25; ++i) {
            config.filter.push_back(rule(i + 1, "forward", RuleAction::Drop));
            config.filter.back().match.dstAddress = {Ipv4Range{ip(10, 0, 0, i), ip(10, 0, 0, i)}, false};
        }
        QVERIFY(b.classifier.configure(config, {}));
        QCOMPARE(b.filter(b.udp()).rulesLooked, std::uint16_t(25));
        QCOMPARE(b.filter(b.packets.udp(kClient, 1, ip(10, 0, 0, 3), 1)).rulesLooked, std::uint16_t(4));
    }
};

QTEST_APPLESS_MAIN(ClassifierTest)
#include "tst_classifier.moc"
