#include "core/report/pdf/pdf.h"

#include "core/report/pdf/pages.h"
#include "core/report/pdf/text_block.h"

#include <QBuffer>
#include <QImage>
#include <QPdfWriter>
#include <QPainterPath>
#include <QSvgRenderer>
#include <algorithm>

namespace core::report {

namespace {

// So many dots an inch that what is 788 wide on the page of the screen fills A4 between its margins.
constexpr int kDotsPerInch = 111;
constexpr double kMarginMm = 15;
const QColor kInk(0x1b, 0x1f, 0x26), kDim(0x5d, 0x67, 0x78), kLine(0xd9, 0xde, 0xe7), kHeadLine(0xc9, 0xcf, 0xda), kRowLine(0xec, 0xef, 0xf4), kWell(0xf5, 0xf7, 0xfa);

struct ToneColors {
    QColor back, ink;
};
ToneColors colorsOf(Tone tone) {
    switch (tone) {
    case Tone::Good:
        return {QColor(0xe5, 0xf6, 0xef), QColor(0x0b, 0x6b, 0x4b)};
    case Tone::Bad:
        return {QColor(0xfd, 0xea, 0xe4), QColor(0xa5, 0x36, 0x1a)};
    case Tone::Neutral:
        break;
    }
    return {QColor(0xed, 0xf0, 0xf5), QColor(0x48, 0x51, 0x5f)};
}

class Writer {
public:
    explicit Writer(Pages& pages)
        : pages_(pages)
        , painter_(pages.painter()) {}

    void head(const Document& document);
    // The next block is the last one: nothing has to find room behind it.
    void setLast() { last_ = true; }

    void operator()(const Heading& heading) {
        pages_.need(90); // with something of what follows
        pages_.advance(18);
        const TextBlock text(heading.text, sans(15, QFont::DemiBold), pages_.width());
        text.draw(painter_, 0, pages_.y(), kInk);
        pages_.advance(text.height() + 3);
        rule(0, pages_.width(), kLine);
        pages_.advance(6);
    }
    void operator()(const Paragraph& paragraph) {
        const TextBlock text(paragraph.spans, sans(13), pages_.width());
        pages_.need(text.height() + (paragraph.dim && !last_ ? 60 : 8)); // a dim line may stand above what it speaks of
        pages_.advance(4);
        text.draw(painter_, 0, pages_.y(), paragraph.dim ? kDim : kInk);
        pages_.advance(text.height() + 4);
    }
    void operator()(const Table& table);
    void operator()(const Pictures& pictures);
    void operator()(const Commands& commands);

private:
    void rule(double from, double to, const QColor& color) {
        painter_.setPen(QPen(color, 1));
        painter_.drawLine(QPointF(from, pages_.y()), QPointF(to, pages_.y()));
    }
    [[nodiscard]] std::vector<double> columns(const Table& table) const;
    void row(const std::vector<Cell>& cells, const std::vector<double>& widths, const QColor& ink, const QColor& line);

    Pages& pages_;
    QPainter& painter_;
    bool last_ = false;
};

void drawLogo(QPainter& painter, const Document& document, const QRectF& box) {
    const QByteArray bytes = QByteArray::fromStdString(document.logoBytes);
    const auto fitted = [&](QSizeF size) {
        size.scale(box.size(), Qt::KeepAspectRatio);
        return QRectF(QPointF(box.right() - size.width(), box.top()), size);
    };
    if (document.logoType == "image/svg+xml") {
        QSvgRenderer svg(bytes);
        if (svg.isValid()) {
            svg.render(&painter, fitted(svg.defaultSize()));
        }
    } else if (const QImage image = QImage::fromData(bytes); !image.isNull()) {
        painter.drawImage(fitted(image.size()), image);
    }
}

void Writer::head(const Document& document) {
    const double right = 270, left = pages_.width() - right - 18;
    double top = 0;
    if (!document.logoBytes.empty()) {
        drawLogo(painter_, document, QRectF(pages_.width() - 180, 0, 180, 44));
        top = 50;
    }
    const TextBlock title(document.title, sans(25, QFont::Bold), left);
    const TextBlock subtitle(document.subtitle, sans(13), right, Qt::AlignRight);
    title.draw(painter_, 0, 0, kInk);
    subtitle.draw(painter_, pages_.width() - right, top > 0 ? top : 12, kDim);
    pages_.advance(std::max(title.height(), (top > 0 ? top : 12) + subtitle.height()) + 10);
    if (document.pill.empty() && document.lead.empty()) {
        return;
    }
    double indent = 0;
    if (!document.pill.empty()) {
        const TextBlock pill(document.pill, sans(13, QFont::DemiBold), pages_.width());
        indent = pill.naturalWidth() + 34;
        QPainterPath shape;
        shape.addRoundedRect(QRectF(0, pages_.y() - 3, pill.naturalWidth() + 24, pill.height() + 6), 13, 13);
        painter_.fillPath(shape, colorsOf(document.tone).back);
        pill.draw(painter_, 12, pages_.y(), colorsOf(document.tone).ink);
    }
    const TextBlock lead(document.lead, sans(13), pages_.width(), Qt::AlignLeft, 1.6, indent);
    lead.draw(painter_, 0, pages_.y(), kInk);
    pages_.advance(lead.height() + 4);
}

// As wide as their longest text, the first takes what is left; when that is too little, all of them shrink.
std::vector<double> Writer::columns(const Table& table) const {
    std::vector<double> widths(table.header.size(), 0);
    const auto widen = [&](const std::vector<Cell>& cells) {
        for (std::size_t i = 0; i < std::min(cells.size(), widths.size()); ++i) {
            widths[i] = std::max(widths[i], TextBlock({{cells[i].text, true}}, sans(13), 10000).naturalWidth() + 14);
        }
    };
    widen(table.header);
    for (const auto& each : table.rows) {
        widen(each);
    }
    double others = 0;
    for (std::size_t i = 1; i < widths.size(); ++i) {
        others += widths[i];
    }
    const double most = pages_.width() * 0.8;
    for (std::size_t i = 1; i < widths.size() && others > most; ++i) {
        widths[i] *= most / others;
    }
    if (!widths.empty()) {
        widths[0] = pages_.width() - std::min(others, most);
    }
    return widths;
}

void Writer::row(const std::vector<Cell>& cells, const std::vector<double>& widths, const QColor& ink, const QColor& line) {
    std::vector<TextBlock> blocks;
    double height = 0;
    for (std::size_t i = 0; i < std::min(cells.size(), widths.size()); ++i) {
        blocks.emplace_back(std::vector<Span>{{cells[i].text, cells[i].strong}}, sans(13), widths[i] - 12, cells[i].right ? Qt::AlignRight : Qt::AlignLeft);
        height = std::max(height, blocks.back().height());
    }
    pages_.need(height + 8);
    double x = 6;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        blocks[i].draw(painter_, x, pages_.y() + 4, ink);
        x += widths[i];
    }
    pages_.advance(height + 8);
    rule(0, pages_.width(), line);
}

void Writer::operator()(const Table& table) {
    const std::vector<double> widths = columns(table);
    row(table.header, widths, kDim, kHeadLine);
    for (const auto& each : table.rows) {
        row(each, widths, kInk, kRowLine);
    }
    pages_.advance(4);
}

void Writer::operator()(const Pictures& pictures) {
    const auto& all = pictures.pictures;
    const double half = (pages_.width() - 18) / 2;
    for (std::size_t i = 0, next = 0; i < all.size(); i = next) {
        next = i + (all[i].isWide() || i + 1 == all.size() || all[i + 1].isWide() ? 1 : 2);
        const double width = all[i].isWide() ? pages_.width() : half;
        double height = 0;
        for (std::size_t j = i; j < next; ++j) {
            height = std::max(height, all[j].height * width / all[j].width);
        }
        pages_.need(height + 60);
        pages_.advance(16);
        const double top = pages_.y();
        for (std::size_t j = i; j < next; ++j) {
            const double x = static_cast<double>(j - i) * (half + 18);
            const TextBlock title(all[j].title, sans(15, QFont::DemiBold), width);
            title.draw(painter_, x, top, kInk);
            painter_.setPen(QPen(kLine, 1));
            painter_.drawLine(QPointF(x, top + title.height() + 3), QPointF(x + width, top + title.height() + 3));
            QSvgRenderer svg(QByteArray::fromStdString(all[j].svg));
            svg.render(&painter_, QRectF(x, top + title.height() + 9, width, all[j].height * width / all[j].width));
        }
        pages_.advance(height + 32);
    }
}

void Writer::operator()(const Commands& commands) {
    pages_.advance(4);
    for (std::size_t i = 0; i < commands.lines.size(); ++i) {
        const TextBlock text(std::vector<Span>{{commands.lines[i], false}}, mono(11), pages_.width() - 24, Qt::AlignLeft, 1.6);
        const double above = i == 0 ? 8 : 0, below = i + 1 == commands.lines.size() ? 8 : 0;
        pages_.need(text.height() + above + below);
        painter_.fillRect(QRectF(0, pages_.y(), pages_.width(), text.height() + above + below + 0.5), kWell);
        text.draw(painter_, 12, pages_.y() + above, kInk);
        pages_.advance(text.height() + above + below);
    }
    pages_.advance(4);
}

void write(Pages& pages, const Document& document) {
    Writer page(pages);
    page.head(document);
    for (const auto& block : document.blocks) {
        if (&block == &document.blocks.back()) {
            page.setLast();
        }
        std::visit(page, block);
    }
    pages.finish();
}

} // namespace

double drawSheet(const Document& document, QPainter& painter, double width) {
    Pages pages(painter, {width, 0}, QString::fromStdString(document.footer), nullptr);
    write(pages, document);
    return pages.length();
}

QByteArray toPdf(const Document& document) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setPageSize(QPageSize(QPageSize::A4));
        writer.setResolution(kDotsPerInch);
        writer.setPageMargins(QMarginsF(kMarginMm, kMarginMm, kMarginMm, 10), QPageLayout::Millimeter);
        writer.setTitle(QString::fromStdString(document.title));
        writer.setCreator(QStringLiteral("Pathscope %1").arg(QStringLiteral(PATHSCOPE_VERSION)));
        QPainter painter(&writer);
        painter.setRenderHint(QPainter::Antialiasing);
        Pages pages(painter, {static_cast<double>(writer.width()), static_cast<double>(writer.height())}, QString::fromStdString(document.footer), [&writer] { writer.newPage(); });
        write(pages, document);
    }
    return buffer.data();
}

} // namespace core::report
