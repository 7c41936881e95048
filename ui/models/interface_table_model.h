// The interface table of the Paths page. Rows keep their place while the set of interfaces stays the same; only what changed is signalled.
//
//   model.setRates(state.rates);      // once per sample; nullopt keeps the names and blanks the figures
//
// Display strings are ready for the screen; the delegate draws the bar from ShareRole. GUI thread.
#pragma once

#include "core/model/path_share.h"

#include <QAbstractTableModel>
#include <optional>
#include <vector>

namespace ui {

class InterfaceTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { NameColumn, RoleColumn, RxColumn, FpRxColumn, TxColumn, FpTxColumn, BarColumn, HwColumn, ColumnCount };
    enum Role {
        ShareRole = Qt::UserRole + 1, // core::model::PathShare by path (hardware ports), else fp and slow; or invalid
        InconsistentRole,             // QString: what cannot be right; empty when all is well
        DimRole,                      // bool: disabled or not running
        HwRole,                       // int: 1 H, 0 no, -1 not a bridge port
    };

    explicit InterfaceTableModel(QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    void setRates(const std::optional<core::model::RateSample>& rates);

private:
    struct Entry {
        core::model::InterfaceRates rates;
        QString inconsistent;
    };
    [[nodiscard]] QString display(const Entry& entry, int column) const;
    [[nodiscard]] std::optional<core::model::PathShare> shareOf(const core::model::InterfaceRates& rates) const;

    std::vector<Entry> entries_;
    // What fp counters stand for where they cannot tell: whichever of the two carries more on this router.
    core::model::PathKind fpKind_ = core::model::PathKind::FastPath;
};

} // namespace ui
