#include "ui/models/router_list_model.h"

#include "ui/theme/figures.h"
#include "ui/theme/plain_text.h"

#include <algorithm>

namespace ui {

using core::workspace::LinkState;

namespace {

constexpr int kRouters = 0, kFiles = 1, kLabs = 2;

int sectionOf(const RouterEntry& entry) {
    return entry.file ? kFiles : entry.lab ? kLabs : kRouters;
}

} // namespace

RouterListModel::RouterListModel(QObject* parent)
    : QAbstractListModel(parent) {}

int RouterListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(entries_.size());
}

int RouterListModel::routerCount() const {
    return endOf(kRouters);
}

int RouterListModel::endOf(int section) const {
    return static_cast<int>(std::count_if(entries_.begin(), entries_.end(), [&](const RouterEntry& e) { return sectionOf(e) <= section; }));
}

QString RouterListModel::detailOf(const RouterEntry& entry) const {
    if (entry.file) {
        return entry.file->detail;
    }
    const auto& state = entry.state;
    if (state.link == LinkState::Failed) {
        return entry.lab ? entry.labName : tr("not connected");
    }
    if (state.link == LinkState::Reconnecting) {
        const QString retry = tr("retry in %1 s").arg((state.retryInMs + 999) / 1000);
        return state.identity.board.isEmpty() ? retry : state.identity.board + QStringLiteral(" · ") + retry;
    }
    QStringList parts;
    if (entry.lab) {
        parts << tr("agent");
    }
    if (!state.identity.board.isEmpty()) {
        parts << state.identity.board;
    }
    if (!state.identity.version.isEmpty()) {
        parts << state.identity.version;
    }
    return parts.isEmpty() ? tr("connecting…") : parts.join(QStringLiteral(" · "));
}

QString RouterListModel::figureOf(const RouterEntry& entry) const {
    if (entry.file) {
        return entry.file->figure;
    }
    switch (entry.state.link) {
    case LinkState::Connecting:
        return {};
    case LinkState::Reconnecting:
    case LinkState::Failed:
        return tr("offline");
    case LinkState::Online:
        break;
    }
    return entry.state.rates ? rateText(entry.state.rates->paths.total) : QString();
}

QVariant RouterListModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const RouterEntry& entry = entries_[static_cast<std::size_t>(index.row())];
    switch (role) {
    case NameRole:
        return entry.name;
    case Qt::ToolTipRole:
        if (entry.file) {
            return plainToolTip(entry.file->message);
        }
        return entry.state.message.isEmpty() ? QVariant() : plainToolTip(plainText(entry.state.message));
    case IdRole:
        return entry.id;
    case DetailRole:
        return detailOf(entry);
    case FigureRole:
        return figureOf(entry);
    case LinkRole:
        return static_cast<int>(entry.file ? LinkState::Online : entry.state.link);
    case ShareRole:
        return !entry.file && entry.state.link == LinkState::Online && entry.state.rates ? QVariant::fromValue(entry.state.rates->paths) : QVariant();
    case IsLabRole:
        return entry.lab;
    case SectionRole:
        return entry.file && index.row() == endOf(kRouters) ? tr("FILES")
               : entry.lab && index.row() == endOf(kFiles)  ? tr("LAB")
                                                            : QString();
    case FileRole:
        return entry.file.has_value();
    case ToneRole:
        return entry.file ? QVariant(static_cast<int>(entry.file->tone)) : QVariant();
    default:
        return {};
    }
}

QModelIndex RouterListModel::indexOf(const QString& id) const {
    const auto it = std::find_if(entries_.begin(), entries_.end(), [&](const RouterEntry& e) { return e.id == id; });
    return it == entries_.end() ? QModelIndex() : index(static_cast<int>(it - entries_.begin()));
}

void RouterListModel::upsert(const RouterEntry& entry) {
    if (const QModelIndex known = indexOf(entry.id); known.isValid()) {
        entries_[static_cast<std::size_t>(known.row())] = entry;
        Q_EMIT dataChanged(known, known);
        return;
    }
    const int row = endOf(sectionOf(entry));
    beginInsertRows({}, row, row);
    entries_.insert(entries_.begin() + row, entry);
    endInsertRows();
    sectionsMayHaveMoved();
}

void RouterListModel::remove(const QString& id) {
    const QModelIndex known = indexOf(id);
    if (!known.isValid()) {
        return;
    }
    beginRemoveRows({}, known.row(), known.row());
    entries_.erase(entries_.begin() + known.row());
    endRemoveRows();
    sectionsMayHaveMoved();
}

// The first row of a section carries its heading: rows near its beginning may have gained or lost it.
void RouterListModel::sectionsMayHaveMoved() {
    if (const int row = routerCount(); row < rowCount()) {
        Q_EMIT dataChanged(index(row), index(rowCount() - 1), {SectionRole});
    }
}

} // namespace ui
