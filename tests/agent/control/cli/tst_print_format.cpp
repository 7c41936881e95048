#include "agent/control/cli/print_format.h"
#include "agent/control/cli/value_text.h"

#include <QTest>

using namespace agent::control;
using core::model::Row;
using Style = PrintChoice::Style;

namespace {

std::string text(const Lines& lines) {
    std::string out;
    for (const std::string& line : lines) {
        out += line + "\n";
    }
    return out;
}

const Row kEther1{{".id", "*1"},          {"name", "ether1"},      {"default-name", "ether1"}, {"type", "ether"},          {"mtu", "1500"},           {"actual-mtu", "1500"},
                  {"mac-address", "02:50:53:00:00:01"}, {"disabled", "false"}, {"running", "true"},        {"comment", "uplink"},      {"rx-byte", "205149015"},   {"tx-byte", "147887338"},
                  {"rx-packet", "158132"}, {"tx-packet", "150015"}, {"tx-queue-drop", "2"},     {"link-downs", "0"}};
const Row kEther2{{".id", "*2"}, {"name", "ether2"}, {"default-name", "ether2"}, {"type", "ether"}, {"mtu", "1500"}, {"actual-mtu", "1500"}, {"disabled", "true"}, {"running", "false"}, {"rx-byte", "0"}, {"link-downs", "0"}};

} // namespace

class PrintFormatTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void valuesAreShownAsATerminalShowsThem() {
        QCOMPARE(terminalValue("/interface", "rx-byte", "205149015"), "205 149 015");
        QCOMPARE(terminalValue("/interface", "mtu", "1500"), "1500");
        QCOMPARE(terminalValue("/interface", "disabled", "false"), "no");
        QCOMPARE(terminalValue("/interface", "rx-bits-per-second", "27800"), "27.8kbps");
        QCOMPARE(terminalValue("/interface", "rx-bits-per-second", "1760"), "1760bps");
        QCOMPARE(terminalValue("/interface", "rx-bits-per-second", "272800000"), "272.8Mbps");
        QCOMPARE(terminalValue("/ip/firewall/connection", "orig-rate", "6400"), "6.4kbps");
        QCOMPARE(terminalValue("/queue/tree", "max-limit", "10000000"), "10M");
        QCOMPARE(terminalValue("/queue/simple", "max-limit", "10000000/512000"), "10M/512k");
        QCOMPARE(terminalValue("/system/resource", "total-memory", "67108864"), "64.0MiB");
        QCOMPARE(terminalValue("/system/resource", "free-hdd-space", "1224704"), "1196.0KiB");
        QCOMPARE(terminalValue("/system/resource", "cpu-load", "36"), "36%");
        QCOMPARE(terminalValue("/system/resource", "cpu-frequency", "800"), "800MHz");
        QCOMPARE(terminalValue("/ip/address", "address", "192.0.2.1/24"), "192.0.2.1/24");
    }

    void nothingInAValueReachesTheTerminalAsACommand() {
        const std::string harmless = printable("a\x1b[2Jb\x07");
        QVERIFY2(harmless.starts_with("a\\1B[2Jb\\") && harmless.find('\x07') == std::string::npos, harmless.c_str());
        const Row row{{".id", "*1"}, {"name", "x\x1b]0;owned\x07"}, {"comment", "one\ntwo\x1b[31m"}};
        for (const Style style : {Style::Plain, Style::Detail, Style::Terse, Style::Values, Style::Stats}) {
            for (const std::string& line : formatPrint({"/interface", style, {}, false, 80}, {row}, {0})) {
                QVERIFY2(line.find('\x1b') == std::string::npos && line.find('\n') == std::string::npos, line.c_str());
            }
        }
    }

    void aTableHasLegendNamesHeaderAndRows() {
        const std::string shown = text(formatPrint({"/interface", Style::Table, {"name", "type", "rx-byte"}, false, 80}, {kEther1, kEther2}, {0, 1}));
        QVERIFY2(shown.find("Flags: ") == 0, shown.c_str());
        QVERIFY2(shown.find("R - RUNNING") != std::string::npos, shown.c_str());
        QVERIFY2(shown.find("Columns: NAME, TYPE, RX-BYTE\n") != std::string::npos, shown.c_str());
        QVERIFY2(shown.find(";;; uplink\n0 ") != std::string::npos, shown.c_str());
        QVERIFY2(shown.find(" ether1  ether  205 149 015\n") != std::string::npos, shown.c_str());
        QVERIFY2(shown.find(" ether2  ether            0\n") != std::string::npos, shown.c_str());
        // Titles stand over their columns.
        const Lines lines = formatPrint({"/interface", Style::Table, {"name", "type", "rx-byte"}, false, 80}, {kEther1, kEther2}, {0, 1});
        const std::string& header = lines[2];
        QCOMPARE(header.find("NAME"), lines[4].find("ether1"));
        QCOMPARE(header.find("RX-BYTE") + 7, lines[4].size());
    }

    void columnsThatDoNotFitAreLeftOutAndNotNamed() {
        const Lines lines = formatPrint({"/interface", Style::Table, {"name", "type", "mac-address", "rx-byte"}, false, 40}, {kEther1}, {0});
        for (const std::string& line : lines) {
            QVERIFY2(textWidth(line) <= 60, line.c_str()); // the legend may be longer than the terminal
        }
        QVERIFY(text(lines).find("RX-BYTE") == std::string::npos);
        QVERIFY(text(lines).find("MAC-ADDRESS") != std::string::npos);
    }

    void noRowsNoTable() { QCOMPARE(formatPrint({"/ip/address", Style::Plain, {}, false, 80}, {}, {}).size(), std::size_t{0}); }

    void detailsAreFoldedBehindNumberAndFlags() {
        const Lines lines = formatPrint({"/interface", Style::Detail, {}, false, 60}, {kEther1}, {0});
        QVERIFY(lines[0].find("R - running") != std::string::npos);
        QVERIFY(lines[1].find(" 0 ") == 0);
        QVERIFY(lines[1].ends_with(";;; uplink"));
        const std::size_t indent = lines[2].find_first_not_of(' ');
        QVERIFY(lines[2].substr(indent).starts_with("name=\"ether1\" default-name=\"ether1\" type=\"ether\""));
        QVERIFY(indent > 3);
        QCOMPARE(lines[3].find_first_not_of(' '), indent);
        QCOMPARE(lines.back(), "");
        for (std::size_t i = 1; i < lines.size(); ++i) {
            QVERIFY2(textWidth(lines[i]) <= 61, lines[i].c_str());
        }
        QVERIFY(text(lines).find("rx-byte") == std::string::npos);
        const std::string counters = text(formatPrint({"/interface", Style::StatsDetail, {}, false, 0}, {kEther1}, {0}));
        QVERIFY2(counters.find("name=\"ether1\"") != std::string::npos && counters.find("rx-byte=205 149 015 tx-byte=147 887 338") != std::string::npos, counters.c_str());
    }

    void terseIsOneLineAnItemWithoutQuotes() {
        const Row row{{".id", "*1"}, {"address", "192.0.2.1/24"}, {"network", "192.0.2.0"}, {"interface", "bridge"}, {"comment", "two words"}};
        const Lines lines = formatPrint({"/ip/address", Style::Terse, {}, false, 20}, {row}, {0});
        QCOMPARE(lines.size(), std::size_t{1});
        QVERIFY2(lines[0].find("comment=two words address=192.0.2.1/24 network=192.0.2.0 interface=bridge ") != std::string::npos, lines[0].c_str());
    }

    void settingsAreNamesAtTheRightOfTheColon() {
        const Row clock{{"time", "10:00:47"}, {"date", "2026-11-30"}, {"time-zone-autodetect", "true"}, {"link-partner-advertising", ""}};
        QCOMPARE(text(formatRecord("/system/clock", clock)), "                      time: 10:00:47\n"
                                                             "                      date: 2026-11-30\n"
                                                             "      time-zone-autodetect: yes\n"
                                                             "  link-partner-advertising:\n");
    }

    void severalMonitorsAreAMatrix() {
        const std::vector<Row> rows{{{"name", "ether1"}, {"rx-packets-per-second", "19"}, {"rx-bits-per-second", "27800"}},
                                    {{"name", "sfp1"}, {"rx-packets-per-second", "0"}, {"rx-bits-per-second", "0"}}};
        QCOMPARE(text(formatMatrix("/interface", rows, 80)), "                   name:   ether1 sfp1\n"
                                                             "  rx-packets-per-second:       19    0\n"
                                                             "     rx-bits-per-second: 27.8kbps 0bps\n");
        QVERIFY(formatMatrix("/interface", rows, 30).size() == 7); // below each other when they do not fit
    }

    void modifiersChooseTheShapeAndTheRestIsTheRequest() {
        const PrintChoice choice = printChoice({"/ip/firewall/filter", "print", {{"detail", ""}, {"stats", ""}, {"chain", "forward"}, {"without-paging", ""}, {"proplist", "chain,bytes"}, {"interval", "1s"}}, {}, {}});
        QCOMPARE(choice.style, Style::StatsDetail);
        QCOMPARE(choice.request.arguments, (std::vector<core::model::Attribute>{{"interval", "1s"}}));
        QCOMPARE(choice.request.queries, std::vector<std::string>{"chain=forward"});
        QCOMPARE(choice.properties, (std::vector<std::string>{"chain", "bytes"}));
        QVERIFY(choice.repeats && !choice.paging && !choice.none);
        QVERIFY(printChoice({"/interface", "print", {{"numbers", ""}}, {}, {}}).none);
    }
};

QTEST_APPLESS_MAIN(PrintFormatTest)
#include "tst_print_format.moc"
