// The journal of changes as a table: when, what, how it ended, by whom. Newest first, as it is read.
#pragma once

#include "core/workspace/journal.h"

#include <QAbstractTableModel>

namespace ui {

class JournalModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { WhenColumn, TitleColumn, OutcomeColumn, ByColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;
    void setEntries(std::vector<core::workspace::JournalEntry> entries);
    // Null: there is no such row.
    [[nodiscard]] const core::workspace::JournalEntry* entry(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::vector<core::workspace::JournalEntry> entries_;
};

// "kept", "taken back", "under way", "not known", "undone".
[[nodiscard]] QString outcomeText(const QString& outcome);

} // namespace ui
