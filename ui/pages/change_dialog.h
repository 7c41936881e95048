// Shows a plan before anything is sent: every command as the router will get it, why, and what would take it back.
// accepted(): the user pressed Apply (or Ctrl+Enter). Window-modal, never exec()ed; deletes itself.
#pragma once

#include "core/model/plan.h"

#include <QDialog>

namespace ui {

class ChangeDialog : public QDialog {
    Q_OBJECT
public:
    ChangeDialog(const core::model::Plan& plan, const QString& routerName, QWidget* parent);

Q_SIGNALS:
    // "Try on twin": the dialog has closed, nothing was sent.
    void tryRequested();

protected:
    void showEvent(QShowEvent* event) override;
};

} // namespace ui
