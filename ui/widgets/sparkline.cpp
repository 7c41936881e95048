#include "ui/widgets/sparkline.h"

#include "ui/theme/theme.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>

namespace ui {

Sparkline::Sparkline(QWidget* parent)
    : QWidget(parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void Sparkline::setValues(std::vector<std::optional<double>> values) {
    values_ = std::move(values);
    update();
}

void Sparkline::paintEvent(QPaintEvent*) {
    if (values_.size() < 2) {
        return;
    }
    double top = 0;
    for (const auto& value : values_) {
        top = std::max(top, value.value_or(0));
    }
    if (top <= 0) {
        return;
    }
    const QRectF area = QRectF(rect()).adjusted(1, 3, -1, -2);
    const double step = area.width() / static_cast<double>(values_.size() - 1);
    QPainterPath line;
    QPainterPath fill;
    std::optional<double> runStart;
    double lastX = 0;
    const auto closeRun = [&] {
        if (runStart) {
            fill.lineTo(lastX, area.bottom());
            fill.lineTo(*runStart, area.bottom());
            fill.closeSubpath();
            runStart.reset();
        }
    };
    for (std::size_t i = 0; i < values_.size(); ++i) {
        if (!values_[i]) {
            closeRun();
            continue;
        }
        const QPointF at(area.left() + step * static_cast<double>(i), area.bottom() - *values_[i] / top * area.height());
        if (runStart) {
            line.lineTo(at);
            fill.lineTo(at);
        } else {
            line.moveTo(at);
            fill.moveTo(at);
            runStart = at.x();
        }
        lastX = at.x();
    }
    closeRun();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor wash = colors().accent;
    wash.setAlphaF(0.12F);
    painter.fillPath(fill, wash);
    painter.setPen(QPen(colors().accent, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(line);
}

} // namespace ui
