#include "ui/widgets/status_pill.h"

#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"

#include <QFontMetrics>
#include <QPainter>

namespace ui {

StatusPill::StatusPill(QWidget* parent)
    : QWidget(parent) {
    setFont(textFont(TextRole::Note));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    hide();
}

void StatusPill::set(const QString& text, Tone tone) {
    if (text_ == text && tone_ == tone) {
        return;
    }
    text_ = text;
    tone_ = tone;
    setAccessibleName(text);
    setVisible(!text.isEmpty());
    updateGeometry();
    update();
}

QSize StatusPill::sizeHint() const {
    return {QFontMetrics(textFont(TextRole::Note)).horizontalAdvance(text_) + 22, 23};
}

void StatusPill::paintEvent(QPaintEvent*) {
    const Palette& p = colors();
    QColor edge = p.line;
    QColor ink = p.dim;
    if (tone_ != Tone::Neutral) {
        ink = toneColor(p, tone_);
        edge = ink;
        edge.setAlphaF(0.45F);
    }
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(edge, 1));
    painter.setBrush(Qt::NoBrush);
    const QRectF shape = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.drawRoundedRect(shape, shape.height() / 2, shape.height() / 2);
    painter.setPen(ink);
    painter.setFont(textFont(TextRole::Note));
    painter.drawText(rect(), Qt::AlignCenter, text_);
}

} // namespace ui
