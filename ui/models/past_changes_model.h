// Changes that were made to a router, beside what its traffic did: when, what, how it ended, by whom, and the share on a fast path before and after.
#pragma once

#include "core/workspace/path_past.h"

#include <QAbstractTableModel>

namespace ui {

class PastChangesModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { WhenColumn, TitleColumn, OutcomeColumn, ByColumn, ShareColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;
    void set(std::vector<core::workspace::PastChange> changes);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::vector<core::workspace::PastChange> changes_;
};

// "12 % → 99 %"; empty: neither is known.
[[nodiscard]] QString fastShareText(const core::workspace::PastChange& change);

} // namespace ui
