// One tuning on offer: what it is, where it is set, what it does, and the buttons that open its plan.
#pragma once

#include "ui/widgets/accent_frame.h"

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace ui {

class TuningCard : public AccentFrame {
    Q_OBJECT
public:
    TuningCard(const QString& menu, const QString& text, QWidget* parent = nullptr);

    void setTitle(const QString& title, Tone tone);
    void setText(const QString& text);
    // Owned by the card.
    QPushButton* addButton(const QString& label);

private:
    QLabel* title_;
    QLabel* text_;
    QHBoxLayout* buttons_;
};

} // namespace ui
