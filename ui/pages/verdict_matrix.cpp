#include "ui/pages/verdict_matrix.h"

#include "ui/models/verdict_matrix_model.h"
#include "ui/theme/fonts.h"
#include "ui/theme/path_style.h"
#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <algorithm>

namespace ui {
namespace {

constexpr int kRowHeight = 27;
constexpr int kHeader = 24;
constexpr int kMostRows = 8;
constexpr int kSquare = 9;

// Names of a header, elided in the middle: what tells two interfaces apart is often at the end.
class NameHeader : public QHeaderView {
public:
    NameHeader(Qt::Orientation orientation, QWidget* parent)
        : QHeaderView(orientation, parent) {}

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override {
        painter->save();
        painter->setFont(textFont(TextRole::Small));
        painter->setPen(colors().dim);
        const QRect inner = rect.adjusted(orientation() == Qt::Horizontal ? 4 : 6, 0, -1, -1);
        const QString name = model()->headerData(section, orientation(), Qt::DisplayRole).toString();
        painter->drawText(inner, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                          QFontMetrics(painter->font()).elidedText(name, Qt::ElideMiddle, inner.width()));
        painter->setPen(orientation() == Qt::Horizontal ? colors().line : colors().lineSoft);
        painter->drawLine(rect.bottomLeft(), rect.bottomRight());
        painter->restore();
    }
};

class Delegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const Palette& p = colors();
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const QRectF cell = option.rect;
        painter->setPen(QPen(p.lineSoft, 1));
        painter->drawLine(QPointF(cell.left(), cell.bottom() - 0.5), QPointF(cell.right() + 1, cell.bottom() - 0.5));
        const QVariant path = index.data(VerdictMatrixModel::PathRole);
        if (!path.isValid()) {
            if (index.row() == index.column()) {
                painter->setPen(p.faint);
                painter->setFont(textFont(TextRole::Note));
                painter->drawText(cell.adjusted(6, 0, 0, -1), Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("·"));
            }
            painter->restore();
            return;
        }
        if (option.state & (QStyle::State_Selected | QStyle::State_MouseOver)) {
            const bool selected = option.state.testFlag(QStyle::State_Selected);
            painter->setPen(selected ? QPen(option.state.testFlag(QStyle::State_Active) && option.state.testFlag(QStyle::State_HasFocus) ? p.accent : p.border) : QPen(Qt::NoPen));
            painter->setBrush(selected ? p.hover : p.raised);
            painter->drawRoundedRect(cell.adjusted(1.5, 1.5, -1.5, -2.5), 5, 5);
        }
        const int kind = path.toInt();
        const QRectF square(cell.left() + 7, cell.center().y() - kSquare / 2.0, kSquare, kSquare);
        if (kind >= 0) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(pathColor(p, static_cast<core::model::PathKind>(kind)));
            painter->drawRoundedRect(square, 2, 2);
        } else {
            painter->setPen(QPen(p.dim, 1.5));
            const QRectF cross = square.adjusted(1.5, 1.5, -1.5, -1.5);
            painter->drawLine(cross.topLeft(), cross.bottomRight());
            painter->drawLine(cross.topRight(), cross.bottomLeft());
        }
        painter->setFont(textFont(TextRole::Note));
        painter->setPen(p.text);
        const bool certain = index.data(VerdictMatrixModel::CertainRole).toBool();
        const QRectF words = cell.adjusted(kSquare + 12, 0, 0, -1);
        QString text = index.data(Qt::DisplayRole).toString() + (certain ? QString() : QStringLiteral(" ?"));
        if (QFontMetricsF(painter->font()).horizontalAdvance(text) > words.width()) {
            text = index.data(VerdictMatrixModel::CodeRole).toString(); // whole or short, never cut
        }
        painter->drawText(words, Qt::AlignLeft | Qt::AlignVCenter, text);
        painter->restore();
    }
};

} // namespace

VerdictMatrix::VerdictMatrix(QWidget* parent)
    : QTableView(parent) {
    setHorizontalHeader(new NameHeader(Qt::Horizontal, this));
    setVerticalHeader(new NameHeader(Qt::Vertical, this));
    setItemDelegate(new Delegate(this));
    setShowGrid(false);
    setCornerButtonEnabled(false);
    auto* corner = new QWidget(this); // where both scroll bars meet: nothing
    corner->setAutoFillBackground(false);
    corner->setAttribute(Qt::WA_TranslucentBackground);
    setCornerWidget(corner);
    setSelectionMode(SingleSelection);
    setEditTriggers(NoEditTriggers);
    setMouseTracking(true);
    setHorizontalScrollMode(ScrollPerPixel);
    setVerticalScrollMode(ScrollPerPixel);
    setFrameShape(NoFrame);
    setTabKeyNavigation(false);
    setAccessibleName(tr("Paths between interfaces: rows from, columns to"));
    viewport()->setAutoFillBackground(false);
    for (QHeaderView* header : {horizontalHeader(), verticalHeader()}) {
        header->setSectionResizeMode(QHeaderView::Fixed);
        header->setSectionsClickable(false);
        header->setHighlightSections(false);
    }
    verticalHeader()->setDefaultSectionSize(kRowHeight);
    verticalHeader()->setMinimumSectionSize(kRowHeight);
    horizontalHeader()->setFixedHeight(kHeader);
    setMinimumHeight(kHeader + 2 * kRowHeight);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    connect(this, &QTableView::clicked, this, &VerdictMatrix::chosen);
}

void VerdictMatrix::setModel(QAbstractItemModel* model) {
    QTableView::setModel(model);
    connect(model, &QAbstractItemModel::modelReset, this, [this] {
        shareOutWidth();
        updateGeometry();
    });
    shareOutWidth();
}

void VerdictMatrix::mark(const QModelIndex& index) {
    const QSignalBlocker quiet(this);
    const QSignalBlocker quieter(selectionModel());
    setCurrentIndex(index);
    if (!index.isValid()) {
        clearSelection();
    }
    viewport()->update();
}

// The arrow keys choose like the mouse.
void VerdictMatrix::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
    QTableView::currentChanged(current, previous);
    if (current.isValid() && hasFocus()) {
        Q_EMIT chosen(current);
    }
}

QSize VerdictMatrix::sizeHint() const {
    const int rows = model() ? std::clamp(model()->rowCount(), 2, kMostRows) : 2;
    return {300, kHeader + rows * kRowHeight + (horizontalScrollBar()->maximum() > 0 ? 12 : 2)};
}

void VerdictMatrix::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    shareOutWidth();
}

// Columns share the width evenly; where their words do not fit the cells say two letters, and below that the table scrolls.
void VerdictMatrix::shareOutWidth() {
    if (!model() || model()->columnCount() == 0) {
        return;
    }
    const QFontMetrics small(textFont(TextRole::Small));
    int names = 40;
    for (int row = 0; row < model()->rowCount(); ++row) {
        names = std::max(names, small.horizontalAdvance(model()->headerData(row, Qt::Vertical, Qt::DisplayRole).toString()) + 14);
    }
    names = std::min({names, 120, std::max(60, width() / 3)});
    verticalHeader()->setFixedWidth(names);
    const int needed = kSquare + 14 + QFontMetrics(textFont(TextRole::Note)).horizontalAdvance(QStringLiteral("FT"));
    const bool scrolls = kHeader + model()->rowCount() * kRowHeight > height();
    const int each = std::max(needed, (width() - names - (scrolls ? 12 : 2)) / model()->columnCount());
    for (int column = 0; column < model()->columnCount(); ++column) {
        setColumnWidth(column, std::min(each, 150));
    }
}

} // namespace ui
