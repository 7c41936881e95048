// Who goes where: a row for every interface traffic comes from, a column for every one it goes to, and in the cell the path of the
// connection once it is established. Empty cells are pairs the doctor did not look at.
//
//   model.set(state.explained);
//   model.verdict(index)->reasons
#pragma once

#include "core/workspace/explain_state.h"

#include <QAbstractTableModel>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace ui {

class VerdictMatrixModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Role {
        PathRole = Qt::UserRole + 1, // int(core::model::PathKind), or -1: no way, -2: cannot be told; invalid: not looked at
        CertainRole,                 // bool
        CodeRole,                    // two letters, for narrow columns
    };

    explicit VerdictMatrixModel(QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

    void set(std::shared_ptr<const core::workspace::Explained> explained);
    // Null: not looked at. Lives until the next set().
    [[nodiscard]] const core::model::Verdict* verdict(const QModelIndex& index) const;
    [[nodiscard]] QModelIndex indexOf(const std::string& from, const std::string& to) const;
    // The cell that asks this; invalid: none does.
    [[nodiscard]] QModelIndex indexOf(const core::model::PathQuestion& question) const;

private:
    std::shared_ptr<const core::workspace::Explained> explained_;
    std::vector<std::string> names_; // of rows and columns
    std::map<std::pair<int, int>, const core::model::Verdict*> cells_;
};

// What has to be asked to follow a packet of it. A verdict on one host or network names that behind the interface:
// "ether1 (10.20.0.0/16)".
[[nodiscard]] core::model::PathQuestion questionOf(const core::model::Verdict& verdict);

} // namespace ui
