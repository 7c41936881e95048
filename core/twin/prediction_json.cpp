#include "core/twin/prediction_json.h"

#include "core/twin/rehearsal_job.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace core::twin {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using core::model::Interval;
using core::model::Predicted;
using core::model::PredictedEffect;
using core::model::Prediction;
using core::model::Rehearsed;

namespace {

constexpr int kFormat = 1;

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

QJsonArray sentences(const std::vector<std::string>& lines) {
    QJsonArray out;
    for (const std::string& line : lines) {
        out.append(text(line));
    }
    return out;
}

QJsonArray numbers(const std::vector<double>& values) {
    QJsonArray out;
    for (const double value : values) {
        out.append(value);
    }
    return out;
}

QJsonObject rehearsedJson(const Rehearsed& run) {
    QJsonObject paths, drops;
    for (const auto& [path, share] : run.paths) {
        paths.insert(text(path), share);
    }
    for (const auto& [reason, packets] : run.drops) {
        drops.insert(text(reason), static_cast<qint64>(packets));
    }
    QJsonArray curve, queues, series;
    for (const auto& point : run.rttCurve) {
        curve.append(QJsonArray{point.ms, point.share});
    }
    for (const auto& queue : run.queues) {
        queues.append(QJsonObject{{QStringLiteral("name"), text(queue.name)},
                                  {QStringLiteral("bytes"), static_cast<qint64>(queue.bytes)},
                                  {QStringLiteral("drops"), static_cast<qint64>(queue.drops)},
                                  {QStringLiteral("backlog_p95"), queue.backlogP95}});
    }
    for (const auto& second : run.series) {
        series.append(QJsonObject{{QStringLiteral("t"), second.t},
                                  {QStringLiteral("throughput_bps"), second.throughputBps},
                                  {QStringLiteral("rtt_ms"), second.rttMs ? QJsonValue(*second.rttMs) : QJsonValue()},
                                  {QStringLiteral("cpu_percent"), numbers(second.cpuPercent)},
                                  {QStringLiteral("backlog_bytes"), second.backlogBytes}});
    }
    return {{QStringLiteral("throughput_bps"), run.throughputBps},
            {QStringLiteral("goodput_bps"), run.goodputBps},
            {QStringLiteral("packets_per_s"), run.packetsPerS},
            {QStringLiteral("rtt_ms"), QJsonObject{{QStringLiteral("mean"), run.rttMeanMs},
                                                   {QStringLiteral("p50"), run.rttP50Ms},
                                                   {QStringLiteral("p95"), run.rttP95Ms},
                                                   {QStringLiteral("p99"), run.rttP99Ms},
                                                   {QStringLiteral("max"), run.rttMaxMs}}},
            {QStringLiteral("rtt_cdf"), curve},
            {QStringLiteral("cpu_percent"), numbers(run.cpuPercent)},
            {QStringLiteral("paths"), paths},
            {QStringLiteral("drops"), drops},
            {QStringLiteral("queues"), queues},
            {QStringLiteral("series"), series},
            {QStringLiteral("unmodelled"), sentences(run.unmodelled)},
            {QStringLiteral("assumed"), sentences(run.assumed)}};
}

// The intervals of one side, or of the difference, by their name in the JSON.
template <class Side, class Visit> void visitIntervals(Side& side, Visit visit) {
    if constexpr (std::is_same_v<std::remove_const_t<Side>, Predicted>) {
        visit("throughput_bps", side.throughputBps);
        visit("goodput_bps", side.goodputBps);
        visit("rtt_mean_ms", side.rttMeanMs);
        visit("rtt_p99_ms", side.rttP99Ms);
    } else {
        visit("throughput", side.throughput);
        visit("goodput", side.goodput);
        visit("rtt_mean", side.rttMean);
        visit("rtt_p99", side.rttP99);
    }
    visit("busiest_core", side.busiestCore);
    visit("fast_share", side.fastShare);
}

template <class Side> QJsonObject intervals(const Side& side) {
    QJsonObject out;
    visitIntervals(side, [&](const char* name, const Interval& interval) {
        out.insert(QLatin1String(name), QJsonArray{interval.median, interval.low, interval.high});
    });
    return out;
}

template <class Side> void readIntervals(Side& side, const QJsonObject& object) {
    visitIntervals(side, [&](const char* name, Interval& interval) {
        const QJsonArray figures = object.value(QLatin1String(name)).toArray();
        interval = {figures.at(0).toDouble(), figures.at(1).toDouble(), figures.at(2).toDouble()};
    });
}

QJsonObject sideJson(const Predicted& side) {
    QJsonObject out = intervals(side);
    out.insert(QStringLiteral("typical"), rehearsedJson(side.typical));
    return out;
}

Predicted readSide(const QJsonObject& object) {
    Predicted out;
    readIntervals(out, object);
    out.typical = readResult(object.value(QLatin1String("typical")).toObject());
    return out;
}

} // namespace

QByteArray predictionJson(const Prediction& prediction) {
    QJsonObject out{{QStringLiteral("format"), kFormat},
                    {QStringLiteral("board"), text(prediction.board)},
                    {QStringLiteral("seed"), static_cast<qint64>(prediction.seed)},
                    {QStringLiteral("duration_s"), prediction.durationS},
                    {QStringLiteral("now"), sideJson(prediction.now)},
                    {QStringLiteral("score"), prediction.fidelity.score},
                    {QStringLiteral("why"), sentences(prediction.fidelity.why)}};
    if (prediction.change) {
        out.insert(QStringLiteral("change"), sideJson(*prediction.change));
    }
    if (prediction.effect) {
        out.insert(QStringLiteral("effect"), intervals(*prediction.effect));
    }
    return QJsonDocument(out).toJson(QJsonDocument::Compact);
}

Result<Prediction> readPrediction(const QByteArray& json) {
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    if (object.value(QLatin1String("format")).toInt() != kFormat || !object.value(QLatin1String("now")).isObject()) {
        return fail(ErrorCode::InvalidInput, "no prediction of format " + std::to_string(kFormat));
    }
    Prediction out;
    out.board = object.value(QLatin1String("board")).toString().toStdString();
    out.seed = static_cast<std::uint64_t>(object.value(QLatin1String("seed")).toInteger());
    out.durationS = object.value(QLatin1String("duration_s")).toDouble();
    out.now = readSide(object.value(QLatin1String("now")).toObject());
    if (const QJsonValue change = object.value(QLatin1String("change")); change.isObject()) {
        out.change = readSide(change.toObject());
    }
    if (const QJsonValue effect = object.value(QLatin1String("effect")); effect.isObject()) {
        readIntervals(out.effect.emplace(), effect.toObject());
    }
    out.fidelity.score = object.value(QLatin1String("score")).toDouble(1);
    for (const QJsonValue& why : object.value(QLatin1String("why")).toArray()) {
        out.fidelity.why.push_back(why.toString().toStdString());
    }
    return out;
}

} // namespace core::twin
