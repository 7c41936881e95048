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
