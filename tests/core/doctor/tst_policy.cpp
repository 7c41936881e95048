#include "core/doctor/policy.h"

#include <QTest>
#include <algorithm>

using namespace core::doctor;
using core::model::PathKind;

namespace {

constexpr std::string_view kRouter = R"(# by RouterOS 7.16.1
# model = RB5009UG+S+
/interface bridge
add name=bridge
/interface vlan
add interface=bridge name=vlan10 vlan-id=10
/interface list
add name=LAN
add name=WAN
/interface list member
add interface=vlan10 list=LAN
add interface=bridge list=LAN
add interface=ether1 list=WAN
/interface bridge port
add bridge=bridge interface=ether2
/ip address
add address=192.168.88.1/24 interface=bridge
add address=192.168.10.1/24 interface=vlan10
add address=203.0.113.2/24 interface=ether1
/ip firewall filter
add action=fasttrack-connection chain=forward connection-state=established,related src-address=!192.168.10.0/24 dst-address=!192.168.10.0/24
add action=accept chain=forward connection-state=established,related
/ip firewall nat
add action=masquerade chain=srcnat out-interface-list=WAN
)";

core::model::Checked checked(std::string_view text, std::string_view config = kRouter) {
    const auto expectation = parseExpectation(text);
    if (!expectation) {
        return {{}, false, {expectation.error().text}, {}};
    }
    const auto table = core::devices::loadDeviceTable();
    Patient patient;
    patient.config = core::routeros::config::loadConfig(config);
    return checkPolicy(patient, table.value(), {*expectation}).front();
}

} // namespace

class TestPolicy : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyPartIsRead() {
        const auto read = parseExpectation("  vlan 10 ->ether1\tudp/53 : fast-path or better ");
        QVERIFY2(read.has_value(), read ? "" : read.error().text.c_str());
        QCOMPARE(read->from, std::string("vlan 10"));
        QCOMPARE(read->to, std::string("ether1"));
        QCOMPARE(read->protocol, std::string("udp"));
        QCOMPARE(read->destinationPort, 53);
        QCOMPARE(read->path, PathKind::FastPath);
        QVERIFY(read->orBetter);
    }

    void whatIsNoExpectationIsRefusedWithTheForm_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("empty") << QByteArray("") << QByteArray("no expectation");
        QTest::newRow("no arrow") << QByteArray("LAN to WAN: slow") << QByteArray("no expectation");
        QTest::newRow("no path") << QByteArray("LAN->WAN") << QByteArray("no expectation");
        QTest::newRow("no end") << QByteArray("->WAN: slow") << QByteArray("no name");
        QTest::newRow("unknown path") << QByteArray("LAN->WAN: fastest") << QByteArray("none of switch");
        QTest::newRow("bad port") << QByteArray("LAN->WAN tcp/70000: slow") << QByteArray("no protocol");
        QTest::newRow("port 0") << QByteArray("LAN->WAN tcp/0: slow") << QByteArray("no protocol");
        QTest::newRow("two words") << QByteArray("LAN->WAN tcp udp: slow") << QByteArray("no protocol");
    }
    void whatIsNoExpectationIsRefusedWithTheForm() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, says);
        const auto read = parseExpectation(text.toStdString());
        QVERIFY(!read);
        QVERIFY2(read.error().text.find(says.toStdString()) != std::string::npos, read.error().text.c_str());
        QVERIFY(read.error().text.find("LAN->WAN: fasttrack") != std::string::npos);
    }

    void aFileNamesTheLineThatIsWrong() {
        const auto good = parseExpectations("# policy\n\nLAN->WAN: slow # for now\r\nWAN->LAN: fasttrack", "policy.txt");
        QVERIFY(good.has_value());
        QCOMPARE(good->size(), std::size_t(2));
        QCOMPARE(good->at(0).line, std::size_t(3));
        QCOMPARE(good->at(1).line, std::size_t(4));
        const auto bad = parseExpectations("LAN->WAN: slow\nnonsense\n", "policy.txt");
        QVERIFY(!bad);
        QVERIFY2(bad.error().text.starts_with("policy.txt:2: "), bad.error().text.c_str());
    }

    void everyInterfaceOfARoleIsMeant() {
        const auto all = checked("LAN->WAN: fasttrack");
        QVERIFY(!all.met);
        QCOMPARE(all.verdicts.size(), std::size_t(2));
        const auto missed = std::count_if(all.notes.begin(), all.notes.end(),
                                          [](const std::string& note) { return note.find(" takes ") != std::string::npos; });
        QCOMPARE(missed, 1);
        QVERIFY(std::any_of(all.notes.begin(), all.notes.end(),
                            [](const std::string& note) { return note.starts_with("vlan10 -> ether1 takes slow"); }));
        QVERIFY(checked("bridge->WAN: fasttrack").met);
    }

    void aFasterPathWillDoWhereThatIsSaid() {
        QVERIFY(!checked("bridge->ether1: slow").met);
        QVERIFY(checked("bridge->ether1: slow or better").met);
        QVERIFY(!checked("vlan10->ether1: fasttrack or better").met);
    }

    void anInterfaceThatIsNotThereIsNotMet() {
        const auto none = checked("ether77->WAN: slow or better");
        QVERIFY(!none.met);
        QVERIFY(none.notes.front().find("ether77") != std::string::npos);
    }

    void theReasonNamesTheLine() {
        std::string config(kRouter);
        config.insert(config.find("add action=fasttrack"), "add action=accept chain=forward connection-state=established,related\n");
        const auto shadowed = checked("bridge->ether1: fasttrack", config);
        QVERIFY(!shadowed.met);
        QVERIFY2(shadowed.notes.front().find("/ip/firewall/filter 0  add") != std::string::npos, shadowed.notes.front().c_str());
        QCOMPARE(shadowed.verdicts.front().reasons.front().at->line, 21);
    }
};

QTEST_APPLESS_MAIN(TestPolicy)
#include "tst_policy.moc"
