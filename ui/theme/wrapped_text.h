// Text over several lines for code that paints: wrapped at words, inside a word where one is too long, and elided in its last line.
//
//   const double height = wrappedHeight(font, text, width, 2);
//   drawWrapped(painter, QRectF(x, y, width, height), text, 2);     // the painter's font and pen
#pragma once

#include <QFont>
#include <QRectF>
#include <QString>

class QPainter;

namespace ui {

// Of at most `lines` lines; 0 for an empty text.
[[nodiscard]] double wrappedHeight(const QFont& font, const QString& text, double width, int lines);
void drawWrapped(QPainter& painter, const QRectF& rect, const QString& text, int lines);

} // namespace ui
