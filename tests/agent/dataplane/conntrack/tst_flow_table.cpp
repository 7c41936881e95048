// The hash table against a std::map, through growth, overflow and erasure; the timing wheel across turns.
#include "agent/dataplane/conntrack/flow_table.h"
#include "agent/dataplane/conntrack/timing_wheel.h"

#include <QtTest>

#include <map>
#include <random>

using namespace agent::dataplane;
using core::base::kSecond;

class FlowTableTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void behavesLikeAMap_data() {
        QTest::addColumn<unsigned>("steps");
        QTest::addColumn<unsigned>("spread"); // how many different keys
        QTest::newRow("small, busy") << 20'000u << 300u;
        QTest::newRow("growing") << 120'000u << 1'000'000u;
    }
    void behavesLikeAMap() {
        QFETCH(unsigned, steps);
        QFETCH(unsigned, spread);
        std::mt19937 random(42);
        FlowTable table(99);
        ConnectionStore store;
        std::map<FlowKey, FlowRef> model;
        for (unsigned i = 0; i < steps; ++i) {
            const unsigned n = random() % spread;
            const FlowKey key{n, n * 7, static_cast<std::uint16_t>(n), static_cast<std::uint16_t>(n >> 16), 6, 0};
            const auto known = model.find(key);
            QCOMPARE(table.find(key, store), known == model.end() ? kNoFlow : known->second);
            if (known == model.end()) {
                const std::uint32_t connection = store.allocate();
                store.flow(connection, 0).setKey(key);
                table.insert(table.hash(key), flowRef(connection, 0), store);
                model[key] = flowRef(connection, 0);
            } else if (random() % 3 != 0) {
                QVERIFY(table.erase(table.hash(key), known->second));
                QVERIFY(!table.erase(table.hash(key), known->second));
                store.free(known->second >> 1);
                model.erase(known);
            }
            QCOMPARE(table.size(), model.size());
        }
        for (const auto& [key, ref] : model) {
            QCOMPARE(table.find(key, store), ref);
        }
        QVERIFY(table.size() <= 3 * table.buckets());
    }

    void aFloodIntoOneBucketStillFindsEverything() {
        // Keys that all share bucket and tag of this seed: what an attacker with knowledge of the seed could do.
        FlowTable table(7);
        ConnectionStore store;
        std::vector<FlowKey> keys;
        for (std::uint32_t i = 0; keys.size() < 40; ++i) {
            const FlowKey key{i, 1, 1, 1, 17, 0};
            if ((table.hash(key) & 1023u) == 5) {
                const std::uint32_t connection = store.allocate();
                store.flow(connection, 0).setKey(key);
                table.insert(table.hash(key), flowRef(connection, 0), store);
                keys.push_back(key);
            }
        }
        for (std::uint32_t i = 0; i < keys.size(); ++i) {
            QCOMPARE(table.find(keys[i], store), flowRef(i, 0));
        }
        for (std::uint32_t i = 0; i < keys.size(); i += 2) {
            QVERIFY(table.erase(table.hash(keys[i]), flowRef(i, 0)));
        }
        for (std::uint32_t i = 0; i < keys.size(); ++i) {
            QCOMPARE(table.find(keys[i], store), i % 2 == 0 ? kNoFlow : flowRef(i, 0));
        }
    }

    void differentSeedsPutKeysIntoDifferentBuckets() {
        const FlowTable a(1), b(3);
        int same = 0;
        for (std::uint32_t i = 0; i < 1000; ++i) {
            const FlowKey key{i, 2, 3, 4, 6, 0};
            same += (a.hash(key) & 1023u) == (b.hash(key) & 1023u) ? 1 : 0;
        }
        QVERIFY(same < 20);
    }

    void theWheelFiresEachEntryOnceAndNotEarly() {
        std::mt19937 random(5);
        ConnectionStore store;
        TimingWheel wheel;
        std::map<std::uint32_t, core::base::Nanos> deadline;
        for (int i = 0; i < 500; ++i) {
            const std::uint32_t connection = store.allocate();
            deadline[connection] = static_cast<core::base::Nanos>(random() % 200'000) * core::base::kMillisecond; // below one turn
            wheel.arm(connection, deadline[connection], store);
        }
        for (int i = 0; i < 50; ++i) {
            wheel.disarm(static_cast<std::uint32_t>(i * 3), store);
            deadline.erase(static_cast<std::uint32_t>(i * 3));
        }
        for (core::base::Nanos now = 0; !deadline.empty() && now < 300 * kSecond; now += 100 * core::base::kMillisecond) {
            (void)wheel.advance(now, store, 1000, [&](std::uint32_t connection) {
                const auto it = deadline.find(connection);
                QVERIFY(it != deadline.end());
                QVERIFY(now >= it->second);
                QVERIFY(now <= it->second + TimingWheel::kTick + 100 * core::base::kMillisecond);
                deadline.erase(it);
            });
        }
        QVERIFY(deadline.empty());
    }

    void theWheelCatchesUpAfterALongSleepInOneTurn() {
        ConnectionStore store;
        TimingWheel wheel;
        for (int i = 0; i < 10; ++i) {
            wheel.arm(store.allocate(), i * 20 * kSecond, store);
        }
        int fired = 0;
        QVERIFY(wheel.advance(30 * 86400 * kSecond, store, 1000, [&](std::uint32_t) { ++fired; }));
        QCOMPARE(fired, 10);
    }

    void whatIsDueTogetherIsTakenOutInPortions() {
        ConnectionStore store;
        TimingWheel wheel;
        for (int i = 0; i < 10; ++i) {
            wheel.arm(store.allocate(), kSecond, store);
        }
        std::vector<int> portions;
        for (bool done = false; !done && portions.size() < 20;) {
            int fired = 0;
            done = wheel.advance(5 * kSecond, store, 4, [&](std::uint32_t) { ++fired; });
            portions.push_back(fired);
        }
        QCOMPARE(portions, (std::vector<int>{4, 4, 2}));
    }
};

QTEST_APPLESS_MAIN(FlowTableTest)
#include "tst_flow_table.moc"
