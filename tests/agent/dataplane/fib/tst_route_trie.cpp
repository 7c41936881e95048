#include "agent/dataplane/fib/route_trie.h"

#include <QTest>

#include <random>

using namespace agent::dataplane;

class RouteTrieTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anEmptyTableKnowsNothing() {
        RouteTrie trie;
        trie.build({});
        QCOMPARE(trie.lookup(0x01020304), std::uint16_t{0});
    }
    void theLongestPrefixWins() {
        RouteTrie trie;
        trie.build({{{0, 0}, 1}, {{0x0a000000, 8}, 2}, {{0x0a010000, 16}, 3}, {{0x0a010200, 24}, 4}, {{0x0a010203, 32}, 5}});
        QCOMPARE(trie.lookup(0x08080808), std::uint16_t{1});
        QCOMPARE(trie.lookup(0x0affffff), std::uint16_t{2});
        QCOMPARE(trie.lookup(0x0a01ffff), std::uint16_t{3});
        QCOMPARE(trie.lookup(0x0a0102ff), std::uint16_t{4});
        QCOMPARE(trie.lookup(0x0a010203), std::uint16_t{5});
    }
    void agreesWithAScanOfRandomTables() {
        std::mt19937 random(11);
        for (int round = 0; round < 20; ++round) {
            std::vector<RouteTrie::Entry> entries;
            for (std::uint16_t value = 1; value <= 300; ++value) {
                Ipv4Prefix p{static_cast<std::uint32_t>(random()) & 0x030f0fff, static_cast<std::uint8_t>(random() % 33)};
                p.address &= p.mask();
                entries.push_back({p, value});
            }
            RouteTrie trie;
            trie.build(entries);
            for (int i = 0; i < 5000; ++i) {
                const std::uint32_t address = static_cast<std::uint32_t>(random()) & 0x030f0fff;
                std::uint16_t expected = 0;
                int best = -1;
                for (const auto& [prefix, value] : entries) {
                    if (prefix.contains(address) && prefix.length >= best) {
                        best = prefix.length;
                        expected = value;
                    }
                }
                QCOMPARE(trie.lookup(address), expected);
            }
        }
    }
    void noNumberOfScatteredPrefixesIsTooMuch() { // 65 536 blocks of 16 bits with a longer prefix each, 50 000 of 24 bits with a host
        std::vector<RouteTrie::Entry> entries;
        for (std::uint32_t i = 0; i < 65536; ++i) {
            entries.push_back({{i << 16 | (i & 0xff) << 8, 24}, static_cast<std::uint16_t>(1 + i % 30'000)});
        }
        for (std::uint32_t i = 0; i < 50'000; ++i) {
            entries.push_back({{i << 12 | 0x77, 32}, static_cast<std::uint16_t>(1 + i % 20'000)});
        }
        RouteTrie trie;
        trie.build(entries);
        for (const auto& [prefix, value] : entries) {
            QCOMPARE(trie.lookup(prefix.address), value);
            QVERIFY(trie.lookup(prefix.address | 0x55) == value || prefix.length == 32);
        }
        QCOMPARE(trie.lookup(0xffff0001), std::uint16_t{0});
    }
    void hostBitsInAPrefixAreIgnored() {
        RouteTrie trie;
        trie.build({{{0x0a0000ff, 24}, 9}});
        QCOMPARE(trie.lookup(0x0a000001), std::uint16_t{9});
    }
};

QTEST_APPLESS_MAIN(RouteTrieTest)
#include "tst_route_trie.moc"
