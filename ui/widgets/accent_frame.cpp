#include "ui/widgets/accent_frame.h"

#include "ui/theme/theme.h"

#include <QLayout>
#include <QPainter>
#include <QPainterPath>
#include <QResizeEvent>

namespace ui {

AccentFrame::AccentFrame(QWidget* parent)
    : QFrame(parent) {}

void AccentFrame::setTone(Tone tone) {
    if (tone_ != tone) {
        tone_ = tone;
        update();
    }
}

QSize AccentFrame::sizeHint() const {
    const QSize wanted = QFrame::sizeHint();
    return layout() && layout()->hasHeightForWidth() ? QSize(wanted.width(), layout()->totalHeightForWidth(width())) : wanted;
}

QSize AccentFrame::minimumSizeHint() const {
    return {QFrame::minimumSizeHint().width(), sizeHint().height()};
}

void AccentFrame::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) {
        updateGeometry();
    }
}

void AccentFrame::paintEvent(QPaintEvent*) {
    constexpr double kRadius = 8;
    constexpr double kEdge = 3;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    // Round on the right only: the edge on the left is straight.
    QPainterPath shape;
    shape.addRoundedRect(QRectF(rect()).adjusted(-kRadius, 0, 0, 0), kRadius, kRadius);
    painter.setClipRect(rect());
    painter.fillPath(shape, colors().dark ? QColor(0x20, 0x25, 0x2e) : colors().raised);
    painter.fillRect(QRectF(0, 0, kEdge, height()), toneFill(colors(), tone_));
}

} // namespace ui
