// Capture files in, through the engine in virtual time, capture file with path comments out.
#include "agent/io/capture_file.h"
#include "agent/runtime/replay.h"
#include "tests/agent/dataplane/pipeline/two_networks.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using agent::io::CaptureFile;
using agent::io::PcapngBuffer;
using agent::runtime::Replay;
using core::base::kMillisecond;
using core::base::kSecond;

namespace {

void write(const QString& path, const std::string& octets) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(octets.data(), static_cast<qint64>(octets.size()));
}

std::size_t count(const std::string& in, std::string_view what) {
    std::size_t n = 0;
    for (std::size_t at = in.find(what); at != std::string::npos; at = in.find(what, at + 1)) {
        ++n;
    }
    return n;
}

} // namespace

class tst_Replay : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsWrittenIsRead() {
        QTemporaryDir folder;
        PcapngBuffer file({"ether1", "ether2"}, 1 << 16);
        const Frame one = PacketBuilder::udp().build(), two = PacketBuilder::tcp().payload(333).build();
        QVERIFY(file.add(0, 1'700'000'000'123'456'789, one, "path: switch"));
        QVERIFY(file.add(1, 1'700'000'000'123'456'790, two, {}));
        write(folder.filePath(QStringLiteral("a.pcapng")), file.octets());
        auto read = CaptureFile::open(folder.filePath(QStringLiteral("a.pcapng")).toStdString());
        QVERIFY2(read, read ? "" : read.error().describe().c_str());
        const auto first = (*read)->next();
        QVERIFY(first && first->time == 1'700'000'000'123'456'789 && Frame(first->octets.begin(), first->octets.end()) == one && first->whole);
        const auto second = (*read)->next();
        QVERIFY(second && second->time == 1'700'000'000'123'456'790 && Frame(second->octets.begin(), second->octets.end()) == two);
        QVERIFY(!(*read)->next());
        QCOMPARE((*read)->fault(), std::string());
        QCOMPARE(count(file.octets(), "path: switch"), std::size_t(1));
    }

    void aFileIsBounded() {
        PcapngBuffer file({"ether1"}, 4096);
        const Frame frame = PacketBuilder::udp().payload(900).build();
        for (int i = 0; i < 10; ++i) {
            file.add(0, i, frame, "path: slow");
        }
        QVERIFY(file.octets().size() <= 4096);
        QCOMPARE(file.frames() + file.left(), std::uint64_t(10));
        QVERIFY(file.left() > 0);
    }

    void whatIsNoCaptureFileIsRefused() {
        QTemporaryDir folder;
        write(folder.filePath(QStringLiteral("text")), "not a capture");
        QVERIFY(!CaptureFile::open(folder.filePath(QStringLiteral("text")).toStdString()));
        QVERIFY(!CaptureFile::open(folder.filePath(QStringLiteral("missing")).toStdString()));
    }

    // A file cut anywhere gives its whole frames and then ends, with or without a complaint.
    void aFileCutAnywhereEnds() {
        QTemporaryDir folder;
        PcapngBuffer file({"ether1"}, 1 << 16);
        file.add(0, 1, PacketBuilder::udp().build(), "x");
        file.add(0, 2, PacketBuilder::tcp().build(), "y");
        for (std::size_t cut = 0; cut < file.octets().size(); ++cut) {
            write(folder.filePath(QStringLiteral("cut")), file.octets().substr(0, cut));
            auto read = CaptureFile::open(folder.filePath(QStringLiteral("cut")).toStdString());
            int frames = 0;
            while (read && (*read)->next()) {
                ++frames;
            }
            QVERIFY(frames <= 2);
        }
    }

    void framesGoThroughTheEngineInVirtualTime() {
        TwoNetworks lab; // its configuration is what is wanted
        lab.addFastTrackRule();
        lab.addMasquerade();
        Replay replay(std::make_shared<const EngineConfig>(lab.config), {"ether1", "ether2"}, 1 << 20);
        const auto at = [](int ms) { return 1'000 * kSecond + ms * kMillisecond; };
        const Frame syn = TwoNetworks::up(PacketBuilder::tcp(tcp::kSyn)).build();
        const auto answer = [](std::uint8_t flags) { return PacketBuilder::tcp(flags).from("203.0.113.5", 80).to("192.0.2.1", 1000).macs(kHostB, EngineLab::etherMac(1)); };
        QCOMPARE(replay.portOf(syn, 7), PortId(0));
        QCOMPARE(replay.portOf(answer(tcp::kAck).build(), 7), PortId(1));
        QCOMPARE(replay.portOf(arpFrame(ArpOperation::Request, kHostA, "10.0.0.2", 0, "10.0.0.1"), 7), PortId(7));
        QVERIFY(replay.add(0, at(0), syn));
        QVERIFY(replay.add(1, at(10), answer(tcp::kSyn | tcp::kAck).build()));
        for (int i = 0; i < 6; ++i) {
            QVERIFY(replay.add(0, at(20 + i), TwoNetworks::up(PacketBuilder::tcp()).build()));
            QVERIFY(replay.add(1, at(20 + i), answer(tcp::kAck).build()));
        }
        replay.finish();
        const std::string& out = replay.captured().octets();
        QVERIFY(count(out, "path: fasttrack") >= 8);
        QVERIFY(count(out, "path: slow") >= 3);
        QCOMPARE(replay.engine().ledger().dropped(), std::uint64_t(0));
        QVERIFY(!replay.add(0, at(100), Frame(5000, 0)));
    }

    void theSameFileGivesTheSameFile() {
        const auto run = [] {
            TwoNetworks lab;
            lab.addMasquerade();
            Replay replay(std::make_shared<const EngineConfig>(lab.config), {"ether1", "ether2"}, 1 << 20);
            for (int i = 0; i < 50; ++i) {
                replay.add(0, i * kMillisecond, TwoNetworks::up(i % 3 == 0 ? PacketBuilder::udp() : PacketBuilder::echoRequest(3)).payload(static_cast<std::size_t>(i)).build());
            }
            replay.finish();
            return replay.captured().octets();
        };
        QVERIFY(run() == run());
    }
};

QTEST_APPLESS_MAIN(tst_Replay)
#include "tst_replay.moc"
