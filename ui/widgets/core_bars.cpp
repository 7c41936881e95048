#include "ui/widgets/core_bars.h"

#include "ui/theme/theme.h"

#include <QPainter>
#include <algorithm>

namespace ui {

Tone loadTone(double percent) {
    return percent >= 85 ? Tone::Bad : percent >= 60 ? Tone::Warn : Tone::Ok;
}

CoreBars::CoreBars(QWidget* parent)
    : QWidget(parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void CoreBars::setPercent(std::vector<double> percent) {
    if (percent.size() != percent_.size()) {
        updateGeometry();
    }
    percent_ = std::move(percent);
    update();
}

QSize CoreBars::sizeHint() const {
    const int cores = static_cast<int>(percent_.size());
    return {cores <= 4 ? std::max(12, cores * 17) : std::clamp(cores * 4, 64, 84), 42};
}

void CoreBars::paintEvent(QPaintEvent*) {
    if (percent_.empty()) {
        return;
    }
    // Wide bars for a few cores, slim ones for many; the gap shrinks with them.
    const double pitch = static_cast<double>(width()) / static_cast<double>(percent_.size());
    const double bar = std::max(1.0, std::min(12.0, pitch * 0.72));
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    for (std::size_t i = 0; i < percent_.size(); ++i) {
        const QRectF track(pitch * static_cast<double>(i) + (pitch - bar) / 2, 1, bar, height() - 2);
        const double radius = std::min(1.5, bar / 3);
        painter.setBrush(colors().track);
        painter.drawRoundedRect(track, radius, radius);
        const double filled = track.height() * std::clamp(percent_[i], 0.0, 100.0) / 100;
        painter.setBrush(toneFill(colors(), loadTone(percent_[i])));
        painter.drawRoundedRect(QRectF(track.left(), track.bottom() - filled, bar, filled), radius, radius);
    }
}

} // namespace ui
