#include "ui/models/router_list_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace core::workspace;
using ui::RouterEntry;
using ui::RouterListModel;

namespace {

RouterEntry entry(const char* id, bool lab, LinkState link = LinkState::Online) {
    RouterEntry e;
    e.id = QString::fromLatin1(id);
    e.name = e.id + QStringLiteral("-name");
    e.lab = lab;
    e.labName = QStringLiteral("hap-ac2-gigabit");
    e.state.link = link;
    e.state.identity.board = QStringLiteral("RB760iGS");
    e.state.identity.version = QStringLiteral("7.12");
    return e;
}

QString at(const RouterListModel& model, int row, int role) {
    return model.index(row).data(role).toString();
}

} // namespace

class tst_RouterListModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void routersComeBeforeLabsAndTheFirstLabCarriesTheHeading() {
        RouterListModel model;
        QAbstractItemModelTester tester(&model);
        model.upsert(entry("lab1", true));
        model.upsert(entry("a", false));
        model.upsert(entry("lab2", true));
        model.upsert(entry("b", false));
        QStringList ids;
        for (int row = 0; row < model.rowCount(); ++row) {
            ids << at(model, row, RouterListModel::IdRole);
        }
        QCOMPARE(ids, (QStringList{QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("lab1"), QStringLiteral("lab2")}));
        QCOMPARE(at(model, 2, RouterListModel::SectionRole), QStringLiteral("LAB"));
        QVERIFY(at(model, 3, RouterListModel::SectionRole).isEmpty());
        model.remove(QStringLiteral("lab1"));
        QCOMPARE(at(model, 2, RouterListModel::SectionRole), QStringLiteral("LAB"));
    }
    void exportsStandBetweenRoutersAndLabsAndHaveNoFigures() {
        RouterListModel model;
        QAbstractItemModelTester tester(&model);
        model.upsert(entry("lab1", true));
        RouterEntry file;
        file.id = QStringLiteral("config-1");
        file.name = QStringLiteral("office.rsc");
        file.file = ui::ExportEntry{QStringLiteral("RB750Gr3 · 7.16"), QStringLiteral("3 findings"), ui::ExportEntry::Tone::Warning,
                                    QStringLiteral("/home/<b>/office.rsc")};
        model.upsert(file);
        model.upsert(entry("a", false));
        QCOMPARE(at(model, 1, RouterListModel::IdRole), QStringLiteral("config-1"));
        QCOMPARE(at(model, 1, RouterListModel::SectionRole), QStringLiteral("FILES"));
        QCOMPARE(at(model, 2, RouterListModel::SectionRole), QStringLiteral("LAB"));
        QCOMPARE(at(model, 1, RouterListModel::FigureRole), QStringLiteral("3 findings"));
        QVERIFY(at(model, 1, Qt::ToolTipRole).contains(QStringLiteral("&lt;b&gt;")));
        QVERIFY(!model.index(1).data(RouterListModel::ShareRole).isValid());
        QCOMPARE(model.routerCount(), 1);
        model.remove(QStringLiteral("config-1"));
        QCOMPARE(at(model, 1, RouterListModel::SectionRole), QStringLiteral("LAB"));
    }
    void anUpdateKeepsTheRow() {
        RouterListModel model;
        QAbstractItemModelTester tester(&model);
        model.upsert(entry("a", false));
        model.upsert(entry("b", false));
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        RouterEntry e = entry("a", false);
        e.state.rates.emplace().paths.total = {412e6};
        model.upsert(e);
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(at(model, 0, RouterListModel::FigureRole), QStringLiteral("412 Mb/s"));
        QVERIFY(model.index(0).data(RouterListModel::ShareRole).isValid());
    }
    void everyLinkStateHasItsWords() {
        RouterListModel model;
        RouterEntry offline = entry("a", false, LinkState::Reconnecting);
        offline.state.retryInMs = 13'400;
        offline.state.rates.emplace().paths.total = {1e6}; // stale figures are not shown
        model.upsert(offline);
        QCOMPARE(at(model, 0, RouterListModel::FigureRole), QStringLiteral("offline"));
        QVERIFY(at(model, 0, RouterListModel::DetailRole).contains(QStringLiteral("retry in 14 s")));
        QVERIFY(!model.index(0).data(RouterListModel::ShareRole).isValid());
        model.upsert(entry("a", false, LinkState::Connecting));
        QVERIFY(at(model, 0, RouterListModel::FigureRole).isEmpty());
        model.upsert(entry("a", false, LinkState::Failed));
        QCOMPARE(at(model, 0, RouterListModel::DetailRole), QStringLiteral("not connected"));
        model.upsert(entry("a", false));
        QCOMPARE(at(model, 0, RouterListModel::DetailRole), QStringLiteral("RB760iGS · 7.12"));
    }
    void removingWhatIsNotThereDoesNothing() {
        RouterListModel model;
        QAbstractItemModelTester tester(&model);
        model.remove(QStringLiteral("nobody"));
        QCOMPARE(model.rowCount(), 0);
        QVERIFY(!model.indexOf(QStringLiteral("nobody")).isValid());
        QVERIFY(!model.data({}, RouterListModel::NameRole).isValid());
    }
};

QTEST_GUILESS_MAIN(tst_RouterListModel)
#include "tst_router_list_model.moc"
