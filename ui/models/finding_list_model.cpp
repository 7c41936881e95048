#include "ui/models/finding_list_model.h"

#include "ui/theme/figures.h"
#include "ui/theme/plain_text.h"

#include <algorithm>
#include <map>

namespace ui {
namespace {

using core::model::Certainty;
using core::model::Finding;
using core::model::Severity;
using core::workspace::ConfigProblem;

constexpr std::size_t kMostProblems = 200; // a script of another language has one a line

QString searchText(const Finding& finding) {
    QStringList words{plainText(finding.id), plainText(finding.title), plainText(finding.why)};
    for (const core::model::ConfigRef& at : finding.evidence) {
        words << plainText(at.menu) << plainText(at.text);
    }
    return words.join(u' ');
}

} // namespace

FindingListModel::FindingListModel(QObject* parent)
    : QAbstractListModel(parent) {}

int FindingListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

QVariant FindingListModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    switch (role) {
    case TitleRole:
        return row.title;
    case DetailRole:
        return row.detail;
    case Qt::AccessibleTextRole:
        return row.detail.isEmpty() ? row.title : row.title + QStringLiteral(". ") + row.detail;
    case KindRole:
        return static_cast<int>(row.kind);
    case SeverityRole:
        return row.severity;
    case SectionRole:
        switch (row.kind) {
        case Kind::Finding:
            return QString();
        case Kind::Healthy:
            return tr("Good as it is");
        case Kind::Unseen:
            return tr("Could not see");
        case Kind::Problem:
            return tr("Lines not understood");
        }
        return {};
    case KeyRole:
        return row.key;
    case SearchRole:
        return row.search;
    default:
        return {};
    }
}

void FindingListModel::addFindings(std::vector<Row>& rows, bool healthy) const {
    std::map<std::string, int> seen;
    for (const Finding& finding : explained_->diagnosis.findings) {
        const int count = ++seen[finding.id];
        if ((finding.severity == Severity::Healthy) != healthy) {
            continue;
        }
        Row row;
        row.kind = healthy ? Kind::Healthy : Kind::Finding;
        row.severity = static_cast<int>(finding.severity);
        row.title = plainText(finding.title);
        row.detail = (finding.heldBps && *finding.heldBps > 0 ? tr("Holds %1 on the slow path now. ").arg(rateText(core::base::BitRate{*finding.heldBps})) : QString()) +
                     (finding.certainty == Certainty::Certain ? asSentence(plainText(finding.why)) : tr("Not certain: ") + plainText(finding.why));
        row.key = plainText(finding.id) + (count > 1 ? u'#' + QString::number(count) : QString());
        row.search = searchText(finding);
        row.finding = &finding;
        rows.push_back(std::move(row));
    }
}

void FindingListModel::set(std::shared_ptr<const core::workspace::Explained> explained, const std::vector<ConfigProblem>& rejected) {
    std::vector<Row> next;
    // The rows point into it: both go at the same moment.
    const std::shared_ptr<const core::workspace::Explained> old = std::exchange(explained_, std::move(explained));
    if (explained_) {
        addFindings(next, false);
        addFindings(next, true);
        int number = 0;
        for (const core::model::Unseen& unseen : explained_->diagnosis.unseen) {
            const QString text = asSentence(plainText(unseen.text));
            next.push_back({Kind::Unseen, -1, text, {}, QStringLiteral("unseen-%1").arg(++number), text, nullptr});
        }
    }
    const std::vector<ConfigProblem>& problems = !rejected.empty() || !explained_ ? rejected : explained_->problems;
    for (std::size_t i = 0; i < std::min(problems.size(), kMostProblems); ++i) {
        const QString text = tr("Line %1: %2").arg(problems[i].line).arg(plainText(problems[i].text));
        next.push_back({Kind::Problem, -1, text, {}, QStringLiteral("problem-%1").arg(i), text, nullptr});
    }
    if (problems.size() > kMostProblems) {
        const QString text = tr("and %n more", nullptr, static_cast<int>(problems.size() - kMostProblems));
        next.push_back({Kind::Problem, -1, text, {}, QStringLiteral("problem-more"), text, nullptr});
    }
    if (next == rows_) {
        rows_ = std::move(next);
        if (!rows_.empty()) {
            Q_EMIT dataChanged(index(0), index(rowCount() - 1));
        }
        return;
    }
    beginResetModel();
    rows_ = std::move(next);
    endResetModel();
}

const Finding* FindingListModel::finding(const QModelIndex& index) const {
    return index.isValid() && index.model() == this ? rows_[static_cast<std::size_t>(index.row())].finding : nullptr;
}

QModelIndex FindingListModel::indexOf(const QString& key) const {
    const auto it = std::find_if(rows_.begin(), rows_.end(), [&](const Row& row) { return row.key == key; });
    return it == rows_.end() ? QModelIndex() : index(static_cast<int>(it - rows_.begin()));
}

int FindingListModel::worth() const {
    return static_cast<int>(std::count_if(rows_.begin(), rows_.end(), [](const Row& row) { return row.kind == Kind::Finding; }));
}

} // namespace ui
