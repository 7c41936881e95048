#include "app/ctl/lines.h"

#include <QTest>
#include <nlohmann/json.hpp>

using app::ctl::jsonLine;
using app::ctl::Sample;
using app::ctl::tableHeader;
using app::ctl::tableLine;
using core::model::PathKind;

namespace {

Sample sample() {
    Sample s;
    s.time = QDateTime(QDate(2026, 11, 3), QTime(20, 7, 9, 45), Qt::UTC);
    s.router = "hap-ac2";
    s.rates.elapsed = core::base::kSecond;
    auto& paths = s.rates.paths;
    paths.byPath[static_cast<std::size_t>(PathKind::FastTrack)].bps = 750e6;
    paths.byPath[static_cast<std::size_t>(PathKind::Slow)].bps = 200e6;
    paths.unattributed.bps = 50e6;
    paths.total.bps = 1e9;
    paths.totalPackets.pps = 82'345.4;
    core::model::InterfaceRates port;
    port.name = "ether1";
    port.rx = {1e9};
    port.fpRx = {7.5e8};
    port.hwOffload = true;
    s.rates.interfaces = {port, {}};
    s.cpuPercent = {12, 98.5};
    s.rates.inconsistent = {{"ether1", "fp-rx 2 exceeds rx 1"}};
    return s;
}

} // namespace

class TestLines : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSampleIsOneJsonObjectOnOneLine() {
        const std::string line = jsonLine(sample());
        QVERIFY(line.find('\n') == std::string::npos);
        const auto json = nlohmann::json::parse(line);
        QCOMPARE(json["time"].get<std::string>(), std::string("2026-11-03T20:07:09.045Z"));
        QCOMPARE(json["router"].get<std::string>(), std::string("hap-ac2"));
        QCOMPARE(json["total_bps"].get<std::int64_t>(), 1'000'000'000);
        QCOMPARE(json["total_pps"].get<std::int64_t>(), 82'345);
        QCOMPARE(json["paths"].size(), 6u);
        double sum = 0;
        for (const auto& share : json["paths"]) {
            sum += share.get<double>();
        }
        QCOMPARE(sum, 1.0);
        QCOMPARE(json["paths"]["fasttrack"].get<double>(), 0.75);
        QCOMPARE(json["cpu_percent"].size(), 2u);
        QCOMPARE(json["inconsistent"][0].get<std::string>(), std::string("ether1: fp-rx 2 exceeds rx 1"));
    }

    void absentIsNullAndNotZero() {
        const auto json = nlohmann::json::parse(jsonLine(sample()));
        QVERIFY(json["interfaces"][0]["tx_bps"].is_null());
        QCOMPARE(json["interfaces"][0]["fp_rx_bps"].get<std::int64_t>(), 750'000'000);
        QCOMPARE(json["interfaces"][0]["hw"].get<bool>(), true);
        QVERIFY(json["interfaces"][1]["hw"].is_null());
    }

    void theKeysAreThoseOfTheContract() {
        const auto json = nlohmann::ordered_json::parse(jsonLine(sample()));
        std::vector<std::string> keys;
        for (const auto& [key, value] : json.items()) {
            keys.push_back(key);
        }
        QCOMPARE(keys, (std::vector<std::string>{"time", "router", "total_bps", "total_pps", "paths", "interfaces", "cpu_percent",
                                                 "inconsistent"}));
    }

    void aNameInAnotherCodePageIsStillJson() {
        Sample s = sample();
        s.router = "caf\xE9";
        QVERIFY(nlohmann::json::accept(jsonLine(s)));
    }

    void nothingMovingGivesZeroShares() {
        const auto json = nlohmann::json::parse(jsonLine(Sample{QDateTime::currentDateTimeUtc(), "r", {}, {}}));
        for (const auto& share : json["paths"]) {
            QCOMPARE(share.get<double>(), 0.0);
        }
    }

    void tableColumnsStandUnderTheirHeads() {
        Sample s = sample();
        s.rates.inconsistent.clear();
        QCOMPARE(tableLine(s).size(), tableHeader().size());
        QVERIFY(tableLine(s).find("1.00 Gb/s") != std::string::npos);
        QVERIFY(tableLine(s).find("75.0 %") != std::string::npos);
        QVERIFY(tableLine(s).find("98.5 %") != std::string::npos);
        QVERIFY(tableLine(sample()).find("! ether1: fp-rx 2 exceeds rx 1") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestLines)
#include "tst_lines.moc"
