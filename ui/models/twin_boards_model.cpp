#include "ui/models/twin_boards_model.h"

#include "ui/models/figure_roles.h"
#include "ui/theme/figures.h"
#include "ui/theme/plain_text.h"

#include <cmath>

namespace ui {

using core::base::BitRate;
using core::workspace::BoardTrial;

namespace {

// Carries it surely, perhaps, or not; Plain where no rate is wanted.
FigureTone answerTone(const BoardTrial& trial, double wantedBps) {
    if (!trial.predicted) {
        return FigureTone::Dim;
    }
    return wantedBps <= 0 ? FigureTone::Plain : trial.predicted->throughputBps.low >= wantedBps ? FigureTone::Better : trial.predicted->throughputBps.high < wantedBps ? FigureTone::Worse : FigureTone::Plain;
}

} // namespace

TwinBoardsModel::TwinBoardsModel(QObject* parent)
    : QAbstractTableModel(parent) {}

int TwinBoardsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(boards_.size());
}

int TwinBoardsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString TwinBoardsModel::display(const BoardTrial& trial, int column) const {
    if (column == BoardColumn) {
        return plainText(trial.board);
    }
    if (!trial.predicted) {
        return column == AnswerColumn ? tr("does not run on it") : QString();
    }
    const core::model::Predicted& predicted = *trial.predicted;
    switch (column) {
    case ThroughputColumn: return rateText(BitRate{predicted.throughputBps.median});
    case IntervalColumn: return QStringLiteral("%1 … %2").arg(rateText(BitRate{predicted.throughputBps.low}), rateText(BitRate{predicted.throughputBps.high}));
    case CoreColumn: return QString::number(std::lround(predicted.busiestCore.median)) + QStringLiteral(" %");
    case PingColumn: return millisecondsText(predicted.rttP99Ms.median);
    case AnswerColumn:
        switch (answerTone(trial, wantedBps_)) {
        case FigureTone::Better: return tr("carries it");
        case FigureTone::Worse: return tr("too small");
        default: return wantedBps_ > 0 ? tr("perhaps") : QString();
        }
    default: return {};
    }
}

QVariant TwinBoardsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const BoardTrial& trial = boards_[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole: return display(trial, index.column());
    case Qt::ToolTipRole: return trial.problem.empty() ? QVariant() : plainToolTip(plainText(trial.problem));
    case Qt::TextAlignmentRole: {
        const bool words = index.column() == BoardColumn || index.column() == IntervalColumn || index.column() == AnswerColumn;
        return QVariant::fromValue(Qt::AlignVCenter | (words ? Qt::AlignLeft : Qt::AlignRight));
    }
    case FigureStrongRole: return index.column() == ThroughputColumn;
    case FigureToneRole:
        return static_cast<int>(index.column() == AnswerColumn                             ? answerTone(trial, wantedBps_)
                                : index.column() == IntervalColumn || !trial.predicted ? FigureTone::Dim
                                                                                       : FigureTone::Plain);
    default: return {};
    }
}

QVariant TwinBoardsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    const QStringList names{tr("Board"), tr("carries"), tr("interval"), tr("busiest core"), tr("ping p99"), {}};
    if (role == Qt::TextAlignmentRole) {
        const bool words = section == BoardColumn || section == IntervalColumn || section == AnswerColumn;
        return QVariant::fromValue(Qt::AlignVCenter | (words ? Qt::AlignLeft : Qt::AlignRight));
    }
    return role == Qt::DisplayRole ? names[section] : QVariant();
}

void TwinBoardsModel::set(std::vector<BoardTrial> boards, double wantedBps) {
    beginResetModel();
    boards_ = std::move(boards);
    wantedBps_ = wantedBps;
    endResetModel();
}

} // namespace ui
