#include "core/report/pdf/text_block.h"

#include <QTextOption>
#include <algorithm>

namespace core::report {

namespace {

QFont fontOf(const QStringList& families, int pixels, QFont::Weight weight) {
    QFont font;
    font.setFamilies(families);
    font.setPixelSize(pixels);
    font.setWeight(weight);
    font.setHintingPreference(QFont::PreferNoHinting); // on paper letters stand where they are drawn
    return font;
}

} // namespace

QFont sans(int pixels, QFont::Weight weight) {
    return fontOf({QStringLiteral("Inter"), QStringLiteral("DejaVu Sans")}, pixels, weight);
}

QFont mono(int pixels) {
    return fontOf({QStringLiteral("DejaVu Sans Mono"), QStringLiteral("monospace")}, pixels, QFont::Normal);
}

TextBlock::TextBlock(const std::vector<Span>& spans, const QFont& font, double width, Qt::Alignment alignment, double lineHeight, double firstIndent) {
    QString text;
    QList<QTextLayout::FormatRange> formats;
    for (const Span& span : spans) {
        const QString piece = QString::fromStdString(span.text);
        if (span.strong) {
            QTextLayout::FormatRange bold;
            bold.start = static_cast<int>(text.size());
            bold.length = static_cast<int>(piece.size());
            bold.format.setFontWeight(QFont::DemiBold);
            formats.push_back(bold);
        }
        text += piece;
    }
    layout_ = std::make_unique<QTextLayout>(text, font);
    QTextOption option(alignment);
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    option.setUseDesignMetrics(true);
    layout_->setTextOption(option);
    layout_->setFormats(formats);
    layout_->beginLayout();
    const double step = font.pixelSize() * lineHeight;
    for (QTextLine line = layout_->createLine(); line.isValid(); line = layout_->createLine()) {
        const double indent = height_ == 0 ? firstIndent : 0;
        line.setLineWidth(std::max(1.0, width - indent));
        line.setPosition({indent, height_ + (step - line.height()) / 2});
        naturalWidth_ = std::max(naturalWidth_, indent + line.naturalTextWidth());
        height_ += step;
    }
    layout_->endLayout();
}

TextBlock::TextBlock(const std::string& text, const QFont& font, double width, Qt::Alignment alignment)
    : TextBlock(std::vector<Span>{{text, false}}, font, width, alignment) {}

void TextBlock::draw(QPainter& painter, double x, double y, const QColor& color) const {
    painter.setPen(color);
    layout_->draw(&painter, {x, y});
}

} // namespace core::report
