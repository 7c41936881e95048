// Text laid out to a width, to be drawn wherever there is room for it.
#pragma once

#include "core/report/document.h"

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QTextLayout>
#include <memory>

namespace core::report {

[[nodiscard]] QFont sans(int pixels, QFont::Weight weight = QFont::Normal);
[[nodiscard]] QFont mono(int pixels);

class TextBlock {
public:
    TextBlock(const std::vector<Span>& spans, const QFont& font, double width, Qt::Alignment alignment = Qt::AlignLeft, double lineHeight = 1.5, double firstIndent = 0);
    TextBlock(const std::string& text, const QFont& font, double width, Qt::Alignment alignment = Qt::AlignLeft);

    [[nodiscard]] double height() const { return height_; }
    // Of the longest line.
    [[nodiscard]] double naturalWidth() const { return naturalWidth_; }
    void draw(QPainter& painter, double x, double y, const QColor& color) const;

private:
    std::unique_ptr<QTextLayout> layout_;
    double height_ = 0, naturalWidth_ = 0;
};

} // namespace core::report
