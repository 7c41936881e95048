#include "agent/dataplane/l2/fdb.h"

#include <QTest>

#include <map>
#include <random>

using namespace agent::dataplane;
using core::base::kSecond;

class FdbTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void learnsRefreshesAndMoves() {
        Fdb fdb(16);
        QVERIFY(!fdb.learn(0x0200000001, 0, 3, kSecond, false));
        const auto epoch = fdb.epoch();
        QVERIFY(fdb.learn(0x0200000001, 0, 3, 2 * kSecond, false));
        QCOMPARE(fdb.epoch(), epoch);
        QCOMPARE(fdb.find(0x0200000001, 0)->lastSeen, 2 * kSecond);
        QVERIFY(!fdb.learn(0x0200000001, 0, 4, 2 * kSecond, false));
        QCOMPARE(fdb.find(0x0200000001, 0)->port, IfIndex{4});
        QVERIFY(fdb.epoch() != epoch);
    }
    void vlansAreSeparate() {
        Fdb fdb(16);
        fdb.learn(0x0200000001, 10, 1, 0, false);
        QVERIFY(fdb.find(0x0200000001, 20) == nullptr);
        QCOMPARE(fdb.find(0x0200000001, 10)->vid(), std::uint16_t{10});
        QCOMPARE(fdb.find(0x0200000001, 10)->mac(), MacKey{0x0200000001});
    }
    void groupAddressesAreNeverLearned() {
        Fdb fdb(16);
        fdb.learn(kBroadcastMac, 0, 1, 0, false);
        fdb.learn(0x01005e000001, 0, 1, 0, false);
        QCOMPARE(fdb.size(), std::size_t{0});
    }
    void localAddressesNeitherMoveNorAge() {
        Fdb fdb(16);
        fdb.addLocal(0x0200000009, 0, 7);
        fdb.learn(0x0200000009, 0, 1, 0, false);
        fdb.age(1000 * kSecond, kSecond);
        QCOMPARE(fdb.find(0x0200000009, 0)->port, IfIndex{7});
    }
    void silentHostsAreForgotten() {
        Fdb fdb(16);
        fdb.learn(2, 0, 1, 0, false);
        fdb.learn(4, 0, 1, 200 * kSecond, false);
        fdb.age(301 * kSecond, 300 * kSecond);
        QVERIFY(fdb.find(2, 0) == nullptr);
        QVERIFY(fdb.find(4, 0) != nullptr);
    }
    void aFullTableStopsLearningAndKeepsWhatItHas() {
        Fdb fdb(4);
        for (MacKey mac = 2; mac <= 20; mac += 2) {
            fdb.learn(mac, 0, 1, 0, false);
        }
        QCOMPARE(fdb.size(), std::size_t{4});
        QVERIFY(fdb.find(2, 0) != nullptr);
    }
    void agreesWithAMapUnderRandomUse() {
        std::mt19937 random(5);
        Fdb fdb(256);
        std::map<std::pair<MacKey, std::uint16_t>, std::pair<IfIndex, core::base::Nanos>> model;
        for (core::base::Nanos now = 1; now < 20000; ++now) {
            const MacKey mac = 2 * (1 + random() % 200);
            const auto vid = static_cast<std::uint16_t>(random() % 2);
            const auto port = static_cast<IfIndex>(random() % 4);
            if (model.size() < 256 || model.contains({mac, vid})) {
                model[{mac, vid}] = {port, now};
            }
            fdb.learn(mac, vid, port, now, false);
            if (now % 50 == 0) {
                fdb.age(now, 150);
                std::erase_if(model, [&](const auto& e) { return now - e.second.second >= 150; });
            }
            QCOMPARE(fdb.size(), model.size());
        }
        for (const auto& [key, value] : model) {
            QVERIFY(fdb.find(key.first, key.second) != nullptr);
            QCOMPARE(fdb.find(key.first, key.second)->port, value.first);
        }
    }
};

QTEST_APPLESS_MAIN(FdbTest)
#include "tst_fdb.moc"
