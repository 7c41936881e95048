// A soft box with a coloured edge at its left: something the user should read, toned by how much it matters.
// It is as high as its text needs at its width. It says so by its size hint, not as height-for-width: a page that is height-for-width can
// no longer shrink to a low window inside a scroll area.
#pragma once

#include "ui/widgets/tone.h"

#include <QFrame>

namespace ui {

class AccentFrame : public QFrame {
    Q_OBJECT
public:
    explicit AccentFrame(QWidget* parent = nullptr);

    void setTone(Tone tone);
    [[nodiscard]] Tone tone() const { return tone_; }

    [[nodiscard]] bool hasHeightForWidth() const override { return false; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    Tone tone_ = Tone::Neutral;
};

} // namespace ui
