#include "core/twin/rehearsal_job.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace core::twin {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using core::model::Rehearsed;

namespace {

std::vector<std::string> sentences(const QJsonValue& list) {
    std::vector<std::string> out;
    for (const QJsonValue& each : list.toArray()) {
        out.push_back(each.toString().toStdString());
    }
    return out;
}

std::vector<double> numbers(const QJsonValue& list) {
    std::vector<double> out;
    for (const QJsonValue& each : list.toArray()) {
        out.push_back(each.toDouble());
    }
    return out;
}

std::vector<core::model::RehearsedSecond> seriesOf(const QJsonValue& list) {
    std::vector<core::model::RehearsedSecond> out;
    for (const QJsonValue& each : list.toArray()) {
        core::model::RehearsedSecond& second = out.emplace_back();
        second.t = each[QLatin1String("t")].toDouble();
        second.throughputBps = each[QLatin1String("throughput_bps")].toDouble();
        if (const QJsonValue rtt = each[QLatin1String("rtt_ms")]; rtt.isDouble()) {
            second.rttMs = rtt.toDouble();
        }
        second.cpuPercent = numbers(each[QLatin1String("cpu_percent")]);
        second.backlogBytes = each[QLatin1String("backlog_bytes")].toDouble();
    }
    return out;
}

std::vector<core::model::RehearsedQueue> queuesOf(const QJsonValue& list) {
    std::vector<core::model::RehearsedQueue> out;
    for (const QJsonValue& each : list.toArray()) {
        out.push_back({each[QLatin1String("name")].toString().toStdString(), static_cast<std::uint64_t>(each[QLatin1String("bytes")].toInteger()),
                       static_cast<std::uint64_t>(each[QLatin1String("drops")].toInteger()), each[QLatin1String("backlog_p95")].toDouble()});
    }
    return out;
}

QJsonObject partOf(const core::model::TrafficPart& part) {
    QJsonArray tests;
    for (const std::string& test : part.tests) {
        tests.append(QString::fromStdString(test));
    }
    return {{QStringLiteral("tests"), tests},
            {QStringLiteral("from"), QString::fromStdString(part.from)},
            {QStringLiteral("to"), QString::fromStdString(part.to)},
            {QStringLiteral("rate_bps"), part.rateBps},
            {QStringLiteral("packet_size"), static_cast<qint64>(part.packetSize)}};
}

// Of the board itself, or of its first calibration.
QJsonObject costOf(const QJsonObject& board) {
    const QJsonValue own = board.value(QLatin1String("cost"));
    return (own.isObject() ? own : board.value(QLatin1String("calibrations"))[0][QLatin1String("cost")]).toObject();
}

// Times per packet; what counts cores and packets, what the times may be wrong by, and the source, stay.
QJsonObject withCosts(QJsonObject board, double factor) {
    QJsonObject cost = costOf(board);
    for (auto it = cost.begin(); it != cost.end(); ++it) {
        const bool time = it.value().isDouble() && it.key() != QLatin1String("receiveCores") && it.key() != QLatin1String("receiveRing") &&
                          it.key() != QLatin1String("low") && it.key() != QLatin1String("high");
        if (time) {
            it.value() = it.value().toDouble() * factor;
        }
    }
    board.insert(QStringLiteral("cost"), cost);
    return board;
}

} // namespace

Rehearsed readResult(const QJsonObject& object) {
    Rehearsed out;
    out.throughputBps = object.value(QLatin1String("throughput_bps")).toDouble();
    out.goodputBps = object.value(QLatin1String("goodput_bps")).toDouble();
    out.packetsPerS = object.value(QLatin1String("packets_per_s")).toDouble();
    const QJsonObject rtt = object.value(QLatin1String("rtt_ms")).toObject();
    out.rttP50Ms = rtt.value(QLatin1String("p50")).toDouble();
    out.rttP95Ms = rtt.value(QLatin1String("p95")).toDouble();
    out.rttP99Ms = rtt.value(QLatin1String("p99")).toDouble();
    out.rttMaxMs = rtt.value(QLatin1String("max")).toDouble();
    out.rttMeanMs = rtt.value(QLatin1String("mean")).toDouble();
    for (const QJsonValue& point : object.value(QLatin1String("rtt_cdf")).toArray()) {
        out.rttCurve.push_back({point[0].toDouble(), point[1].toDouble()});
    }
    out.cpuPercent = numbers(object.value(QLatin1String("cpu_percent")));
    const QJsonObject paths = object.value(QLatin1String("paths")).toObject();
    for (auto it = paths.begin(); it != paths.end(); ++it) {
        out.paths[it.key().toStdString()] = it.value().toDouble();
    }
    const QJsonObject drops = object.value(QLatin1String("drops")).toObject();
    for (auto it = drops.begin(); it != drops.end(); ++it) {
        out.drops[it.key().toStdString()] = static_cast<std::uint64_t>(it.value().toInteger());
    }
    out.queues = queuesOf(object.value(QLatin1String("queues")));
    out.series = seriesOf(object.value(QLatin1String("series")));
    out.unmodelled = sentences(object.value(QLatin1String("unmodelled")));
    out.assumed = sentences(object.value(QLatin1String("assumed")));
    return out;
}

CostRange costRange(const QByteArray& board) {
    const QJsonObject cost = costOf(QJsonDocument::fromJson(board).object());
    const CostRange usual;
    return {cost.value(QLatin1String("low")).toDouble(usual.low), cost.value(QLatin1String("high")).toDouble(usual.high)};
}

Result<QByteArray> jobText(const core::model::PredictionRequest& request, std::string_view config, const QByteArray& board, double costFactor,
                           std::uint64_t seed) {
    const QJsonDocument boardFile = QJsonDocument::fromJson(board);
    if (!boardFile.isObject()) {
        return fail(ErrorCode::InvalidInput, "The file of board " + request.board + " is no JSON object.");
    }
    QJsonObject traffic;
    if (request.mix.empty()) {
        traffic = partOf({request.tests, request.from, request.to, request.rateBps, request.packetSize});
    } else {
        QJsonArray parts;
        for (const core::model::TrafficPart& part : request.mix) {
            parts.append(partOf(part));
        }
        traffic.insert(QStringLiteral("parts"), parts);
    }
    traffic.insert(QStringLiteral("rtt_ms"), request.rttMs);
    const QJsonObject job{{QStringLiteral("version"), 1},
                          {QStringLiteral("board"), withCosts(boardFile.object(), costFactor)},
                          {QStringLiteral("config"), QString::fromUtf8(config.data(), static_cast<qsizetype>(config.size()))},
                          {QStringLiteral("traffic"), traffic},
                          {QStringLiteral("duration_s"), request.durationS},
                          {QStringLiteral("warmup_s"), request.warmupS},
                          {QStringLiteral("seed"), static_cast<qint64>(seed)}};
    return QJsonDocument(job).toJson(QJsonDocument::Compact);
}

JobLine readJobLine(const QByteArray& line) {
    const QJsonObject object = QJsonDocument::fromJson(line).object();
    JobLine out;
    if (const QJsonValue progress = object.value(QLatin1String("progress")); progress.isDouble()) {
        out.progress = progress.toDouble();
    }
    if (const QJsonValue error = object.value(QLatin1String("error")); error.isString()) {
        out.error = error.toString().toStdString();
    }
    if (const QJsonValue result = object.value(QLatin1String("result")); result.isObject()) {
        out.result = readResult(result.toObject());
    }
    return out;
}

} // namespace core::twin
