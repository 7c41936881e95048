// Help > Keyboard: every shortcut there is, read from the actions themselves so that the list cannot go stale. Deletes itself.
#pragma once

#include <QDialog>

class QAction;

namespace ui {

class ShortcutsDialog : public QDialog {
    Q_OBJECT
public:
    explicit ShortcutsDialog(const QList<QAction*>& actions, QWidget* parent = nullptr);
};

} // namespace ui
