#include "ui/models/experiment_list_model.h"

#include "ui/theme/plain_text.h"
#include "ui/theme/verdict_style.h"

#include <QDateTime>
#include <QLocale>
#include <algorithm>

namespace ui {

using core::model::ExperimentVerdict;
using core::store::ExperimentEntry;

namespace {

QString detailOf(const ExperimentEntry& entry) {
    const QString when = QLocale::c().toString(QDateTime::fromMSecsSinceEpoch(entry.createdMs), QStringLiteral("d MMM yyyy HH:mm"));
    const QString runs = entry.runs == 1 ? ExperimentListModel::tr("1 run") : ExperimentListModel::tr("%1 runs").arg(entry.runs);
    return QStringLiteral("%1 · %2 · %3").arg(plainText(entry.router), when, runs);
}

} // namespace

// Experiments neither move nor change their id: rows go, rows come, and the others may have a run or a verdict more.
void ExperimentListModel::set(const std::vector<ExperimentEntry>& entries, const std::map<std::string, ExperimentVerdict>& verdicts) {
    for (int row = rowCount() - 1; row >= 0; --row) {
        const std::string& id = rows_[static_cast<std::size_t>(row)].entry.id;
        if (std::none_of(entries.begin(), entries.end(), [&](const ExperimentEntry& entry) { return entry.id == id; })) {
            beginRemoveRows({}, row, row);
            rows_.erase(rows_.begin() + row);
            endRemoveRows();
        }
    }
    for (std::size_t at = 0; at < entries.size(); ++at) {
        const auto found = verdicts.find(entries[at].id);
        Row fresh{entries[at], found == verdicts.end() ? std::nullopt : std::optional(found->second)};
        if (at >= rows_.size() || rows_[at].entry.id != fresh.entry.id) {
            beginInsertRows({}, static_cast<int>(at), static_cast<int>(at));
            rows_.insert(rows_.begin() + static_cast<std::ptrdiff_t>(at), std::move(fresh));
            endInsertRows();
        } else {
            rows_[at] = std::move(fresh);
            Q_EMIT dataChanged(index(static_cast<int>(at)), index(static_cast<int>(at)));
        }
    }
}

QModelIndex ExperimentListModel::indexOf(const QString& id) const {
    const auto at = std::find_if(rows_.begin(), rows_.end(), [&](const Row& row) { return QString::fromStdString(row.entry.id) == id; });
    return at == rows_.end() ? QModelIndex() : index(static_cast<int>(at - rows_.begin()));
}

int ExperimentListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

QVariant ExperimentListModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return plainText(row.entry.title);
    case Qt::ToolTipRole:
        return plainToolTip(plainText(row.entry.title));
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1, %2, %3")
            .arg(plainText(row.entry.title), row.verdict ? verdictText(*row.verdict) : tr("no verdict yet"), detailOf(row.entry));
    case IdRole:
        return QString::fromStdString(row.entry.id);
    case DetailRole:
        return detailOf(row.entry);
    case VerdictRole:
        return row.verdict ? QVariant(static_cast<int>(*row.verdict)) : QVariant();
    case SearchRole:
        return QStringLiteral("%1 %2 %3 %4")
            .arg(plainText(row.entry.title), detailOf(row.entry), plainText(row.entry.board), row.verdict ? verdictText(*row.verdict) : QString());
    default:
        return {};
    }
}

} // namespace ui
