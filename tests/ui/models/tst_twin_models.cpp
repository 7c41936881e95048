// What the twin says in figures, and the boards that were tried.
#include "ui/models/figure_roles.h"
#include "ui/models/twin_boards_model.h"
#include "ui/models/twin_figures_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace core::model;
using ui::TwinFiguresModel;
using Tone = ui::FigureTone;

namespace {

std::shared_ptr<Prediction> fastTrackAdded() {
    auto out = std::make_shared<Prediction>();
    out->now.goodputBps = {560e6, 500e6, 610e6};
    out->now.rttMeanMs = {13.12, 12, 14};
    out->now.rttP99Ms = {148.4, 140, 150};
    out->now.busiestCore = {100, 99.7, 100};
    out->now.fastShare = {0, 0, 0};
    out->change = out->now;
    out->change->goodputBps.median = 918e6;
    out->change->rttMeanMs.median = 0.42;
    out->change->fastShare = {0.992, 0.991, 0.993};
    PredictedEffect effect;
    effect.goodput = {0.64, 0.61, 0.66};
    effect.rttMean = {-0.77, -0.79, -0.74};
    effect.rttP99 = {0.04, -0.02, 0.05};
    effect.busiestCore = {8, 6, 10};
    effect.fastShare = {0.992, 0.991, 0.993};
    out->effect = effect;
    return out;
}

QString text(const TwinFiguresModel& model, int row, int column) {
    return model.index(row, column).data().toString();
}

Tone tone(const TwinFiguresModel& model, int row) {
    return static_cast<Tone>(model.index(row, TwinFiguresModel::DifferenceColumn).data(ui::FigureToneRole).toInt());
}

} // namespace

class TestTwinModels : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aChangeIsComparedRowByRow() {
        TwinFiguresModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        model.set(fastTrackAdded());
        QCOMPARE(model.rowCount(), 5);
        QCOMPARE(text(model, 0, TwinFiguresModel::NowColumn), QStringLiteral("560 Mb/s"));
        QCOMPARE(text(model, 0, TwinFiguresModel::ChangeColumn), QStringLiteral("918 Mb/s"));
        QCOMPARE(text(model, 0, TwinFiguresModel::DifferenceColumn), QStringLiteral("+64 %"));
        QCOMPARE(text(model, 0, TwinFiguresModel::IntervalColumn), QStringLiteral("+61 % … +66 %"));
        QCOMPARE(text(model, 1, TwinFiguresModel::NowColumn), QStringLiteral("13.1 ms"));
        QCOMPARE(text(model, 1, TwinFiguresModel::ChangeColumn), QStringLiteral("0.42 ms"));
        QCOMPARE(text(model, 2, TwinFiguresModel::NowColumn), QStringLiteral("148 ms"));
        QCOMPARE(text(model, 4, TwinFiguresModel::DifferenceColumn), QStringLiteral("+99 pt"));
        QCOMPARE(text(model, 4, TwinFiguresModel::IntervalColumn), QStringLiteral("+99 pt"));
    }

    void onlyAWholeIntervalOnOneSideIsBetterOrWorse() {
        TwinFiguresModel model;
        model.set(fastTrackAdded());
        QCOMPARE(tone(model, 0), Tone::Better);
        QCOMPARE(tone(model, 1), Tone::Better); // less is better
        QCOMPARE(tone(model, 2), Tone::Plain);  // the interval has both signs
        QCOMPARE(tone(model, 3), Tone::Worse);
        QCOMPARE(tone(model, 4), Tone::Better);
    }

    void withoutAChangeThereIsAnIntervalOfWhatIs() {
        TwinFiguresModel model;
        auto now = fastTrackAdded();
        now->change.reset();
        now->effect.reset();
        model.set(now);
        QVERIFY(!model.compares());
        QCOMPARE(text(model, 0, TwinFiguresModel::ChangeColumn), QString());
        QCOMPARE(text(model, 0, TwinFiguresModel::DifferenceColumn), QString());
        QCOMPARE(text(model, 0, TwinFiguresModel::IntervalColumn), QStringLiteral("500 Mb/s … 610 Mb/s"));
    }

    void aBoardCarriesItWhenTheWholeIntervalDoes() {
        ui::TwinBoardsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto board = [](const char* name, double low, double high) {
            Predicted predicted;
            predicted.throughputBps = {(low + high) / 2, low, high};
            return core::workspace::BoardTrial{name, predicted, {}};
        };
        model.set({board("big", 9e8, 1e9), board("near", 4e8, 6e8), board("small", 1e8, 2e8), {"none", std::nullopt, "no port"}}, 5e8);
        const auto answer = [&](int row) { return model.index(row, ui::TwinBoardsModel::AnswerColumn).data().toString(); };
        QCOMPARE(answer(0), QStringLiteral("carries it"));
        QCOMPARE(answer(1), QStringLiteral("perhaps"));
        QCOMPARE(answer(2), QStringLiteral("too small"));
        QCOMPARE(answer(3), QStringLiteral("does not run on it"));
        QVERIFY(model.index(3, 0).data(Qt::ToolTipRole).toString().contains(QStringLiteral("no port")));
        model.set({board("small", 1e8, 2e8)}, 0);
        QCOMPARE(answer(0), QString());
    }

    void nothingBeforeIsNoShareOfIt() {
        TwinFiguresModel model;
        auto silent = fastTrackAdded();
        silent->now.rttMeanMs = {};
        silent->effect->rttMean = {};
        model.set(silent);
        QCOMPARE(text(model, 1, TwinFiguresModel::DifferenceColumn), QStringLiteral("–"));
    }
};

QTEST_APPLESS_MAIN(TestTwinModels)
#include "tst_twin_models.moc"
