#include "ui/models/journal_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

using core::workspace::JournalEntry;
using ui::JournalModel;

class TestJournalModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void entriesAreReadyForTheScreen() {
        JournalModel model;
        QAbstractItemModelTester tester(&model);
        QCOMPARE(model.rowCount(), 0);
        QVERIFY(!model.entry(0));
        JournalEntry kept, odd;
        kept.number = 3;
        kept.started = QDateTime(QDate(2026, 11, 30), QTime(14, 5, 9));
        kept.title = QStringLiteral("Add FastTrack");
        kept.user = QStringLiteral("admin");
        kept.outcome = QStringLiteral("kept");
        odd.outcome = QStringLiteral("of a newer Pathscope");
        odd.title = QStringLiteral("x\u202Ey");
        model.setEntries({kept, odd});
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(0, JournalModel::WhenColumn).data().toString(), QStringLiteral("2026-11-30 14:05:09"));
        QCOMPARE(model.index(0, JournalModel::OutcomeColumn).data().toString(), QStringLiteral("kept"));
        QCOMPARE(model.index(1, JournalModel::OutcomeColumn).data().toString(), QStringLiteral("not known"));
        QVERIFY(!model.index(1, JournalModel::TitleColumn).data().toString().contains(QChar(0x202E)));
        QCOMPARE(model.entry(0)->number, 3);
        QVERIFY(!model.entry(2));
    }
};

QTEST_GUILESS_MAIN(TestJournalModel)
#include "tst_journal_model.moc"
