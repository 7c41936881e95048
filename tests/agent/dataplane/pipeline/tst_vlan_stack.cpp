// VLAN interfaces on VLAN interfaces: 802.1Q in 802.1Q, and a service tag (0x88a8) around either.
#include "tests/agent/dataplane/support/engine_lab.h"

#include <QTest>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using core::model::PathKind;

namespace {

Frame tagged(Frame f, std::uint16_t type, std::uint8_t vid) {
    f.insert(f.begin() + 12, {static_cast<std::uint8_t>(type >> 8), static_cast<std::uint8_t>(type), 0, vid});
    return f;
}

struct Stack : EngineLab {
    IfIndex lan = ether("ether1"), trunk = ether("ether2");
    IfIndex outer = kNoInterface, inner = kNoInterface;
    std::uint16_t outerType;

    explicit Stack(bool service)
        : outerType(service ? kEtherTypeServiceVlan : kEtherTypeVlan) {
        outer = vlan("outer", trunk, 100);
        config.interfaces[outer].serviceTag = service;
        inner = vlan("inner", outer, 20);
        address(lan, "10.0.0.1");
        address(inner, "192.0.2.1");
        apply();
        knows(0, "10.0.0.2", kHostA, "10.0.0.1");
        push(1, tagged(tagged(arpFrame(ArpOperation::Reply, kHostB, "192.0.2.2", etherMac(1), "192.0.2.1"), kEtherTypeVlan, 20), outerType,
                       100));
    }
};

} // namespace

class VlanStackTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void bothTagsAreTakenOffAndPutOn_data() {
        QTest::addColumn<bool>("service");
        QTest::newRow("802.1Q in 802.1Q") << false;
        QTest::newRow("802.1Q in 802.1ad") << true;
    }
    void bothTagsAreTakenOffAndPutOn() {
        QFETCH(bool, service);
        Stack lab(service);
        auto out = lab.push(0, PacketBuilder::udp().from("10.0.0.2", 1).to("192.0.2.2", 2).macs(kHostA, EngineLab::etherMac(0)).build());
        QCOMPARE(out.size(), 1u);
        const Frame plain =
            PacketBuilder::udp().pad(false).ttl(63).from("10.0.0.2", 1).to("192.0.2.2", 2).macs(EngineLab::etherMac(1), kHostB).build();
        QCOMPARE(out[0].octets, tagged(tagged(plain, kEtherTypeVlan, 20), lab.outerType, 100));
        QCOMPARE(lab.lastPath(), PathKind::FastPath);
        const Frame back = PacketBuilder::udp().from("192.0.2.2", 2).to("10.0.0.2", 1).macs(kHostB, EngineLab::etherMac(1)).build();
        out = lab.push(1, tagged(tagged(back, kEtherTypeVlan, 20), lab.outerType, 100));
        QCOMPARE(out.size(), 1u);
        QCOMPARE(int(out[0].port), 0);
        QVERIFY(checksumsAreRight(out[0].octets));
        QCOMPARE(lab.lastPath(), PathKind::FastPath);
        QCOMPARE(lab.stats(lab.outer).txPacket, 1u);
        QCOMPARE(lab.stats(lab.inner).txByte + 4, lab.stats(lab.outer).txByte);
    }
    void theOtherKindOfTagIsNotThisVlan() {
        Stack lab(true);
        const Frame back = PacketBuilder::udp().from("192.0.2.2", 2).to("10.0.0.2", 1).macs(kHostB, EngineLab::etherMac(1)).build();
        QCOMPARE(lab.push(1, tagged(tagged(back, kEtherTypeVlan, 20), kEtherTypeVlan, 100)).size(), 0u);
        Stack plain(false);
        QCOMPARE(plain.push(1, tagged(tagged(back, kEtherTypeVlan, 20), kEtherTypeServiceVlan, 100)).size(), 0u);
    }
};

QTEST_APPLESS_MAIN(VlanStackTest)
#include "tst_vlan_stack.moc"
