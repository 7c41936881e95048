#include "ui/models/experiment_filter_model.h"

#include "ui/models/experiment_list_model.h"

#include <algorithm>

namespace ui {

using core::model::ExperimentVerdict;

void ExperimentFilterModel::setWords(const QString& text) {
    words_ = text.simplified().split(u' ', Qt::SkipEmptyParts);
    invalidateFilter();
}

void ExperimentFilterModel::setShow(Show show) {
    show_ = show;
    invalidateFilter();
}

bool ExperimentFilterModel::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    if (show_ != Show::Everything) {
        const QVariant verdict = index.data(ExperimentListModel::VerdictRole);
        const bool better = verdict == QVariant(static_cast<int>(ExperimentVerdict::Better));
        const bool worse = verdict == QVariant(static_cast<int>(ExperimentVerdict::Worse));
        if (show_ == Show::Better ? !better : show_ == Show::Worse ? !worse : better || worse) {
            return false;
        }
    }
    const QString text = index.data(ExperimentListModel::SearchRole).toString();
    return std::all_of(words_.begin(), words_.end(), [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

} // namespace ui
