#include "ui/widgets/kpi_card.h"

#include "ui/theme/fonts.h"
#include "ui/theme/tabular_text.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QPainter>

namespace ui {
namespace {

constexpr int kPadding = 13;
constexpr int kUnitGap = 6;
constexpr int kPictureGap = 10;

QFont unitFont() {
    QFont f = textFont(TextRole::Note);
    f.setWeight(QFont::DemiBold);
    return f;
}

} // namespace

KpiCard::KpiCard(const QString& caption, QWidget* parent)
    : QWidget(parent)
    , caption_(caption)
    , figure_{absentText(), {}} {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void KpiCard::setCaption(const QString& caption) {
    caption_ = caption;
    update();
}

void KpiCard::setFigure(const Figure& figure, Tone tone) {
    figure_ = figure;
    tone_ = tone;
    setAccessibleName(caption_ + u' ' + figure.text());
    placeAccessory();
    update();
}

void KpiCard::setAbsent(const QString& why) {
    setFigure({absentText(), why});
}

void KpiCard::setAccessory(QWidget* widget) {
    accessory_ = widget;
    widget->setParent(this);
    widget->setAttribute(Qt::WA_TransparentForMouseEvents); // the card's tool tip serves both
    widget->show();
    placeAccessory();
}

double KpiCard::figureWidth() const {
    return tabularWidth(textFont(TextRole::Figure), figure_.number) +
           (figure_.unit.isEmpty() ? 0 : kUnitGap + tabularWidth(unitFont(), figure_.unit));
}

bool KpiCard::textFits() const {
    const double room = width() - 2 * kPadding - (accessory_ && accessory_->isVisibleTo(this) ? accessory_->width() + kPictureGap : 0);
    return figureWidth() <= room && QFontMetricsF(textFont(TextRole::Small)).horizontalAdvance(caption_) <= width() - 2 * kPadding;
}

// The picture gives way when the card is too narrow for both: the figure matters more.
void KpiCard::placeAccessory() {
    if (!accessory_) {
        return;
    }
    const QSize size = accessory_->sizeHint();
    const bool fits = figureWidth() + size.width() + kPictureGap <= width() - 2 * kPadding;
    accessory_->setVisible(fits);
    accessory_->setGeometry(width() - kPadding - size.width(), (height() - size.height()) / 2, size.width(), size.height());
}

bool KpiCard::event(QEvent* event) {
    if (event->type() == QEvent::LayoutRequest) {
        placeAccessory();
    }
    return QWidget::event(event);
}

void KpiCard::resizeEvent(QResizeEvent*) {
    placeAccessory();
}

void KpiCard::paintEvent(QPaintEvent*) {
    const Palette& p = colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(p.line, 1));
    painter.setBrush(p.panel);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 10, 10);

    const double top = (height() - 50) / 2.0;
    painter.setFont(textFont(TextRole::Small));
    painter.setPen(p.dim);
    painter.drawText(QRectF(kPadding, top, width() - 2 * kPadding, 16), Qt::AlignLeft | Qt::AlignVCenter, caption_);

    const bool absent = figure_.number == absentText();
    const double baseline = top + 42;
    painter.setFont(textFont(TextRole::Figure));
    painter.setPen(absent ? p.dim : tone_ == Tone::Neutral ? p.text : toneColor(p, tone_));
    const QFontMetricsF numberMetrics(painter.font());
    const double numberWidth = tabularWidth(painter.font(), figure_.number);
    drawTabular(painter, QRectF(kPadding, baseline - numberMetrics.ascent(), numberWidth, numberMetrics.height()), Qt::AlignLeft,
                figure_.number);
    painter.setFont(absent ? textFont(TextRole::Note) : unitFont());
    painter.setPen(p.dim);
    const QFontMetricsF unitMetrics(painter.font());
    drawTabular(painter, QRectF(kPadding + numberWidth + kUnitGap, baseline - unitMetrics.ascent(), width(), unitMetrics.height()),
                Qt::AlignLeft, figure_.unit);
}

} // namespace ui
