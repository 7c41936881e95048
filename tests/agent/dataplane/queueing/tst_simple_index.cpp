// Simple queues are found by an index; a walk over the list, written down plainly, says what has to come out.
#include "queue_lab.h"

#include "agent/dataplane/queueing/simple_index.h"

#include <algorithm>

using namespace queue_lab;

namespace {

bool isTarget(const SimpleQueueConfig& row, std::uint32_t address, IfIndex interface) {
    return std::any_of(row.targets.begin(), row.targets.end(), [&](const Ipv4Prefix& t) { return t.contains(address); }) ||
           std::find(row.targetInterfaces.begin(), row.targetInterfaces.end(), interface) != row.targetInterfaces.end();
}

// One list of siblings after the other, each from its first row.
SimpleIndex::Choice walk(const std::vector<SimpleQueueConfig>& rows, const PacketBuf& p, std::uint32_t source) {
    SimpleIndex::Choice choice;
    for (bool found = true; found;) {
        found = false;
        for (std::uint32_t i = 0; i < rows.size() && !found; ++i) {
            const SimpleQueueConfig& row = rows[i];
            if (row.parent.value_or(SimpleIndex::kNoRow) != choice.row) {
                continue;
            }
            ++choice.looked;
            const bool marked = row.packetMarks.empty() ||
                                std::find(row.packetMarks.begin(), row.packetMarks.end(), p.packetMark) != row.packetMarks.end();
            const bool up = isTarget(row, source, p.inInterface) && (!row.dst || row.dst->contains(p.dst)) &&
                            (row.dstInterface == kNoInterface || row.dstInterface == p.outInterface);
            const bool down = isTarget(row, p.dst, p.outInterface) && (!row.dst || row.dst->contains(source)) &&
                              (row.dstInterface == kNoInterface || row.dstInterface == p.inInterface);
            if (marked && (up || down)) {
                choice.row = i;
                choice.download = !up;
                found = true;
            }
        }
    }
    return choice;
}

} // namespace

class TestSimpleIndex : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theIndexFindsWhatTheWalkFinds_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 40; ++seed) {
            QTest::addRow("seed %u", seed) << seed;
        }
    }
    void theIndexFindsWhatTheWalkFinds() {
        QFETCH(unsigned, seed);
        std::mt19937 random(seed);
        const auto address = [&] { return 0x0a000000u + random() % 64; };
        std::vector<SimpleQueueConfig> rows(random() % 30);
        for (std::uint32_t i = 0; i < rows.size(); ++i) {
            SimpleQueueConfig& row = rows[i];
            row.uid = i + 1;
            if (i > 0 && random() % 3 == 0) {
                row.parent = random() % i;
            }
            for (unsigned n = random() % 3 + (seed % 3 == 0 ? 1 : 0); n > 0; --n) {
                row.targets.push_back({address(), static_cast<std::uint8_t>(random() % 8 == 0 ? 0 : 26 + random() % 7)});
            }
            if (row.targets.empty() || (seed % 3 != 0 && random() % 4 == 0)) {
                row.targetInterfaces = {static_cast<IfIndex>(random() % 4)};
            }
            if (random() % 3 == 0) {
                row.packetMarks = {static_cast<MarkId>(random() % 3)};
            }
            if (random() % 4 == 0) {
                row.dst = Ipv4Prefix{address(), static_cast<std::uint8_t>(28 + random() % 5)};
            } else if (random() % 5 == 0) {
                row.dstInterface = static_cast<IfIndex>(random() % 4);
            }
        }
        SimpleIndex index;
        index.build(rows);
        PacketPool pool(1);
        PacketBuf* p = makePacket(pool, 100);
        std::size_t matched = 0;
        for (int i = 0; i < 3000; ++i) {
            p->dst = random() % 8 == 0 ? 0xffffffffu : address();
            p->packetMark = static_cast<MarkId>(random() % 3);
            p->inInterface = static_cast<IfIndex>(random() % 5);
            p->outInterface = random() % 6 == 0 ? kNoInterface : static_cast<IfIndex>(random() % 5);
            const std::uint32_t source = random() % 8 == 0 ? 0 : address();
            const SimpleIndex::Choice expected = walk(rows, *p, source), found = index.choose(*p, source);
            QCOMPARE(found.row, expected.row);
            QCOMPARE(found.looked, expected.looked);
            if (expected.row != SimpleIndex::kNoRow) {
                QCOMPARE(found.download, expected.download);
                ++matched;
            }
        }
        QVERIFY(rows.size() < 5 || matched > 0);
        pool.give(p);
    }
    void ipv6IsFoundByInterfaceNotByAddress() {
        std::vector<SimpleQueueConfig> rows(2);
        rows[0].targets = {{0, 0}};
        rows[1].targetInterfaces = {3};
        SimpleIndex index;
        index.build(rows);
        PacketPool pool(1);
        PacketBuf* p = makePacket(pool, 100);
        p->flags = 0;
        QCOMPARE(index.choose(*p, 0).row, SimpleIndex::kNoRow);
        p->outInterface = 3;
        QCOMPARE(index.choose(*p, 0).row, 1u);
        QVERIFY(index.choose(*p, 0).download);
        pool.give(p);
    }
    void anEmptyListLooksAtNothing() {
        SimpleIndex index;
        index.build({});
        PacketPool pool(1);
        PacketBuf* p = makePacket(pool, 100);
        QCOMPARE(index.choose(*p, 1).row, SimpleIndex::kNoRow);
        QCOMPARE(index.choose(*p, 1).looked, 0u);
        pool.give(p);
    }
};

QTEST_APPLESS_MAIN(TestSimpleIndex)
#include "tst_simple_index.moc"
