// What makes traffic, as people write it, and what sender and sink say to each other: read back, and refused when it is nonsense.
#include "core/load/wire.h"

#include <QTest>

using namespace core::load;

class TestLoadWire : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void loadsAreRead_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("tool");
        QTest::addColumn<QString>("host");
        QTest::addColumn<int>("port");
        QTest::newRow("name") << "sink:lab.example" << static_cast<int>(Tool::Sink) << "lab.example" << 0;
        QTest::newRow("port") << "iperf3:10.0.0.9:5202" << static_cast<int>(Tool::Iperf3) << "10.0.0.9" << 5202;
        QTest::newRow("IPv6") << "irtt:2001:db8::1" << static_cast<int>(Tool::Irtt) << "2001:db8::1" << 0;
        QTest::newRow("IPv6 and port") << "flent:[2001:db8::1]:12865" << static_cast<int>(Tool::Flent) << "2001:db8::1" << 12865;
    }
    void loadsAreRead() {
        QFETCH(QString, text);
        const auto load = parseLoad(text.toStdString());
        QVERIFY(load.has_value());
        QTEST(static_cast<int>(load->tool), "tool");
        QTEST(load->host, "host");
        QTEST(static_cast<int>(load->port), "port");
    }

    void nonsenseIsNoLoad_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", "sink", "sink:", "ftp:host", "iperf3:-V", "sink:host:0", "sink:host:99999", "sink:host:8x", "sink:[::1", "sink:[::1]8"}) {
            QTest::newRow(text) << text;
        }
    }
    void nonsenseIsNoLoad() {
        QFETCH(QString, text);
        const auto load = parseLoad(text.toStdString());
        QVERIFY(!load.has_value());
        QVERIFY(load.error().text.find("'" + text.toStdString() + "'") != std::string::npos);
    }

    void whatALoadIsIsSaidInWords() {
        LoadRequest load = *parseLoad("sink:10.0.0.9");
        QCOMPARE(loadText(load), std::string("pings, 8 TCP connections from 10.0.0.9, by Pathscope's sender"));
        load.udpBps = 2e7;
        load.direction = Direction::Both;
        QCOMPARE(loadText(load), std::string("pings, UDP at 20 Mb/s and 8 TCP connections to and from 10.0.0.9, by Pathscope's sender"));
        load.tool = Tool::Iperf3;
        load.direction = Direction::Up;
        QCOMPARE(loadText(load), std::string("UDP at 20 Mb/s to 10.0.0.9, by iperf3"));
    }

    void linesAreReadBack() {
        const auto hello = readControlLine(helloLine({Direction::Both, 16, 5e6}).trimmed());
        QVERIFY(hello.has_value() && hello->hello);
        QCOMPARE(static_cast<int>(hello->hello->direction), static_cast<int>(Direction::Both));
        QCOMPARE(hello->hello->flows, 16);
        QCOMPARE(hello->hello->udpBps, 5e6);
        QCOMPARE(*readControlLine(tokenLine(0x00ff).trimmed())->token, std::uint64_t{0xff});
        const auto data = readControlLine(dataLine(~0ULL, true).trimmed());
        QVERIFY(data->data && data->up);
        QCOMPARE(*data->token, ~0ULL);
        const auto clock = readControlLine(clockLine(3, 1LL << 40).trimmed());
        QCOMPARE(*clock->clock, 3);
        QCOMPARE(*clock->us, std::int64_t{1} << 40);
        QCOMPARE(*readControlLine(busyLine(37.52).trimmed())->busy, 37.5);
        QCOMPARE(*readControlLine(errorLine(QStringLiteral("no")).trimmed())->error, QStringLiteral("no"));
    }

    void aLineCutAnywhereIsNone() {
        const QByteArray whole = helloLine({Direction::Down, 8, 0}).trimmed();
        for (qsizetype cut = 0; cut < whole.size(); ++cut) {
            QVERIFY(!readControlLine(whole.left(cut)).has_value());
        }
    }

    void hostileLinesAreRefused_data() {
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("another version") << QByteArray("{\"pathscope-sink\":2,\"direction\":\"up\",\"flows\":1,\"udp_bps\":0}");
        QTest::newRow("too many connections") << QByteArray("{\"pathscope-sink\":1,\"direction\":\"up\",\"flows\":129,\"udp_bps\":0}");
        QTest::newRow("fewer than none") << QByteArray("{\"pathscope-sink\":1,\"direction\":\"up\",\"flows\":-1,\"udp_bps\":0}");
        QTest::newRow("too fast") << QByteArray("{\"pathscope-sink\":1,\"direction\":\"up\",\"flows\":1,\"udp_bps\":1e12}");
        QTest::newRow("no direction") << QByteArray("{\"pathscope-sink\":1,\"flows\":1,\"udp_bps\":0}");
        QTest::newRow("a short token") << QByteArray("{\"data\":\"ff\"}");
        QTest::newRow("an array") << QByteArray("[1,2]");
        QTest::newRow("long") << QByteArray("{\"busy\":1,\"x\":\"") + QByteArray(kLongestLine, 'x') + "\"}";
    }
    void hostileLinesAreRefused() {
        QFETCH(QByteArray, line);
        QVERIFY(!readControlLine(line).has_value());
    }

    void datagramsAreReadBack() {
        const QByteArray octets = datagram({DatagramType::Ping, 0x1122334455667788, 42}, 64);
        QCOMPARE(octets.size(), qsizetype{64});
        QCOMPARE(octets.mid(8, 8).toHex(), QByteArray("1122334455667788"));
        const auto head = readDatagram(octets);
        QVERIFY(head.has_value());
        QCOMPARE(head->number, std::uint64_t{42});
        QVERIFY(!readDatagram(octets.left(kDatagramHeader - 1)).has_value());
        QVERIFY(!readDatagram(QByteArray(64, '\x09')).has_value());
    }
};

QTEST_GUILESS_MAIN(TestLoadWire)
#include "tst_load_wire.moc"
