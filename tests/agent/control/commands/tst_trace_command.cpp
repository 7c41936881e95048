// /pathscope/trace and /pathscope/drops as a client sees them.
#include "tests/agent/control/commands/console.h"

#include <QTest>

#include <algorithm>

using namespace agent::dataplane;
using core::base::kSecond;
using tests::Console;

namespace {

using Sentence = core::routeros::api::Sentence;

bool has(const Sentence& sentence, std::string_view word) { return std::find(sentence.begin(), sentence.end(), word) != sentence.end(); }

TraceEvent noted(std::uint32_t packet, std::uint16_t step, TraceStage stage, TraceDecision decision = TraceDecision::Plain, std::uint8_t code = 0) {
    TraceEvent e;
    e.time = 5 * kSecond + step;
    e.packet = packet;
    e.step = step;
    e.stage = stage;
    e.decision = decision;
    e.code = code;
    e.flags = kIsIpv4 | kHasPorts;
    e.protocol = 6;
    e.src = 0x0a000002;
    e.dst = 0xcb007105;
    e.sport = 1000;
    e.dport = 80;
    e.ttl = 64;
    e.length = 74;
    return e;
}

} // namespace

class tst_TraceCommand : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theFilterIsReadFromTheWords() {
        Console console;
        console.load("/interface bridge\nadd name=bridge1\n/interface bridge port\nadd bridge=bridge1 interface=ether2\nadd bridge=bridge1 interface=ether3\n"
                     "/interface vlan\nadd name=vlan10 interface=ether4 vlan-id=10\n");
        console.ask("/pathscope", "trace",
                    {{"in-interface", "bridge1"}, {"src-address", "10.0.0.0/24"}, {"protocol", "tcp"}, {"dst-port", "80-81"}, {"count", "3"}});
        const TraceFilter filter = console.engine.traceFilter;
        QCOMPARE(filter.etherPorts.size(), std::size_t(2));
        QVERIFY(filter.src && filter.src->first == 0x0a000000 && filter.src->last == 0x0a0000ff);
        QVERIFY(filter.protocol && *filter.protocol == 6);
        QVERIFY(filter.dstPort && filter.dstPort->last == 81);
        QCOMPARE(filter.count, 3u);
        console.ask("", "cancel");
        console.ask("/pathscope", "trace", {{"in-interface", "vlan10"}});
        QVERIFY(console.engine.traceFilter.vlan == std::uint16_t(10));
        QCOMPARE(console.engine.traceFilter.etherPorts.size(), std::size_t(1));
    }

    void wrongWordsAreRefused_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::newRow("count 0") << "count" << "0";
        QTest::newRow("count 101") << "count" << "101";
        QTest::newRow("address") << "src-address" << "10.0.0.300";
        QTest::newRow("port") << "dst-port" << "66000";
        QTest::newRow("interface") << "in-interface" << "ether99";
    }
    void wrongWordsAreRefused() {
        QFETCH(QString, name);
        QFETCH(QString, value);
        Console console;
        const auto said = console.ask("/pathscope", "trace", {{name.toStdString(), value.toStdString()}});
        QCOMPARE(said.at(0).at(0), std::string("!trap"));
        QVERIFY(!console.engine.trace.running);
    }

    void eachEventIsARowAndTheEndIsDone() {
        Console console;
        console.load("/ip firewall filter\nadd chain=forward action=passthrough\nadd chain=forward action=drop comment=\"no games\"\n");
        const auto rules = console.rows("/ip/firewall/filter");
        console.ask("/pathscope", "trace", {{"count", "1"}}, {}, "t1");
        QVERIFY(console.engine.trace.running);
        TraceEvent rule = noted(1, 3, TraceStage::Filter, TraceDecision::Rule);
        rule.item = static_cast<std::uint32_t>(std::stoul(std::string(rules.at(1).value(".id")).substr(1), nullptr, 16));
        console.engine.trace.events = {noted(1, 1, TraceStage::Ingress),
                                       noted(1, 2, TraceStage::FastPath, TraceDecision::No, static_cast<std::uint8_t>(FastRefusal::ConnectionTracking)),
                                       rule, noted(1, 4, TraceStage::Drop, TraceDecision::No, static_cast<std::uint8_t>(DropReason::FilterRule))};
        console.engine.trace.finished = true;
        const auto said = console.after(kSecond);
        QCOMPARE(said.size(), std::size_t(5));
        QVERIFY(has(said[0], "=stage=ingress") && has(said[0], "=packet=1") && has(said[0], "=path="));
        QVERIFY(has(said[1], "=stage=fast-path") && has(said[1], "=decision=no") && has(said[1], "=text=connection tracking is active"));
        QVERIFY(has(said[2], "=stage=filter") && has(said[2], "=decision=drop") && has(said[2], "=menu=/ip/firewall/filter"));
        QVERIFY(has(said[2], "=item=" + std::string(rules.at(1).value(".id"))));
        QVERIFY(has(said[2], "=text=rule 1, chain forward (no games)"));
        QVERIFY(has(said[3], "=decision=filter-rule") && has(said[3], "=path=slow"));
        QCOMPARE(said[4].at(0), std::string("!done"));
        QVERIFY(!console.engine.trace.running);
    }

    void aSecondTraceWaitsForTheFirst() {
        Console console;
        console.ask("/pathscope", "trace", {}, {}, "a");
        QCOMPARE(console.ask("/pathscope", "trace", {}, {}, "b").at(0).at(0), std::string("!trap"));
        console.ask("", "cancel", {{"tag", "a"}});
        QVERIFY(!console.engine.trace.running);
        QVERIFY(console.ask("/pathscope", "trace", {}, {}, "c").empty());
    }

    void itEndsAfterItsDuration() {
        Console console;
        console.ask("/pathscope", "trace", {{"duration", "3s"}});
        QVERIFY(console.after(kSecond).empty());
        QCOMPARE(console.after(3 * kSecond).back().at(0), std::string("!done"));
    }

    void aCaptureBecomesAFile() {
        Console console;
        QCOMPARE(console.ask("/pathscope/capture", "stop").at(0).at(0), std::string("!trap")); // none was started
        QCOMPARE(console.ask("/pathscope/capture", "start", {{"limit", "1MiB"}}).at(0).at(0), std::string("!done"));
        QCOMPARE(console.engine.captureLimit, std::size_t(1) << 20);
        QCOMPARE(console.ask("/pathscope/capture", "start", {{"limit", "17MiB"}}).at(0).at(0), std::string("!trap"));
        QCOMPARE(console.ask("/pathscope/capture", "stop", {{"file-name", "a.pcapng"}}).at(0).at(0), std::string("!done"));
        QCOMPARE(*console.plane.context().files.read("a.pcapng"), std::string("pcapng"));
    }

    void dropsHaveARowPerReason() {
        Console console;
        console.engine.packets.received = 12;
        console.engine.packets.count(DropReason::TimeToLive);
        const auto rows = console.rows("/pathscope/drops");
        QCOMPARE(rows.size(), kDropReasonCount + 4);
        QCOMPARE(rows.front().value("packets"), std::string_view("12"));
        const auto ttl = std::find_if(rows.begin(), rows.end(), [](const auto& row) { return row.value("name") == "time-to-live"; });
        QCOMPARE(ttl->value("packets"), std::string_view("1"));
        QCOMPARE(ttl->value("kind"), std::string_view("drop"));
    }
};

QTEST_APPLESS_MAIN(tst_TraceCommand)
#include "tst_trace_command.moc"
