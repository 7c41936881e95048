// Connections that keep FastTrack whatever is changed: how many, what they carry, and a plan that has the chosen ones, or all, looked at afresh.
// Asks the router when it opens and when it is told to; nothing is sent from here.
#pragma once

#include "ui/pages/router_source.h"

#include <QDialog>
#include <QPointer>

class QLabel;
class QPushButton;
class QTableView;

namespace ui {

class FastTrackedModel;

class FastTrackedDialog : public QDialog {
    Q_OBJECT
public:
    FastTrackedDialog(RouterSource* source, QWidget* parent);

    [[nodiscard]] bool answered() const { return answered_; }

Q_SIGNALS:
    void answeredChanged();
    void planned(const core::model::Plan& plan); // the dialog has closed

private:
    void ask();
    void take(const core::base::Result<core::workspace::FastTracked>& answer);
    void look();
    void plan(bool all);

    QPointer<RouterSource> source_;
    FastTrackedModel* model_;
    QLabel* said_;
    QTableView* table_;
    QPushButton *again_, *chosen_, *all_;
    bool any_ = false, answered_ = false;
};

// "128 connections were FastTracked before and go on as they are: 940 Mb/s." Empty: there are none.
[[nodiscard]] QString fastTrackedText(const core::workspace::FastTracked& now);

} // namespace ui
