#include "ui/models/interface_table_model.h"

#include "ui/models/router_list_model.h" // metatype of PathShare
#include "ui/theme/figures.h"

#include <algorithm>

namespace ui {
namespace {

QString text(const std::string& bytes) {
    return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

QString inconsistencyOf(const core::model::RateSample& sample, const std::string& interface) {
    QStringList out;
    for (const core::model::Inconsistency& item : sample.inconsistent) {
        if (item.interface == interface) {
            out << text(item.what);
        }
    }
    return out.join(QStringLiteral("; "));
}

} // namespace

InterfaceTableModel::InterfaceTableModel(QObject* parent)
    : QAbstractTableModel(parent) {}

int InterfaceTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(entries_.size());
}

int InterfaceTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

// Hardware ports know all five paths. Elsewhere the fp counters tell the CPU's fast paths from the slow one, not fast path from FastTrack.
std::optional<core::model::PathShare> InterfaceTableModel::shareOf(const core::model::InterfaceRates& rates) const {
    if (rates.paths) {
        return rates.paths;
    }
    if (!rates.rx || !rates.tx || !rates.fpRx || !rates.fpTx) {
        return std::nullopt;
    }
    core::model::PathShare share;
    const double total = rates.rx->bps + rates.tx->bps;
    const double fast = std::min(total, rates.fpRx->bps + rates.fpTx->bps);
    share.byPath[static_cast<std::size_t>(fpKind_)] = {fast};
    share.byPath[static_cast<std::size_t>(core::model::PathKind::Slow)] = {total - fast};
    share.total = {total};
    return share;
}

QString InterfaceTableModel::display(const Entry& entry, int column) const {
    const core::model::InterfaceRates& r = entry.rates;
    switch (column) {
    case NameColumn:
        return text(r.name);
    case RoleColumn:
        if (!r.bridge.empty()) {
            return text(r.bridge);
        }
        return r.type == "ether" ? tr("routed") : text(r.type);
    case RxColumn:
        return rateText(r.rx);
    case FpRxColumn:
        return rateText(r.fpRx);
    case TxColumn:
        return rateText(r.tx);
    case FpTxColumn:
        return rateText(r.fpTx);
    case HwColumn:
        return r.bridge.empty() || !r.hwOffload ? absentText() : *r.hwOffload ? QStringLiteral("H") : tr("no");
    default:
        return {};
    }
}

QVariant InterfaceTableModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const Entry& entry = entries_[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return display(entry, index.column());
    case Qt::ToolTipRole:
        if (!entry.inconsistent.isEmpty()) {
            return tr("These figures cannot be right: %1").arg(entry.inconsistent);
        }
        if (index.column() == BarColumn && !entry.rates.paths && shareOf(entry.rates)) {
            return tr("By fp counters, which do not tell fast path from FastTrack");
        }
        if (index.column() == HwColumn && !entry.rates.bridge.empty() && entry.rates.hwOffload) {
            return *entry.rates.hwOffload ? tr("Switched in hardware") : tr("Switched by the CPU");
        }
        return {};
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::AlignVCenter |
                                   (index.column() >= RxColumn && index.column() <= FpTxColumn ? Qt::AlignRight : Qt::AlignLeft));
    case ShareRole: {
        const auto share = shareOf(entry.rates);
        return share ? QVariant::fromValue(*share) : QVariant();
    }
    case InconsistentRole:
        return entry.inconsistent;
    case DimRole:
        return entry.rates.disabled || !entry.rates.running;
    case HwRole:
        return entry.rates.bridge.empty() || !entry.rates.hwOffload ? -1 : *entry.rates.hwOffload ? 1 : 0;
    default:
        return {};
    }
}

QVariant InterfaceTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(Qt::AlignVCenter | (section >= RxColumn && section <= FpTxColumn ? Qt::AlignRight : Qt::AlignLeft));
    }
    const QStringList names{tr("Interface"), tr("Role"), tr("rx"), tr("fp-rx"), tr("tx"), tr("fp-tx"), tr("fp / total"), tr("hw")};
    const QStringList tips{tr("Interface of the router"), tr("The bridge it is a port of, or what kind of interface it is"),
                           tr("Received, all paths"),     tr("Received by the CPU's fast path, FastTrack included"),
                           tr("Sent, all paths"),         tr("Sent by the CPU's fast path, FastTrack included"),
                           tr("Bytes by path"),           tr("Bridge port offloaded to the switch chip (flag H)")};
    return role == Qt::DisplayRole ? names[section] : role == Qt::ToolTipRole ? QVariant(tips[section]) : QVariant();
}

void InterfaceTableModel::setRates(const std::optional<core::model::RateSample>& rates) {
    std::vector<Entry> next;
    if (rates) {
        using core::model::PathKind;
        fpKind_ = rates->paths.of(PathKind::FastTrack) > rates->paths.of(PathKind::FastPath) ? PathKind::FastTrack : PathKind::FastPath;
        for (const core::model::InterfaceRates& interface : rates->interfaces) {
            next.push_back({interface, inconsistencyOf(*rates, interface.name)});
        }
    } else {
        for (const Entry& entry : entries_) {
            core::model::InterfaceRates blank;
            blank.name = entry.rates.name;
            blank.type = entry.rates.type;
            blank.bridge = entry.rates.bridge;
            blank.running = entry.rates.running;
            blank.disabled = entry.rates.disabled;
            blank.hwOffload = entry.rates.hwOffload;
            next.push_back({blank, {}});
        }
    }
    const bool sameRows = std::equal(next.begin(), next.end(), entries_.begin(), entries_.end(),
                                     [](const Entry& a, const Entry& b) { return a.rates.name == b.rates.name; });
    if (!sameRows) {
        beginResetModel();
        entries_ = std::move(next);
        endResetModel();
        return;
    }
    entries_ = std::move(next);
    if (!entries_.empty()) {
        Q_EMIT dataChanged(index(0, RoleColumn), index(rowCount() - 1, ColumnCount - 1));
    }
}

} // namespace ui
