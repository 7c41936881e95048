#include "ui/pages/effect_strip.h"

#include "ui/theme/figures.h"
#include "ui/theme/fonts.h"
#include "ui/theme/tabular_text.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <cmath>

namespace ui {

EffectStrip::EffectStrip(QWidget* parent)
    : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setToolTip(tr("Mean throughput of the seconds before the change and of those after it had settled"));
    hide();
}

void EffectStrip::show(const std::optional<core::workspace::ChangeEffect>& effect) {
    effect_ = effect;
    setVisible(effect.has_value());
    if (effect) {
        setAccessibleName(tr("%1: before %2, after %3").arg(effect->title, rateText(effect->before), rateText(effect->after)));
    }
    update();
}

void EffectStrip::paintEvent(QPaintEvent*) {
    if (!effect_) {
        return;
    }
    const Palette& p = colors();
    QPainter painter(this);
    double x = 2;
    const auto put = [&](const QString& text, const QFont& face, const QColor& ink, double gap) {
        painter.setFont(face);
        painter.setPen(ink);
        const double width = tabularWidth(face, text);
        drawTabular(painter, QRectF(x, 0, width, height()), Qt::AlignLeft | Qt::AlignVCenter, text);
        x += width + gap;
    };
    QFont figure = textFont(TextRole::Strong);
    figure.setPixelSize(15);
    const QFont body = textFont(TextRole::Note);
    put(effect_->title, body, p.dim, 14);
    put(tr("before"), textFont(TextRole::Small), p.faint, 6);
    put(rateText(effect_->before), figure, p.text, 10);
    put(QStringLiteral("→"), body, p.dim, 10);
    put(tr("after"), textFont(TextRole::Small), p.faint, 6);
    if (!effect_->after) {
        put(tr("measuring…"), body, p.dim, 0);
        return;
    }
    put(rateText(*effect_->after), figure, p.text, 12);
    const double ratio = effect_->before.bps > 0 ? effect_->after->bps / effect_->before.bps : 1;
    put(changeText(effect_->before, *effect_->after), textFont(TextRole::Strong),
        std::abs(ratio - 1) < 0.02 ? p.dim
        : ratio > 1                ? p.ok
                                   : p.bad,
        0);
}

} // namespace ui
