#include "core/link/mndp.h"
#include "core/link/mndp_listener.h"

#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>
#include <QUdpSocket>

using core::base::ErrorCode;
using core::link::decodeMndp;
using core::link::MndpAnnouncement;
using core::link::MndpListener;

namespace {

std::string field(int type, const std::string& value) {
    std::string out;
    for (const int n : {type >> 8, type & 255, static_cast<int>(value.size()) >> 8, static_cast<int>(value.size()) & 255}) {
        out += static_cast<char>(n);
    }
    return out + value;
}

std::string packet() {
    return std::string("\0\0\x12\x34", 4) + field(1, "\x4c\x5e\x0c\x12\x34\x56") + field(5, "office-gw") + field(7, "7.16 (stable)") +
           field(8, "MikroTik") + field(10, std::string("\xcd\x5f\x01\x00", 4)) + field(11, "ABCD-1234") + field(12, "RB5009UG+S+") +
           field(14, std::string(1, '\0')) + field(15, std::string("\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01", 16)) +
           field(16, "bridge/ether1") + field(17, "\xc0\xa8\x58\x01") + field(99, "later");
}

} // namespace

class TestMndp : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyFieldIsRead() {
        const auto said = decodeMndp(packet());
        QVERIFY(said.has_value());
        QCOMPARE(said->sequence, 0x1234);
        QCOMPARE(said->mac, std::string("4C:5E:0C:12:34:56"));
        QCOMPARE(said->identity, std::string("office-gw"));
        QCOMPARE(said->version, std::string("7.16 (stable)"));
        QCOMPARE(said->platform, std::string("MikroTik"));
        QCOMPARE(said->uptimeSeconds.value_or(0), 90061u);
        QCOMPARE(said->softwareId, std::string("ABCD-1234"));
        QCOMPARE(said->board, std::string("RB5009UG+S+"));
        QCOMPARE(said->ipv6, std::string("fe80::1"));
        QCOMPARE(said->interface, std::string("bridge/ether1"));
        QCOMPARE(said->ipv4, std::string("192.168.88.1"));
    }
    void everyCutIsRefusedOrReadsLess() {
        const std::string whole = packet();
        for (std::size_t n = 0; n < whole.size(); ++n) {
            const auto said = decodeMndp(std::string_view(whole).substr(0, n));
            QVERIFY(!said || *said != *decodeMndp(whole) || n >= whole.size() - 9);
        }
    }
    void randomDamageIsSurvived() {
        QRandomGenerator random(5678);
        int read = 0;
        for (int i = 0; i < 20'000; ++i) {
            std::string bytes = packet().substr(0, random.bounded(200u));
            for (char& c : bytes) {
                c = random.bounded(20u) == 0 ? static_cast<char>(random.bounded(256u)) : c;
            }
            read += decodeMndp(bytes) ? 1 : 0;
        }
        QVERIFY(read > 0);
    }
    void badOnesAreNamed() {
        QCOMPARE(decodeMndp("").error().code, ErrorCode::InvalidInput);
        QVERIFY(!decodeMndp(core::link::mndpRefresh())); // our own question is no announcement
        QVERIFY(decodeMndp(std::string(4, '\0') + field(1, "abc")).error().text.find("type 1") != std::string::npos);
        QVERIFY(decodeMndp(std::string(4, '\0') + field(5, "x").substr(0, 4) + "").error().text.find("longer") != std::string::npos);
    }
    void theListenerAsksAndHears() {
        QUdpSocket router;
        QVERIFY(router.bind(QHostAddress::LocalHost));
        MndpListener probe(nullptr, 0, QHostAddress::LocalHost);
        QVERIFY(probe.start());
        const quint16 port = probe.port();
        probe.stop();
        MndpListener listener(nullptr, port, QHostAddress::LocalHost);
        std::vector<std::string> heard;
        connect(&listener, &MndpListener::heard, this,
                [&heard](const MndpAnnouncement& said, const QHostAddress&) { heard.push_back(said.identity); });
        QVERIFY(listener.start());
        router.writeDatagram("junk", QHostAddress::LocalHost, port);
        router.writeDatagram(QByteArray::fromStdString(packet()), QHostAddress::LocalHost, port);
        QTRY_COMPARE(heard.size(), 1u);
        QCOMPARE(heard[0], std::string("office-gw"));
        listener.stop();
        QVERIFY(!listener.isListening());
    }
    void aTakenPortIsSaid() {
        QUdpSocket other;
        QVERIFY(other.bind(QHostAddress::AnyIPv4, 0, QUdpSocket::DontShareAddress));
        MndpListener listener(nullptr, other.localPort(), QHostAddress::LocalHost);
        const auto started = listener.start();
        QVERIFY(!started);
        QCOMPARE(started.error().code, ErrorCode::AddressInUse);
    }
};

QTEST_GUILESS_MAIN(TestMndp)
#include "tst_mndp.moc"
