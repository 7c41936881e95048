// Counters of a running router against what its configuration predicts: who is ranked first, and what is said where they differ.
#include "tests/core/doctor/diagnosis.h"

#include <QTest>

#include <utility>

using core::doctor::LiveCounters;
using core::model::Diagnosis;

namespace {

const std::string kBase =
    "# 2024-10-29 15:32:23 by RouterOS 7.16.1\n# model = RBD52G-5HacD2HnD\n"
    "/interface bridge add name=bridge\n/interface bridge port\nadd bridge=bridge interface=ether2\nadd bridge=bridge interface=ether3\n"
    "/ip address\nadd address=192.168.88.1/24 interface=bridge\nadd address=203.0.113.2/24 interface=ether1\n"
    "/ip route\nadd dst-address=0.0.0.0/0 gateway=203.0.113.1\n"
    "/ip firewall nat\nadd chain=srcnat action=masquerade out-interface=ether1\n/ip firewall filter\n";
const std::string kFastTrack = "add chain=forward action=fasttrack-connection connection-state=established,related\n";
const std::string kAccept =
    "add chain=forward action=accept connection-state=established,related\nadd chain=forward action=drop connection-state=invalid\n";
const std::string kTree = "/queue tree\nadd name=down parent=bridge packet-mark=download max-limit=100M\n";

// A second in which `down` octets came in by the provider's port, a tenth of it by ether2, all of it sent on.
LiveCounters second(double down, double fastShare) {
    LiveCounters out;
    out.elapsed = core::base::kSecond;
    out.interfaces["ether1"] = {down, down * fastShare, down / 10, down / 10 * fastShare};
    out.interfaces["ether2"] = {down / 10, down / 10 * fastShare, down, down * fastShare};
    out.interfaces["ether3"] = {0, 0, 0, 0};
    out.interfaces["bridge"] = {down / 10, down / 10 * fastShare, down, down * fastShare};
    out.fastTrack = down * 1.1 * fastShare;
    return out;
}

Diagnosis watched(const std::string& text, LiveCounters counters) {
    core::doctor::Patient patient;
    patient.config = core::routeros::config::loadConfig(text);
    patient.live = true;
    patient.counters = std::move(counters);
    return core::doctor::diagnose(patient, deviceTable(), {});
}

const core::model::Finding* findingOf(const Diagnosis& diagnosis, std::string_view id) {
    const auto found = std::find_if(diagnosis.findings.begin(), diagnosis.findings.end(), [&](const auto& f) { return f.id == id; });
    return found == diagnosis.findings.end() ? nullptr : &*found;
}

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

} // namespace

class TestLiveCounters : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void countersThatAgreeSayNothing() {
        QVERIFY(!says(watched(kBase + kFastTrack + kAccept, second(50e6, 0.97)), "live-path-differs"));
        QVERIFY(!says(watched(kBase + kAccept, second(50e6, 0)), "live-path-differs"));
    }

    void fastTrackThatIsPredictedAndNotCountedIsTold() {
        const auto diagnosis = watched(kBase + kFastTrack + kAccept, second(50e6, 0));
        const auto* finding = findingOf(diagnosis, "live-path-differs");
        QVERIFY(finding != nullptr);
        QVERIFY(contains(finding->why, "fasttrack"));
        QVERIFY(contains(finding->why, " 0 %"));
        QVERIFY(contains(finding->why, "/tool sniffer print"));
        QVERIFY(contains(finding->evidence.front().text, "fasttrack-connection"));
        QCOMPARE(finding->certainty, core::model::Certainty::Depends);
    }

    void aSlowPathThatIsPredictedAndNotCountedIsTold() {
        const auto* finding = findingOf(watched(kBase + kAccept, second(50e6, 0.9)), "live-path-differs");
        QVERIFY(finding != nullptr);
    }

    void aQuietRouterProvesNothing() {
        const auto diagnosis = watched(kBase + kFastTrack + kAccept + kTree, second(5e3, 0));
        QVERIFY(!says(diagnosis, "live-path-differs"));
        QVERIFY(!says(diagnosis, "live-queue-counts-nothing"));
    }

    void aTreeThatCountsNothingWhileItsParentSendsIsTold() {
        const std::string text = kBase + kFastTrack + kAccept + kTree;
        const auto diagnosis = watched(text, second(50e6, 0.97));
        const auto* finding = findingOf(diagnosis, "live-queue-counts-nothing");
        QVERIFY(finding != nullptr);
        QVERIFY(contains(finding->why, "400")); // Mbps that leave
        QVERIFY(contains(finding->why, "no-mark"));
        QVERIFY(contains(finding->evidence.front().text, "name=down"));
        LiveCounters counting = second(50e6, 0.97);
        const auto config = core::routeros::config::loadConfig(text);
        counting.counted[config.tree.items("/queue/tree")[0]->id] = 49e6;
        QVERIFY(!says(watched(text, counting), "live-queue-counts-nothing"));
    }

    void whatHoldsMoreIsWeighed() {
        const auto diagnosis = watched(kBase + kAccept, second(50e6, 0));
        const auto* missing = findingOf(diagnosis, "fasttrack-rule-missing");
        QVERIFY(missing != nullptr);
        QVERIFY(missing->heldBps.has_value());
        QVERIFY(std::abs(*missing->heldBps - 55e6 * 8) < 1e6); // both directions, each port once
        for (std::size_t i = 1; i < diagnosis.findings.size(); ++i) {
            const auto& before = diagnosis.findings[i - 1];
            const auto& after = diagnosis.findings[i];
            QVERIFY(before.severity < after.severity || before.heldBps.value_or(0) >= after.heldBps.value_or(0));
        }
        for (const auto& finding : diagnosisOf(kBase + kAccept).findings) {
            QVERIFY(!finding.heldBps); // a file counts nothing
        }
    }

    void moreByFastPathThanAtAllIsTold() {
        LiveCounters odd = second(50e6, 0.97);
        odd.interfaces["ether1"].fpRx = 60e6;
        const auto* finding = findingOf(watched(kBase + kFastTrack + kAccept, odd), "counter-fp-greater-than-total");
        QVERIFY(finding != nullptr && contains(finding->why, "ether1"));
    }

    void aPortWithoutCountersIsNotJudged() {
        LiveCounters some = second(50e6, 0);
        some.interfaces["ether1"].fpRx.reset();
        some.interfaces["ether2"].cpuRx.reset();
        QVERIFY(!says(watched(kBase + kFastTrack + kAccept, some), "live-path-differs"));
    }
};

QTEST_GUILESS_MAIN(TestLiveCounters)
#include "tst_live_counters.moc"
