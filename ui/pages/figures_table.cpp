#include "ui/pages/figures_table.h"

#include "ui/models/figure_roles.h"
#include "ui/theme/fonts.h"
#include "ui/theme/tabular_text.h"
#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <algorithm>
#include <cmath>

namespace ui {
namespace {

constexpr int kRowHeight = 28;
constexpr int kHeader = 24;
constexpr int kPadding = 8;

QColor inkOf(FigureTone tone) {
    const Palette& p = colors();
    return tone == FigureTone::Dim ? p.dim : tone == FigureTone::Better ? p.ok : tone == FigureTone::Worse ? p.bad : p.text;
}

class Delegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const QRectF cell = option.rect;
        painter->save();
        if (option.state & QStyle::State_Selected) {
            painter->fillRect(option.rect, colors().raised);
        }
        painter->setPen(QPen(colors().lineSoft, 1));
        painter->drawLine(QPointF(cell.left(), cell.bottom() - 0.5), QPointF(cell.right(), cell.bottom() - 0.5));
        const QRectF inner = cell.adjusted(kPadding, 0, -kPadding, -1);
        painter->setFont(textFont(index.data(FigureStrongRole).toBool() ? TextRole::Strong : TextRole::Body));
        painter->setPen(inkOf(static_cast<FigureTone>(index.data(FigureToneRole).toInt())));
        const QString text = index.data(Qt::DisplayRole).toString();
        const auto alignment = index.data(Qt::TextAlignmentRole).value<Qt::Alignment>();
        if (tabularWidth(painter->font(), text) <= inner.width()) {
            drawTabular(*painter, inner, alignment, text);
        } else {
            painter->drawText(inner, alignment, QFontMetrics(painter->font()).elidedText(text, Qt::ElideRight, static_cast<int>(inner.width())));
        }
        painter->restore();
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {60, kRowHeight}; }
};

// What a column needs to show all of its cells; nothing when they are empty.
int widthOf(const QAbstractItemModel& model, int column) {
    double widest = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex index = model.index(row, column);
        const QFont font = textFont(index.data(FigureStrongRole).toBool() ? TextRole::Strong : TextRole::Body);
        widest = std::max(widest, tabularWidth(font, index.data(Qt::DisplayRole).toString()));
    }
    const double header = tabularWidth(textFont(TextRole::Small), model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    return widest <= 0 && model.rowCount() > 0 ? 0 : static_cast<int>(std::ceil(std::max(widest, header))) + 2 * kPadding + 1;
}

} // namespace

FiguresTable::FiguresTable(QWidget* parent)
    : QTableView(parent) {
    setItemDelegate(new Delegate(this));
    setShowGrid(false);
    setWordWrap(false);
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setEditTriggers(NoEditTriggers);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(ScrollPerPixel);
    setFrameShape(NoFrame);
    setTabKeyNavigation(false);
    viewport()->setAutoFillBackground(false);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(kRowHeight);
    verticalHeader()->setMinimumSectionSize(kRowHeight);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsClickable(false);
    horizontalHeader()->setFixedHeight(kHeader);
    horizontalHeader()->setMinimumSectionSize(0);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void FiguresTable::setModel(QAbstractItemModel* model) {
    QTableView::setModel(model);
    const auto anew = [this] {
        shareOutWidth();
        updateGeometry();
    };
    connect(model, &QAbstractItemModel::modelReset, this, anew);
    connect(model, &QAbstractItemModel::dataChanged, this, anew);
    shareOutWidth();
}

void FiguresTable::setMostRows(int rows) {
    mostRows_ = rows;
    setSizePolicy(QSizePolicy::Expanding, rows > 0 ? QSizePolicy::Expanding : QSizePolicy::Fixed);
}

QSize FiguresTable::sizeHint() const {
    const int rows = model() ? model()->rowCount() : 0;
    return {420, kHeader + kRowHeight * (mostRows_ > 0 ? mostRows_ : rows) + 1};
}

QSize FiguresTable::minimumSizeHint() const {
    return {260, mostRows_ > 0 ? kHeader + 3 * kRowHeight : sizeHint().height()};
}

void FiguresTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    shareOutWidth();
}

void FiguresTable::shareOutWidth() {
    if (!model() || model()->columnCount() == 0) {
        return;
    }
    const int columns = model()->columnCount();
    int left = viewport()->width();
    for (int column = 1; column < columns; ++column) {
        const int width = widthOf(*model(), column);
        setColumnHidden(column, width == 0);
        setColumnWidth(column, width);
        left -= width;
    }
    setColumnWidth(0, std::max(left, 60));
}

} // namespace ui
