#include "ui/shell/router_list_delegate.h"

#include "core/workspace/router_state.h"
#include "ui/models/router_list_model.h"
#include "ui/theme/fonts.h"
#include "ui/theme/tabular_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/path_bar.h"

#include <QPainter>

namespace ui {
namespace {

constexpr int kRow = 64;
constexpr int kFileRow = 54; // has no bar
constexpr int kGap = 4;
constexpr int kSection = 30;

QColor figureInk(const Palette& p, const QVariant& tone) {
    if (!tone.isValid()) {
        return p.text;
    }
    switch (static_cast<ExportEntry::Tone>(tone.toInt())) {
    case ExportEntry::Tone::Good:
        return p.ok;
    case ExportEntry::Tone::Warning:
        return p.warn;
    case ExportEntry::Tone::Bad:
        return p.bad;
    case ExportEntry::Tone::Dim:
        break;
    }
    return p.dim;
}

} // namespace

QSize RouterListDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
    return {120, (index.data(RouterListModel::FileRole).toBool() ? kFileRow : kRow) + kGap + (index.data(RouterListModel::SectionRole).toString().isEmpty() ? 0 : kSection)};
}

void RouterListDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Palette& p = colors();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    QRectF area = QRectF(option.rect).adjusted(0, 0, 0, -kGap);
    if (const QString section = index.data(RouterListModel::SectionRole).toString(); !section.isEmpty()) {
        painter->setFont(textFont(TextRole::Section));
        painter->setPen(p.dim);
        painter->drawText(QRectF(area.left() + 4, area.top(), area.width(), kSection - 4), Qt::AlignLeft | Qt::AlignVCenter, section);
        area.setTop(area.top() + kSection);
    }
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool focused = option.state.testFlag(QStyle::State_HasFocus) && option.state.testFlag(QStyle::State_KeyboardFocusChange);
    if (selected || option.state.testFlag(QStyle::State_MouseOver)) {
        painter->setPen(selected ? QPen(focused ? p.accent : p.border, 1) : QPen(Qt::NoPen));
        painter->setBrush(selected ? p.raised : p.lineSoft);
        painter->drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
    }
    const auto link = static_cast<core::workspace::LinkState>(index.data(RouterListModel::LinkRole).toInt());
    const bool offline = link == core::workspace::LinkState::Failed || link == core::workspace::LinkState::Reconnecting;

    const QRectF inner = area.adjusted(11, 8, -11, -9);
    const QRectF upper(inner.left(), inner.top(), inner.width(), 19);
    const QString figure = index.data(RouterListModel::FigureRole).toString();
    painter->setFont(textFont(TextRole::Body));
    painter->setPen(offline ? p.bad : figureInk(p, index.data(RouterListModel::ToneRole)));
    const double figureWidth = tabularWidth(painter->font(), figure);
    drawTabular(*painter, upper, Qt::AlignRight | Qt::AlignVCenter, figure);

    painter->setFont(textFont(selected ? TextRole::Strong : TextRole::Body));
    painter->setPen(offline ? p.dim : p.text);
    const int nameWidth = static_cast<int>(upper.width() - figureWidth - 10);
    const QString name = index.data(RouterListModel::NameRole).toString();
    painter->drawText(upper, Qt::AlignLeft | Qt::AlignVCenter, QFontMetrics(painter->font()).elidedText(name, Qt::ElideRight, nameWidth));

    const QRectF lower(inner.left(), upper.bottom(), inner.width(), 16);
    painter->setFont(textFont(TextRole::Small));
    painter->setPen(p.dim);
    const QString detail = index.data(RouterListModel::DetailRole).toString();
    painter->drawText(lower, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetrics(painter->font()).elidedText(detail, Qt::ElideRight, static_cast<int>(lower.width())));

    if (index.data(RouterListModel::FileRole).toBool()) {
        painter->restore();
        return;
    }
    if (const QVariant share = index.data(RouterListModel::ShareRole); share.isValid()) {
        paintPathBar(*painter, QRectF(inner.left(), inner.bottom() - 5, inner.width(), 5), share.value<core::model::PathShare>());
    } else {
        paintPathBar(*painter, QRectF(inner.left(), inner.bottom() - 5, inner.width(), 5), std::nullopt);
    }
    painter->restore();
}

} // namespace ui
