#include "core/poller/questions.h"

#include <QTest>

using core::link::Answer;
using core::model::CounterSample;
using core::model::Row;
using core::poller::Question;
using core::poller::questions;

namespace {

void apply(const char* menu, std::vector<Row> rows, CounterSample& sample, Row done = {}, bool filtered = false) {
    for (const Question& question : questions()) {
        if (question.request.menu == menu && question.request.queries.empty() == !filtered) {
            question.apply(Answer{std::move(rows), std::move(done)}, sample);
            return;
        }
    }
    QFAIL(menu);
}

} // namespace

class TestQuestions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyPrintNamesItsProperties() {
        for (const Question& question : questions()) {
            QVERIFY(question.request.argument(".proplist") || question.request.argument("count-only"));
        }
        QVERIFY(questions().front().essential);
    }

    void rowsOfThreeMenusAreJoinedByName() {
        CounterSample s;
        apply("/interface",
              {{{".id", "*1"},
                {"name", "ether1"},
                {"type", "ether"},
                {"running", "true"},
                {"rx-byte", "18446744073709551615"},
                {"fp-rx-byte", "7"}}},
              s);
        apply("/interface/ethernet",
              {{{"name", "ether1"}, {"rx-bytes", "100"}, {"driver-rx-byte", "90"}, {"driver-rx-packet", "2"}}, {{"name", "ghost"}}}, s);
        apply("/interface/bridge/port", {{{"interface", "ether1"}, {"bridge", "bridge1"}, {"hw-offload", "true"}}}, s);
        QCOMPARE(s.interfaces.size(), 1u);
        const auto& i = s.interfaces[0];
        QVERIFY(i.running);
        QCOMPARE(i.rxByte.value(), ~std::uint64_t{0});
        QCOMPARE(i.wireRxByte.value(), 100u);
        QCOMPARE(i.driverRxPacket.value(), 2u);
        QCOMPARE(i.bridge, std::string("bridge1"));
        QCOMPARE(i.hwOffload, std::optional(true));
        QVERIFY(!i.rxDrop);
        QVERIFY(!i.txByte);
    }

    void packetsByKindOfAddressAreSummed() {
        CounterSample s;
        apply("/interface", {{{"name", "ether1"}}}, s);
        apply("/interface/ethernet", {{{"name", "ether1"}, {"rx-unicast", "10"}, {"rx-broadcast", "2"}}}, s);
        QCOMPARE(s.interfaces[0].wireRxPacket.value(), 12u);
        QVERIFY(!s.interfaces[0].wireTxPacket);
    }

    void whatIsNoNumberIsAbsent() {
        CounterSample s;
        apply("/interface",
              {{{"name", "e"}, {"rx-byte", ""}, {"tx-byte", "-5"}, {"rx-packet", "12x"}, {"tx-packet", "99999999999999999999"}}}, s);
        const auto& i = s.interfaces[0];
        QVERIFY(!i.rxByte && !i.txByte && !i.rxPacket && !i.txPacket);
    }

    void lanesAreSummed() {
        CounterSample s;
        apply("/interface", {{{"name", "e"}, {"rx-byte", "226411248,2"}}}, s);
        QCOMPARE(s.interfaces[0].rxByte.value(), 226411250u);
    }

    void aDisabledBridgePortIsNoPort() {
        CounterSample s;
        apply("/interface", {{{"name", "e"}}}, s);
        apply("/interface/bridge/port", {{{"interface", "e"}, {"bridge", "b"}, {"disabled", "true"}}}, s);
        QVERIFY(s.interfaces[0].bridge.empty());
    }

    void noChipMeansNoStatement() {
        CounterSample s;
        apply("/interface/ethernet/switch", {}, s);
        QVERIFY(!s.l3HwOffloading);
        apply("/interface/ethernet/switch", {{{"name", "switch1"}}, {{"name", "switch2"}, {"l3-hw-offloading", "yes"}}}, s);
        QCOMPARE(s.l3HwOffloading, std::optional(true));
    }

    void portsMayBeKeptFromRouting() {
        CounterSample s;
        apply("/interface", {{{"name", "ether1"}}, {{"name", "ether2"}}}, s);
        apply("/interface/ethernet/switch/port", {{{"name", "ether1"}, {"l3-hw-offloading", "false"}}, {{"name", "switch1-cpu"}}}, s);
        QCOMPARE(s.interfaces[0].l3HwOffload, std::optional(false));
        QVERIFY(!s.interfaces[1].l3HwOffload);
    }

    void settingsAndLoadsAreRead() {
        CounterSample s;
        apply("/ip/settings", {{{"ipv4-fasttrack-active", "true"}, {"ipv4-fasttrack-bytes", "5"}}}, s);
        apply("/interface/bridge/settings", {{{"bridge-fast-path-active", "false"}, {"bridge-fast-path-packets", "6"}}}, s);
        apply("/system/resource/cpu", {{{"cpu", "cpu0"}, {"load", "31"}}, {{"cpu", "cpu1"}, {"load", "7"}}}, s);
        apply("/ip/firewall/connection", {}, s, {{"ret", "120"}});
        apply("/ip/firewall/connection", {}, s, {{"ret", "100"}}, true);
        QCOMPARE(s.fastTrackActive, std::optional(true));
        QVERIFY(!s.fastPathActive);
        QCOMPARE(s.fastTrackByte.value(), 5u);
        QCOMPARE(s.bridgeFastPathActive, std::optional(false));
        QCOMPARE(s.bridgeFastPathPacket.value(), 6u);
        QCOMPARE(s.cpuPercent, (std::vector<double>{31, 7}));
        QCOMPARE(s.connections.value(), 120u);
        QCOMPARE(s.fastTrackedConnections.value(), 100u);
    }
};

QTEST_APPLESS_MAIN(TestQuestions)
#include "tst_questions.moc"
