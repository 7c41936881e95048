#include "ui/pages/finding_delegate.h"

#include "ui/models/finding_list_model.h"
#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"
#include "ui/theme/verdict_style.h"
#include "ui/theme/wrapped_text.h"

#include <QAbstractItemView>
#include <QPainter>
#include <QPainterPath>
#include <cmath>

namespace ui {
namespace {

using Kind = FindingListModel::Kind;

constexpr double kHeading = 28;
constexpr double kGap = 7;
constexpr double kEdge = 3;
constexpr double kPadX = 11, kPadY = 7;
constexpr double kBetween = 2;
constexpr double kScrollBar = 12; // kept free always: rows must not change their height when it comes
constexpr int kTitleLines = 2, kDetailLines = 2, kPlainLines = 4;

Kind kindOf(const QModelIndex& index) {
    return static_cast<Kind>(index.data(FindingListModel::KindRole).toInt());
}

bool boxed(const QModelIndex& index) {
    return kindOf(index) == Kind::Finding || kindOf(index) == Kind::Healthy;
}

// The heading of the row's section where it is the first that is shown of it.
QString headingOf(const QModelIndex& index) {
    const QString section = index.data(FindingListModel::SectionRole).toString();
    const QModelIndex above = index.siblingAtRow(index.row() - 1);
    return !above.isValid() || above.data(FindingListModel::SectionRole).toString() != section ? section : QString();
}

QFont titleFont(const QModelIndex& index) {
    return textFont(boxed(index) ? TextRole::Strong : TextRole::Body);
}

} // namespace

FindingDelegate::FindingDelegate(QAbstractItemView* view)
    : QStyledItemDelegate(view)
    , view_(view) {}

double FindingDelegate::textWidth(const QModelIndex& index) const {
    return view_->width() - kScrollBar - (boxed(index) ? kEdge + 2 * kPadX : 6);
}

QSize FindingDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
    const double width = textWidth(index);
    double height = wrappedHeight(titleFont(index), index.data(FindingListModel::TitleRole).toString(), width, boxed(index) ? kTitleLines : kPlainLines);
    if (boxed(index)) {
        height += 2 * kPadY + kBetween + wrappedHeight(textFont(TextRole::Note), index.data(FindingListModel::DetailRole).toString(), width, kDetailLines);
    }
    return {60, static_cast<int>(std::ceil(height + kGap + (headingOf(index).isEmpty() ? 0 : kHeading)))};
}

void FindingDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Palette& p = colors();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    QRectF area = QRectF(option.rect).adjusted(0, 0, 0, -kGap);
    if (const QString heading = headingOf(index); !heading.isEmpty()) {
        painter->setFont(textFont(TextRole::Body));
        painter->setPen(p.dim);
        painter->drawText(QRectF(area.left() + 2, area.top() + 4, area.width() - 4, kHeading - 8), Qt::AlignLeft | Qt::AlignVCenter, heading);
        area.setTop(area.top() + kHeading);
    }
    const QString title = index.data(FindingListModel::TitleRole).toString();
    const double width = textWidth(index);
    painter->setFont(titleFont(index));
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    if (!boxed(index)) {
        painter->setPen(selected ? p.text : p.dim);
        drawWrapped(*painter, QRectF(area.left() + 2, area.top(), width, area.height()), title, kPlainLines);
        painter->restore();
        return;
    }
    const bool praise = kindOf(index) == Kind::Healthy;
    constexpr double kRadius = 8;
    QPainterPath shape;
    shape.addRoundedRect(area.adjusted(-kRadius, 0.5, -0.5, -0.5), kRadius, kRadius);
    painter->setClipRect(area);
    painter->fillPath(shape, selected || option.state.testFlag(QStyle::State_MouseOver) ? p.hover : p.raised);
    painter->fillRect(QRectF(area.left(), area.top(), kEdge, area.height()),
                      severityColor(p, static_cast<core::model::Severity>(index.data(FindingListModel::SeverityRole).toInt())));
    if (selected) {
        painter->setPen(QPen(view_->hasFocus() ? p.accent : p.border, 1));
        painter->drawPath(shape);
    }
    const double titleHeight = wrappedHeight(painter->font(), title, width, kTitleLines);
    QRectF inner(area.left() + kEdge + kPadX, area.top() + kPadY, width, titleHeight);
    painter->setPen(praise && !selected ? p.dim : p.text);
    drawWrapped(*painter, inner, title, kTitleLines);
    inner.translate(0, titleHeight + kBetween);
    painter->setFont(textFont(TextRole::Note));
    painter->setPen(p.dim);
    drawWrapped(*painter, inner, index.data(FindingListModel::DetailRole).toString(), kDetailLines);
    painter->restore();
}

} // namespace ui
