#include "ui/widgets/paper.h"

#include "ui/theme/theme.h"

#include <QPainter>
#include <QResizeEvent>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

namespace ui {
namespace {

constexpr double kWidest = 880;    // of the sheet: longer lines are hard to read
constexpr double kLeastText = 660; // what a page needs for its tables; on a narrower sheet it is drawn smaller
constexpr double kMargin = 0.055;  // of the sheet's width, on each side
constexpr int kAround = 2;         // desk around the sheet
const QColor kSheet(0xff, 0xff, 0xff);

} // namespace

// Drawn once for each width: a page of pictures takes too long for every step of scrolling.
class Paper::Sheet : public QWidget {
public:
    using QWidget::QWidget;

    void lay(const Content& content, double width, double pixelRatio) {
        const double margin = std::round(width * kMargin);
        const double inner = width - 2 * margin;
        const double scale = std::min(1.0, inner / kLeastText);
        const auto draw = [&](QPaintDevice& device) {
            QPainter painter(&device);
            painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
            painter.translate(margin, margin);
            painter.scale(scale, scale);
            return content ? content(painter, inner / scale) * scale : 0.0;
        };
        QImage nothing(1, 1, QImage::Format_ARGB32_Premultiplied); // only to learn how long it gets
        const int height = static_cast<int>(std::ceil(draw(nothing) + 2 * margin));
        picture_ = QPixmap(QSize(static_cast<int>(width), height) * pixelRatio);
        picture_.setDevicePixelRatio(pixelRatio);
        picture_.fill(kSheet);
        draw(picture_);
        setFixedSize(static_cast<int>(width) + 2 * kAround, height + 2 * kAround);
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.drawPixmap(kAround, kAround, picture_);
        painter.setPen(QPen(colors().line, 1));
        painter.drawRect(QRectF(rect()).adjusted(kAround - 0.5, kAround - 0.5, -kAround + 0.5, -kAround + 0.5));
    }

private:
    QPixmap picture_;
};

Paper::Paper(QWidget* parent)
    : QScrollArea(parent)
    , sheet_(new Sheet(this)) {
    setFrameShape(QFrame::NoFrame);
    setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // whether it is there must not change the sheet's width
    viewport()->setAutoFillBackground(false);
    setWidget(sheet_);
    sheet_->setAutoFillBackground(false);
}

void Paper::setContent(Content content) {
    content_ = std::move(content);
    lay();
    verticalScrollBar()->setValue(0);
}

QSize Paper::sheetSize() const {
    return sheet_->size();
}

void Paper::lay() {
    const double width = std::min(kWidest, static_cast<double>(viewport()->width() - 2 * kAround));
    if (width > 100) {
        sheet_->lay(content_, width, devicePixelRatioF());
        verticalScrollBar()->setSingleStep(40);
    }
}

void Paper::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) {
        lay();
    }
}

} // namespace ui
