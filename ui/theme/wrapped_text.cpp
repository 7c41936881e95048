#include "ui/theme/wrapped_text.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTextLayout>
#include <cmath>
#include <vector>

namespace ui {
namespace {

constexpr qsizetype kMost = 4000; // characters that are laid out: nobody reads more of them here

// Lines of the text at that width; the last one elided when there is more.
std::vector<QString> linesOf(const QFont& font, const QString& whole, double width, int most) {
    std::vector<QString> out;
    const QString text = whole.left(kMost);
    if (text.isEmpty() || width < 8) {
        return out;
    }
    QTextLayout layout(text, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    while (true) {
        QTextLine line = layout.createLine();
        if (!line.isValid()) {
            break;
        }
        line.setLineWidth(width);
        const bool last = static_cast<int>(out.size()) + 1 == most;
        const bool more = line.textStart() + line.textLength() < text.size();
        if (last && more) {
            out.push_back(QFontMetricsF(font).elidedText(text.mid(line.textStart()), Qt::ElideRight, width));
            break;
        }
        out.push_back(text.mid(line.textStart(), line.textLength()).trimmed());
    }
    layout.endLayout();
    return out;
}

double lineHeight(const QFont& font) {
    return std::ceil(QFontMetricsF(font).height()) + 1;
}

} // namespace

double wrappedHeight(const QFont& font, const QString& text, double width, int lines) {
    return static_cast<double>(linesOf(font, text, width, lines).size()) * lineHeight(font);
}

void drawWrapped(QPainter& painter, const QRectF& rect, const QString& text, int lines) {
    const double height = lineHeight(painter.font());
    double y = rect.top();
    for (const QString& line : linesOf(painter.font(), text, rect.width(), lines)) {
        painter.drawText(QRectF(rect.left(), y, rect.width() + 2, height), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, line);
        y += height;
    }
}

} // namespace ui
