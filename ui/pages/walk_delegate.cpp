#include "ui/pages/walk_delegate.h"

#include "ui/models/walk_model.h"
#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"
#include "ui/theme/wrapped_text.h"

#include <QAbstractItemView>
#include <QPainter>
#include <cmath>

namespace ui {
namespace {

constexpr double kAxis = 15;  // of the dots
constexpr double kText = 36;  // left edge of the words
constexpr double kRight = 22; // room for the tick
constexpr double kScrollBar = 12; // kept free always: rows must not change their height when it comes
constexpr double kTop = 7, kBottom = 9;
constexpr double kRadius = 6;
constexpr int kTitleLines = 2, kDetailLines = 4, kQuoteLines = 3;

struct Words {
    QString title, detail, line, place, agent;
    explicit Words(const QModelIndex& index)
        : title(index.data(WalkModel::TitleRole).toString())
        , detail(index.data(WalkModel::DetailRole).toString())
        , line(index.data(WalkModel::LineRole).toString())
        , place(index.data(WalkModel::PlaceRole).toString())
        , agent(index.data(WalkModel::AgentRole).toString()) {}
};

QFont titleFont(const QModelIndex& index) {
    return textFont(index.data(WalkModel::HighlightRole).toBool() ? TextRole::Strong : TextRole::Body);
}

} // namespace

WalkDelegate::WalkDelegate(QAbstractItemView* view)
    : QStyledItemDelegate(view)
    , view_(view) {}

double WalkDelegate::textWidth() const {
    return view_->width() - kScrollBar - kText - kRight;
}

QSize WalkDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
    const Words words(index);
    const double width = textWidth();
    double height = kTop + kBottom + wrappedHeight(textFont(TextRole::Strong), words.title, width, kTitleLines);
    height += wrappedHeight(textFont(TextRole::Note), words.detail, width, kDetailLines);
    if (!words.line.isEmpty()) {
        height += 2 + wrappedHeight(textFont(TextRole::Mono), words.line, width, kQuoteLines);
        height += wrappedHeight(textFont(TextRole::Small), words.place, width, 1);
    }
    if (!words.agent.isEmpty()) {
        height += 2 + wrappedHeight(textFont(TextRole::Note), words.agent, width, kDetailLines);
    }
    return {60, static_cast<int>(std::ceil(height))};
}

void WalkDelegate::paintDot(QPainter& painter, const QPointF& center, const QModelIndex& index) const {
    const Palette& p = colors();
    using Dot = WalkModel::Dot;
    const auto dot = static_cast<Dot>(index.data(WalkModel::DotRole).toInt());
    const QColor fill = dot == Dot::Missed    ? p.panel
                        : dot == Dot::Edge    ? p.faint
                        : dot == Dot::Decides ? path_
                        : dot == Dot::Ends    ? p.badFill
                        : dot == Dot::Taken   ? p.warnFill
                                              : p.accent;
    if (index.data(WalkModel::HighlightRole).toBool()) {
        QColor halo = fill == p.panel ? p.dim : fill;
        halo.setAlphaF(0.28F);
        painter.setPen(Qt::NoPen);
        painter.setBrush(halo);
        painter.drawEllipse(center, kRadius + 4, kRadius + 4);
    }
    const bool fork = index.data(WalkModel::ForkRole).toBool();
    painter.setPen(QPen(dot == Dot::Missed ? p.faint : fork ? fill : p.panel, dot == Dot::Missed || fork ? 2 : 1));
    painter.setBrush(fork ? p.panel : fill);
    painter.drawEllipse(center, kRadius - 0.5, kRadius - 0.5);
    if (dot == Dot::Ends) {
        painter.setPen(QPen(p.panel, 1.6));
        painter.drawLine(center + QPointF(-2.2, -2.2), center + QPointF(2.2, 2.2));
        painter.drawLine(center + QPointF(-2.2, 2.2), center + QPointF(2.2, -2.2));
    }
}

void WalkDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Palette& p = colors();
    const Words words(index);
    const QRectF area = option.rect;
    const double width = textWidth();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    if (selected || option.state.testFlag(QStyle::State_MouseOver)) {
        painter->setPen(selected ? QPen(view_->hasFocus() ? p.accent : p.border) : QPen(Qt::NoPen));
        painter->setBrush(selected ? p.raised : p.lineSoft);
        painter->drawRoundedRect(QRectF(area.left() + kText - 10, area.top() + 1.5, area.width() - kText + 7, area.height() - 3), 7, 7);
    }
    const double titleHeight = wrappedHeight(textFont(TextRole::Strong), words.title, width, kTitleLines);
    const QPointF center(area.left() + kAxis, area.top() + kTop + 9);

    QColor line = path_.isValid() ? path_ : p.border;
    line.setAlphaF(0.45F);
    painter->setPen(QPen(line, 2, Qt::SolidLine, Qt::FlatCap)); // rows must not overlap: the line is translucent
    const bool first = index.row() == 0;
    const bool last = index.row() + 1 == index.model()->rowCount();
    painter->drawLine(QPointF(center.x(), first ? center.y() : area.top()), QPointF(center.x(), last ? center.y() : area.bottom()));
    if (index.data(WalkModel::ForkRole).toBool()) {
        painter->setPen(QPen(line, 2, Qt::DotLine)); // the other part leaves the line here
        painter->drawLine(center, center + QPointF(13, 13));
    }
    paintDot(*painter, center, index);

    QRectF text(area.left() + kText, area.top() + kTop, width, titleHeight);
    painter->setFont(titleFont(index));
    const bool missed = static_cast<WalkModel::Dot>(index.data(WalkModel::DotRole).toInt()) == WalkModel::Dot::Missed;
    painter->setPen(missed && !selected ? p.dim : p.text);
    drawWrapped(*painter, text, words.title, kTitleLines);
    const auto below = [&](TextRole role, const QColor& ink, const QString& what, int lines) {
        text.setTop(text.top() + text.height());
        text.setHeight(wrappedHeight(textFont(role), what, width, lines));
        painter->setFont(textFont(role));
        painter->setPen(ink);
        drawWrapped(*painter, text, what, lines);
    };
    below(TextRole::Note, p.dim, words.detail, kDetailLines);
    if (!words.line.isEmpty()) {
        text.translate(0, 2);
        below(TextRole::Mono, p.text, words.line, kQuoteLines);
        below(TextRole::Small, p.dim, words.place, 1);
    }
    if (!words.agent.isEmpty()) {
        text.translate(0, 2);
        below(TextRole::Note, p.warn, words.agent, kDetailLines);
    }
    if (index.data(WalkModel::SeenRole).toBool()) {
        painter->setFont(textFont(TextRole::Note));
        painter->setPen(p.ok);
        painter->drawText(QRectF(area.right() - 20, area.top() + kTop, 16, 18), Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("✓"));
    }
    painter->restore();
}

} // namespace ui
