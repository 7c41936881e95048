#include "ui/widgets/share_ring.h"

#include "ui/theme/theme.h"

#include <QPainter>
#include <algorithm>

namespace ui {

ShareRing::ShareRing(QWidget* parent)
    : QWidget(parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void ShareRing::set(std::optional<double> share, Tone tone) {
    share_ = share;
    tone_ = tone;
    update();
}

void ShareRing::paintEvent(QPaintEvent*) {
    constexpr double kWidth = 7;
    constexpr double kFullTurn = 360 * 16; // QPainter counts in sixteenths of a degree
    const double side = std::min(width(), height()) - kWidth;
    const QRectF circle((width() - side) / 2, (height() - side) / 2, side, side);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors().track, kWidth));
    painter.drawEllipse(circle);
    if (share_ && *share_ > 0) {
        painter.setPen(QPen(toneFill(colors(), tone_), kWidth, Qt::SolidLine, Qt::FlatCap));
        painter.drawArc(circle, 90 * 16, -static_cast<int>(std::clamp(*share_, 0.0, 1.0) * kFullTurn));
    }
}

} // namespace ui
