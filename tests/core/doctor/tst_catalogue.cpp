#include "core/doctor/catalogue.h"

#include <QTest>

#include <set>

using core::doctor::catalogue;
using core::doctor::explain;

class TestCatalogue : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyDiagnosticHasItsPage() {
        for (const auto& entry : catalogue()) {
            const auto page = explain(entry.id);
            QVERIFY2(page.has_value(), std::string(entry.id).c_str());
            QVERIFY2(page->starts_with("# " + std::string(entry.id) + "\n"), std::string(entry.id).c_str());
            for (const char* section : {"## What", "## Evidence", "## Remedy", "## Source"}) {
                QVERIFY2(page->find(section) != std::string::npos, std::string(entry.id).c_str());
            }
        }
    }

    void noIdStandsTwice() {
        std::set<std::string_view> seen;
        for (const auto& entry : catalogue()) {
            QVERIFY2(seen.insert(entry.id).second, std::string(entry.id).c_str());
        }
        QVERIFY(seen.size() >= 160);
    }

    void anUnknownIdIsAnError() {
        const auto page = explain("../../CMakeLists");
        QVERIFY(!page);
        QCOMPARE(page.error().code, core::base::ErrorCode::NotFound);
    }
};

QTEST_GUILESS_MAIN(TestCatalogue)
#include "tst_catalogue.moc"
