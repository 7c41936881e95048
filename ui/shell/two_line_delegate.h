// Rows of two lines for lists in dialogs: what it is, and below, dimmed, what is to be known of it (kDetailRole).
#pragma once

#include <QStyledItemDelegate>

namespace ui {

class TwoLineDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    static constexpr int kDetailRole = Qt::UserRole + 2;

    using QStyledItemDelegate::QStyledItemDelegate;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace ui
