#include "core/devices/board.h"
#include "core/devices/lab.h"

#include <QTest>

using namespace core::devices;

class tst_Labs : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyLabAndVariantLoadsAndItsBoardExists() {
        const auto entries = labEntries();
        QVERIFY2(entries, entries ? "" : entries.error().describe().c_str());
        for (const LabEntry& entry : *entries) {
            const auto lab = loadLab(entry.name);
            QVERIFY2(lab, lab ? "" : lab.error().describe().c_str());
            QVERIFY2(loadBoard(lab->board), entry.name.c_str());
            QVERIFY(!lab->configs.empty());
            QVERIFY(!lab->scenario.text.empty());
        }
    }
    void theSeedsScenariosAreThere() {
        for (const char* name : {"hap-ac2-gigabit", "hex-s-router-on-a-stick", "ccr2004-intervlan/1-bridged", "ccr2004-intervlan/2-routed",
                                 "ccr2004-intervlan/3-accept-rule", "ccr2004-intervlan/4-fasttrack-masquerade", "ccr2004-intervlan/5-queue-tree",
                                 "ccr2004-intervlan/6-mangle-rule", "ccr2004-intervlan/7-no-connection-tracking"}) {
            QVERIFY2(loadLab(name), name);
        }
    }
    void theDefaultLabStartsWithoutAFastTrackRule() {
        const auto lab = loadLab("hap-ac2-gigabit");
        QVERIFY(lab);
        for (const LabFile& file : lab->configs) {
            QVERIFY(file.text.find("action=fasttrack-connection") == std::string::npos);
        }
        const auto fixed = loadLab("hap-ac2-gigabit/fasttrack");
        QVERIFY(fixed);
        QVERIFY(fixed->configs.back().text.find("action=fasttrack-connection") != std::string::npos);
    }
    void anUnknownLabListsTheKnownOnes() {
        for (const char* name : {"nowhere", "hap-ac2-gigabit/nope", "", "../boards"}) {
            const auto lab = loadLab(name);
            QVERIFY2(!lab, name);
            QCOMPARE(lab.error().code, core::base::ErrorCode::NotFound);
            QVERIFY(lab.error().text.find("hex-s-router-on-a-stick") != std::string::npos);
        }
    }
};

QTEST_APPLESS_MAIN(tst_Labs)
#include "tst_labs.moc"
