#include "ui/theme/tabular_text.h"

#include <algorithm>

namespace ui {
namespace {

double digitWidth(const QFontMetricsF& metrics) {
    double width = 0;
    for (char16_t c = u'0'; c <= u'9'; ++c) {
        width = std::max(width, metrics.horizontalAdvance(QChar(c)));
    }
    return width;
}

// Calls each(run, isDigit) for digits one by one and for the text between them as a whole (so that kerning stays).
template <class F> void forEachRun(QStringView text, F each) {
    qsizetype start = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i].isDigit()) {
            if (i > start) {
                each(text.mid(start, i - start), false);
            }
            each(text.mid(i, 1), true);
            start = i + 1;
        }
    }
    if (start < text.size()) {
        each(text.mid(start), false);
    }
}

} // namespace

double tabularWidth(const QFont& font, QStringView text) {
    const QFontMetricsF metrics(font);
    const double digit = digitWidth(metrics);
    double width = 0;
    forEachRun(text, [&](QStringView run, bool isDigit) { width += isDigit ? digit : metrics.horizontalAdvance(run.toString()); });
    return width;
}

void drawTabular(QPainter& painter, const QRectF& rect, Qt::Alignment alignment, QStringView text) {
    const QFontMetricsF metrics(painter.font());
    const double digit = digitWidth(metrics);
    double x = rect.left();
    if (alignment & Qt::AlignRight) {
        x = rect.right() - tabularWidth(painter.font(), text);
    } else if (alignment & Qt::AlignHCenter) {
        x = rect.center().x() - tabularWidth(painter.font(), text) / 2;
    }
    double y = rect.top() + metrics.ascent();
    if (alignment & Qt::AlignVCenter) {
        y = rect.center().y() + (metrics.ascent() - metrics.descent()) / 2;
    } else if (alignment & Qt::AlignBottom) {
        y = rect.bottom() - metrics.descent();
    }
    forEachRun(text, [&](QStringView run, bool isDigit) {
        const QString piece = run.toString();
        const double advance = metrics.horizontalAdvance(piece);
        if (isDigit) {
            painter.drawText(QPointF(x + (digit - advance) / 2, y), piece);
            x += digit;
        } else {
            painter.drawText(QPointF(x, y), piece);
            x += advance;
        }
    });
}

} // namespace ui
