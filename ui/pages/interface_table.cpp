#include "ui/pages/interface_table.h"

#include "ui/models/interface_table_model.h"
#include "ui/models/router_list_model.h" // metatype of PathShare
#include "ui/theme/fonts.h"
#include "ui/theme/tabular_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/path_bar.h"

#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <algorithm>

namespace ui {
namespace {

constexpr int kRowHeight = 28;
constexpr int kPadding = 6;
constexpr int kHeader = 24;
constexpr int kMostRows = 7;

class Delegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const Palette& p = colors();
        const QRectF cell = option.rect;
        painter->save();
        if (option.state & QStyle::State_Selected) {
            painter->fillRect(option.rect, p.raised);
        }
        painter->setPen(QPen(p.lineSoft, 1));
        painter->drawLine(QPointF(cell.left(), cell.bottom() - 0.5), QPointF(cell.right(), cell.bottom() - 0.5));

        const QString inconsistent = index.data(InterfaceTableModel::InconsistentRole).toString();
        const bool dim = index.data(InterfaceTableModel::DimRole).toBool();
        QRectF inner = cell.adjusted(kPadding, 0, -kPadding, -1);
        if (index.column() == InterfaceTableModel::BarColumn) {
            std::optional<core::model::PathShare> share;
            if (const QVariant value = index.data(InterfaceTableModel::ShareRole); value.isValid()) {
                share = value.value<core::model::PathShare>();
            }
            paintPathBar(*painter, QRectF(inner.left(), inner.center().y() - 3.5, inner.width(), 8), share);
            painter->restore();
            return;
        }
        painter->setFont(textFont(TextRole::Body));
        painter->setPen(dim ? p.faint : p.text);
        if (index.column() == InterfaceTableModel::NameColumn && !inconsistent.isEmpty()) {
            paintWarning(*painter, inner, p.warn);
            inner.setLeft(inner.left() + 18);
        }
        if (index.column() == InterfaceTableModel::HwColumn) {
            const int hw = index.data(InterfaceTableModel::HwRole).toInt();
            painter->setPen(hw == 1 ? p.ok : hw == 0 ? p.bad : p.dim);
        }
        const QString text = index.data(Qt::DisplayRole).toString();
        const auto alignment = index.data(Qt::TextAlignmentRole).value<Qt::Alignment>();
        if (alignment & Qt::AlignRight) {
            if (!inconsistent.isEmpty()) {
                painter->setPen(p.warn);
            }
            drawTabular(*painter, inner, alignment, text);
        } else {
            // Names are the router's and may be any length.
            painter->drawText(inner, alignment,
                              QFontMetrics(painter->font()).elidedText(text, Qt::ElideMiddle, static_cast<int>(inner.width())));
        }
        painter->restore();
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {60, kRowHeight}; }

private:
    static void paintWarning(QPainter& painter, const QRectF& cell, const QColor& color) {
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        const QPointF c(cell.left() + 6.5, cell.center().y() + 0.5);
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawPolygon(QPolygonF({c + QPointF(0, -6), c + QPointF(6.5, 5.5), c + QPointF(-6.5, 5.5)}));
        painter.setPen(QPen(colors().panel, 1.5, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(c + QPointF(0, -2), c + QPointF(0, 1.5));
        painter.drawPoint(c + QPointF(0, 3.6));
        painter.restore();
    }
};

} // namespace

InterfaceTable::InterfaceTable(QWidget* parent)
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
    setAccessibleName(tr("Interfaces"));
    viewport()->setAutoFillBackground(false);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(kRowHeight);
    verticalHeader()->setMinimumSectionSize(kRowHeight);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsClickable(false);
    horizontalHeader()->setFixedHeight(kHeader);
    horizontalHeader()->setMinimumSectionSize(20);
    setMinimumHeight(kHeader + 2 * kRowHeight);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
}

void InterfaceTable::setModel(QAbstractItemModel* model) {
    QTableView::setModel(model);
    connect(model, &QAbstractItemModel::modelReset, this, &QWidget::updateGeometry);
    shareOutWidth();
}

void InterfaceTable::setPlaceholder(const QString& text) {
    placeholder_ = text;
    viewport()->update();
}

QSize InterfaceTable::sizeHint() const {
    const int rows = model() ? std::clamp(model()->rowCount(), 4, kMostRows) : 4;
    return {560, kHeader + rows * kRowHeight + 1};
}

void InterfaceTable::paintEvent(QPaintEvent* event) {
    QTableView::paintEvent(event);
    if (model() && model()->rowCount() == 0) {
        QPainter painter(viewport());
        painter.setFont(textFont(TextRole::Body));
        painter.setPen(colors().dim);
        painter.drawText(viewport()->rect(), Qt::AlignCenter, placeholder_);
    }
}

void InterfaceTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    shareOutWidth();
}

// Figures take what "99.9 Gb/s" needs; names and the bar share the rest.
void InterfaceTable::shareOutWidth() {
    if (!model()) {
        return;
    }
    const int figure = static_cast<int>(tabularWidth(textFont(TextRole::Body), u"99.9 Gb/s")) + 2 * kPadding + 1;
    constexpr int kHw = 34;
    const int room = std::max(0, viewport()->width() - 4 * figure - kHw);
    const int name = std::clamp(room * 36 / 100, 70, 190);
    const int role = std::clamp(room * 27 / 100, 56, 130);
    for (int column = InterfaceTableModel::RxColumn; column <= InterfaceTableModel::FpTxColumn; ++column) {
        setColumnWidth(column, figure);
    }
    setColumnWidth(InterfaceTableModel::NameColumn, name);
    setColumnWidth(InterfaceTableModel::RoleColumn, role);
    setColumnWidth(InterfaceTableModel::HwColumn, kHw);
    setColumnWidth(InterfaceTableModel::BarColumn, std::max(40, room - name - role));
}

} // namespace ui
