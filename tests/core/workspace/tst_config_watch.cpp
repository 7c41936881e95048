#include "core/workspace/config_watch.h"

#include <QTest>

using core::model::Row;
using core::workspace::describeDifference;

namespace {

const Row kA{{".id", "*1"}, {"action", "accept"}, {"comment", "known"}};
const Row kB{{".id", "*2"}, {"action", "drop"}, {"disabled", "false"}};
const Row kDummy{{".id", "*F"}, {"action", "passthrough"}, {"dynamic", "true"}};

QStringList diff(const std::vector<Row>& before, const std::vector<Row>& after) {
    return describeDifference(QStringLiteral("filter rule"), before, after);
}

} // namespace

class TestConfigWatch : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothingChangedIsSilent() { QVERIFY(diff({kA, kB}, {kA, kB}).isEmpty()); }

    void addedAndRemovedRulesAreNamed() {
        QCOMPARE(diff({kB}, {kA, kB}), QStringList{QStringLiteral("filter rule accept “known” added")});
        QCOMPARE(diff({kA, kB}, {kA}), QStringList{QStringLiteral("filter rule drop removed")});
    }

    void aDisabledRuleIsNamed() {
        Row off = kB;
        off.set("disabled", "true");
        QCOMPARE(diff({kB}, {off}), QStringList{QStringLiteral("filter rule drop disabled")});
        QCOMPARE(diff({off}, {kB}), QStringList{QStringLiteral("filter rule drop enabled")});
    }

    void anotherCommentIsAChange() {
        Row renamed = kA;
        renamed.set("comment", "better");
        QCOMPARE(diff({kA}, {renamed}), QStringList{QStringLiteral("filter rule accept “better” changed")});
    }

    void anotherOrderIsAMove() { QCOMPARE(diff({kA, kB}, {kB, kA}), QStringList{QStringLiteral("filter rules moved")}); }

    void theRoutersOwnRowsDoNotCount() { QVERIFY(diff({kA}, {kDummy, kA}).isEmpty()); }
};

QTEST_APPLESS_MAIN(TestConfigWatch)
#include "tst_config_watch.moc"
