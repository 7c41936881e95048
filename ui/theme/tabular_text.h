// Text whose digits all take the same width, so that a figure that changes every second does not jitter.
// Inter's default digits are proportional and Qt 6.4 cannot ask a font for its tabular set.
#pragma once

#include <QFontMetricsF>
#include <QPainter>
#include <QRectF>
#include <QString>

namespace ui {

[[nodiscard]] double tabularWidth(const QFont& font, QStringView text);

// Draws one line with the painter's font and pen. `alignment` as for QPainter::drawText; the text is never elided.
void drawTabular(QPainter& painter, const QRectF& rect, Qt::Alignment alignment, QStringView text);

} // namespace ui
