// The doctor on the bundled labs: what the published tables and measurements are about, with the truth about the boards.
#include "core/devices/lab.h"
#include "core/doctor/diagnose.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using core::model::Diagnosis;

namespace {

Diagnosis ask(const QString& lab, const QString& from, const QString& to, const QString& source = {}) {
    const auto loaded = core::devices::loadLab(lab.toStdString()).value();
    // Reading a text does not work out where a rule is to be placed: files that place their rule in front of others are read first.
    static const QRegularExpression place(QStringLiteral(" place-before=\\[.*\\]"));
    std::string placed, rest;
    for (const auto& file : loaded.configs) {
        QString plain = QString::fromStdString(file.text);
        const bool first = plain.contains(place);
        (first ? placed : rest) += plain.remove(place).toStdString() + "\n";
    }
    const std::string text = "# 2024-10-29 15:32:23 by RouterOS 7.16\n" + placed + rest;
    core::doctor::Patient patient;
    patient.config = core::routeros::config::loadConfig(text);
    patient.board = loaded.board;
    core::model::PathQuestion question;
    question.from = from.toStdString();
    question.to = to.toStdString();
    question.source = source.toStdString();
    return core::doctor::diagnose(patient, core::devices::loadDeviceTable().value(), question);
}

bool says(const Diagnosis& diagnosis, const char* id) {
    return std::any_of(diagnosis.findings.begin(), diagnosis.findings.end(), [&](const auto& f) { return f.id == id; });
}

} // namespace

class TestSeeds : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachLabIsOnItsPath_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("path");
        const auto row = [](const char* lab, const char* from, const char* to, const char* path, const char* source = "") {
            QTest::newRow((std::string(lab) + "|" + from + "|" + source).c_str())
                << QString::fromUtf8(from) << QString::fromUtf8(to) << QString::fromUtf8(source) << QString::fromUtf8(path);
        };
        // A port extender switches nothing, and no CCR2004 routes in hardware: rows that were labelled so are the CPU's fast path.
        row("ccr2004-intervlan/1-bridged", "sfp-sfpplus1", "sfp-sfpplus2", "fast-path");
        row("ccr2004-intervlan/2-routed", "vlan10", "vlan20", "fast-path");
        row("ccr2004-intervlan/3-accept-rule", "vlan10", "vlan20", "slow");
        row("ccr2004-intervlan/4-fasttrack-masquerade", "vlan10", "vlan20", "fasttrack");
        row("ccr2004-intervlan/5-queue-tree", "vlan10", "vlan20", "slow");
        row("ccr2004-intervlan/6-mangle-rule", "vlan10", "vlan20", "slow");
        row("ccr2004-intervlan/7-no-connection-tracking", "vlan10", "vlan20", "fast-path");
        row("hex-s-router-on-a-stick", "vlan10-servers", "vlan100-office", "slow");
        row("hex-s-router-on-a-stick/fasttrack", "vlan10-servers", "vlan100-office", "fasttrack");
        row("hap-ac2-gigabit", "bridge", "ether1", "slow");
        row("hap-ac2-gigabit/fasttrack", "bridge", "ether1", "fasttrack");
        row("hap-ac2-gigabit/queues", "ether1", "bridge", "fasttrack");
        row("hap-ac2-gigabit/queues-without-fasttrack", "ether1", "bridge", "slow");
        row("ccr2116-five-paths", "ether2", "ether3", "switch");
        row("ccr2116-five-paths", "sfp-sfpplus1", "sfp-sfpplus2", "l3hw");
        row("ccr2116-five-paths", "ether5", "ether6", "fast-path");
        row("ccr2116-five-paths", "bridge1", "ether1", "fasttrack");
        row("ccr2116-five-paths", "bridge1", "ether1", "slow", "192.168.88.30");
    }
    void eachLabIsOnItsPath() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, source);
        QFETCH(QString, path);
        const QString lab = QString::fromUtf8(QTest::currentDataTag()).section(u'|', 0, 0);
        const auto verdict = ask(lab, from, to, source).verdicts.front();
        QCOMPARE(QString::fromStdString(std::string(core::model::verdictPathId(verdict.steady))), path);
    }

    void queuesActBesideFastTrack() {
        const auto diagnosis = ask(QStringLiteral("hap-ac2-gigabit/queues"), QStringLiteral("ether1"), QStringLiteral("bridge"));
        QVERIFY(says(diagnosis, "qos-interface-tree-ok"));
        QCOMPARE(diagnosis.verdicts.front().queues, std::vector<std::string>{"/queue/tree download"});
        QVERIFY(!says(ask(QStringLiteral("hap-ac2-gigabit/fasttrack"), QStringLiteral("LAN"), QStringLiteral("WAN")),
                      "fasttrack-rule-missing"));
        QVERIFY(says(ask(QStringLiteral("hap-ac2-gigabit"), QStringLiteral("LAN"), QStringLiteral("WAN")), "fasttrack-rule-missing"));
    }

    void theBoardsLimitIsAReason() {
        const auto verdict =
            ask(QStringLiteral("ccr2004-intervlan/1-bridged"), QStringLiteral("sfp-sfpplus1"), QStringLiteral("sfp-sfpplus2"))
                .verdicts.front();
        QVERIFY(std::any_of(verdict.reasons.begin(), verdict.reasons.end(), [](const auto& r) { return r.id == "HW-PPE-RSTP"; }));
    }
};

QTEST_GUILESS_MAIN(TestSeeds)
#include "tst_seeds.moc"
