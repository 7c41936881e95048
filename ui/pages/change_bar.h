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
    // Connections that keep the old path, once it is known; they can be looked at.
    void setOldConnections(const QString& text);
    [[nodiscard]] QString title() const;
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void keepRequested();
    void rollBackRequested();
    void measureRequested(const QString& title, qint64 number); // of a change that is kept
    void oldConnectionsRequested();

private:
    void showPending(const core::workspace::PendingChange& pending);
    void showEnd(const core::workspace::ChangeEnd& end);
    void offer(bool words, bool measure, bool dismiss);
    void say(const QString& text);

    QLabel* title_;
    QLabel* text_;
    QProgressBar* time_;
    QPushButton *old_, *rollBack_, *keep_, *measure_, *dismiss_;
    std::optional<QString> dismissed_; // the end that was read
    QString ended_;
    QString said_, oldText_; // of the change, and of connections that do not meet it
    std::pair<QString, qint64> kept_;
};

// "2:05"
[[nodiscard]] QString minutesText(int seconds);

} // namespace ui
