// A ring filled to a share of 0…1.
#pragma once

#include "ui/widgets/tone.h"

#include <QWidget>
#include <optional>

namespace ui {

class ShareRing : public QWidget {
    Q_OBJECT
public:
    explicit ShareRing(QWidget* parent = nullptr);
    // No share: an empty ring.
    void set(std::optional<double> share, Tone tone);
    [[nodiscard]] QSize sizeHint() const override { return {42, 42}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::optional<double> share_;
    Tone tone_ = Tone::Neutral;
};

} // namespace ui
