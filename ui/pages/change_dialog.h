// Shows a plan before anything is sent: the paths before and after, every command as the router will get it, why, and what would take it back.
// accepted(): the user pressed Apply (or Ctrl+Enter). Of a file there is nobody to send it to: it can be tried and saved.
// Window-modal, never exec()ed; deletes itself.
#pragma once

#include "core/model/plan.h"
#include "core/workspace/change_state.h"

#include <QDialog>

class QBoxLayout;

namespace ui {

class GuardForm;
class NoticeBar;

class ChangeDialog : public QDialog {
    Q_OBJECT
public:
    enum class For { Router, File };
    ChangeDialog(const core::model::Plan& plan, const QString& name, For what, QWidget* parent);

    // When it is to be taken back; of a router.
    [[nodiscard]] core::workspace::ChangeTerms terms() const;

Q_SIGNALS:
    // "Try on twin": the dialog has closed, nothing was sent.
    void tryRequested();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void addPaths(QBoxLayout* column);
    void addCommands(QBoxLayout* column, const QString& name);
    void save();

    core::model::Plan plan_;
    For what_;
    QWidget* inside_;
    GuardForm* guard_ = nullptr;
    NoticeBar* failure_;
};

} // namespace ui
