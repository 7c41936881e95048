#include "ui/shell/shortcuts_dialog.h"

#include <QAction>
#include <QBoxLayout>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

namespace ui {

ShortcutsDialog::ShortcutsDialog(const QList<QAction*>& actions, QWidget* parent)
    : QDialog(parent) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowModality(Qt::WindowModal);
    setWindowTitle(tr("Keyboard"));
    setMinimumWidth(440);
    auto* title = new QLabel(tr("Keyboard"), this);
    title->setProperty("role", QStringLiteral("title"));
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(28);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(1, 1);
    const auto row = [&](const QString& keys, const QString& what) {
        const int at = grid->rowCount();
        auto* left = new QLabel(keys, this);
        left->setProperty("role", QStringLiteral("strong"));
        grid->addWidget(left, at, 0);
        grid->addWidget(new QLabel(what, this), at, 1);
    };
    for (const QAction* action : actions) {
        if (!action->shortcut().isEmpty()) {
            row(action->shortcut().toString(QKeySequence::NativeText), action->text().remove(u'&').remove(u'…'));
        }
    }
    row(tr("Tab, Shift+Tab"), tr("Next, previous control"));
    row(tr("↑ ↓, Enter"), tr("In the path picture: choose a lane, see what puts traffic there"));
    row(tr("↑ ↓ ← →"), tr("In Explain: choose a finding, a pair of interfaces or a stage"));
    row(tr("Ctrl+Enter, Esc"), tr("In a change: apply it, leave it"));
    row(tr("Ctrl+S, Del"), tr("In Experiments: save the report, remove the experiment"));
    auto* close = new QPushButton(tr("Close"), this);
    close->setDefault(true);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(22, 18, 22, 16);
    column->setSpacing(10);
    column->addWidget(title);
    column->addLayout(grid);
    column->addSpacing(6);
    column->addWidget(close, 0, Qt::AlignRight);
}

} // namespace ui
