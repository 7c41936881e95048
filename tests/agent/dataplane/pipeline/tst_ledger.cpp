// Conservation: every packet that came in or was made is sent, consumed, lost for a named reason, or still waiting.
#include "tests/agent/dataplane/pipeline/two_networks.h"

#include <QTest>

#include <set>

using namespace agent::dataplane;
using namespace agent::dataplane::test;

class tst_Ledger : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void dropsHaveTheirReason_data() {
        QTest::addColumn<int>("what");
        QTest::addColumn<int>("reason");
        const auto row = [](const char* name, int what, DropReason reason) { QTest::newRow(name) << what << static_cast<int>(reason); };
        row("time to live", 0, DropReason::TimeToLive);
        row("no route", 1, DropReason::NoRoute);
        row("filter rule", 2, DropReason::FilterRule);
        row("raw rule", 3, DropReason::RawRule);
        row("somebody else's address", 4, DropReason::NotForUs);
        row("neither IP nor ARP", 5, DropReason::UnknownProtocol);
        row("wrong header checksum", 6, DropReason::Malformed);
        row("loopback source", 7, DropReason::BadAddress);
        row("shorter than a header", 8, DropReason::TooShort);
        row("too long and not to be cut", 9, DropReason::FragmentationNeeded);
        row("blackhole", 10, DropReason::Blackhole);
        row("no port there", 11, DropReason::NoInterface);
    }

    void dropsHaveTheirReason() {
        QFETCH(int, what);
        QFETCH(int, reason);
        TwoNetworks lab;
        lab.config.routes.clear();
        lab.route("203.0.113.0", 24, "192.0.2.254");
        lab.route("198.18.0.0", 15, std::nullopt).kind = RouteKind::Blackhole;
        if (what == 2) {
            lab.config.firewall.filter = {lab.rule("forward", RuleAction::Drop)};
        } else if (what == 3) {
            lab.config.firewall.raw = {lab.rule("prerouting", RuleAction::Drop)};
        }
        lab.start();
        const auto up = [] { return TwoNetworks::up(PacketBuilder::udp()); };
        Frame frame = up().build();
        switch (what) {
        case 0: frame = up().ttl(1).build(); break;
        case 1: frame = up().to("8.8.8.8", 53).build(); break;
        case 4: frame = up().macs(kHostA, kHostB).build(); break;
        case 5: frame[12] = 0x88; frame[13] = 0xcc; break;
        case 6: frame[24] ^= 1; break;
        case 7: frame = up().from("127.0.0.1", 1).build(); break;
        case 8: frame.resize(10); break;
        case 9:
            lab.config.interfaces[lab.wan].mtu = 500;
            lab.apply();
            frame = up().fragment(0x4000).payload(600).build();
            break;
        case 10: frame = up().to("198.18.1.1", 1).build(); break;
        case 11:
            lab.config.interfaces[lab.lan].enabled = false;
            lab.config.interfaces[lab.lan].port = kNoPort;
            lab.apply();
            break;
        default: break;
        }
        const PacketLedger before = lab.engine.ledger();
        lab.push(0, frame);
        const PacketLedger after = lab.engine.ledger();
        QCOMPARE(after.dropped() - before.dropped(), std::uint64_t(1));
        QCOMPARE(after.of(static_cast<DropReason>(reason)) - before.of(static_cast<DropReason>(reason)), std::uint64_t(1));
        QCOMPARE(lab.pool.available(), lab.pool.capacity());
    }

    void everyReasonHasANameOfItsOwn() {
        std::set<std::string_view> names;
        for (std::size_t i = 0; i < kDropReasonCount; ++i) {
            names.insert(dropReasonName(static_cast<DropReason>(i)));
        }
        QCOMPARE(names.size(), kDropReasonCount);
        QVERIFY(!names.contains(""));
    }

    void anAnswerAndAPieceAreMadeNotReceived() {
        TwoNetworks lab;
        lab.config.interfaces[lab.wan].mtu = 500;
        lab.start();
        const PacketLedger before = lab.engine.ledger();
        QCOMPARE(lab.push(0, TwoNetworks::up(PacketBuilder::udp()).payload(900).build()).size(), std::size_t(2));
        const PacketLedger after = lab.engine.ledger();
        QCOMPARE(after.received - before.received, std::uint64_t(1));
        QCOMPARE(after.originated - before.originated, std::uint64_t(2));
        QCOMPARE(after.consumed - before.consumed, std::uint64_t(1));
        QCOMPARE(after.dropped(), before.dropped());
    }
};

QTEST_APPLESS_MAIN(tst_Ledger)
#include "tst_ledger.moc"
