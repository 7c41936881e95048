// The way back, always in sight after a change: what was changed, the commands Undo will send, and the button that sends them.
#pragma once

#include "ui/widgets/accent_frame.h"

#include <string>
#include <vector>

class QLabel;
class QPushButton;

namespace ui {

class CommandBlock;

class UndoBar : public AccentFrame {
    Q_OBJECT
public:
    explicit UndoBar(QWidget* parent = nullptr);
    void offer(const QString& title, const std::vector<std::string>& lines);
    void setBusy(bool busy);

Q_SIGNALS:
    void undoRequested();

private:
    QLabel* title_;
    CommandBlock* commands_;
    QPushButton* undo_;
};

} // namespace ui
