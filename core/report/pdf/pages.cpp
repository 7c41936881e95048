#include "core/report/pdf/pages.h"

#include "core/report/pdf/text_block.h"

namespace core::report {

namespace {
constexpr double kFooterRoom = 34;
}

Pages::Pages(QPdfWriter& writer, QPainter& painter, QString footer)
    : writer_(writer)
    , painter_(painter)
    , footer_(std::move(footer))
    , width_(writer.width())
    , bottom_(writer.height() - kFooterRoom) {}

void Pages::need(double height) {
    if (y_ > 0 && height > room()) {
        drawFooter();
        writer_.newPage();
        ++page_;
        y_ = 0;
    }
}

void Pages::finish() {
    drawFooter();
}

void Pages::drawFooter() {
    const QColor dim(0x5d, 0x67, 0x78);
    const TextBlock number(std::to_string(page_), sans(11), 40, Qt::AlignRight);
    number.draw(painter_, width_ - 40, bottom_ + 12, dim);
    const TextBlock text(footer_.toStdString(), sans(11), width_ - 50);
    text.draw(painter_, 0, bottom_ + 12, dim);
}

} // namespace core::report
