#include "ui/models/journal_model.h"

#include "ui/theme/plain_text.h"

#include <QLocale>

namespace ui {

using core::workspace::JournalEntry;

QString outcomeText(const QString& outcome) {
    return outcome == QStringLiteral("kept")          ? JournalModel::tr("kept")
           : outcome == QStringLiteral("rolled-back") ? JournalModel::tr("taken back")
           : outcome == QStringLiteral("pending")     ? JournalModel::tr("under way")
           : outcome == QStringLiteral("undone")      ? JournalModel::tr("undone")
                                                      : JournalModel::tr("not known");
}

void JournalModel::setEntries(std::vector<JournalEntry> entries) {
    beginResetModel();
    entries_ = std::move(entries);
    endResetModel();
}

const JournalEntry* JournalModel::entry(int row) const {
    return row >= 0 && row < rowCount() ? &entries_[static_cast<std::size_t>(row)] : nullptr;
}

int JournalModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(entries_.size());
}

int JournalModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant JournalModel::data(const QModelIndex& index, int role) const {
    const JournalEntry* at = index.isValid() ? entry(index.row()) : nullptr;
    if (!at) {
        return {};
    }
    if (role == Qt::ToolTipRole) {
        return plainToolTip(at->detail.isEmpty() ? at->title : at->detail);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (index.column()) {
    case WhenColumn: return QLocale().toString(at->started, QStringLiteral("yyyy-MM-dd HH:mm:ss"));
    case TitleColumn: return plainText(at->title);
    case OutcomeColumn: return outcomeText(at->outcome);
    case ByColumn: return plainText(at->user);
    default: return {};
    }
}

QVariant JournalModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case WhenColumn: return tr("When");
    case TitleColumn: return tr("Change");
    case OutcomeColumn: return tr("Outcome");
    case ByColumn: return tr("By");
    default: return {};
    }
}

} // namespace ui
