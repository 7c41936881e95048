#include "ui/pages/path_legend.h"

#include "ui/theme/fonts.h"
#include "ui/theme/path_style.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace ui {
namespace {

constexpr double kKey = 9;
constexpr double kKeyGap = 5;
constexpr double kItemGap = 12;

} // namespace

PathLegend::PathLegend(QWidget* parent)
    : QWidget(parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void PathLegend::setShowsUnattributed(bool on) {
    if (unattributed_ != on) {
        unattributed_ = on;
        updateGeometry();
        update();
    }
}

QStringList PathLegend::names() const {
    QStringList out;
    for (const core::model::PathKind kind : core::model::kAllPaths) {
        out << pathShortName(kind);
    }
    if (unattributed_) {
        out << tr("unattributed");
    }
    return out;
}

QSize PathLegend::sizeHint() const {
    const QFontMetricsF metrics(textFont(TextRole::Small));
    double width = -kItemGap;
    for (const QString& name : names()) {
        width += kItemGap + kKey + kKeyGap + metrics.horizontalAdvance(name);
    }
    return {static_cast<int>(width) + 2, 16};
}

void PathLegend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(textFont(TextRole::Small));
    const QFontMetricsF metrics(painter.font());
    const QStringList all = names();
    double x = 0;
    for (qsizetype i = 0; i < all.size(); ++i) {
        const auto index = static_cast<std::size_t>(i);
        painter.setPen(Qt::NoPen);
        painter.setBrush(index < core::model::kPathCount ? QBrush(pathColor(colors(), core::model::kAllPaths[index]))
                                                         : unattributedBrush(colors()));
        painter.drawRoundedRect(QRectF(x, (height() - kKey) / 2, kKey, kKey), 2, 2);
        x += kKey + kKeyGap;
        painter.setPen(colors().dim);
        const double width = metrics.horizontalAdvance(all[i]);
        painter.drawText(QRectF(x, 0, width + 2, height()), Qt::AlignLeft | Qt::AlignVCenter, all[i]);
        x += width + kItemGap;
    }
}

} // namespace ui
