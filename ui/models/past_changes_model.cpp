#include "ui/models/past_changes_model.h"

#include "ui/models/journal_model.h"
#include "ui/theme/figures.h"
#include "ui/theme/plain_text.h"

#include <QLocale>

namespace ui {

using core::workspace::PastChange;

QString fastShareText(const PastChange& change) {
    if (!change.fastBefore && !change.fastAfter) {
        return {};
    }
    const auto text = [](const std::optional<double>& share) { return share ? shareText(*share) : absentText(); };
    return QStringLiteral("%1 → %2").arg(text(change.fastBefore), text(change.fastAfter));
}

void PastChangesModel::set(std::vector<PastChange> changes) {
    beginResetModel();
    changes_ = std::move(changes);
    endResetModel();
}

int PastChangesModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(changes_.size());
}

int PastChangesModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant PastChangesModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const PastChange& change = changes_[static_cast<std::size_t>(index.row())];
    if (role == Qt::ToolTipRole) {
        return plainToolTip(change.entry.detail.isEmpty() ? plainText(change.entry.title) : plainText(change.entry.detail));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (index.column()) {
    case WhenColumn: return QLocale().toString(change.entry.started, QStringLiteral("yyyy-MM-dd HH:mm"));
    case TitleColumn: return plainText(change.entry.title);
    case OutcomeColumn: return outcomeText(change.entry.outcome);
    case ByColumn: return plainText(change.entry.user);
    case ShareColumn: return fastShareText(change).isEmpty() ? absentText() : fastShareText(change);
    default: return {};
    }
}

QVariant PastChangesModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case WhenColumn: return tr("When");
    case TitleColumn: return tr("Change");
    case OutcomeColumn: return tr("Outcome");
    case ByColumn: return tr("By");
    case ShareColumn: return tr("On a fast path, 10 min before → after");
    default: return {};
    }
}

} // namespace ui
