// What the twin answered, for the Twin page and for any page that asks it: the table of before and after, and below it one curve: round trips
// under load, what waited in queues, or the busiest core over the run. Tells what it waits for, what went wrong, and that it was stopped.
//
//   view->show(source->state());          // core::workspace::TwinState, each time it changes
//   connect(view, &TwinResultView::cancelRequested, …);  connect(view, &TwinResultView::runRequested, …);
//
// GUI thread.
#pragma once

#include "core/workspace/twin_state.h"

#include <QWidget>

class QButtonGroup;
class QLabel;
class QProgressBar;
class QPushButton;

namespace ui {

class Card;
class CurveChart;
class NoticeBar;
class TwinFiguresModel;

class TwinResultView : public QWidget {
    Q_OBJECT
public:
    explicit TwinResultView(QWidget* parent = nullptr);

    void show(const core::workspace::TwinState& state);
    using QWidget::show;
    // Said while nobody has asked yet.
    void setInvitation(const QString& text);

Q_SIGNALS:
    void cancelRequested();
    void runRequested(); // the same again, after it failed or was stopped

private:
    void showProgress(const core::workspace::TwinState& state);
    void showNotice(const core::workspace::TwinState& state);
    void showCurve();

    NoticeBar* notice_;
    QWidget* waiting_;
    QLabel* waitText_;
    QProgressBar* progress_;
    Card* figuresCard_;
    TwinFiguresModel* figures_;
    Card* curveCard_;
    QButtonGroup* curves_;
    CurveChart* chart_;
    QString invitation_;
    core::workspace::TwinState::Phase phase_ = core::workspace::TwinState::Phase::Idle; // the one shown
    std::shared_ptr<const core::model::Prediction> prediction_;
};

// "TCP upload, 8 flows, LAN → WAN, 60 s": the traffic of a request in words.
[[nodiscard]] QString trafficText(const core::model::PredictionRequest& request);

} // namespace ui
