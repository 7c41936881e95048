// A message in the page, with what can be done about it: an error with "Dismiss", a lost link with "Reconnect now".
// It stays until the cause is gone or the user dismisses it; nothing here is a pop-up.
#pragma once

#include "ui/widgets/accent_frame.h"

class QLabel;
class QPushButton;

namespace ui {

class NoticeBar : public AccentFrame {
    Q_OBJECT
public:
    explicit NoticeBar(QWidget* parent = nullptr);

    // Shows itself. An empty action leaves only "Dismiss" (when dismissable).
    void present(Tone tone, const QString& title, const QString& text, const QString& action = {}, bool dismissable = true);
    void setText(const QString& text);
    [[nodiscard]] QString title() const;
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void actionTriggered();

private:
    QLabel* title_ = nullptr;
    QLabel* text_ = nullptr;
    QPushButton* action_ = nullptr;
    QPushButton* dismiss_ = nullptr;
};

} // namespace ui
