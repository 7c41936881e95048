// Connections that are FastTracked now, the fastest first: ends, what each carries, what FastTrack has carried since it began.
#pragma once

#include "core/workspace/fasttracked.h"

#include <QAbstractTableModel>

namespace ui {

class FastTrackedModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { ConnectionColumn, NowColumn, OctetsColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;
    void set(std::vector<core::workspace::FastTrackedConnection> connections);
    [[nodiscard]] const core::workspace::ConnectionEnds& ends(int row) const { return connections_[static_cast<std::size_t>(row)].ends; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::vector<core::workspace::FastTrackedConnection> connections_;
};

} // namespace ui
