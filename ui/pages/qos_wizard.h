// FastTrack-friendly QoS on one router, in five steps: links, bandwidth, shaper, the twin, apply and verify. The plan the wishes make stands beside
// every step and is worked out anew with every wish. Nothing is sent before Apply.
//
//   auto* wizard = new QosWizard(source, parent);
//   connect(wizard, &QosWizard::applyRequested, tuning, &TuningController::apply);
//   connect(wizard, &QosWizard::closed, …);
#pragma once

#include "ui/pages/router_source.h"

#include <QPointer>
#include <QWidget>

class QBoxLayout;
class QLabel;
class QPushButton;
class QStackedWidget;

namespace ui {

class ChangeBar;
class CommandBlock;
class GuardForm;
class NoticeBar;
class QosForm;
class QosTrial;
class StatusPill;
class TabStrip;

class QosWizard : public QWidget {
    Q_OBJECT
public:
    enum Step { LinksAt, BandwidthAt, ShaperAt, TwinAt, ApplyAt };
    QosWizard(RouterSource* source, QWidget* parent);

    [[nodiscard]] RouterSource* source() const { return source_; }
    void turnTo(Step step);
    // The plan shown; null: none yet, or it cannot be made.
    [[nodiscard]] const std::optional<core::model::Plan>& plan() const { return plan_; }
    // The newest wishes have been answered, with a plan or why there is none; on the twin's step, it has answered too.
    [[nodiscard]] bool answered() const;

Q_SIGNALS:
    void answeredChanged();
    void planned(const core::model::Plan& plan); // to be looked at like any other: what takes away what Pathscope created
    void applyRequested(const core::model::Plan& plan, const core::workspace::ChangeTerms& terms);
    void keepRequested();
    void rollBackRequested();
    void closed();

private:
    void build();
    QWidget* header();
    QWidget* applyPage();
    QWidget* planColumn();
    void readLinks();
    void readSeen();
    void ask(bool afresh);
    void take(const core::base::Result<core::model::Plan>& answer);
    void showNotes(const core::model::Plan& plan);
    void showStep(int step);
    void showChange();
    void removeOurs();
    void save();

    QPointer<RouterSource> source_;
    QosForm* form_;
    QosTrial* trial_;
    GuardForm* guard_;
    ChangeBar* change_;
    NoticeBar* failure_;
    TabStrip* tabs_;
    StatusPill* where_;
    QStackedWidget* steps_;
    QLabel *said_, *undo_;
    CommandBlock* commands_;
    QBoxLayout* notes_ = nullptr;
    QPushButton *cancel_, *save_, *apply_, *next_;
    core::workspace::QosLinks links_;
    std::optional<core::model::Plan> plan_;
    int asked_ = 0;   // number of the newest question
    qint64 kept_ = 0; // the change after which the plan was asked for again
    bool answered_ = false, sent_ = false;
};

} // namespace ui
