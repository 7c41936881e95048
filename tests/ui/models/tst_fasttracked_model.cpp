// The table of FastTracked connections.
#include "ui/models/fasttracked_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

using ui::FastTrackedModel;

class TestFastTrackedModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachConnectionIsARow() {
        FastTrackedModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.set({{{"tcp", "192.168.88.10", "50000", "203.0.113.1", "443"}, 1500000, 12e6}, {{"udp", "192.168.88.11", "5000", "203.0.113.2", "53"}, 80, 0}});
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(0, FastTrackedModel::ConnectionColumn).data().toString(), QStringLiteral("tcp 192.168.88.10:50000 → 203.0.113.1:443"));
        QCOMPARE(model.index(0, FastTrackedModel::NowColumn).data().toString(), QStringLiteral("12.0 Mb/s"));
        QVERIFY(model.index(0, FastTrackedModel::OctetsColumn).data().toString().startsWith(QStringLiteral("1.5")));
        QCOMPARE(model.index(1, FastTrackedModel::NowColumn).data().toString(), QStringLiteral("0"));
        QCOMPARE(model.ends(1).source, std::string("192.168.88.11"));
        model.set({});
        QCOMPARE(model.rowCount(), 0);
    }

    void namesOfARouterAreShownAsText() {
        FastTrackedModel model;
        model.set({{{"tcp", "<b>1</b>\n", "", "x", ""}, 0, 0}});
        const QString shown = model.index(0, 0).data().toString();
        QVERIFY2(!shown.contains(u'\n'), qPrintable(shown));
    }
};

QTEST_GUILESS_MAIN(TestFastTrackedModel)
#include "tst_fasttracked_model.moc"
