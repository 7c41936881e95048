#include "core/report/pdf/pages.h"

#include "core/report/pdf/text_block.h"

namespace core::report {

Pages::Pages(QPainter& painter, QSizeF size, QString footer, std::function<void()> newPage)
    : painter_(painter)
    , footer_(std::move(footer))
    , newPage_(std::move(newPage))
    , width_(size.width())
    , bottom_(size.height() - kFooterRoom) {}

void Pages::need(double height) {
    if (newPage_ && y_ > 0 && height > room()) {
        drawFooter();
        newPage_();
        ++page_;
        y_ = 0;
    }
}

void Pages::finish() {
    if (!newPage_) {
        bottom_ = y_ + 6;
    }
    drawFooter();
}

void Pages::drawFooter() {
    const QColor dim(0x5d, 0x67, 0x78);
    if (newPage_) {
        const TextBlock number(std::to_string(page_), sans(11), 40, Qt::AlignRight);
        number.draw(painter_, width_ - 40, bottom_ + 12, dim);
    }
    const TextBlock text(footer_.toStdString(), sans(11), width_ - 50);
    text.draw(painter_, 0, bottom_ + 12, dim);
}

} // namespace core::report
