// What is put together is taken apart again by the segmenter into the very same frames; what would not be is left alone.
#include "agent/io/coalescer.h"
#include "agent/io/internet_checksum.h"
#include "core/base/endian.h"

#include <QTest>

#include <random>

using namespace agent::io;
using core::base::storeBe16;
using core::base::storeBe32;

namespace {

using Frame = std::vector<std::uint8_t>;

void fixChecksums(Frame& f) {
    storeBe16(&f[24], 0);
    storeBe16(&f[24], static_cast<std::uint16_t>(~fold(addWords(0, {f.data() + 14, 20}))));
    storeBe16(&f[50], 0);
    const std::uint64_t pseudo = addWords(0, {f.data() + 26, 8}) + 6 + (f.size() - 34);
    storeBe16(&f[50], static_cast<std::uint16_t>(~fold(addWords(pseudo, {f.data() + 34, f.size() - 34}))));
}

Frame segment(std::uint16_t number, std::uint32_t sequence, std::size_t octets, std::uint8_t flags = 0x10, std::size_t options = 12) {
    Frame f(54 + options + octets);
    for (std::size_t i = 0; i < f.size(); ++i) {
        f[i] = static_cast<std::uint8_t>(i < 14 || (i >= 54 && i < 54 + options) ? i : i * 31 + sequence);
    }
    storeBe16(&f[12], 0x0800);
    f[14] = 0x45;
    f[15] = 0;
    storeBe16(&f[16], static_cast<std::uint16_t>(f.size() - 14));
    storeBe16(&f[18], number);
    storeBe16(&f[20], 0x4000);
    f[22] = 63;
    f[23] = 6;
    storeBe32(&f[26], 0x0a000002);
    storeBe32(&f[30], 0xcb007105);
    storeBe16(&f[34], 4321);
    storeBe16(&f[36], 80);
    storeBe32(&f[38], sequence);
    storeBe32(&f[42], 99);
    f[46] = static_cast<std::uint8_t>((20 + options) / 4 << 4);
    f[47] = flags;
    storeBe16(&f[48], 500);
    storeBe16(&f[52], 0);
    fixChecksums(f);
    return f;
}

std::vector<FrameView> views(const std::vector<Frame>& frames) {
    std::vector<FrameView> out;
    for (const Frame& f : frames) {
        out.push_back({f.data(), static_cast<std::uint32_t>(f.size())});
    }
    return out;
}

std::vector<Frame> apart(const SuperFrame& big) {
    Frame whole(big.header.begin(), big.header.begin() + static_cast<std::ptrdiff_t>(big.headerLength));
    for (std::size_t i = 0; i < big.count; ++i) {
        whole.insert(whole.end(), big.payloads[i].bytes, big.payloads[i].bytes + big.payloads[i].length);
    }
    OffloadHints hints;
    hints.segments = OffloadHints::Segments::TcpV4;
    hints.segmentSize = big.segmentSize;
    Segmenter segmenter;
    std::vector<Frame> out;
    if (segmenter.start(whole, hints)) {
        while (!segmenter.done()) {
            out.emplace_back(segmenter.nextLength());
            segmenter.next(out.back().data());
        }
    }
    return out;
}

} // namespace

class tst_Coalescer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aRowBecomesOneAndComesApartTheSame() {
        std::vector<Frame> frames;
        for (std::uint16_t i = 0; i < 9; ++i) {
            frames.push_back(segment(static_cast<std::uint16_t>(65533 + i), 0xfffffff0u + i * 1448u, i == 8 ? 700 : 1448, i == 8 ? 0x18 : 0x10));
        }
        SuperFrame big;
        QCOMPARE(coalesce(views(frames), big), frames.size());
        QCOMPARE(big.length(), std::size_t(66 + 8 * 1448 + 700));
        QVERIFY(apart(big) == frames);
    }

    void whatDiffersEndsTheRow_data() {
        QTest::addColumn<int>("what");
        const char* names[] = {"sequence", "identification", "port", "time to live", "FIN", "longer", "options", "wrong TCP checksum", "wrong IP checksum", "MAC", "window", "no data"};
        for (int i = 0; i < 12; ++i) {
            QTest::newRow(names[i]) << i;
        }
    }
    void whatDiffersEndsTheRow() {
        QFETCH(int, what);
        std::vector<Frame> frames{segment(7, 100, 500), segment(8, 600, 500), segment(9, 1100, 500)};
        Frame& f = frames[2];
        switch (what) {
        case 0: storeBe32(&f[38], 1101); break;
        case 1: storeBe16(&f[18], 11); break;
        case 2: storeBe16(&f[36], 81); break;
        case 3: f[22] = 62; break;
        case 4: f[47] = 0x11; break;
        case 5: f = segment(9, 1100, 501); break;
        case 6: f[60] ^= 1; break;
        case 7: f[100] ^= 1; break;
        case 8: f[24] ^= 1; break;
        case 9: f[3] ^= 1; break;
        case 10: f[48] ^= 1; break;
        case 11: f = segment(9, 1100, 0); break;
        default: break;
        }
        if (what != 7 && what != 8) {
            fixChecksums(f);
        }
        SuperFrame big;
        QCOMPARE(coalesce(views(frames), big), std::size_t(2));
        QVERIFY(apart(big) == std::vector<Frame>(frames.begin(), frames.begin() + 2));
    }

    void aShortOrPushedOneIsTheLast() {
        SuperFrame big;
        QCOMPARE(coalesce(views({segment(1, 0, 500), segment(2, 500, 400), segment(3, 900, 400)}), big), std::size_t(2));
        QCOMPARE(coalesce(views({segment(1, 0, 500), segment(2, 500, 500, 0x18), segment(3, 1000, 500)}), big), std::size_t(2));
        QCOMPARE(coalesce(views({segment(1, 0, 500, 0x18), segment(2, 500, 500)}), big), std::size_t(1));
    }

    void itNeverGetsTooLong() {
        std::vector<Frame> frames;
        for (std::uint16_t i = 0; i < 64; ++i) {
            frames.push_back(segment(i, i * 1900u, 1900));
        }
        SuperFrame big;
        const std::size_t n = coalesce(views(frames), big);
        QVERIFY(n > 30 && big.length() - 14 <= 65535);
        QVERIFY(apart(big) == std::vector<Frame>(frames.begin(), frames.begin() + static_cast<std::ptrdiff_t>(n)));
    }

    void framesByChanceComeApartTheSame() {
        std::mt19937 random(5);
        for (int round = 0; round < 3000; ++round) {
            std::vector<Frame> frames;
            std::uint32_t sequence = static_cast<std::uint32_t>(random());
            auto number = static_cast<std::uint16_t>(random());
            const std::size_t size = 1 + random() % 900;
            for (int i = 0; i < 6; ++i) {
                const std::size_t octets = random() % 8 == 0 ? 1 + random() % size : size;
                frames.push_back(segment(number++, sequence, octets, random() % 9 == 0 ? 0x18 : 0x10));
                sequence += static_cast<std::uint32_t>(octets);
                if (random() % 10 == 0) {
                    Frame& f = frames.back();
                    f[random() % f.size()] ^= static_cast<std::uint8_t>(1u << random() % 8);
                    if (random() % 2 == 0 && f.size() > 54) {
                        fixChecksums(f);
                    }
                }
                if (random() % 12 == 0) {
                    frames.back().resize(random() % frames.back().size());
                }
            }
            SuperFrame big;
            const std::size_t n = coalesce(views(frames), big);
            QVERIFY(n >= 1 && n <= frames.size());
            if (n > 1) {
                QVERIFY(apart(big) == std::vector<Frame>(frames.begin(), frames.begin() + static_cast<std::ptrdiff_t>(n)));
            }
        }
    }
};

QTEST_APPLESS_MAIN(tst_Coalescer)
#include "tst_coalescer.moc"
