// What the hardware would have done: checksum completion, tags put back, super-frames cut. Frames are compared whole.
#include "agent/io/internet_checksum.h"
#include "agent/io/offload.h"
#include "core/base/endian.h"

#include <QtTest>

#include <random>

using namespace agent::io;
using core::base::loadBe16;
using core::base::loadBe32;
using core::base::storeBe16;
using core::base::storeBe32;

namespace {

using Bytes = std::vector<std::uint8_t>;

// The checksum by the definition, word by word, as a second opinion.
std::uint16_t plainSum(const Bytes& bytes) {
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        sum += i % 2 == 0 ? std::uint32_t{bytes[i]} << 8 : bytes[i];
        sum = (sum & 0xffff) + (sum >> 16);
    }
    return static_cast<std::uint16_t>(sum);
}

struct Layout {
    std::size_t tags = 0;
    bool v6 = false;
    bool tcp = true;
    std::size_t ipOptions = 0, tcpOptions = 12;

    [[nodiscard]] std::size_t l3() const { return 14 + 4 * tags; }
    [[nodiscard]] std::size_t l4() const { return l3() + (v6 ? 40 : 20 + ipOptions); }
    [[nodiscard]] std::size_t payload() const { return l4() + (tcp ? 20 + tcpOptions : 8); }
};

Bytes pseudoHeader(const Layout& layout, const Bytes& frame) {
    const std::size_t l4Length = frame.size() - layout.l4();
    const auto l3 = frame.begin() + static_cast<long>(layout.l3());
    Bytes pseudo(l3 + (layout.v6 ? 8 : 12), l3 + (layout.v6 ? 40 : 20));
    const std::uint8_t protocol = layout.tcp ? 6 : 17;
    pseudo.insert(pseudo.end(), {0, protocol, static_cast<std::uint8_t>(l4Length >> 8), static_cast<std::uint8_t>(l4Length)});
    return pseudo;
}

std::size_t checksumField(const Layout& layout) {
    return layout.l4() + (layout.tcp ? 16 : 6);
}

// Computes what a correct sender would have written.
void finish(const Layout& layout, Bytes& frame) {
    std::uint8_t* l3 = &frame[layout.l3()];
    if (layout.v6) {
        storeBe16(l3 + 4, static_cast<std::uint16_t>(frame.size() - layout.l4()));
    } else {
        storeBe16(l3 + 2, static_cast<std::uint16_t>(frame.size() - layout.l3()));
        storeBe16(l3 + 10, 0);
        storeBe16(l3 + 10, static_cast<std::uint16_t>(~plainSum(Bytes(l3, &frame[layout.l4()]))));
    }
    if (!layout.tcp) {
        storeBe16(&frame[layout.l4() + 4], static_cast<std::uint16_t>(frame.size() - layout.l4()));
    }
    storeBe16(&frame[checksumField(layout)], 0);
    Bytes covered = pseudoHeader(layout, frame);
    covered.insert(covered.end(), frame.begin() + static_cast<long>(layout.l4()), frame.end());
    storeBe16(&frame[checksumField(layout)], static_cast<std::uint16_t>(~plainSum(covered)));
}

Bytes payload(std::size_t octets) {
    std::mt19937 random(42);
    Bytes bytes(octets);
    for (auto& b : bytes) {
        b = static_cast<std::uint8_t>(random());
    }
    return bytes;
}

Bytes makeFrame(const Layout& layout, const Bytes& data, std::uint8_t tcpFlags = 0x10, std::uint32_t sequence = 0xfffffff0,
                std::uint16_t id = 0xfffe) {
    Bytes frame(layout.payload());
    for (std::size_t i = 0; i < 12; ++i) {
        frame[i] = static_cast<std::uint8_t>(i + 1);
    }
    for (std::size_t t = 0; t < layout.tags; ++t) {
        storeBe16(&frame[12 + 4 * t], t + 1 < layout.tags ? 0x88a8 : 0x8100);
        storeBe16(&frame[14 + 4 * t], static_cast<std::uint16_t>(100 + t));
    }
    storeBe16(&frame[layout.l3() - 2], layout.v6 ? 0x86dd : 0x0800);
    std::uint8_t* l3 = &frame[layout.l3()];
    if (layout.v6) {
        l3[0] = 0x60;
        l3[6] = layout.tcp ? 6 : 17;
        for (int i = 8; i < 40; ++i) {
            l3[i] = static_cast<std::uint8_t>(i * 7);
        }
    } else {
        l3[0] = static_cast<std::uint8_t>(0x40 | (20 + layout.ipOptions) / 4);
        storeBe16(l3 + 4, id);
        l3[8] = 64;
        l3[9] = layout.tcp ? 6 : 17;
        storeBe32(l3 + 12, 0xc0a8580a);
        storeBe32(l3 + 16, 0x08080808);
    }
    std::uint8_t* l4 = &frame[layout.l4()];
    storeBe16(l4, 40000);
    storeBe16(l4 + 2, 443);
    if (layout.tcp) {
        storeBe32(l4 + 4, sequence);
        storeBe32(l4 + 8, 77);
        l4[12] = static_cast<std::uint8_t>((20 + layout.tcpOptions) / 4 << 4);
        l4[13] = tcpFlags;
        storeBe16(l4 + 14, 502);
    }
    frame.insert(frame.end(), data.begin(), data.end());
    finish(layout, frame);
    return frame;
}

std::vector<Bytes> cut(const Bytes& frame, const OffloadHints& hints) {
    std::vector<Bytes> pieces;
    Segmenter segmenter;
    if (!segmenter.start(frame, hints)) {
        return pieces;
    }
    while (!segmenter.done()) {
        Bytes piece(segmenter.nextLength());
        segmenter.next(piece.data());
        pieces.push_back(piece);
    }
    return pieces;
}

OffloadHints segments(const Layout& layout, std::uint16_t size) {
    OffloadHints hints;
    hints.segments = !layout.tcp ? OffloadHints::Segments::UdpV4
                     : layout.v6 ? OffloadHints::Segments::TcpV6
                                 : OffloadHints::Segments::TcpV4;
    hints.segmentSize = size;
    return hints;
}

} // namespace

class TestOffload : public QObject {
    Q_OBJECT

    static void addLayouts() {
        QTest::addColumn<unsigned>("tags");
        QTest::addColumn<bool>("v6");
        QTest::addColumn<bool>("tcp");
        QTest::addColumn<unsigned>("ipOptions");
        QTest::newRow("TCP") << 0u << false << true << 0u;
        QTest::newRow("TCP, tagged") << 1u << false << true << 0u;
        QTest::newRow("TCP, two tags") << 2u << false << true << 0u;
        QTest::newRow("TCP, IP options") << 0u << false << true << 8u;
        QTest::newRow("TCP over IPv6") << 0u << true << true << 0u;
        QTest::newRow("TCP over IPv6, tagged") << 1u << true << true << 0u;
        QTest::newRow("UDP") << 0u << false << false << 0u;
        QTest::newRow("UDP, tagged") << 1u << false << false << 0u;
    }
    static Layout fetched() {
        QFETCH(unsigned, tags);
        QFETCH(bool, v6);
        QFETCH(bool, tcp);
        QFETCH(unsigned, ipOptions);
        return {tags, v6, tcp, ipOptions, 12};
    }

private Q_SLOTS:
    void sumsOfAnyLengthAgreeWithTheDefinition() {
        std::mt19937 random(1);
        for (std::size_t length = 0; length < 300; ++length) {
            Bytes bytes(length);
            for (auto& b : bytes) {
                b = static_cast<std::uint8_t>(random() % 3 == 0 ? 0xff : random());
            }
            QCOMPARE(fold(addWords(0, bytes)), plainSum(bytes));
        }
    }

    void aHalfDoneChecksumIsCompleted_data() { addLayouts(); }
    void aHalfDoneChecksumIsCompleted() {
        const Layout layout = fetched();
        for (const std::size_t octets : {0u, 1u, 2u, 999u}) {
            const Bytes expected = makeFrame(layout, payload(octets));
            Bytes frame = expected;
            storeBe16(&frame[checksumField(layout)], plainSum(pseudoHeader(layout, frame)));
            OffloadHints hints;
            hints.needsChecksum = true;
            hints.checksumStart = static_cast<std::uint16_t>(layout.l4());
            hints.checksumOffset = layout.tcp ? 16 : 6;
            QVERIFY(completeChecksum(frame, hints));
            QCOMPARE(frame, expected);
        }
    }
    void aUdpChecksumOfZeroIsSentAsAllOnes() {
        const Layout layout{0, false, false};
        Bytes frame = makeFrame(layout, {0, 0});
        // Choose the payload so that everything sums up to zero.
        const std::uint16_t rest = loadBe16(&frame[checksumField(layout)]);
        storeBe16(&frame[layout.payload()], rest);
        storeBe16(&frame[checksumField(layout)], plainSum(pseudoHeader(layout, frame)));
        OffloadHints hints;
        hints.checksumStart = static_cast<std::uint16_t>(layout.l4());
        hints.checksumOffset = 6;
        QVERIFY(completeChecksum(frame, hints));
        QCOMPARE(loadBe16(&frame[checksumField(layout)]), std::uint16_t{0xffff});
    }
    void hintsThatPointOutsideTheFrameChangeNothing() {
        const Bytes expected = makeFrame({}, payload(10));
        Bytes frame = expected;
        OffloadHints hints;
        hints.checksumStart = 65535;
        hints.checksumOffset = 65535;
        QVERIFY(!completeChecksum(frame, hints));
        hints.checksumStart = static_cast<std::uint16_t>(frame.size() - 1);
        hints.checksumOffset = 0;
        QVERIFY(!completeChecksum(frame, hints));
        QCOMPARE(frame, expected);
    }

    void aTagGoesBackBehindTheAddresses() {
        const Bytes expected = makeFrame({1}, payload(30));
        Bytes room(4);
        const Bytes untagged = makeFrame({0}, payload(30));
        room.insert(room.end(), untagged.begin(), untagged.end());
        restoreTag(room.data(), 0x8100, 100);
        QCOMPARE(room, expected);
    }

    void aSuperFrameIsCutIntoWhatTheSenderWouldHaveSent_data() { addLayouts(); }
    void aSuperFrameIsCutIntoWhatTheSenderWouldHaveSent() {
        const Layout layout = fetched();
        const Bytes data = payload(4444);
        constexpr std::size_t kSize = 1000;
        constexpr std::uint8_t kAckPshFinCwr = 0x10 | 0x08 | 0x01 | 0x80;
        // Sequence number and identification both run over.
        const std::vector<Bytes> pieces = cut(makeFrame(layout, data, kAckPshFinCwr), segments(layout, kSize));
        QCOMPARE(pieces.size(), std::size_t{5});
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            std::uint8_t flags = 0x10;
            flags |= i == 0 ? 0x80 : 0;
            flags |= i == 4 ? 0x08 | 0x01 : 0;
            const std::size_t end = std::min(data.size(), (i + 1) * kSize);
            const Bytes part(data.begin() + static_cast<long>(i * kSize), data.begin() + static_cast<long>(end));
            const Bytes expected =
                makeFrame(layout, part, flags, static_cast<std::uint32_t>(0xfffffff0 + i * kSize), static_cast<std::uint16_t>(0xfffe + i));
            QCOMPARE(pieces[i], expected);
        }
    }
    void aSuperFrameOf64KilobytesIsCutCompletely() {
        const Layout layout;
        const std::size_t octets = 65535 - (layout.payload() - layout.l3());
        const std::vector<Bytes> pieces = cut(makeFrame(layout, payload(octets)), segments(layout, 1448));
        QCOMPARE(pieces.size(), (octets + 1447) / 1448);
        std::size_t sum = 0;
        for (const Bytes& piece : pieces) {
            sum += piece.size() - layout.payload();
        }
        QCOMPARE(sum, octets);
    }
    void aFrameNoLongerThanASegmentComesOutWhole() {
        const Bytes frame = makeFrame({}, payload(100), 0x18);
        const std::vector<Bytes> pieces = cut(frame, segments({}, 1448));
        QCOMPARE(pieces.size(), std::size_t{1});
        QCOMPARE(pieces[0], frame);
    }
    void whatCannotBeCutIsRefused() {
        const Layout layout;
        const Bytes frame = makeFrame(layout, payload(3000));
        QVERIFY(cut(frame, segments(layout, 0)).empty());
        OffloadHints other = segments(layout, 1000);
        other.segments = OffloadHints::Segments::Other;
        QVERIFY(cut(frame, other).empty());
        QVERIFY(cut(frame, segments({0, true}, 1000)).empty());         // says IPv6, is not
        QVERIFY(cut(frame, segments({0, false, false}, 1000)).empty()); // says UDP, is not
    }
    void aFrameCutShortAnywhereIsSafe() {
        for (const Layout& layout : {Layout{}, Layout{2}, Layout{1, true}, Layout{0, false, false}}) {
            const Bytes whole = makeFrame(layout, payload(50));
            for (std::size_t length = 0; length < whole.size(); ++length) {
                const Bytes frame(whole.begin(), whole.begin() + static_cast<long>(length));
                const std::vector<Bytes> pieces = cut(frame, segments(layout, 20));
                QCOMPARE(pieces.empty(), length <= layout.payload());
            }
        }
    }
    void randomOctetsAreSafe() {
        std::mt19937 random(9);
        for (int i = 0; i < 20000; ++i) {
            Bytes frame = makeFrame({i % 3 == 0 ? 1u : 0u, i % 5 == 0, i % 7 != 0}, payload(random() % 100));
            for (int flips = 0; flips < 4; ++flips) {
                frame[12 + random() % 50 % (frame.size() - 12)] = static_cast<std::uint8_t>(random());
            }
            OffloadHints hints;
            hints.segments = static_cast<OffloadHints::Segments>(random() % 5);
            hints.segmentSize = static_cast<std::uint16_t>(random() % 64);
            for (const Bytes& piece : cut(frame, hints)) {
                QVERIFY(piece.size() <= frame.size());
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestOffload)
#include "tst_offload.moc"
