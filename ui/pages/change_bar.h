// A change that is under way: what is being done, how long the router waits before it takes it back, Keep and Roll back now; afterwards how it
// ended, until it is dismissed. Hidden when there is nothing to say.
#pragma once

#include "core/workspace/change_state.h"
#include "ui/widgets/accent_frame.h"

#include <optional>

class QLabel;
class QProgressBar;
class QPushButton;

namespace ui {

class ChangeBar : public AccentFrame {
    Q_OBJECT
public:
    explicit ChangeBar(QWidget* parent = nullptr);

    void show(const std::optional<core::workspace::PendingChange>& pending, const std::optional<core::workspace::ChangeEnd>& end);
    [[nodiscard]] QString title() const;
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void keepRequested();
    void rollBackRequested();
    void measureRequested(const QString& title, qint64 number); // of a change that is kept

private:
    void showPending(const core::workspace::PendingChange& pending);
    void showEnd(const core::workspace::ChangeEnd& end);
    void offer(bool words, bool measure, bool dismiss);

    QLabel* title_;
    QLabel* text_;
    QProgressBar* time_;
    QPushButton *rollBack_, *keep_, *measure_, *dismiss_;
    std::optional<QString> dismissed_; // the end that was read
    QString ended_;
    std::pair<QString, qint64> kept_;
};

// "2:05"
[[nodiscard]] QString minutesText(int seconds);

} // namespace ui
