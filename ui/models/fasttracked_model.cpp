#include "ui/models/fasttracked_model.h"

#include "ui/theme/figures.h"
#include "ui/theme/plain_text.h"

#include <QLocale>

namespace ui {

void FastTrackedModel::set(std::vector<core::workspace::FastTrackedConnection> connections) {
    beginResetModel();
    connections_ = std::move(connections);
    endResetModel();
}

int FastTrackedModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(connections_.size());
}

int FastTrackedModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant FastTrackedModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const core::workspace::FastTrackedConnection& connection = connections_[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole) {
        return int((index.column() == ConnectionColumn ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (index.column()) {
    case ConnectionColumn: return plainText(connection.text());
    case NowColumn: return rateText(core::base::BitRate{connection.bps});
    case OctetsColumn: return QLocale().formattedDataSize(static_cast<qint64>(connection.octets), 1, QLocale::DataSizeSIFormat);
    default: return {};
    }
}

QVariant FastTrackedModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return int((section == ConnectionColumn ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case ConnectionColumn: return tr("Connection");
    case NowColumn: return tr("Now");
    case OctetsColumn: return tr("By FastTrack so far");
    default: return {};
    }
}

} // namespace ui
