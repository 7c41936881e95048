// A short fact in a rounded outline: board, version, link state. Never elided: it asks for the room it needs.
#pragma once

#include "ui/widgets/tone.h"

#include <QWidget>

namespace ui {

class StatusPill : public QWidget {
    Q_OBJECT
public:
    explicit StatusPill(QWidget* parent = nullptr);

    // Hides itself while the text is empty.
    void set(const QString& text, Tone tone = Tone::Neutral);
    [[nodiscard]] QString text() const { return text_; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString text_;
    Tone tone_ = Tone::Neutral;
};

} // namespace ui
