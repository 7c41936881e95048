#include "diagnosis.h"

#include <QElapsedTimer>
#include <QTest>

#include <cstdio>

using core::model::Certainty;
using core::model::verdictPathId;

namespace {

const std::string kHome = R"(# 2024-10-29 15:32:23 by RouterOS 7.16.1
# model = RB5009UG+S+
/interface bridge
add name=bridge
/interface bridge port
add bridge=bridge interface=ether2
add bridge=bridge interface=ether3
/ip address
add address=192.168.88.1/24 interface=bridge
/ip dhcp-client
add interface=ether1
/ip firewall nat
add action=masquerade chain=srcnat out-interface=ether1
)";
const std::string kFastRules = R"(/ip firewall filter
add action=fasttrack-connection chain=forward connection-state=established,related hw-offload=yes
add action=accept chain=forward connection-state=established,related,untracked
add action=drop chain=forward connection-state=invalid
)";

std::string steady(const core::model::Verdict& verdict) {
    return std::string(verdictPathId(verdict.steady));
}

} // namespace

class TestDiagnose : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void pairsAreFoundByThemselves() {
        const auto diagnosis = diagnosisOf(kHome + kFastRules);
        QVERIFY(std::any_of(diagnosis.verdicts.begin(), diagnosis.verdicts.end(),
                            [](const auto& v) { return v.from == "bridge" && v.to == "ether1" && steady(v) == "fasttrack"; }));
        QVERIFY(std::any_of(diagnosis.verdicts.begin(), diagnosis.verdicts.end(),
                            [](const auto& v) { return v.from == "ether2" && v.to == "ether3" && steady(v) == "switch"; }));
    }

    void aHealthyRouterHasNoFindings() {
        const auto diagnosis = diagnosisOf(kHome + kFastRules);
        QVERIFY2(diagnosis.healthy(), diagnosis.findings.empty() ? "" : diagnosis.findings.front().id.c_str());
    }

    void whatAFileCannotShowIsSaid() {
        QVERIFY(!diagnosisOf(kHome).unseen.empty());
        QVERIFY(diagnosisOf("/ip address\nadd address=10.0.0.1/24 interface=ether1\n").unseen.size() >= 3);
    }

    void reasonsCiteTheirLine() {
        const auto verdict =
            verdictOf(kHome + "/ip firewall filter\nadd action=accept chain=forward connection-state=established,related\n" +
                          "add action=fasttrack-connection chain=forward connection-state=established,related\n",
                      "LAN", "WAN");
        QCOMPARE(steady(verdict), std::string("slow"));
        const auto reason =
            std::find_if(verdict.reasons.begin(), verdict.reasons.end(), [](const auto& r) { return r.id == "FT-SHADOWED"; });
        QVERIFY(reason != verdict.reasons.end());
        QVERIFY(reason->at.has_value());
        QCOMPARE(reason->at->menu, std::string("/ip/firewall/filter"));
        QCOMPARE(*reason->at->number, std::size_t(0));
        QCOMPARE(reason->at->text, std::string("add action=accept chain=forward connection-state=established,related"));
        QVERIFY(!verdict.flips.empty());
        QVERIFY(!verdict.flips.front().commands.empty());
    }

    void withoutRulesPlainFastPathIsActive() {
        const auto verdict = verdictOf("# 2024-10-29 15:32:23 by RouterOS 7.16.1\n/ip address\nadd address=10.0.1.1/24 "
                                       "interface=ether2\nadd address=10.0.2.1/24 interface=ether3\n",
                                       "ether2", "ether3");
        QCOMPARE(steady(verdict), std::string("fast-path"));
        QCOMPARE(verdict.steady.detail, std::string("ip-fp"));
    }

    void icmpIsNotFastTracked() {
        core::model::PathQuestion question;
        question.from = "LAN";
        question.to = "WAN";
        question.protocol = "icmp";
        QCOMPARE(steady(diagnosisOf(kHome + kFastRules, {}, question).verdicts.front()), std::string("slow"));
    }

    void allowFastPathTurnsFastTrackOff() {
        QCOMPARE(steady(verdictOf(kHome + kFastRules + "/ip settings\nset allow-fast-path=no\n", "LAN", "WAN")), std::string("slow"));
    }

    void wireGuardIsSlowToReceive() {
        const auto verdict =
            verdictOf(kHome + kFastRules + "/interface wireguard\nadd name=wg0\n/ip address\nadd address=10.9.0.1/24 interface=wg0\n",
                      "wg0", "bridge");
        QCOMPARE(steady(verdict), std::string("slow"));
    }

    void aSnifferTakesEverythingToTheSlowPath() {
        core::doctor::Running running;
        running.sniffer = true;
        core::model::PathQuestion question;
        question.from = "LAN";
        question.to = "WAN";
        const auto diagnosis = diagnosisOf(kHome + kFastRules, {}, question, running);
        QCOMPARE(steady(diagnosis.verdicts.front()), std::string("slow"));
        QVERIFY(says(diagnosis, "sniffer-running-disables-fastpath"));
    }

    void anUnknownBoardMakesSwitchingUncertain() {
        const std::string text = "# 2024-10-29 15:32:23 by RouterOS 7.16.1\n/interface bridge\nadd name=b\n/interface bridge port\nadd "
                                 "bridge=b interface=ether2\nadd bridge=b interface=ether3\n";
        QCOMPARE(verdictOf(text, "ether2", "ether3").certainty, Certainty::Depends);
        QCOMPARE(verdictOf(text, "ether2", "ether3", "RB5009UG+S+").certainty, Certainty::Certain);
        // This board has no chip that switches at all.
        QCOMPARE(steady(verdictOf("/interface bridge\nadd name=b\n/interface bridge port\nadd bridge=b interface=sfp-sfpplus1\nadd "
                                  "bridge=b interface=sfp-sfpplus2\n",
                                  "sfp-sfpplus1", "sfp-sfpplus2", "CCR2004-1G-12S+2XS")),
                 std::string("fast-path"));
    }

    void boardsAreFoundInOldSpellings() {
        const auto name = [](const char* model) {
            const auto* device = core::devices::findDevice(deviceTable(), model);
            return device ? device->model : std::string();
        };
        QCOMPARE(name("RouterBOARD 962UiGS-5HacT2HnT"), std::string("RB962UiGS-5HacT2HnT"));
        QCOMPARE(name("RouterBOARD 750G r3"), std::string("RB750Gr3"));
        QCOMPARE(name("RB2011UiAS"), std::string("RB2011UiAS-2HnD"));
        QCOMPARE(name("CCR1009-8G-1S"), std::string("CCR1009-8G-1S-1S+"));
        QCOMPARE(name("no such board"), std::string());
    }

    void rubbishIsNoReasonToFall() {
        const std::string text = kHome + kFastRules;
        for (std::size_t cut = 0; cut < text.size(); cut += 7) {
            diagnosisOf(text.substr(0, cut));
            diagnosisOf(text.substr(cut));
        }
        diagnosisOf(std::string("\0\xff{[\"", 5));
        diagnosisOf("/interface list\nadd include=a name=a\n/interface list member\nadd list=a interface=ether1\n/queue tree\nadd name=x "
                    "parent=y\nadd name=y parent=x\n");
    }

    void aLongExportIsAnsweredWithinASecond() {
        std::string text = kHome + kFastRules + "/ip firewall address-list\n";
        for (int i = 0; i < 23'000; ++i) {
            text += "add address=10." + std::to_string(i / 250) + "." + std::to_string(i % 250) + ".0/24 list=blocked\n";
        }
        text += "/ip firewall filter\nadd action=drop chain=forward src-address-list=blocked\n";
        // Debug builds are about a tenth as fast as what users run.
#ifdef __OPTIMIZE__
        constexpr qint64 kFactor = 1;
#else
        constexpr qint64 kFactor = 10;
#endif
        deviceTable();
        QElapsedTimer timer;
        timer.start();
        diagnosisOf(text);
        const qint64 longOne = timer.restart();
        diagnosisOf(kHome + kFastRules);
        const qint64 normalOne = timer.restart();
        core::routeros::config::loadConfig(text);
        std::printf("23 000 lines: %lld ms, %lld of it reading; a normal export: %lld ms (limits times %lld)\n",
                    static_cast<long long>(longOne), static_cast<long long>(timer.elapsed()), static_cast<long long>(normalOne),
                    static_cast<long long>(kFactor));
        QVERIFY2(longOne < 1000 * kFactor, qPrintable(QString::number(longOne)));
        QVERIFY2(normalOne < 50 * kFactor, qPrintable(QString::number(normalOne)));
    }
};

QTEST_GUILESS_MAIN(TestDiagnose)
#include "tst_diagnose.moc"
