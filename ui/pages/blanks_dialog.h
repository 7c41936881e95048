// What a fix needs to know that no configuration says: a line for each word, its meaning beside it. Window-modal, never exec()ed; deletes itself.
#pragma once

#include "core/workspace/fix.h"

#include <QDialog>
#include <map>

class QLineEdit;
class QPushButton;

namespace ui {

class BlanksDialog : public QDialog {
    Q_OBJECT
public:
    BlanksDialog(const QString& title, const std::vector<core::workspace::FixBlank>& blanks, QWidget* parent);

Q_SIGNALS:
    void filled(const core::workspace::FixFill& fill); // every word is there

private:
    void look();

    std::map<std::string, QLineEdit*> lines_;
    QPushButton* go_;
};

} // namespace ui
