// Static ranges and dynamic entries of an address list.
#include "agent/dataplane/classifier/address_list.h"

#include <QtTest>

#include <map>
#include <random>

using namespace agent::dataplane;
using core::base::kSecond;

class AddressListTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rangesAreSearchedAfterMerging() {
        std::mt19937 random(1);
        for (int round = 0; round < 50; ++round) {
            std::vector<Ipv4Range> ranges;
            for (unsigned i = random() % 20; i-- > 0;) {
                const auto first = static_cast<std::uint32_t>(random() % 500);
                ranges.push_back({first, first + static_cast<std::uint32_t>(random() % 20)});
            }
            AddressList list;
            list.setRanges(ranges);
            for (std::uint32_t address = 0; address < 540; ++address) {
                const bool expected = std::any_of(ranges.begin(), ranges.end(), [&](const Ipv4Range& r) { return r.contains(address); });
                QCOMPARE(list.contains(address, 0), expected);
            }
        }
    }

    void theWholeAddressSpaceAndItsEdgesWork() {
        AddressList list;
        QVERIFY(!list.contains(0, 0));
        list.setRanges({{0, 0}, {0xffffffff, 0xffffffff}});
        QVERIFY(list.contains(0, 0));
        QVERIFY(list.contains(0xffffffff, 0));
        QVERIFY(!list.contains(1, 0));
        list.setRanges({{5, 0xffffffff}, {0, 4}, {7, 9}});
        QVERIFY(list.contains(0, 0));
        QVERIFY(list.contains(0xfffffffe, 0));
        list.setRanges({{9, 3}}); // upside down: nothing
        QVERIFY(!list.contains(5, 0));
    }

    void dynamicEntriesTimeOutAndAreRefreshed() {
        AddressList list;
        QVERIFY(list.add(1, 10 * kSecond, 0));
        QVERIFY(list.add(2, 0, 0)); // stays
        QVERIFY(list.contains(1, 10 * kSecond - 1));
        QVERIFY(!list.contains(1, 10 * kSecond));
        QVERIFY(list.add(1, 10 * kSecond, 5 * kSecond));
        QVERIFY(list.contains(1, 12 * kSecond));
        QVERIFY(list.contains(2, 1'000'000 * kSecond));
        std::map<std::uint32_t, core::base::Nanos> seen;
        list.forEachDynamic(12 * kSecond, [&](std::uint32_t address, core::base::Nanos left) { seen[address] = left; });
        QCOMPARE(seen.size(), std::size_t{2});
        QCOMPARE(seen[1], 3 * kSecond);
        QCOMPARE(seen[2], core::base::Nanos{0});
    }

    void anAddressInAStaticRangeIsNotAddedAgain() {
        AddressList list;
        list.setRanges({{1, 5}});
        QVERIFY(list.add(3, kSecond, 0));
        int entries = 0;
        list.forEachDynamic(0, [&](std::uint32_t, core::base::Nanos) { ++entries; });
        QCOMPARE(entries, 0);
    }

    void removalKeepsTheOthersReachable() {
        std::mt19937 random(2);
        AddressList list;
        std::map<std::uint32_t, core::base::Nanos> model;
        core::base::Nanos now = 0;
        for (int i = 0; i < 50'000; ++i) {
            now += kSecond / 10;
            const std::uint32_t address = random() % 2000;
            if (random() % 4 == 0) {
                QCOMPARE(list.remove(address) && model[address] > now, model.contains(address) && model[address] > now);
                model.erase(address);
            } else {
                const core::base::Nanos timeout = kSecond * (1 + random() % 100);
                QVERIFY(list.add(address, timeout, now));
                model[address] = now + timeout;
            }
            const std::uint32_t probe = random() % 2000;
            QCOMPARE(list.contains(probe, now), model.contains(probe) && model[probe] > now);
        }
    }

    void aFullListRefusesUntilEntriesExpire() {
        AddressList list;
        std::uint32_t added = 0;
        while (added < 2 * AddressList::kMaxDynamic && list.add(added, 60 * kSecond, 0)) {
            ++added;
        }
        QCOMPARE(added, std::uint32_t{AddressList::kMaxDynamic});
        QVERIFY(!list.add(1'000'000, 60 * kSecond, 0));
        QVERIFY(list.add(1, 60 * kSecond, 30 * kSecond)); // known ones are refreshed
        QVERIFY(list.add(1'000'000, 60 * kSecond, 61 * kSecond));
        QVERIFY(list.contains(1, 61 * kSecond));
        QVERIFY(!list.contains(2, 61 * kSecond));
    }
};

QTEST_APPLESS_MAIN(AddressListTest)
#include "tst_address_list.moc"
