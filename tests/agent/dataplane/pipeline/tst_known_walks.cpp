// What KnownWalks spares packets must show in nothing but time: two engines, one that asks the rules for every packet and one that
// remembers, get the same configuration and packets and must send the same frames and count the same.
#include "tests/agent/dataplane/pipeline/two_networks.h"

#include <QTest>

#include <random>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using core::model::PathKind;

namespace {

class Dice {
public:
    explicit Dice(unsigned seed)
        : engine_(seed) {}
    std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(engine_() % n); }
    bool once(std::uint32_t in) { return below(in) == 0; }

private:
    std::mt19937 engine_;
};

constexpr std::uint32_t kHosts = 4;

// A rule that matches some of the traffic below and does something.
RuleConfig anyRule(TwoNetworks& lab, Dice& dice, const std::string& chain, std::initializer_list<RuleAction> actions) {
    RuleConfig r = lab.rule(chain, *(actions.begin() + dice.below(static_cast<std::uint32_t>(actions.size()))));
    if (dice.once(3)) {
        r.match.srcAddress.value = Ipv4Range{ip("10.0.0.2"), ip("10.0.0.2") + dice.below(kHosts)};
        r.match.srcAddress.negate = dice.once(4);
    }
    if (dice.once(3)) {
        r.match.dstPort.value = {PortRange{80, static_cast<std::uint16_t>(80 + dice.below(3))}};
    }
    if (dice.once(4)) {
        r.match.protocol.value = dice.once(2) ? kProtocolTcp : kProtocolUdp;
    }
    if (dice.once(4)) {
        r.match.connectionState.value = static_cast<std::uint8_t>(1u << dice.below(4));
    }
    if (dice.once(5)) {
        r.match.connectionMark.value = static_cast<MarkId>(dice.below(3));
    }
    if (dice.once(5)) {
        r.match.packetMark.value = static_cast<MarkId>(dice.below(3));
    }
    if (dice.once(20)) {
        r.match.protocol = {};
        r.match.tcpFlagsSet = dice.once(2) ? tcp::kPsh : tcp::kSyn;
    }
    if (dice.once(20)) {
        r.match.srcAddressList.value = 0;
    }
    if (dice.once(6)) {
        r.match.connectionNatState.value = kNatStateSrc;
    }
    r.jumpTarget = "extra";
    r.newMark = static_cast<MarkId>(1 + dice.below(2));
    r.passthrough = !dice.once(3);
    r.addressListTimeout = core::base::kSecond;
    r.log = dice.once(30);
    return r;
}

void configure(TwoNetworks& lab, unsigned seed) {
    using enum RuleAction;
    Dice dice(seed);
    FirewallConfig& f = lab.config.firewall;
    lab.config.marks = {"no-mark", "one", "two"};
    f.addressLists = {{"seen", {}}};
    const auto add = [&](std::vector<RuleConfig>& table, const char* chain, std::uint32_t most, std::initializer_list<RuleAction> actions) {
        for (std::uint32_t n = dice.below(most + 1); n > 0; --n) {
            table.push_back(anyRule(lab, dice, chain, actions));
        }
    };
    add(f.raw, "prerouting", 2, {Passthrough, Accept, Passthrough, Passthrough});
    add(f.mangle, "prerouting", 4, {MarkConnection, MarkPacket, MarkRouting, Passthrough, Accept});
    add(f.mangle, "forward", 2, {MarkPacket, Passthrough, Jump, Log});
    add(f.mangle, "postrouting", 2, {MarkPacket, Passthrough, MarkConnection});
    add(f.mangle, "extra", 2, {Passthrough, Return, MarkPacket});
    add(f.filter, "forward", 6, {Passthrough, Jump, Passthrough, Accept, Drop, Passthrough, FastTrackConnection, AddSrcToAddressList});
    add(f.filter, "extra", 3, {Passthrough, Return, Accept, Passthrough});
    if (dice.once(2)) {
        lab.addMasquerade();
    }
    if (dice.once(3)) {
        RuleConfig dst = lab.rule("dstnat", DstNat);
        dst.match.dstAddress.value = Ipv4Range{ip("203.0.113.5"), ip("203.0.113.5")};
        dst.toAddresses = Ipv4Range{ip("203.0.113.9"), ip("203.0.113.9")};
        dst.toPorts = PortRange{8080, 8080};
        f.nat.push_back(dst);
    }
    if (dice.once(3)) { // fast handlers are off: FastTracked connections stay slow
        lab.config.ip.allowFastPath = false;
    }
    if (dice.once(3)) {
        QueueTypeConfig none, fifo;
        none.kind = QueueKind::None;
        fifo.name = "fifo";
        lab.config.queues.types = {none, fifo};
        SimpleQueueConfig row;
        row.uid = 9000;
        row.targets = {{ip("10.0.0.0"), 24}};
        row.upload.maxLimit = row.download.maxLimit = 50'000'000;
        row.upload.queueType = row.download.queueType = 1;
        lab.config.queues.simple = {row};
    }
    if (dice.once(3)) {
        lab.config.cost.native = false;
        lab.config.cost.slow = 1000;
        lab.config.cost.fastTrack = 100;
        lab.config.cost.rule = 10;
        lab.config.cost.connectionNew = 500;
        lab.config.cost.simpleQueue = 3;
        lab.config.cost.queueing = 7;
    }
}

struct Arrival {
    PortId port;
    Frame frame;
};

// Packets of a few connections in both directions, most of them ordinary.
Arrival anyPacket(Dice& dice) {
    const std::uint32_t n = dice.below(3 * kHosts);
    const bool segment = n % 2 == 0;
    std::uint8_t flags = tcp::kAck;
    if (dice.once(25)) {
        constexpr std::array kFlags{tcp::kSyn, std::uint8_t(tcp::kSyn | tcp::kAck), std::uint8_t(tcp::kAck | tcp::kPsh),
                                    std::uint8_t(tcp::kAck | tcp::kPsh), std::uint8_t(tcp::kFin | tcp::kAck), tcp::kRst};
        flags = kFlags[dice.below(kFlags.size())];
    }
    PacketBuilder b = segment ? PacketBuilder::tcp(flags) : PacketBuilder::udp();
    const std::uint32_t host = ip("10.0.0.2") + n % kHosts;
    const auto port = static_cast<std::uint16_t>(1000 + n);
    const bool up = !dice.once(3);
    b = b.payload(dice.once(20) ? 1480 : dice.below(60)).ttl(dice.once(25) ? 1 : 64);
    if (dice.once(4)) { // within a window, or far from it
        b = b.sequence(1 + dice.below(2000) + (dice.once(8) ? 0x40000000u : 0u), dice.below(2000));
    }
    if (dice.once(30)) {
        b = b.fragment(ipv4::kMoreFragments);
    }
    if (dice.once(30)) {
        b = b.options(1);
    }
    const auto server = static_cast<std::uint16_t>(80 + n % 3);
    if (up) {
        return {0, b.from(host, port).to(dice.once(30) ? ip("10.0.0.1") : ip("203.0.113.5"), server).macs(kHostA, EngineLab::etherMac(0)).build()};
    }
    // Answers to whatever the client looks like from outside.
    const bool translated = dice.once(2), moved = dice.once(3);
    return {1, b.from(ip(moved ? "203.0.113.9" : "203.0.113.5"), moved ? std::uint16_t{8080} : server)
                   .to(translated ? ip("192.0.2.1") : host, port)
                   .macs(kHostB, EngineLab::etherMac(1))
                   .build()};
}

std::vector<EngineLab::Sent> pushTogether(EngineLab& lab, const std::vector<Arrival>& arrivals) {
    lab.sent.clear();
    Batch batch;
    for (const Arrival& a : arrivals) {
        batch.push(lab.packet(a.port, a.frame));
    }
    lab.engine.switchStage(batch, lab.now);
    lab.cost = lab.engine.cpuStage(batch, lab.now);
    lab.engine.poll(lab.now);
    return std::exchange(lab.sent, {});
}

QByteArray textOf(const EngineLab::Sent& s) {
    return QByteArray::number(s.port) + ' ' + QByteArray(reinterpret_cast<const char*>(s.octets.data()), qsizetype(s.octets.size())).toHex();
}

// Everything an engine counts, as one text that a failed comparison can show.
QByteArray countsOf(const EngineLab& lab) {
    QByteArray all;
    const auto say = [&](const char* what, std::uint64_t a, std::uint64_t b) {
        all += QByteArray(what) + ' ' + QByteArray::number(quint64(a)) + ' ' + QByteArray::number(quint64(b)) + '\n';
    };
    const FirewallConfig& f = lab.config.firewall;
    for (const auto* table : {&f.raw, &f.mangle, &f.filter, &f.nat}) {
        for (const RuleConfig& r : *table) {
            const BytesPackets c = lab.engine.ruleCounters(r.uid);
            say((r.chain + " " + std::to_string(r.uid)).c_str(), c.packets, c.bytes);
        }
    }
    for (std::size_t k = 0; k < core::model::kPathCount; ++k) {
        say("path", lab.engine.pathCounters().packets[k], lab.engine.pathCounters().bytes[k]);
    }
    for (IfIndex i = 0; i < 2; ++i) {
        const InterfaceStats& s = lab.engine.interfaceStats(i);
        say("rx", s.rxPacket, s.rxByte);
        say("tx", s.txPacket, s.txByte);
        say("fp", s.fpRxPacket, s.fpTxByte);
        say("dropped", s.rxDrop, s.txDrop);
    }
    const GlobalState g = lab.engine.globalState();
    say("fasttrack", g.fastTrack.packets, g.fastTrack.bytes);
    std::vector<QByteArray> connections;
    lab.engine.forEachConnection(
        [&](const ConnectionInfo& c) {
            connections.push_back(QByteArray::number(c.src) + ':' + QByteArray::number(c.srcPort) + ' ' + QByteArray::number(c.protocol) + ' ' +
                                  QByteArray::number(c.dst) + ':' + QByteArray::number(c.dstPort) + " mark " + QByteArray::number(c.mark) + ' ' +
                                  QByteArray::number(quint64(c.orig.packets)) + '/' + QByteArray::number(quint64(c.repl.bytes)) + " left " +
                                  QByteArray::number(qint64(c.timeout)) + (c.fastTrack ? " F" : "") + '\n');
        },
        lab.now);
    std::sort(connections.begin(), connections.end());
    for (const QByteArray& c : connections) {
        all += c;
    }
    return all;
}

struct Pair {
    TwoNetworks asks, remembers;
    explicit Pair(unsigned seed) {
        for (TwoNetworks* lab : {&asks, &remembers}) {
            configure(*lab, seed);
            lab->engine.rememberWalks(lab == &remembers);
            lab->start();
            for (std::uint32_t h = 1; h < kHosts; ++h) {
                lab->knows(0, "10.0.0." + std::to_string(2 + h), kHostA, "10.0.0.1");
            }
        }
    }
};

} // namespace

class KnownWalksTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rememberingChangesNothingButTime_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 80; ++seed) {
            QTest::addRow("%u", seed) << seed;
        }
    }
    void rememberingChangesNothingButTime() {
        QFETCH(unsigned, seed);
        Pair labs(seed);
        Dice dice(seed + 1000);
        for (int round = 0; round < 40; ++round) {
            std::vector<Arrival> arrivals;
            for (std::uint32_t n = 1 + dice.below(kBatchSize); n > 0; --n) {
                arrivals.push_back(anyPacket(dice));
            }
            const auto expected = pushTogether(labs.asks, arrivals);
            const auto got = pushTogether(labs.remembers, arrivals);
            QCOMPARE(got.size(), expected.size());
            for (std::size_t i = 0; i < got.size(); ++i) {
                QCOMPARE(textOf(got[i]), textOf(expected[i]));
            }
            QCOMPARE(labs.remembers.cost.flow, labs.asks.cost.flow);
            QCOMPARE(labs.remembers.cost.queueing, labs.asks.cost.queueing);
            QCOMPARE(countsOf(labs.remembers), countsOf(labs.asks));
            const core::base::Nanos pause = dice.once(10) ? core::base::kSecond * (1 + dice.below(40)) : core::base::kMillisecond;
            const auto later = labs.asks.advance(pause);
            QCOMPARE(labs.remembers.advance(pause).size(), later.size());
            if (dice.once(15)) { // a change of configuration in between
                for (TwoNetworks* lab : {&labs.asks, &labs.remembers}) {
                    if (!lab->config.firewall.filter.empty()) {
                        lab->config.firewall.filter.erase(lab->config.firewall.filter.begin());
                    }
                    lab->apply();
                }
            }
        }
        repeated_ += labs.remembers.engine.repeatedWalks();
        QCOMPARE(labs.asks.engine.repeatedWalks(), 0u);
    }
    void theComparisonSawWalksRepeated() { QVERIFY2(repeated_ > 5'000, QByteArray::number(quint64(repeated_)).constData()); }
    void whatIsKnownIsNotAskedAgain() {
        TwoNetworks lab;
        RuleConfig count = lab.rule("forward", RuleAction::Passthrough);
        RuleConfig syn = lab.rule("forward", RuleAction::Log); // an effect, but never on the packets below
        syn.match.tcpFlagsSet = tcp::kSyn;
        lab.config.firewall.filter = {count, syn, lab.rule("forward", RuleAction::Accept)};
        lab.addMasquerade();
        lab.start();
        lab.openTcp();
        const std::uint64_t before = lab.engine.ruleCounters(count.uid).packets;
        for (int i = 0; i < 10; ++i) {
            lab.push(0, lab.up(PacketBuilder::tcp()).build());
            QCOMPARE(lab.lastPath(), PathKind::Slow);
        }
        QCOMPARE(lab.engine.ruleCounters(count.uid).packets - before, 10u);
        QVERIFY(lab.engine.repeatedWalks() >= 9u);
    }

private:
    std::uint64_t repeated_ = 0;
};

QTEST_APPLESS_MAIN(KnownWalksTest)
#include "tst_known_walks.moc"
