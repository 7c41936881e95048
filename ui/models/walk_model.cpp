#include "ui/models/walk_model.h"

#include "ui/theme/plain_text.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <utility>

namespace ui {
namespace {

using core::model::ConfigRef;
using core::model::PathKind;
using core::model::WalkStep;

constexpr std::array<std::pair<std::string_view, const char*>, 17> kStages{{
    {"ingress", QT_TRANSLATE_NOOP("ui::stages", "In")},
    {"switch", QT_TRANSLATE_NOOP("ui::stages", "Switch chip")},
    {"vlan", QT_TRANSLATE_NOOP("ui::stages", "VLAN")},
    {"bridge", QT_TRANSLATE_NOOP("ui::stages", "Bridge")},
    {"fast-path", QT_TRANSLATE_NOOP("ui::stages", "Fast path handler")},
    {"fasttrack", QT_TRANSLATE_NOOP("ui::stages", "FastTrack handler")},
    {"raw", QT_TRANSLATE_NOOP("ui::stages", "Raw")},
    {"conntrack", QT_TRANSLATE_NOOP("ui::stages", "Connection tracking")},
    {"mangle", QT_TRANSLATE_NOOP("ui::stages", "Mangle")},
    {"dst-nat", QT_TRANSLATE_NOOP("ui::stages", "Destination NAT")},
    {"routing", QT_TRANSLATE_NOOP("ui::stages", "Routing")},
    {"filter", QT_TRANSLATE_NOOP("ui::stages", "Firewall filter")},
    {"src-nat", QT_TRANSLATE_NOOP("ui::stages", "Source NAT")},
    {"queue", QT_TRANSLATE_NOOP("ui::stages", "Queue")},
    {"local", QT_TRANSLATE_NOOP("ui::stages", "The router itself")},
    {"egress", QT_TRANSLATE_NOOP("ui::stages", "Out")},
    {"drop", QT_TRANSLATE_NOOP("ui::stages", "Dropped")},
}};

// A decision that the stage's name and the sentence below do not say already.
QString decisionWord(const WalkStep& step) {
    constexpr std::array<std::string_view, 8> silent{"yes", "no", "received", "sent", "forward", "up", "rule", "as-first"};
    if (std::find(silent.begin(), silent.end(), step.decision) != silent.end()) {
        return {};
    }
    return step.decision == "no-rule" ? QCoreApplication::translate("ui::stages", "no rule") : plainText(step.decision);
}

} // namespace

QString stageName(const std::string& stage) {
    const auto it = std::find_if(kStages.begin(), kStages.end(), [&](const auto& known) { return known.first == stage; });
    return it == kStages.end() ? plainText(stage) : QCoreApplication::translate("ui::stages", it->second);
}

QString placeText(const ConfigRef& at) {
    QString out = plainText(at.menu);
    if (at.number) {
        out += u' ' + QString::number(*at.number);
    }
    if (at.line > 0) {
        out += QCoreApplication::translate("ui::stages", " · line %1").arg(at.line);
    }
    return out;
}

WalkModel::WalkModel(QObject* parent)
    : QAbstractListModel(parent) {}

const core::model::PacketWalk* WalkModel::walk() const {
    if (!followed_ || !followed_->trace) {
        return nullptr;
    }
    return first_ ? &followed_->trace->first : &followed_->trace->later;
}

const core::model::WalkDifference* WalkModel::difference() const {
    if (!walk()) {
        return nullptr;
    }
    const auto& found = first_ ? followed_->firstDifference : followed_->laterDifference;
    return found ? &*found : nullptr;
}

const WalkStep* WalkModel::step(const QModelIndex& index) const {
    return index.isValid() && index.row() < rowCount() ? rows_[static_cast<std::size_t>(index.row())].step : nullptr;
}

int WalkModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

// Our steps in their order; where a packet did otherwise the last step of the stage says so, and stages only the packet met stand between.
std::vector<WalkModel::Row> WalkModel::rowsOf() const {
    std::vector<Row> out;
    const core::model::PacketWalk* ours = walk();
    if (ours == nullptr) {
        return out;
    }
    std::size_t next = 0; // of our steps
    if (const core::model::WalkDifference* found = difference()) {
        for (const core::model::AlignedStage& stage : found->stages) {
            const bool same = stage.match == core::model::StageMatch::Same;
            for (std::size_t i = 0; i < stage.predicted.size() && next < ours->steps.size(); ++i) {
                out.push_back({&ours->steps[next++], {}, same && !stage.taken.empty(), false});
            }
            if (same) {
                continue;
            }
            if (stage.predicted.empty()) {
                for (const WalkStep& step : stage.taken) {
                    out.push_back({&step, {}, false, true});
                }
            }
            out.back().agent = asSentence(plainText(stage.text));
        }
    }
    for (; next < ours->steps.size(); ++next) {
        out.push_back({&ours->steps[next], {}, false, false});
    }
    return out;
}

WalkModel::Dot WalkModel::dotOf(const Row& row) const {
    const WalkStep& step = *row.step;
    if (row.onlyTaken) {
        return Dot::Taken;
    }
    if (step.stage == "drop" || step.decision == "drop" || step.decision == "reject" || step.decision == "tarpit") {
        return step.fork ? Dot::Passed : Dot::Ends;
    }
    if (step.stage == "ingress" || step.stage == "egress") {
        return Dot::Edge;
    }
    const bool handler = step.stage == "switch" || step.stage == "fast-path" || step.stage == "fasttrack";
    if (handler) {
        return step.decision == "yes" ? Dot::Decides : Dot::Missed;
    }
    const auto& reasons = followed_->trace->verdict.reasons;
    const bool blamed = step.at && std::any_of(reasons.begin(), reasons.end(), [&](const auto& reason) {
                            return reason.blocking && reason.id.starts_with("FT-") && reason.at == step.at;
                        });
    return blamed ? Dot::Decides : Dot::Passed;
}

int WalkModel::decidingRow() const {
    int kept = 0;
    for (int row = 0; row < rowCount(); ++row) {
        const WalkStep& at = *rows_[static_cast<std::size_t>(row)].step;
        const Dot dot = dotOf(rows_[static_cast<std::size_t>(row)]);
        if (dot == Dot::Decides || dot == Dot::Ends) {
            return row;
        }
        if (dot == Dot::Missed && (kept == 0 || at.stage == "fasttrack")) {
            kept = row;
        }
    }
    return kept;
}

QVariant WalkModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    const WalkStep& at = *row.step;
    switch (role) {
    case TitleRole: {
        if (dotOf(row) == Dot::Edge) {
            return asSentence(plainText(at.text));
        }
        const QString decision = decisionWord(at);
        return decision.isEmpty() ? stageName(at.stage) : tr("%1: %2").arg(stageName(at.stage), decision);
    }
    case DetailRole:
        return dotOf(row) == Dot::Edge ? QString() : asSentence(plainText(at.text));
    case LineRole:
        return at.at ? plainText(at.at->text) : QString();
    case PlaceRole:
        return at.at ? placeText(*at.at) : QString();
    case Qt::AccessibleTextRole:
        return stageName(at.stage) + QStringLiteral(". ") + plainText(at.decision) + QStringLiteral(". ") + plainText(at.text);
    case DotRole:
        return static_cast<int>(dotOf(row));
    case AgentRole:
        return row.agent;
    case SeenRole:
        return row.seen;
    case ForkRole:
        return at.fork;
    case HighlightRole:
        return at.at && std::find(highlighted_.begin(), highlighted_.end(), *at.at) != highlighted_.end();
    default:
        return {};
    }
}

void WalkModel::set(std::shared_ptr<const core::workspace::FollowedPacket> followed, bool first) {
    beginResetModel();
    followed_ = std::move(followed);
    first_ = first;
    rows_ = rowsOf();
    endResetModel();
}

void WalkModel::highlight(std::vector<ConfigRef> lines) {
    highlighted_ = std::move(lines);
    if (rowCount() > 0) {
        Q_EMIT dataChanged(index(0), index(rowCount() - 1), {HighlightRole});
    }
}

} // namespace ui
