#include "ui/widgets/path_bar.h"

#include "ui/theme/path_style.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QPainterPath>

namespace ui {

void paintPathBar(QPainter& painter, const QRectF& rect, const std::optional<core::model::PathShare>& share) {
    const Palette& p = colors();
    const double radius = rect.height() / 2;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath clip;
    clip.addRoundedRect(rect, radius, radius);
    painter.setClipPath(clip);
    painter.fillRect(rect, p.track);
    if (share && share->total.bps > 0) {
        double x = rect.left();
        const auto segment = [&](double part, const QBrush& brush) {
            const double width = part * rect.width();
            if (width > 0) {
                painter.fillRect(QRectF(x, rect.top(), width, rect.height()), brush);
                x += width;
            }
        };
        for (const core::model::PathKind kind : core::model::kAllPaths) {
            segment(share->share(kind), pathColor(p, kind));
        }
        segment(share->unattributedShare(), unattributedBrush(p));
    }
    painter.restore();
}

PathBar::PathBar(QWidget* parent)
    : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void PathBar::setShare(const std::optional<core::model::PathShare>& share) {
    share_ = share;
    update();
}

void PathBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintPathBar(painter, rect(), share_);
}

} // namespace ui
