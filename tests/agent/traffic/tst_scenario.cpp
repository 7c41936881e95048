#include "agent/traffic/quantity.h"
#include "agent/traffic/scenario_loader.h"

#include <QtTest>
#include <array>
#include <string>

using agent::traffic::loadScenario;

namespace {

const std::array<std::string, 2> kPorts{"ether1", "ether2"};

// A complete scenario with one part exchanged.
QByteArray scenarioWith(const QByteArray& what, const QByteArray& by) {
    QByteArray text(R"({"name": "office",
      "hosts": [{"name": "pc1", "port": "ether2", "address": "192.168.88.10/24", "gateway": "192.168.88.1", "vlan": 20, "delay": "0.2ms"},
                {"name": "internet", "port": "ether1", "address": "203.0.113.10/24"}],
      "flows": [{"kind": "tcp", "name": "download", "client": "pc1", "server": "internet", "direction": "download", "streams": 8,
                 "rate": "20M", "start": "1s500ms", "size": "10M"},
                {"kind": "udp", "client": "pc1", "server": "internet", "rate": "2M", "size": 200, "direction": "upload"},
                {"kind": "ping", "name": "ping", "client": "pc1", "server": "internet", "interval": "100ms"}]})");
    if (!what.isEmpty()) {
        text.replace(what, by);
    }
    return text;
}

} // namespace

class TestScenario : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aCompleteFileIsReadWhole() {
        const auto scenario = loadScenario(scenarioWith({}, {}).toStdString(), "office.json", kPorts);
        QVERIFY2(scenario.has_value(), scenario ? "" : scenario.error().describe().c_str());
        QCOMPARE(scenario->name, std::string("office"));
        QCOMPARE(scenario->hosts.size(), std::size_t{2});
        const auto& host = scenario->hosts[0];
        QCOMPARE(host.address, 0xc0a8580au);
        QCOMPARE(host.prefix, std::uint8_t{24});
        QCOMPARE(host.gateway, 0xc0a85801u);
        QCOMPARE(host.vlan, std::uint16_t{20});
        QCOMPARE(host.delay, core::base::Nanos{200'000});
        QCOMPARE(scenario->flows.size(), std::size_t{3});
        const auto& tcp = scenario->flows[0];
        QCOMPARE(tcp.client, std::size_t{0});
        QCOMPARE(tcp.server, std::size_t{1});
        QCOMPARE(tcp.streams, 8u);
        QCOMPARE(tcp.rateBps, 20e6);
        QCOMPARE(tcp.size, std::uint64_t{10'000'000});
        QCOMPARE(tcp.start, core::base::Nanos{1'500'000'000});
        QCOMPARE(scenario->flows[1].name, std::string("flow2"));
        QCOMPARE(scenario->flows[1].size, std::uint64_t{200});
        QVERIFY(scenario->flows[1].direction == agent::traffic::Direction::Upload);
        QCOMPARE(scenario->flows[2].interval, core::base::Nanos{100'000'000});
    }

    void aFaultIsNamedWithItsPlace_data() {
        QTest::addColumn<QByteArray>("what");
        QTest::addColumn<QByteArray>("by");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const char* what, const char* by, const char* says) {
            QTest::newRow(name) << QByteArray(what) << QByteArray(by) << QString::fromLatin1(says);
        };
        row("unknown client", R"("download", "client": "pc1")", R"("download", "client": "pc9")", "flows[0].client: no host named pc9 (hosts: pc1, internet)");
        row("unknown port", R"("port": "ether2")", R"("port": "ether9")", "hosts[0].port: the board has no port ether9 (ports: ether1, ether2)");
        row("address without prefix", "192.168.88.10/24", "192.168.88.10", "hosts[0].address: must be an IPv4 address with prefix length");
        row("address out of range", "192.168.88.10/24", "192.168.88.256/24", "hosts[0].address");
        row("bad gateway", "192.168.88.1\"", "here\"", "hosts[0].gateway");
        row("vlan too large", R"("vlan": 20)", R"("vlan": 4095)", "hosts[0].vlan: must be a whole number from 0 to 4094");
        row("vlan as text", R"("vlan": 20)", R"("vlan": "20")", "hosts[0].vlan");
        row("negative delay", "0.2ms", "-1ms", "hosts[0].delay: must be a time");
        row("unknown kind", R"("kind": "udp")", R"("kind": "sctp")", "flows[1].kind: must be tcp, udp, ping, voip or web");
        row("unknown direction", R"("direction": "upload")", R"("direction": "up")", "flows[1].direction");
        row("no streams", R"("streams": 8)", R"("streams": 0)", "flows[0].streams");
        row("rate is no number", "20M", "20 Mbit", "flows[0].rate: must be a number such as");
        row("udp without rate", R"("rate": "2M", )", "", "flows[1].rate: is missing");
        row("datagram too short", R"("size": 200)", R"("size": 15)", "flows[1].size");
        row("datagram too long", R"("size": 200)", R"("size": 1473)", "flows[1].size");
        row("interval too short", R"("interval": "100ms")", R"("interval": "100us")", "flows[2].interval: must be 1ms or longer");
        row("misspelt member", R"("streams": 8)", R"("strems": 8)", "flows[0].strems: is not known here");
        row("same name twice", R"("name": "internet")", R"("name": "pc1")", "hosts[1].name: there is already a host named pc1");
        row("talks to itself", R"("client": "pc1", "server": "internet", "interval")", R"("client": "pc1", "server": "pc1", "interval")", "flows[2].server");
        row("port twice", R"("size": 200)", R"("size": 200, "port": 7}, {"kind": "udp", "client": "pc1", "server": "internet", "rate": "1M", "port": 7)",
            "flows[2].port: another flow uses this port");
        row("hosts missing", R"("hosts")", R"("machines")", "hosts: is missing");
        row("flows no list", R"("flows": [)", R"("flows": 1, "list": [)", "flows: must be a list");
        row("not JSON", R"("name": "office",)", R"("name": )", "is not valid JSON");
    }
    void aFaultIsNamedWithItsPlace() {
        QFETCH(QByteArray, what);
        QFETCH(QByteArray, by);
        QFETCH(QString, says);
        const QByteArray text = scenarioWith(what, by);
        QVERIFY2(text != scenarioWith({}, {}), "the replacement hit nothing");
        const auto scenario = loadScenario(text.toStdString(), "office.json", kPorts);
        QVERIFY(!scenario.has_value());
        QCOMPARE(scenario.error().code, core::base::ErrorCode::InvalidInput);
        const QString message = QString::fromStdString(scenario.error().text);
        QVERIFY2(message.startsWith(QStringLiteral("office.json: ")) && message.contains(says), qPrintable(message));
    }

    void everyTruncationIsRefused() {
        const std::string whole = scenarioWith({}, {}).toStdString();
        for (std::size_t length = 0; length < whole.size(); ++length) {
            QVERIFY(!loadScenario(std::string_view(whole).substr(0, length), "cut", kPorts).has_value());
        }
    }

    void otherJsonThanAnObjectIsRefused() {
        for (const char* text : {"[]", "1", "null", "\"x\"", "{\"hosts\": [1], \"flows\": []}", "{\"hosts\": [], \"flows\": [null]}"}) {
            QVERIFY2(!loadScenario(text, "odd", kPorts).has_value(), text);
        }
    }

    void quantitiesAreReadAsRouterOsWritesThem() {
        using namespace agent::traffic;
        QCOMPARE(parseMultiple("10M").value(), 10e6);
        QCOMPARE(parseMultiple("512k").value(), 512e3);
        QCOMPARE(parseMultiple("2.5G").value(), 2.5e9);
        QCOMPARE(parseMultiple("64000").value(), 64e3);
        for (const char* bad : {"", "M", "10 M", "10MM", "-1", "1e3", "1.2.3", "10m"}) {
            QVERIFY2(!parseMultiple(bad), bad);
        }
        QCOMPARE(parseDuration("1m30s").value(), 90 * core::base::kSecond);
        QCOMPARE(parseDuration("1w2d").value(), 9 * 86400 * core::base::kSecond);
        QCOMPARE(parseDuration("20us").value(), core::base::Nanos{20'000});
        QCOMPARE(parseDuration("3").value(), 3 * core::base::kSecond);
        for (const char* bad : {"", "s", "5x", "1s2", "99999999w", "-5s"}) {
            QVERIFY2(!parseDuration(bad), bad);
        }
    }
};

QTEST_APPLESS_MAIN(TestScenario)
#include "tst_scenario.moc"
