#include "ui/models/interface_table_model.h"
#include "ui/models/router_list_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace core::model;
using core::base::BitRate;
using ui::InterfaceTableModel;

namespace {

InterfaceRates interface(const char* name, const char* bridge, std::optional<bool> hw) {
    InterfaceRates r;
    r.name = name;
    r.type = "ether";
    r.bridge = bridge;
    r.running = true;
    r.hwOffload = hw;
    r.rx = BitRate{2.98e9};
    r.tx = BitRate{412e6};
    r.fpRx = BitRate{0};
    return r;
}

RateSample sample() {
    RateSample s;
    s.interfaces = {interface("ether1", "", std::nullopt), interface("ether2", "bridge1", true), interface("ether3", "bridge2", false)};
    return s;
}

QString text(const InterfaceTableModel& model, int row, int column) {
    return model.index(row, column).data().toString();
}

} // namespace

class tst_InterfaceTableModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void figuresAreReadyForTheScreen() {
        InterfaceTableModel model;
        QAbstractItemModelTester tester(&model);
        model.setRates(sample());
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(text(model, 0, InterfaceTableModel::NameColumn), QStringLiteral("ether1"));
        QCOMPARE(text(model, 0, InterfaceTableModel::RoleColumn), QStringLiteral("routed"));
        QCOMPARE(text(model, 0, InterfaceTableModel::RxColumn), QStringLiteral("2.98 Gb/s"));
        QCOMPARE(text(model, 0, InterfaceTableModel::FpRxColumn), QStringLiteral("0"));
        QCOMPARE(text(model, 0, InterfaceTableModel::FpTxColumn), QStringLiteral("–")); // absent is not zero
        QCOMPARE(text(model, 0, InterfaceTableModel::HwColumn), QStringLiteral("–"));
        QCOMPARE(text(model, 1, InterfaceTableModel::HwColumn), QStringLiteral("H"));
        QCOMPARE(text(model, 2, InterfaceTableModel::HwColumn), QStringLiteral("no"));
        QCOMPARE(model.headerData(InterfaceTableModel::BarColumn, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QStringLiteral("fp / total"));
    }
    void aNewSampleChangesDataNotRows() {
        InterfaceTableModel model;
        QAbstractItemModelTester tester(&model);
        model.setRates(sample());
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        RateSample next = sample();
        next.interfaces[1].rx = BitRate{1e6};
        model.setRates(next);
        QCOMPARE(reset.size(), 0);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(text(model, 1, InterfaceTableModel::RxColumn), QStringLiteral("1.00 Mb/s"));
    }
    void anInterfaceThatComesOrGoesResetsTheRows() {
        InterfaceTableModel model;
        QAbstractItemModelTester tester(&model);
        model.setRates(sample());
        RateSample next = sample();
        next.interfaces.erase(next.interfaces.begin());
        model.setRates(next);
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(text(model, 0, InterfaceTableModel::NameColumn), QStringLiteral("ether2"));
    }
    void aGapKeepsTheNamesAndBlanksTheFigures() {
        InterfaceTableModel model;
        QAbstractItemModelTester tester(&model);
        model.setRates(sample());
        model.setRates(std::nullopt);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(text(model, 1, InterfaceTableModel::NameColumn), QStringLiteral("ether2"));
        QCOMPARE(text(model, 1, InterfaceTableModel::RxColumn), QStringLiteral("–"));
        QVERIFY(!model.index(1, InterfaceTableModel::BarColumn).data(InterfaceTableModel::ShareRole).isValid());
    }
    void anInconsistentRowIsFlaggedWithItsReason() {
        InterfaceTableModel model;
        RateSample s = sample();
        s.inconsistent = {{"ether2", "fp-rx 1.20 Gb/s exceeds rx 1.00 Gb/s"}, {"", "router-wide"}};
        model.setRates(s);
        QVERIFY(model.index(0, 0).data(InterfaceTableModel::InconsistentRole).toString().isEmpty());
        QVERIFY(model.index(1, 0).data(InterfaceTableModel::InconsistentRole).toString().contains(QStringLiteral("exceeds")));
        QVERIFY(model.index(1, 3).data(Qt::ToolTipRole).toString().contains(QStringLiteral("cannot be right")));
    }
    void theBarUsesPathsWhereTheyAreKnownAndFpCountersElsewhere() {
        InterfaceTableModel model;
        RateSample s = sample();
        s.interfaces[0].paths = PathShare{};
        s.interfaces[0].paths->byPath[3] = BitRate{5};
        s.interfaces[0].paths->total = BitRate{5};
        s.interfaces[1].fpRx = BitRate{2.98e9};
        s.interfaces[1].fpTx = BitRate{0};
        model.setRates(s);
        const auto share = [&](int row) { return model.index(row, 0).data(InterfaceTableModel::ShareRole); };
        QCOMPARE(share(0).value<PathShare>().share(PathKind::FastTrack), 1.0);
        QVERIFY(std::abs(share(1).value<PathShare>().share(PathKind::FastPath) - 2.98e9 / 3.392e9) < 1e-9);
        QVERIFY(!share(2).isValid()); // fp-tx is missing
    }
};

QTEST_GUILESS_MAIN(tst_InterfaceTableModel)
#include "tst_interface_table_model.moc"
