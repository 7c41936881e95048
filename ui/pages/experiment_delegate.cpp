#include "ui/pages/experiment_delegate.h"

#include "ui/models/experiment_list_model.h"
#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"
#include "ui/theme/verdict_style.h"

#include <QPainter>

namespace ui {
namespace {

constexpr int kRowHeight = 60, kRowGap = 4;
constexpr double kBadgeHeight = 19;

// Right end of the row; answers what is left of it for the title.
QRectF drawBadge(QPainter& painter, const QRectF& line, core::model::ExperimentVerdict verdict) {
    const QFont font = textFont(TextRole::Small);
    const QString text = verdictText(verdict);
    const QColor ink = verdictColor(colors(), verdict);
    QColor back = ink;
    back.setAlphaF(0.14F);
    const double width = QFontMetricsF(font).horizontalAdvance(text) + 16;
    const QRectF shape(line.right() - width, line.center().y() - kBadgeHeight / 2, width, kBadgeHeight);
    painter.setPen(Qt::NoPen);
    painter.setBrush(back);
    painter.drawRoundedRect(shape, kBadgeHeight / 2, kBadgeHeight / 2);
    painter.setFont(font);
    painter.setPen(ink);
    painter.drawText(shape, Qt::AlignCenter, text);
    return line.adjusted(0, 0, -width - 8, 0);
}

void drawElided(QPainter& painter, const QRectF& line, const QString& text) {
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, QFontMetricsF(painter.font()).elidedText(text, Qt::ElideRight, line.width()));
}

} // namespace

QSize ExperimentDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const {
    return {120, kRowHeight + kRowGap};
}

void ExperimentDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Palette& p = colors();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRectF area = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -kRowGap - 0.5);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool focused = option.state.testFlag(QStyle::State_HasFocus);
    if (selected || option.state.testFlag(QStyle::State_MouseOver)) {
        painter->setPen(selected ? QPen(focused ? p.accent : p.border, 1) : QPen(Qt::NoPen));
        painter->setBrush(selected ? p.raised : p.lineSoft);
        painter->drawRoundedRect(area, 8, 8);
    }
    QRectF line(area.left() + 11, area.top() + 8, area.width() - 22, 20);
    if (const QVariant verdict = index.data(ExperimentListModel::VerdictRole); verdict.isValid()) {
        line = drawBadge(*painter, line, static_cast<core::model::ExperimentVerdict>(verdict.toInt()));
    }
    painter->setFont(textFont(selected ? TextRole::Strong : TextRole::Body));
    painter->setPen(p.text);
    drawElided(*painter, line, index.data(Qt::DisplayRole).toString());
    painter->setFont(textFont(TextRole::Small));
    painter->setPen(p.dim);
    drawElided(*painter, QRectF(area.left() + 11, area.top() + 31, area.width() - 22, 17), index.data(ExperimentListModel::DetailRole).toString());
    painter->restore();
}

} // namespace ui
