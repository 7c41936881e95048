// The right column of the Paths page: the tunings on offer and, after one, the way back.
#pragma once

#include "core/workspace/router.h"
#include "ui/widgets/card.h"

#include <vector>

class QPushButton;

namespace ui {

class RouterSource;
class TuningCard;
class UndoBar;

class TuningPanel : public Card {
    Q_OBJECT
public:
    explicit TuningPanel(QWidget* parent = nullptr);

    void show(const core::workspace::RouterState& state);
    void showUndo(const RouterSource& source);
    using QWidget::show;
    void setBusy(bool busy);

Q_SIGNALS:
    void tuningRequested(core::workspace::Tuning tuning);
    void undoRequested();

private:
    QPushButton* offer(TuningCard* card, const QString& label, core::workspace::Tuning tuning);
    void enableButtons();

    TuningCard* fastTrack_;
    UndoBar* undo_;
    QPushButton* add_;
    QPushButton* remove_;
    std::vector<QPushButton*> buttons_;
    core::workspace::RouterState state_;
    bool busy_ = false;
};

} // namespace ui
