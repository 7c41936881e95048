#include "ui/models/experiment_filter_model.h"
#include "ui/models/experiment_list_model.h"
#include "ui/models/past_changes_model.h"

#include <QAbstractItemModelTester>
#include <QPersistentModelIndex>
#include <QSignalSpy>
#include <QTest>

using core::model::ExperimentVerdict;
using core::store::ExperimentEntry;
using ui::ExperimentFilterModel;
using ui::ExperimentListModel;

namespace {

constexpr std::int64_t kNoon = 1'796'040'000'000; // 30 Nov 2026, 12:00 UTC

ExperimentEntry entry(const char* id, const char* title, std::size_t runs = 4) {
    return {id, kNoon, title, "branch-hap", "RBD52G-5HacD2HnD", runs};
}

} // namespace

class TestExperimentModels : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aRowSaysWhatItIs() {
        ExperimentListModel model;
        QAbstractItemModelTester tester(&model);
        model.set({entry("b2", "Queues"), entry("a1", "Add FastTrack\u202E", 1)}, {{"b2", ExperimentVerdict::Worse}});
        QCOMPARE(model.rowCount(), 2);
        const QModelIndex first = model.index(0), second = model.index(1);
        QCOMPARE(first.data().toString(), QStringLiteral("Queues"));
        QCOMPARE(first.data(ExperimentListModel::VerdictRole).toInt(), static_cast<int>(ExperimentVerdict::Worse));
        QVERIFY(first.data(ExperimentListModel::DetailRole).toString().startsWith(QStringLiteral("branch-hap · ")));
        QVERIFY(first.data(ExperimentListModel::DetailRole).toString().contains(QStringLiteral("Nov 2026")));
        QVERIFY(first.data(ExperimentListModel::DetailRole).toString().endsWith(QStringLiteral("4 runs")));
        QVERIFY(second.data(ExperimentListModel::DetailRole).toString().endsWith(QStringLiteral("1 run")));
        QVERIFY(!second.data(ExperimentListModel::VerdictRole).isValid());
        QVERIFY(!second.data().toString().contains(QChar(0x202E))); // turns the direction of writing
        QVERIFY(!model.indexOf(QStringLiteral("zz")).isValid());
    }

    void rowsThatStayKeepTheirIndexWhileOthersComeAndGo() {
        ExperimentListModel model;
        QAbstractItemModelTester tester(&model);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        model.set({entry("c", "3"), entry("b", "2"), entry("a", "1")}, {});
        const QPersistentModelIndex kept(model.indexOf(QStringLiteral("b")));
        model.set({entry("d", "4"), entry("b", "2", 5)}, {{"b", ExperimentVerdict::Better}});
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(kept.row(), 1);
        QVERIFY(kept.data(ExperimentListModel::DetailRole).toString().endsWith(QStringLiteral("5 runs")));
        QCOMPARE(kept.data(ExperimentListModel::VerdictRole).toInt(), static_cast<int>(ExperimentVerdict::Better));
        model.set({}, {});
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(resets.count(), 0);
    }

    void changesStandBesideWhatTheyDidToTheTraffic() {
        ui::PastChangesModel model;
        QAbstractItemModelTester tester(&model);
        core::workspace::PastChange change;
        change.entry.title = QStringLiteral("Add FastTrack");
        change.entry.outcome = QStringLiteral("kept");
        core::workspace::PastChange watched = change;
        watched.fastBefore = 0.12;
        watched.fastAfter = 0.97;
        core::workspace::PastChange halfWatched = watched;
        halfWatched.fastBefore.reset();
        model.set({change, watched, halfWatched});
        const auto share = [&](int row) { return model.index(row, ui::PastChangesModel::ShareColumn).data().toString(); };
        QCOMPARE(share(0), QStringLiteral("–"));
        QCOMPARE(share(1), QStringLiteral("12 % → 97 %"));
        QCOMPARE(share(2), QStringLiteral("– → 97 %"));
        QCOMPARE(model.index(0, ui::PastChangesModel::OutcomeColumn).data().toString(), QStringLiteral("kept"));
    }

    void wordsAndVerdictsNarrowTheList() {
        ExperimentListModel model;
        model.set({entry("d", "Queues on global"), entry("c", "Add FastTrack"), entry("b", "Remove FastTrack"), entry("a", "What it carries", 1)},
                  {{"d", ExperimentVerdict::NoDifference}, {"c", ExperimentVerdict::Better}, {"b", ExperimentVerdict::Worse}});
        ExperimentFilterModel shown;
        QAbstractItemModelTester tester(&shown);
        shown.setSourceModel(&model);
        QCOMPARE(shown.rowCount(), 4);
        QVERIFY(!shown.isFiltering());
        shown.setWords(QStringLiteral("fasttrack HAP"));
        QCOMPARE(shown.rowCount(), 2);
        shown.setShow(ExperimentFilterModel::Show::Worse);
        QCOMPARE(shown.rowCount(), 1);
        QCOMPARE(shown.index(0, 0).data().toString(), QStringLiteral("Remove FastTrack"));
        shown.setWords({});
        shown.setShow(ExperimentFilterModel::Show::Better);
        QCOMPARE(shown.rowCount(), 1);
        shown.setShow(ExperimentFilterModel::Show::Open);
        QCOMPARE(shown.rowCount(), 2); // without a difference, and without a verdict
        shown.setShow(ExperimentFilterModel::Show::Everything);
        shown.setWords(QStringLiteral("rbd52g worse"));
        QCOMPARE(shown.rowCount(), 1);
    }
};

QTEST_GUILESS_MAIN(TestExperimentModels)
#include "tst_experiment_models.moc"
