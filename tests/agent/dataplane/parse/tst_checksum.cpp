#include "agent/dataplane/parse/checksum.h"
#include "core/base/endian.h"

#include <QTest>

#include <random>
#include <vector>

using namespace agent::dataplane;

class ChecksumTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // RFC 1071 section 3: 00 01 f2 03 f4 f5 f6 f7 sums to ddf2.
    void theExampleOfRfc1071() {
        const std::uint8_t data[] = {0x00, 0x01, 0xf2, 0x03, 0xf4, 0xf5, 0xf6, 0xf7};
        QCOMPARE(onesSum(data, sizeof data), std::uint16_t{0xddf2});
        QCOMPARE(checksum(data, sizeof data), std::uint16_t{0x220d});
    }
    void anOddLastOctetIsPaddedWithZero() {
        const std::uint8_t odd[] = {0x12, 0x34, 0x56}, even[] = {0x12, 0x34, 0x56, 0x00};
        QCOMPARE(onesSum(odd, 3), onesSum(even, 4));
    }
    // RFC 1624 section 4: HC = dd2f, m = 5555, m' = 3285 gives 0000.
    void theExampleOfRfc1624() { QCOMPARE(updateChecksum(0xdd2f, 0x5555, 0x3285), std::uint16_t{0x0000}); }

    void incrementalUpdatesAgreeWithFullSums() {
        std::mt19937 random(7);
        for (int round = 0; round < 20000; ++round) {
            std::vector<std::uint8_t> data(2 * (4 + random() % 40));
            for (auto& octet : data) {
                octet = static_cast<std::uint8_t>(random());
            }
            const std::uint16_t before = checksum(data.data(), data.size());
            const std::size_t word = 2 * (random() % (data.size() / 2 - 1));
            const std::uint32_t old32 = core::base::loadBe32(&data[word]), new32 = static_cast<std::uint32_t>(random());
            core::base::storeBe32(&data[word], new32);
            const std::uint16_t full = checksum(data.data(), data.size());
            const std::uint16_t incremental = applyDelta(before, deltaOf32(old32, new32));
            const bool same = full == incremental || (full % 0xffff == 0 && incremental % 0xffff == 0); // +0 and -0
            QVERIFY2(same, qPrintable(QString::number(full) + QStringLiteral(" ") + QString::number(incremental)));
        }
    }
    void joinedDeltasActLikeOneAfterTheOther() {
        std::mt19937 random(8);
        for (int round = 0; round < 5000; ++round) {
            const auto w = [&] { return static_cast<std::uint32_t>(random()); };
            const ChecksumDelta a = deltaOf32(w(), w()), b = deltaOf16(static_cast<std::uint16_t>(w()), static_cast<std::uint16_t>(w()));
            const auto sum = static_cast<std::uint16_t>(w());
            const std::uint16_t one = applyDelta(applyDelta(sum, a), b), joined = applyDelta(sum, joinDeltas(a, b));
            QVERIFY(one == joined || (one % 0xffff == 0 && joined % 0xffff == 0));
        }
    }
};

QTEST_APPLESS_MAIN(ChecksumTest)
#include "tst_checksum.moc"
