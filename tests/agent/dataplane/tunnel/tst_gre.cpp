#include "agent/dataplane/parse/checksum.h"
#include "agent/dataplane/tunnel/gre.h"
#include "core/base/endian.h"

#include <QTest>

#include <array>
#include <random>
#include <vector>

using namespace agent::dataplane;

class TstGre : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aPlainHeaderIsFourOctetsAndNamesTheProtocol() {
        std::array<std::uint8_t, 4> octets{};
        writeGre(octets.data(), 0x0800);
        QCOMPARE(octets, (std::array<std::uint8_t, 4>{0, 0, 0x08, 0x00}));
        const auto header = readGre(octets);
        QVERIFY(header);
        QCOMPARE(header->protocol, std::uint16_t{0x0800});
        QCOMPARE(int(header->length), 4);
    }
    void keyAndSequenceNumberMakeTheHeaderLonger() {
        const std::array<std::uint8_t, 12> octets{0x30, 0, 0x08, 0, 1, 2, 3, 4, 0, 0, 0, 9};
        const auto header = readGre(octets);
        QVERIFY(header);
        QCOMPARE(int(header->length), 12);
        QVERIFY(!readGre(std::span(octets).first(11)));
    }
    void aChecksumHasToBeRight() {
        std::vector<std::uint8_t> octets{0x80, 0, 0x08, 0, 0, 0, 0, 0, 0x11, 0x22, 0x33};
        core::base::storeBe16(&octets[4], checksum(octets.data(), octets.size()));
        QVERIFY(readGre(octets));
        octets.back() ^= 1;
        QVERIFY(!readGre(octets));
    }
    void routingAndOtherVersionsAreNotTaken() {
        QVERIFY(!readGre(std::array<std::uint8_t, 4>{0x40, 0, 8, 0}));
        QVERIFY(!readGre(std::array<std::uint8_t, 4>{0x00, 1, 8, 0}));
        QVERIFY(!readGre(std::array<std::uint8_t, 4>{0x08, 0, 8, 0}));
    }
    void eoipHasTheLengthBigEndianAndTheTunnelIdLittleEndian() {
        std::array<std::uint8_t, 8> octets{};
        writeEoip(octets.data(), {0x0102, 0x0304});
        QCOMPARE(octets, (std::array<std::uint8_t, 8>{0x20, 0x01, 0x64, 0x00, 0x01, 0x02, 0x04, 0x03}));
        std::vector<std::uint8_t> frame(octets.begin(), octets.end());
        QVERIFY(!readEoip(frame)); // the frame it speaks of is missing
        frame.resize(8 + 0x0102);
        const auto header = readEoip(frame);
        QVERIFY(header);
        QCOMPARE(header->frameLength, std::uint16_t{0x0102});
        QCOMPARE(header->tunnelId, std::uint16_t{0x0304});
        QVERIFY(!readGre(frame));
    }
    void everyPrefixAndEveryRandomInputIsAnsweredWithoutReadingOn() {
        std::mt19937 random(1);
        for (int i = 0; i < 20'000; ++i) {
            std::vector<std::uint8_t> octets(random() % 24);
            for (auto& octet : octets) {
                octet = static_cast<std::uint8_t>(random());
            }
            if (const auto gre = readGre(octets)) {
                QVERIFY(gre->length <= octets.size());
            }
            if (const auto eoip = readEoip(octets)) {
                QVERIFY(eoip->frameLength + kEoipHeader <= octets.size());
            }
        }
    }
};

QTEST_APPLESS_MAIN(TstGre)
#include "tst_gre.moc"
