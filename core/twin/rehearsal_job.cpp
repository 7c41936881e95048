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

Rehearsed resultOf(const QJsonObject& object) {
    Rehearsed out;
    out.throughputBps = object.value(QLatin1String("throughput_bps")).toDouble();
    out.goodputBps = object.value(QLatin1String("goodput_bps")).toDouble();
    const QJsonObject rtt = object.value(QLatin1String("rtt_ms")).toObject();
    out.rttP50Ms = rtt.value(QLatin1String("p50")).toDouble();
    out.rttP95Ms = rtt.value(QLatin1String("p95")).toDouble();
    out.rttP99Ms = rtt.value(QLatin1String("p99")).toDouble();
    out.rttMaxMs = rtt.value(QLatin1String("max")).toDouble();
    for (const QJsonValue& core : object.value(QLatin1String("cpu_percent")).toArray()) {
        out.cpuPercent.push_back(core.toDouble());
    }
    const QJsonObject paths = object.value(QLatin1String("paths")).toObject();
    for (auto it = paths.begin(); it != paths.end(); ++it) {
        out.paths[it.key().toStdString()] = it.value().toDouble();
    }
    const QJsonObject drops = object.value(QLatin1String("drops")).toObject();
    for (auto it = drops.begin(); it != drops.end(); ++it) {
        out.drops[it.key().toStdString()] = static_cast<std::uint64_t>(it.value().toInteger());
    }
    out.unmodelled = sentences(object.value(QLatin1String("unmodelled")));
    out.assumed = sentences(object.value(QLatin1String("assumed")));
    return out;
}

// Times per packet; what counts cores and packets, and the source, stay.
QJsonObject withCosts(QJsonObject board, double factor) {
    QJsonObject cost = board.value(QLatin1String("cost")).toObject();
    for (auto it = cost.begin(); it != cost.end(); ++it) {
        const bool time = it.value().isDouble() && it.key() != QLatin1String("receiveCores") && it.key() != QLatin1String("receiveRing");
        if (time) {
            it.value() = it.value().toDouble() * factor;
        }
    }
    board.insert(QStringLiteral("cost"), cost);
    return board;
}

} // namespace

Result<QByteArray> jobText(const core::model::PredictionRequest& request, std::string_view config, const QByteArray& board, double costFactor,
                           std::uint64_t seed) {
    const QJsonDocument boardFile = QJsonDocument::fromJson(board);
    if (!boardFile.isObject()) {
        return fail(ErrorCode::InvalidInput, "The file of board " + request.board + " is no JSON object.");
    }
    QJsonArray tests;
    for (const std::string& test : request.tests) {
        tests.append(QString::fromStdString(test));
    }
    const QJsonObject traffic{{QStringLiteral("tests"), tests},
                              {QStringLiteral("from"), QString::fromStdString(request.from)},
                              {QStringLiteral("to"), QString::fromStdString(request.to)},
                              {QStringLiteral("rate_bps"), request.rateBps},
                              {QStringLiteral("packet_size"), static_cast<qint64>(request.packetSize)},
                              {QStringLiteral("rtt_ms"), request.rttMs}};
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
        out.result = resultOf(result.toObject());
    }
    return out;
}

} // namespace core::twin
