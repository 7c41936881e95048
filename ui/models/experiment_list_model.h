// The experiments that are kept as a list, newest first: title, what it was measured on and when, and the verdict once it is worked out.
//
//   model.set(state.entries, state.verdicts);   // rows that stay keep their place and selection
#pragma once

#include "core/workspace/experiment_shelf.h"

#include <QAbstractListModel>

namespace ui {

class ExperimentListModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role {
        IdRole = Qt::UserRole + 1,
        DetailRole,  // "branch-hap · 30 Nov 2026 14:05 · 4 runs"
        VerdictRole, // core::model::ExperimentVerdict as a number; invalid: not known
        SearchRole,  // every word one may look for
    };

    using QAbstractListModel::QAbstractListModel;
    void set(const std::vector<core::store::ExperimentEntry>& entries, const std::map<std::string, core::model::ExperimentVerdict>& verdicts);
    [[nodiscard]] QModelIndex indexOf(const QString& id) const; // invalid: there is none

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    struct Row {
        core::store::ExperimentEntry entry;
        std::optional<core::model::ExperimentVerdict> verdict;
    };
    std::vector<Row> rows_;
};

} // namespace ui
