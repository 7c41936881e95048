#include "agent/dataplane/l2/igmp.h"
#include "tests/agent/dataplane/support/engine_lab.h"

#include <QTest>

#include <random>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using core::model::PathKind;

namespace {

constexpr MacKey kGroupMac = 0x01'00'5e'01'02'03;
constexpr MacKey kAllSystems = 0x01'00'5e'00'00'01;

// An IGMP message of version 2 (or 3 with records) as a frame.
Frame igmpFrame(std::uint8_t type, std::uint32_t group, MacKey from, MacKey to, std::uint32_t destination,
                const std::vector<std::uint8_t>& records = {}) {
    Frame f = PacketBuilder::protocol(kProtocolIgmp).from(ip("10.0.0.9"), 0).to(destination, 0).macs(from, to).payload(8 + records.size()).pad(false).build();
    std::uint8_t* m = f.data() + 34;
    std::fill(m, f.data() + f.size(), std::uint8_t{0});
    m[0] = type;
    if (records.empty()) {
        core::base::storeBe32(m + 4, group);
    } else {
        core::base::storeBe16(m + 6, static_cast<std::uint16_t>(group)); // number of records
        std::copy(records.begin(), records.end(), m + 8);
    }
    core::base::storeBe16(m + 2, checksum(m, 8 + records.size()));
    return f;
}

// Three ports; a querier behind ether3.
struct SnoopingBridge : EngineLab {
    IfIndex e1, e2, e3, e4, br;
    explicit SnoopingBridge(bool hardware = false) {
        std::optional<std::uint16_t> sw;
        if (hardware) {
            sw = chip();
            config.chips[0].offloadsIgmpSnooping = config.chips[0].offloadsDhcpSnooping = true;
        }
        e1 = ether("ether1", sw);
        e2 = ether("ether2", sw);
        e3 = ether("ether3", sw);
        e4 = ether("ether4", sw);
        br = bridge("bridge1");
        for (const IfIndex e : {e1, e2, e3, e4}) {
            port(br, e);
        }
    }
    std::vector<PortId> query() { return portsOf(push(2, igmpFrame(igmp::kQuery, 0, 0x02'dd'00'00'00'01, kAllSystems, ip("224.0.0.1")))); }
    std::vector<PortId> join(PortId at) { return portsOf(push(at, igmpFrame(igmp::kReportV2, ip("239.1.2.3"), kHostB, kGroupMac, ip("239.1.2.3")))); }
    std::vector<PortId> data() {
        return portsOf(push(0, PacketBuilder::udp().from("10.0.0.2", 1).to("239.1.2.3", 5000).macs(kHostA, kGroupMac).payload(50).build()));
    }
    static std::vector<PortId> portsOf(const std::vector<Sent>& sent) {
        std::vector<PortId> ports;
        for (const Sent& s : sent) {
            ports.push_back(s.port);
        }
        std::sort(ports.begin(), ports.end());
        return ports;
    }
};

using Ports = std::vector<PortId>;

Frame dhcp(std::uint16_t from, std::uint16_t to, MacKey source) {
    return PacketBuilder::udp().from("0.0.0.0", from).to("255.255.255.255", to).macs(source, kBroadcastMac).payload(240).build();
}

} // namespace

class SnoopingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void withoutAQuerierEverythingIsFlooded_data() { bothWays(); }
    void withoutAQuerierEverythingIsFlooded() {
        QFETCH(const bool, hardware);
        SnoopingBridge lab(hardware);
        lab.config.bridges[0].igmpSnooping = true;
        lab.apply();
        QCOMPARE(lab.data(), (Ports{1, 2, 3}));
    }
    void dataGoesToWhoJoinedAndToRouters_data() { bothWays(); }
    void dataGoesToWhoJoinedAndToRouters() {
        QFETCH(const bool, hardware);
        SnoopingBridge lab(hardware);
        lab.config.bridges[0].igmpSnooping = true;
        lab.apply();
        QCOMPARE(lab.query(), (Ports{0, 1, 3})); // queries go everywhere
        QCOMPARE(lab.data(), Ports{2});          // nobody joined: the router's port only
        QCOMPARE(lab.join(1), Ports{2});         // reports go to routers only
        QCOMPARE(lab.data(), (Ports{1, 2}));
    }
    void withoutSnoopingItIsFlooded() {
        SnoopingBridge lab;
        lab.apply();
        lab.query();
        lab.join(1);
        QCOMPARE(lab.data(), (Ports{1, 2, 3}));
    }
    void membershipsRunOutAndLeaveTakesTwoSeconds() {
        SnoopingBridge lab;
        lab.config.bridges[0].igmpSnooping = true;
        lab.config.bridges[0].membershipInterval = 100 * core::base::kSecond;
        lab.config.bridgePorts[3].fastLeave = true;
        lab.apply();
        lab.query();
        lab.join(1);
        lab.join(3);
        QCOMPARE(lab.data(), (Ports{1, 2, 3}));
        const auto leave = [&](PortId at) { lab.push(at, igmpFrame(igmp::kLeave, ip("239.1.2.3"), kHostB, 0x01'00'5e'00'00'02, ip("224.0.0.2"))); };
        leave(1);
        leave(3);
        QCOMPARE(lab.data(), (Ports{1, 2})); // fast-leave at ether4
        lab.advance(3 * core::base::kSecond);
        QCOMPARE(lab.data(), Ports{2});
        lab.join(1);
        lab.advance(101 * core::base::kSecond);
        QCOMPARE(lab.data(), Ports{2});
    }
    void versionThreeJoinsAndLeavesByRecords() {
        SnoopingBridge lab;
        lab.config.bridges[0].igmpSnooping = true;
        lab.apply();
        lab.query();
        const auto report = [&](std::uint8_t type) {
            lab.push(1, igmpFrame(igmp::kReportV3, 1, kHostB, 0x01'00'5e'00'00'16, ip("224.0.0.22"), {type, 0, 0, 0, 239, 1, 2, 3}));
        };
        report(igmp::kToExclude); // joins from every source
        QCOMPARE(lab.data(), (Ports{1, 2}));
        report(igmp::kToInclude); // from none
        lab.advance(3 * core::base::kSecond);
        QCOMPARE(lab.data(), Ports{2});
    }
    void linkLocalGroupsAreNeverPruned() {
        SnoopingBridge lab;
        lab.config.bridges[0].igmpSnooping = true;
        lab.apply();
        lab.query();
        QCOMPARE(SnoopingBridge::portsOf(
                     lab.push(0, PacketBuilder::udp().from("10.0.0.2", 1).to("224.0.0.251", 5353).macs(kHostA, 0x01'00'5e'00'00'fb).build())),
                 (Ports{1, 2, 3}));
    }
    void multicastRouterOfAPortIsHeeded() {
        SnoopingBridge lab;
        lab.config.bridges[0].igmpSnooping = true;
        lab.config.bridgePorts[1].multicastRouter = MulticastRouter::Permanent;
        lab.config.bridgePorts[2].multicastRouter = MulticastRouter::Disabled;
        lab.apply();
        lab.query();
        QCOMPARE(lab.data(), Ports{1});
    }
    void aTypedGroupStays() {
        SnoopingBridge lab;
        lab.config.bridges[0].igmpSnooping = true;
        lab.config.bridgeGroups.push_back({lab.br, lab.e4, ip("239.1.2.3"), 1});
        lab.apply();
        lab.query();
        QCOMPARE(lab.data(), (Ports{2, 3}));
        lab.advance(200 * core::base::kSecond);
        QCOMPARE(lab.data(), (Ports{2, 3}));
    }
    void snoopingTakesHardwareOffloadFromChipsThatCannot() {
        SnoopingBridge lab(true);
        lab.config.chips[0].offloadsIgmpSnooping = lab.config.chips[0].offloadsDhcpSnooping = false;
        lab.apply();
        QVERIFY(lab.engine.bridgePortState(lab.config.bridgePorts[0].uid).hwOffload);
        lab.config.bridges[0].igmpSnooping = true;
        lab.apply();
        QVERIFY(!lab.engine.bridgePortState(lab.config.bridgePorts[0].uid).hwOffload);
        QVERIFY(lab.engine.globalState().bridgeFastPathActive); // unicast stays fast
        lab.config.bridges[0].igmpSnooping = false;
        lab.config.bridges[0].dhcpSnooping = true;
        lab.apply();
        QVERIFY(!lab.engine.bridgePortState(lab.config.bridgePorts[0].uid).hwOffload);
        QVERIFY(!lab.engine.globalState().bridgeFastPathActive);
    }
    void dhcpServersAreBelievedBehindTrustedPortsOnly_data() { bothWays(); }
    void dhcpServersAreBelievedBehindTrustedPortsOnly() {
        QFETCH(const bool, hardware);
        SnoopingBridge lab(hardware);
        lab.config.bridges[0].dhcpSnooping = true;
        lab.config.bridgePorts[2].trusted = true;
        lab.apply();
        QCOMPARE(SnoopingBridge::portsOf(lab.push(0, dhcp(68, 67, kHostA))), Ports{2}); // requests go where servers may be
        QVERIFY(lab.push(1, dhcp(67, 68, kHostB)).empty());
        QCOMPARE(lab.stats(lab.e2).rxDrop, 1u);
        QCOMPARE(SnoopingBridge::portsOf(lab.push(2, dhcp(67, 68, kHostB))), (Ports{0, 1, 3}));
        QCOMPARE(*lab.lastPath(), PathKind::Slow);
    }
    void malformedIgmpSaysNothing() {
        std::mt19937 random(7);
        const Frame good = igmpFrame(igmp::kReportV3, 2, kHostB, 0x01'00'5e'00'00'16, ip("224.0.0.22"),
                                     {4, 0, 0, 1, 239, 1, 2, 3, 10, 0, 0, 1, 3, 0, 0, 0, 239, 1, 2, 4});
        SnoopingBridge lab;
        lab.config.bridges[0].igmpSnooping = true;
        lab.apply();
        for (std::size_t length = 14; length <= good.size(); ++length) { // cut byte by byte
            lab.push(1, Frame(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(length)));
        }
        for (int i = 0; i < 2000; ++i) {
            Frame f = good;
            f[34 + random() % (f.size() - 34)] = static_cast<std::uint8_t>(random());
            lab.push(1, f);
        }
        QCOMPARE(lab.pool.available(), lab.pool.capacity());
    }

private:
    static void bothWays() {
        QTest::addColumn<bool>("hardware");
        QTest::newRow("CPU bridge") << false;
        QTest::newRow("switch chip") << true;
    }
};

QTEST_APPLESS_MAIN(SnoopingTest)
#include "tst_snooping.moc"
