// The step of the wizard that tries the plan on the twin: before and after, side by side, with other traffic on demand. Runs by itself when it is
// shown with a plan it has not tried.
#pragma once

#include "ui/pages/twin_source.h"

#include <QPointer>
#include <QWidget>

class QLabel;
class QPushButton;

namespace ui {

class TwinControls;
class TwinResultView;

class QosTrial : public QWidget {
    Q_OBJECT
public:
    // Null: there is no twin.
    QosTrial(TwinSource* source, QWidget* parent);

    // Absent: there is none to try.
    void setPlan(const std::optional<core::model::Plan>& plan);
    [[nodiscard]] bool answered() const;

Q_SIGNALS:
    void answeredChanged();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void run();
    void showState();

    QPointer<TwinSource> source_;
    TwinResultView* result_;
    TwinControls* controls_;
    QLabel* traffic_;
    std::optional<core::model::Plan> plan_, tried_;
};

} // namespace ui
