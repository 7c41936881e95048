#include "ui/models/verdict_matrix_model.h"

#include "ui/theme/plain_text.h"
#include "ui/theme/verdict_style.h"

#include <algorithm>

namespace ui {

using core::model::Certainty;
using core::model::Verdict;

VerdictMatrixModel::VerdictMatrixModel(QObject* parent)
    : QAbstractTableModel(parent) {}

int VerdictMatrixModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(names_.size());
}

int VerdictMatrixModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(names_.size());
}

QVariant VerdictMatrixModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const Verdict* found = verdict(index);
    if (found == nullptr) {
        return {};
    }
    switch (role) {
    case Qt::DisplayRole:
        return verdictShortName(found->steady);
    case PathRole:
        return found->steady.kind ? static_cast<int>(*found->steady.kind) : found->steady.detail == "none" ? -1 : -2;
    case CodeRole:
        return verdictCode(found->steady);
    case CertainRole:
        return found->certainty == Certainty::Certain;
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole: {
        QString text = tr("%1 → %2: %3").arg(plainText(found->from), plainText(found->to), verdictName(found->steady));
        if (found->first != found->steady) {
            text += tr("; first packets: %1").arg(verdictName(found->first));
        }
        if (!found->dependsOn.empty()) {
            text += tr("; depends on %1").arg(plainText(found->dependsOn));
        }
        return role == Qt::ToolTipRole ? plainToolTip(text) : text;
    }
    default:
        return {};
    }
}

QVariant VerdictMatrixModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (section < 0 || section >= static_cast<int>(names_.size())) {
        return {};
    }
    const QString name = plainText(names_[static_cast<std::size_t>(section)]);
    if (role == Qt::DisplayRole) {
        return name;
    }
    if (role == Qt::ToolTipRole) {
        return plainToolTip(orientation == Qt::Vertical ? tr("from %1").arg(name) : tr("to %1").arg(name));
    }
    return {};
}

Qt::ItemFlags VerdictMatrixModel::flags(const QModelIndex& index) const {
    return verdict(index) == nullptr ? Qt::NoItemFlags : Qt::ItemIsEnabled | Qt::ItemIsSelectable;
}

void VerdictMatrixModel::set(std::shared_ptr<const core::workspace::Explained> explained) {
    std::vector<std::string> names;
    std::map<std::pair<int, int>, const Verdict*> cells;
    const auto place = [&](const std::string& name) {
        const auto it = std::find(names.begin(), names.end(), name);
        if (it != names.end()) {
            return static_cast<int>(it - names.begin());
        }
        names.push_back(name);
        return static_cast<int>(names.size()) - 1;
    };
    if (explained) {
        for (const Verdict& verdict : explained->diagnosis.verdicts) {
            const int from = place(verdict.from);
            const int to = place(verdict.to);
            cells.try_emplace({from, to}, &verdict); // the first speaks of all the traffic, later ones of single hosts
        }
    }
    const std::shared_ptr<const core::workspace::Explained> old = std::exchange(explained_, std::move(explained));
    if (names == names_) {
        cells_ = std::move(cells);
        if (!names_.empty()) {
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        }
        return;
    }
    beginResetModel();
    names_ = std::move(names);
    cells_ = std::move(cells);
    endResetModel();
}

const Verdict* VerdictMatrixModel::verdict(const QModelIndex& index) const {
    const auto it = cells_.find({index.row(), index.column()});
    return it == cells_.end() ? nullptr : it->second;
}

core::model::PathQuestion questionOf(const Verdict& verdict) {
    core::model::PathQuestion out;
    out.family = verdict.family;
    out.protocol = verdict.protocol;
    const auto split = [](const std::string& end, std::string& interface, std::string& host) {
        const std::size_t open = end.rfind(" (");
        const bool named = open != std::string::npos && end.ends_with(')');
        interface = end.substr(0, named ? open : std::string::npos);
        host = named ? end.substr(open + 2, end.size() - open - 3) : std::string();
    };
    split(verdict.from, out.from, out.source);
    split(verdict.to, out.to, out.destination);
    return out;
}

QModelIndex VerdictMatrixModel::indexOf(const core::model::PathQuestion& question) const {
    for (const auto& [place, verdict] : cells_) {
        const core::model::PathQuestion own = questionOf(*verdict);
        if (own.from == question.from && own.to == question.to && own.source == question.source && own.destination == question.destination) {
            return index(place.first, place.second);
        }
    }
    return {};
}

QModelIndex VerdictMatrixModel::indexOf(const std::string& from, const std::string& to) const {
    const auto row = std::find(names_.begin(), names_.end(), from);
    const auto column = std::find(names_.begin(), names_.end(), to);
    return row == names_.end() || column == names_.end()
               ? QModelIndex()
               : index(static_cast<int>(row - names_.begin()), static_cast<int>(column - names_.begin()));
}

} // namespace ui
