// The experiment under way: what it is doing, how far it is, and Cancel. Hidden while there is none.
#pragma once

#include "ui/pages/experiment_source.h"
#include "ui/widgets/accent_frame.h"

class QLabel;
class QProgressBar;

namespace ui {

class ExperimentStrip : public AccentFrame {
    Q_OBJECT
public:
    explicit ExperimentStrip(QWidget* parent = nullptr);
    void show(const core::workspace::ShelfState& state);
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void cancelRequested();

private:
    QLabel *title_, *text_;
    QProgressBar* bar_;
};

// "Run 2 of 4, with the change: 7 of 25 s".
[[nodiscard]] QString progressText(const core::workspace::ExperimentProgress& progress);

} // namespace ui
