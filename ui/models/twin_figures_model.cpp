#include "ui/models/twin_figures_model.h"

#include "ui/models/figure_roles.h"
#include "ui/theme/figures.h"

#include <array>
#include <cmath>

namespace ui {

using core::model::Interval;
using core::model::Predicted;
using core::model::PredictedEffect;
using core::model::Prediction;

namespace {

// How one figure is written and what of it is good.
struct FigureRow {
    const char* name;
    const char* tip;
    Interval Predicted::*of;
    Interval PredictedEffect::*effect;
    QString (*text)(double);
    double scale;     // of the difference, to percent or points
    const char* unit; // of the difference
    bool moreIsBetter;
};

QString bits(double value) {
    return rateText(core::base::BitRate{value});
}
QString percent(double value) {
    return QString::number(value, 'f', value > 0 && value < 9.95 ? 1 : 0) + QStringLiteral(" %");
}
QString share(double value) {
    return percent(value * 100);
}

const std::array<FigureRow, 5> kRows{{
    {QT_TRANSLATE_NOOP("ui::TwinFiguresModel", "Goodput"), QT_TRANSLATE_NOOP("ui::TwinFiguresModel", "Payload that reached its receiver, as iperf shows it"),
     &Predicted::goodputBps, &PredictedEffect::goodput, bits, 100, "%", true},
    {QT_TRANSLATE_NOOP("ui::TwinFiguresModel", "Ping, mean"), QT_TRANSLATE_NOOP("ui::TwinFiguresModel", "Round trip of pings beside the traffic"),
     &Predicted::rttMeanMs, &PredictedEffect::rttMean, millisecondsText, 100, "%", false},
    {QT_TRANSLATE_NOOP("ui::TwinFiguresModel", "Ping, p99"), QT_TRANSLATE_NOOP("ui::TwinFiguresModel", "99 of 100 pings took no longer"),
     &Predicted::rttP99Ms, &PredictedEffect::rttP99, millisecondsText, 100, "%", false},
    {QT_TRANSLATE_NOOP("ui::TwinFiguresModel", "Busiest core"), QT_TRANSLATE_NOOP("ui::TwinFiguresModel", "Mean load of the core that had most to do"),
     &Predicted::busiestCore, &PredictedEffect::busiestCore, percent, 1, "pt", false},
    {QT_TRANSLATE_NOOP("ui::TwinFiguresModel", "On a fast path"), QT_TRANSLATE_NOOP("ui::TwinFiguresModel", "Share of the packets on any path but the slow one"),
     &Predicted::fastShare, &PredictedEffect::fastShare, share, 100, "pt", true},
}};

QString signedNumber(double value) {
    const double rounded = std::round(value);
    return (rounded > 0 ? QStringLiteral("+") : rounded < 0 ? QStringLiteral("−") : QStringLiteral("±")) + QString::number(std::abs(rounded), 'f', 0);
}

// Better or worse only where the whole interval says so.
FigureTone toneOf(const FigureRow& row, const Interval& moved) {
    if (std::round(moved.median * row.scale) == 0 || (moved.low <= 0 && moved.high >= 0)) {
        return FigureTone::Plain;
    }
    return (moved.median > 0) == row.moreIsBetter ? FigureTone::Better : FigureTone::Worse;
}

QString spanText(const QString& low, const QString& high) {
    return low == high ? low : QStringLiteral("%1 … %2").arg(low, high);
}

QString differenceText(const FigureRow& row, const Prediction& prediction, double moved) {
    // Nothing before: a share of it cannot be told.
    const bool relative = row.effect != &PredictedEffect::busiestCore && row.effect != &PredictedEffect::fastShare;
    return relative && (prediction.now.*row.of).median <= 0 ? absentText() : signedNumber(moved * row.scale) + QStringLiteral(" ") + QString::fromLatin1(row.unit);
}

} // namespace

TwinFiguresModel::TwinFiguresModel(QObject* parent)
    : QAbstractTableModel(parent) {}

int TwinFiguresModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !prediction_ ? 0 : static_cast<int>(kRows.size());
}

int TwinFiguresModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant TwinFiguresModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const FigureRow& row = kRows[static_cast<std::size_t>(index.row())];
    const Interval& now = prediction_->now.*row.of;
    const int column = index.column();
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(Qt::AlignVCenter | (column == NameColumn || column == IntervalColumn ? Qt::AlignLeft : Qt::AlignRight));
    }
    if (role == Qt::ToolTipRole && column == NameColumn) {
        return tr(row.tip);
    }
    if (role == FigureStrongRole) {
        return column == ChangeColumn;
    }
    if (role == FigureToneRole) {
        const bool moved = compares() && column == DifferenceColumn;
        return static_cast<int>(moved ? toneOf(row, *prediction_->effect.*row.effect) : column == IntervalColumn ? FigureTone::Dim : FigureTone::Plain);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (column) {
    case NameColumn:
        return tr(row.name);
    case NowColumn:
        return row.text(now.median);
    case ChangeColumn:
        return compares() ? row.text((*prediction_->change.*row.of).median) : QString();
    case DifferenceColumn:
        return compares() ? differenceText(row, *prediction_, (*prediction_->effect.*row.effect).median) : QString();
    case IntervalColumn: {
        if (!compares()) {
            return spanText(row.text(now.low), row.text(now.high));
        }
        const Interval& moved = *prediction_->effect.*row.effect;
        return spanText(differenceText(row, *prediction_, moved.low), differenceText(row, *prediction_, moved.high));
    }
    default:
        return {};
    }
}

QVariant TwinFiguresModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(Qt::AlignVCenter | (section == NameColumn || section == IntervalColumn ? Qt::AlignLeft : Qt::AlignRight));
    }
    if (role == Qt::ToolTipRole && section == IntervalColumn) {
        return tr("All runs lie within: other seeds, and the board's costs at both ends of what they may be");
    }
    const QStringList names{{}, tr("now"), tr("with this change"), tr("difference"), tr("interval")};
    return role == Qt::DisplayRole ? names[section] : QVariant();
}

void TwinFiguresModel::set(std::shared_ptr<const core::model::Prediction> prediction) {
    if (prediction_ == prediction) {
        return;
    }
    beginResetModel();
    prediction_ = std::move(prediction);
    endResetModel();
}

} // namespace ui
