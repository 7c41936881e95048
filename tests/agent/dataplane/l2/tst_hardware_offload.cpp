#include "agent/dataplane/l2/hardware_offload.h"

#include <QTest>

using namespace agent::dataplane;

namespace {

// Interfaces 0 and 1 are ports of chip 0, 2 of chip 1, 3 has no chip; 4 and 5 are bridges. All four are ports of bridge 4.
EngineConfig board() {
    EngineConfig c;
    c.chips.resize(2);
    for (std::uint16_t i = 0; i < 4; ++i) {
        PhysicalPortConfig port;
        if (i < 3) {
            port.chip = i < 2 ? 0 : 1;
        }
        c.ports.push_back(port);
        InterfaceConfig ether;
        ether.port = i;
        c.interfaces.push_back(ether);
    }
    for (IfIndex i : {4, 5}) {
        InterfaceConfig bridge;
        bridge.type = InterfaceType::Bridge;
        c.interfaces.push_back(bridge);
        BridgeConfig b;
        b.interface = i;
        c.bridges.push_back(b);
    }
    for (IfIndex i = 0; i < 4; ++i) {
        BridgePortConfig p;
        p.bridge = 4;
        p.interface = i;
        c.bridgePorts.push_back(p);
    }
    return c;
}

QString flags(const EngineConfig& c) {
    QString text;
    for (const auto& chip : hardwareOffload(c)) {
        text += chip ? QString::number(*chip) : QStringLiteral("-");
    }
    return text;
}

} // namespace

class HardwareOffloadTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachChipKeepsItsOwnGroup() { QCOMPARE(flags(board()), QStringLiteral("001-")); }
    void theWishCounts() {
        EngineConfig c = board();
        c.bridgePorts[1].hw = false;
        QCOMPARE(flags(c), QStringLiteral("0-1-"));
    }
    void horizonTakesTheFlagAway() {
        EngineConfig c = board();
        c.bridgePorts[0].horizon = 1;
        QCOMPARE(flags(c), QStringLiteral("-01-"));
    }
    void aChipThatDoesNotSwitchHasNone() {
        EngineConfig c = board();
        c.chips[0].offloadsBridge = false;
        QCOMPARE(flags(c), QStringLiteral("--1-"));
    }
    void featuresTheChipLacksTakeTheFlagAway() {
        for (int feature = 0; feature < 4; ++feature) {
            EngineConfig c = board();
            c.bridges[0].vlanFiltering = feature == 0;
            c.bridges[0].igmpSnooping = feature == 1;
            c.bridges[0].dhcpSnooping = feature == 2;
            c.bridges[0].mstp = feature == 3;
            QCOMPARE(flags(c), QStringLiteral("----"));
            c.chips[0].offloadsVlanFiltering = c.chips[0].offloadsIgmpSnooping = c.chips[0].offloadsDhcpSnooping = c.chips[0].offloadsMstp =
                true;
            QCOMPARE(flags(c), QStringLiteral("00--"));
        }
    }
    void aSecondBridgeOnTheChipGoesWithout() {
        EngineConfig c = board();
        c.bridgePorts[1].bridge = 5;
        QCOMPARE(flags(c), QStringLiteral("0-1-"));
        c.bridgePorts[0].hw = false; // the first bridge needs the chip no more
        QCOMPARE(flags(c), QStringLiteral("-01-"));
    }
    void disabledAndNonEtherPortsHaveNone() {
        EngineConfig c = board();
        c.interfaces[0].enabled = false;
        c.interfaces[1].type = InterfaceType::Vlan;
        QCOMPARE(flags(c), QStringLiteral("--1-"));
    }
    void theVendorsTableOfFeaturesByChip() {
        // Columns: Prestera, 88E6393X, MT7621, CRS1xx/2xx, QCA8337, Atheros8227, IPQ-PPE. y keeps H.
        struct Feature {
            const char* name;
            void (*set)(EngineConfig&);
            const char* keeps;
        };
        const Feature features[] = {
            {"none", [](EngineConfig&) {}, "yyyyyyy"},
            {"stp", [](EngineConfig& c) { c.bridges[0].stp = true; }, "yyyyyyn"},
            {"mstp", [](EngineConfig& c) { c.bridges[0].mstp = true; }, "yyynnnn"},
            {"vlan-filtering", [](EngineConfig& c) { c.bridges[0].vlanFiltering = true; }, "yyynnnn"},
            {"ether-type 0x88a8", [](EngineConfig& c) { c.bridges[0].vlanFiltering = c.bridges[0].serviceTags = true; }, "ynnnnnn"},
            {"tag-stacking", [](EngineConfig& c) { c.bridges[0].vlanFiltering = c.bridgePorts[0].tagStacking = true; }, "ynnnnnn"},
            {"igmp-snooping", [](EngineConfig& c) { c.bridges[0].igmpSnooping = true; }, "yynynnn"},
            {"dhcp-snooping", [](EngineConfig& c) { c.bridges[0].dhcpSnooping = true; }, "yynyynn"},
            {"guards", [](EngineConfig& c) { c.bridges[0].guards = true; }, "ynnnnnn"},
            {"horizon", [](EngineConfig& c) { c.bridgePorts[0].horizon = 1; }, "nnnnnnn"},
            {"hw=no", [](EngineConfig& c) { c.bridgePorts[0].hw = false; }, "nnnnnnn"},
        };
        for (const Feature& feature : features) {
            for (std::size_t column = 0; column < 7; ++column) {
                EngineConfig c = board();
                ChipConfig& chip = c.chips[0];
                chip.offloadsVlanFiltering = chip.offloadsMstp = column < 3;
                chip.offloadsTagStacking = chip.offloadsGuards = column == 0;
                chip.offloadsIgmpSnooping = column < 2 || column == 3;
                chip.offloadsDhcpSnooping = column < 2 || column == 3 || column == 4;
                chip.offloadsStp = column != 6;
                feature.set(c);
                const bool keeps = hardwareOffload(c)[0].has_value();
                QVERIFY2(keeps == (feature.keeps[column] == 'y'), feature.name);
            }
        }
    }
    void bondsGoToChipsThatHashThem() {
        EngineConfig c = board();
        c.interfaces[3].type = InterfaceType::Bond; // of interfaces 0 and 1
        c.bridgePorts = {c.bridgePorts[3]};
        c.bonds.push_back({});
        c.bonds[0].interface = 3;
        c.bonds[0].slaves = {0, 1};
        for (const BondMode mode : {BondMode::Lacp, BondMode::BalanceXor, BondMode::ActiveBackup}) {
            c.bonds[0].mode = mode;
            c.chips[0].offloadsBonding = false;
            QCOMPARE(flags(c), QStringLiteral("-"));
            c.chips[0].offloadsBonding = true;
            QCOMPARE(flags(c), QStringLiteral("0"));
        }
        c.bonds[0].mode = BondMode::BalanceRr;
        QCOMPARE(flags(c), QStringLiteral("-"));
        c.bonds[0].mode = BondMode::Lacp;
        c.bonds[0].slaves = {0, 2}; // on two chips
        QCOMPARE(flags(c), QStringLiteral("-"));
    }
    void aChipWithSeveralGroupsServesSeveralBridges() {
        EngineConfig c = board();
        c.bridgePorts[1].bridge = 5;
        c.chips[0].bridgeGroups = 7;
        QCOMPARE(flags(c), QStringLiteral("001-"));
    }
    void danglingIndicesAreSurvived() {
        EngineConfig c = board();
        c.bridgePorts[0].interface = 77;
        c.bridgePorts[1].bridge = 78;
        c.ports[2].chip = 9;
        QCOMPARE(flags(c), QStringLiteral("----"));
    }
};

QTEST_APPLESS_MAIN(HardwareOffloadTest)
#include "tst_hardware_offload.moc"
