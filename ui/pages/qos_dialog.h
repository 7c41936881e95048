// FastTrack-friendly QoS on one router: wishes at the left, the plan they make at the right, worked out anew with every wish. Nothing is sent from
// here: "Continue" hands the plan on, to be looked at, tried on the twin and applied as any other.
#pragma once

#include "ui/pages/router_source.h"

#include <QDialog>
#include <QPointer>

class QBoxLayout;
class QLabel;
class QPushButton;

namespace ui {

class CommandBlock;
class QosForm;

class QosDialog : public QDialog {
    Q_OBJECT
public:
    QosDialog(RouterSource* source, QWidget* parent);

    // The plan shown; null: none yet, or it cannot be made.
    [[nodiscard]] const std::optional<core::model::Plan>& plan() const { return plan_; }
    // The newest wishes have been answered, with a plan or why there is none.
    [[nodiscard]] bool answered() const { return answered_; }

Q_SIGNALS:
    void answeredChanged();
    void planned(const core::model::Plan& plan); // the dialog has closed

private:
    void ask(bool afresh);
    void take(const core::base::Result<core::model::Plan>& answer);
    void showNotes(const core::model::Plan& plan);
    void removeOurs();
    void save();

    QPointer<RouterSource> source_;
    QosForm* form_;
    QLabel* said_;
    CommandBlock* commands_;
    QBoxLayout* notes_;
    QPushButton *save_, *continue_;
    std::optional<core::model::Plan> plan_;
    int asked_ = 0; // number of the newest question
    bool answered_ = false;
};

} // namespace ui
