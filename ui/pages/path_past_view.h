// Which ways a router's traffic took over hours and weeks, with the changes marked on it and listed below.
//
//   view->setSource(source);     // once
//   view->load();                // whenever it comes into sight; then once a minute while it is
#pragma once

#include "ui/pages/experiment_source.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>

class QButtonGroup;
class QComboBox;
class QLabel;
class QTableView;

namespace ui {

class Card;
class PathLegend;
class PastChangesModel;
class ThroughputChart;

class PathPastView : public QWidget {
    Q_OBJECT
public:
    explicit PathPastView(QWidget* parent = nullptr);

    void setSource(ExperimentSource* source);
    void load();

private:
    void show(const core::base::Result<core::workspace::PathPast>& past);
    void fillRouters(const core::workspace::PathPast& past);
    [[nodiscard]] qint64 minutes() const;

    QPointer<ExperimentSource> source_;
    QComboBox* router_;
    QButtonGroup* spans_;
    PathLegend* legend_;
    ThroughputChart* chart_;
    PastChangesModel* model_;
    QTableView* changes_;
    QLabel* hint_;
    QTimer everyMinute_;
    int asked_ = 0; // number of the newest question
};

} // namespace ui
