#include "ui/shell/two_line_delegate.h"

#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace ui {

QSize TwoLineDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const {
    return {200, 52};
}

void TwoLineDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Palette& p = colors();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRectF area = QRectF(option.rect).adjusted(0.5, 1.5, -0.5, -1.5);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    if (selected || option.state.testFlag(QStyle::State_MouseOver)) {
        painter->setPen(selected ? QPen(p.border) : QPen(Qt::NoPen));
        painter->setBrush(selected ? p.raised : p.lineSoft);
        painter->drawRoundedRect(area, 8, 8);
    }
    const auto line = [&](double top, TextRole role, const QColor& ink, const QString& text) {
        painter->setFont(textFont(role));
        painter->setPen(ink);
        const QRectF row(area.left() + 11, area.top() + top, area.width() - 22, 18);
        painter->drawText(row, Qt::AlignLeft | Qt::AlignVCenter,
                          QFontMetrics(painter->font()).elidedText(text, Qt::ElideRight, static_cast<int>(row.width())));
    };
    line(6, selected ? TextRole::Strong : TextRole::Body, p.text, index.data(Qt::DisplayRole).toString());
    line(25, TextRole::Small, p.dim, index.data(kDetailRole).toString());
    painter->restore();
}

} // namespace ui
