// Reading single values: what is one, what is none.
#include "core/routeros/config/values.h"

#include <QTest>

using namespace core::routeros::config;
using core::base::kMillisecond;
using core::base::kSecond;

class TestConfigValues : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void booleansComeInTwoSpellings() {
        QCOMPARE(parseBoolean("yes"), std::optional(true));
        QCOMPARE(parseBoolean("false"), std::optional(false));
        QVERIFY(!parseBoolean("on"));
        QVERIFY(!parseBoolean(""));
    }

    void ratesAreDecimal() {
        QCOMPARE(parseRate("10M"), std::optional<std::uint64_t>(10'000'000));
        QCOMPARE(parseRate("512k"), std::optional<std::uint64_t>(512'000));
        QCOMPARE(parseRate("10G"), std::optional<std::uint64_t>(10'000'000'000));
        QCOMPARE(parseRate("0"), std::optional<std::uint64_t>(0));
        QCOMPARE(parseRate("420.0Mbps"), std::optional<std::uint64_t>(420'000'000));
        QCOMPARE(parseRate("1.5Gbps"), std::optional<std::uint64_t>(1'500'000'000));
        for (const char* bad : {"", "M", "10Mbps", "-1", "1.5M", "99999999999999G"}) {
            QVERIFY2(!parseRate(bad), bad);
        }
    }

    void sizesAreBinary() {
        QCOMPARE(parseSize("32MiB"), std::optional<std::uint64_t>(33'554'432));
        QCOMPARE(parseSize("32.0MiB"), std::optional<std::uint64_t>(33'554'432));
        QCOMPARE(parseSize("33554432"), std::optional<std::uint64_t>(33'554'432));
        QVERIFY(!parseSize("32MB"));
    }

    void durationsInEveryForm() {
        QCOMPARE(parseDuration("1d"), std::optional(86'400 * kSecond));
        QCOMPARE(parseDuration("1m40s"), std::optional(100 * kSecond));
        QCOMPARE(parseDuration("100ms"), std::optional(100 * kMillisecond));
        QCOMPARE(parseDuration("00:05:01"), std::optional(301 * kSecond));
        QCOMPARE(parseDuration("30"), std::optional(30 * kSecond));
        QCOMPARE(parseDuration("0s"), std::optional<core::base::Nanos>(0));
        for (const char* bad : {"", "s", "5x", "1:2", "5 s", "1h5", "99999999999999999999s", "9999999999w"}) {
            QVERIFY2(!parseDuration(bad), bad);
        }
    }

    void addressesAndIntervals() {
        QCOMPARE(parseIpv4("192.168.88.1"), std::optional<std::uint32_t>(0xc0a85801));
        for (const char* bad : {"", "1.2.3", "1.2.3.256", "1.2.3.4.5", "1.2.3.4 ", "a.b.c.d", "1..2.3"}) {
            QVERIFY2(!parseIpv4(bad), bad);
        }
        const auto net = parseIpv4Interval("10.1.2.3/8");
        QCOMPARE(net->first, 0x0a000000u);
        QCOMPARE(net->last, 0x0affffffu);
        QCOMPARE(parseIpv4Interval("0.0.0.0/0")->last, 0xffffffffu);
        QCOMPARE(parseIpv4Interval("10.0.0.1")->last, 0x0a000001u);
        QCOMPARE(parseIpv4Interval("10.0.0.1-10.0.0.9")->last, 0x0a000009u);
        QVERIFY(!parseIpv4Interval("10.0.0.9-10.0.0.1"));
        QVERIFY(!parseIpv4WithLength("10.0.0.0/33"));
        QCOMPARE(formatIpv4(0xc0a85801), std::string("192.168.88.1"));
    }

    void portsMacsProtocols() {
        QCOMPARE(parsePorts("1000-2000")->last, std::uint16_t(2000));
        QVERIFY(!parsePorts("2000-1000"));
        QVERIFY(!parsePorts("65536"));
        QCOMPARE(formatMac(*parseMac("02:50:53:00:00:0a")), std::string("02:50:53:00:00:0A"));
        QVERIFY(!parseMac("02:50:53:00:00"));
        QVERIFY(!parseMac("02-50-53-00-00-0a"));
        QCOMPARE(parseProtocol("tcp"), std::optional<std::uint8_t>(6));
        QCOMPARE(parseProtocol("47"), std::optional<std::uint8_t>(47));
        QCOMPARE(formatProtocol(47), std::string("gre"));
        QCOMPARE(formatProtocol(200), std::string("200"));
        QVERIFY(!parseProtocol("tpc"));
        QVERIFY(!parseProtocol("256"));
    }

    void listsAreSplit() {
        QCOMPARE(splitList("").size(), std::size_t(0));
        QCOMPARE(splitList("a").size(), std::size_t(1));
        QCOMPARE(splitList("a,b,").size(), std::size_t(3));
    }
};

QTEST_APPLESS_MAIN(TestConfigValues)
#include "tst_config_values.moc"
