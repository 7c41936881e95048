#include "ui/models/finding_filter_model.h"

#include "ui/models/finding_list_model.h"

#include <algorithm>

namespace ui {

FindingFilterModel::FindingFilterModel(QObject* parent)
    : QSortFilterProxyModel(parent) {}

void FindingFilterModel::setWords(const QString& text) {
    words_ = text.simplified().split(u' ', Qt::SkipEmptyParts);
    invalidateFilter();
}

void FindingFilterModel::setShow(Show show) {
    show_ = show;
    invalidateFilter();
}

bool FindingFilterModel::filterAcceptsRow(int row, const QModelIndex& parent) const {
    using core::model::Severity;
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    if (show_ != Show::Everything) {
        const int severity = index.data(FindingListModel::SeverityRole).toInt();
        const auto most = static_cast<int>(show_ == Show::Critical   ? Severity::Critical
                                           : show_ == Show::Warnings ? Severity::Warning
                                                                     : Severity::Advice);
        const bool wanted = show_ == Show::Good ? severity == static_cast<int>(Severity::Healthy) : severity >= 0 && severity <= most;
        if (!wanted) {
            return false;
        }
    }
    const QString text = index.data(FindingListModel::SearchRole).toString();
    return std::all_of(words_.begin(), words_.end(), [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

} // namespace ui
