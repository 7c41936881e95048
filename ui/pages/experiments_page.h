// The Experiments page: what was measured, the report of what is chosen, the one under way, and a new one; and the history of a router's paths
// with the changes that were made to it.
//
//   page->setSource(source);    // once; the source outlives the page
//   page->refresh();            // whenever it comes into sight
//
// GUI thread. An experiment goes on while another page is shown.
#pragma once

#include "ui/pages/experiment_source.h"

#include <QPointer>
#include <QWidget>

class QButtonGroup;
class QPushButton;
class QSplitter;
class QStackedWidget;

namespace ui {

class ExperimentList;
class ExperimentReport;
class ExperimentStrip;
class NoticeBar;
class PathPastView;

class ExperimentsPage : public QWidget {
    Q_OBJECT
public:
    explicit ExperimentsPage(QWidget* parent = nullptr);
    ~ExperimentsPage() override;

    void setSource(ExperimentSource* source);
    void refresh();
    // Opens the dialog; says what to do where there is no router.
    void askNew();
    // The same for a kept change of the router of this id.
    void askForKept(const QString& target, const QString& title, qint64 number);
    void openBundle(const QString& fileName);
    void chooseBundle();
    void showHistory();

Q_SIGNALS:
    void labRequested();

private:
    void showState();
    void turnTo(int view);
    void ask(const std::vector<ExperimentTarget>& targets, const QString& current, std::optional<std::pair<QString, qint64>> kept);

    QPointer<ExperimentSource> source_;
    QPushButton* new_;
    ExperimentStrip* strip_;
    NoticeBar* notice_;
    QButtonGroup* views_;
    QStackedWidget* stack_;
    QSplitter* columns_;
    ExperimentList* list_;
    ExperimentReport* report_;
    PathPastView* past_;
    QString told_; // the problem or outcome that is shown, or was dismissed
};

} // namespace ui
