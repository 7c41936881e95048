// One stage of a packet's walk: a dot on the line, what happens, why, and the configuration line that decided.
#pragma once

#include <QStyledItemDelegate>

class QAbstractItemView;

namespace ui {

class WalkDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    // The view outlives it.
    explicit WalkDelegate(QAbstractItemView* view);

    // Of stages that decide, and of the line.
    void setPathColor(const QColor& color) { path_ = color; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    [[nodiscard]] double textWidth() const;
    void paintDot(QPainter& painter, const QPointF& center, const QModelIndex& index) const;

    QAbstractItemView* view_;
    QColor path_;
};

} // namespace ui
