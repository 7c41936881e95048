#include "agent/dataplane/l2/neighbour_table.h"

#include <QTest>

#include <vector>

using namespace agent::dataplane;
using core::base::kSecond;
using core::base::Nanos;

namespace {

constexpr Nanos kTimeout = 30 * kSecond;

struct Polled {
    std::vector<std::uint32_t> asked;
    std::vector<PacketBuf*> dropped;
    Nanos next = 0;
};

Polled pollOf(NeighbourTable& table, Nanos now) {
    Polled result;
    result.next = table.poll(
        now, kTimeout, [&](const Neighbour& n) { result.asked.push_back(n.address); }, [&](PacketBuf* p) { result.dropped.push_back(p); });
    return result;
}

} // namespace

class NeighbourTableTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anEntryIsPerInterfaceAndAddress() {
        NeighbourTable table(8);
        const auto a = table.create(1, 100, 0), b = table.create(2, 100, 0);
        QVERIFY(a != b);
        QCOMPARE(table.lookup(1, 100), a);
        QCOMPARE(table.lookup(2, 100), b);
        QCOMPARE(table.lookup(3, 100), NeighbourTable::kNone);
    }
    void asksThreeTimesASecondApartAndGivesUp() {
        NeighbourTable table(8);
        const auto n = table.create(1, 100, 0);
        PacketBuf p{};
        QVERIFY(table.hold(n, &p) == nullptr);
        const auto generation = table.generation();
        for (int i = 0; i < 3; ++i) {
            const Polled first = pollOf(table, i * kSecond);
            QCOMPARE(first.asked.size(), 1u);
            QCOMPARE(first.next, (i + 1) * kSecond);
            QVERIFY(pollOf(table, i * kSecond + 1).asked.empty());
        }
        const Polled last = pollOf(table, 3 * kSecond);
        QVERIFY(last.asked.empty());
        QCOMPARE(last.dropped, std::vector<PacketBuf*>{&p});
        QCOMPARE(table.lookup(1, 100), NeighbourTable::kNone);
        QVERIFY(table.generation() != generation);
    }
    void threePacketsWaitTheOldestMakesRoom() {
        NeighbourTable table(8);
        const auto n = table.create(1, 100, 0);
        std::vector<PacketBuf> p(4);
        QVERIFY(!table.hold(n, &p[0]) && !table.hold(n, &p[1]) && !table.hold(n, &p[2]));
        QCOMPARE(table.hold(n, &p[3]), &p[0]);
        std::array<PacketBuf*, 3> held;
        QCOMPARE(table.takeHeld(n, held), std::size_t{3});
        QCOMPARE(held[0], &p[1]);
        QCOMPARE(held[2], &p[3]);
        QCOMPARE(table.takeHeld(n, held), std::size_t{0});
    }
    void confirmTellsAChange() {
        NeighbourTable table(8);
        const auto n = table.create(1, 100, 0);
        QVERIFY(table.confirm(n, 5, 0));
        QVERIFY(!table.confirm(n, 5, 1));
        QVERIFY(table.confirm(n, 6, 2));
        QVERIFY(table[n].resolved());
    }
    void anUsedOneIsPolledAnIdleOneForgotten() {
        NeighbourTable table(8);
        const auto used = table.create(1, 100, 0), idle = table.create(1, 200, 0);
        table.confirm(used, 5, 0);
        table.confirm(idle, 6, 0);
        table.used(used, 31 * kSecond);
        QCOMPARE(pollOf(table, 31 * kSecond).asked, std::vector<std::uint32_t>{100});
        table.confirm(used, 5, 31 * kSecond);
        table.used(used, 59 * kSecond);
        pollOf(table, 60 * kSecond);
        QCOMPARE(table.lookup(1, 200), NeighbourTable::kNone);
        QCOMPARE(table.lookup(1, 100), used);
    }
    void aFullTableRefusesAndSlotsAreUsedAgain() {
        NeighbourTable table(4);
        for (std::uint32_t i = 0; i < 4; ++i) {
            QVERIFY(table.create(1, i, 0) != NeighbourTable::kNone);
        }
        QCOMPARE(table.create(1, 9, 0), NeighbourTable::kNone);
        table.retain([](const Neighbour& n) { return n.address != 2; }, [](PacketBuf*) {});
        QVERIFY(table.create(1, 9, 0) != NeighbourTable::kNone);
        for (const std::uint32_t address : {0u, 1u, 3u, 9u}) {
            QVERIFY(table.lookup(1, address) != NeighbourTable::kNone);
        }
    }
};

QTEST_APPLESS_MAIN(NeighbourTableTest)
#include "tst_neighbour_table.moc"
