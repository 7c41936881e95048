// One row of the findings list: an edge coloured by severity, title, one or two sentences; above the first row of a section its heading.
// Rows are as high as their text at the width of the view.
#pragma once

#include <QStyledItemDelegate>

class QAbstractItemView;

namespace ui {

class FindingDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    // The view outlives it.
    explicit FindingDelegate(QAbstractItemView* view);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    [[nodiscard]] double textWidth(const QModelIndex& index) const;

    QAbstractItemView* view_;
};

} // namespace ui
