// The journal of one router: its changes, every command of the chosen one with the router's answer, and Undo, also weeks later.
// Not modal; deletes itself. undoPlanned() brings the plan that would take a change back, conflicts among its notes.
#pragma once

#include "core/workspace/journal.h"
#include "ui/pages/router_source.h"

#include <QDialog>
#include <QPointer>

class QLabel;
class QPushButton;
class QTableView;

namespace ui {

class CommandBlock;
class JournalModel;

class JournalDialog : public QDialog {
    Q_OBJECT
public:
    JournalDialog(RouterSource* source, QWidget* parent);

Q_SIGNALS:
    void undoPlanned(const core::model::Plan& plan);

private:
    void load();
    void choose();
    void showDetails(const core::base::Result<core::workspace::JournalDetails>& details);
    void planUndo();

    QPointer<RouterSource> source_;
    JournalModel* model_;
    QTableView* table_;
    QLabel* about_;
    CommandBlock* commands_;
    QPushButton* undo_;
    qint64 chosen_ = 0;
};

} // namespace ui
