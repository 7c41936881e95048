#include "core/load/tool_load.h"

#include "core/report/exports.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTimer>
#include <cmath>
#include <csignal>
#include <sys/prctl.h>

namespace core::load {

using core::base::Completion;
using core::base::Error;
using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

namespace {

constexpr int kSettleMs = 1000;
constexpr double kHeadStart = 2; // seconds a run needs beyond its own: readings do not begin with the traffic

QString bitsText(double bps) {
    return QString::number(bps, 'f', 0);
}

QStringList iperf3Arguments(const LoadRequest& request, const QString& seconds) {
    QStringList out{QStringLiteral("iperf3"), QStringLiteral("-c"), request.host, QStringLiteral("-J"), QStringLiteral("-t"), seconds, QStringLiteral("-P"), QString::number(std::max(1, request.flows)),
                    QStringLiteral("--connect-timeout"), QStringLiteral("5000")};
    if (request.port != 0) {
        out << QStringLiteral("-p") << QString::number(request.port);
    }
    if (request.udpBps > 0) {
        out << QStringLiteral("-u") << QStringLiteral("-b") << bitsText(request.udpBps / std::max(1, request.flows));
    }
    if (request.direction == Direction::Down) {
        out << QStringLiteral("-R");
    } else if (request.direction == Direction::Both) {
        out << QStringLiteral("--bidir");
    }
    return out;
}

Result<LoadEnd> readIrtt(const QByteArray& output) {
    const QJsonDocument document = QJsonDocument::fromJson(output);
    if (!document.isObject() || !document.object().value(QLatin1String("round_trips")).isArray()) {
        return fail(ErrorCode::Protocol, "irtt ended without its result.");
    }
    LoadEnd end;
    for (const QJsonValue each : document.object().value(QLatin1String("round_trips")).toArray()) {
        const QJsonObject trip = each.toObject();
        const double rttNs = trip.value(QLatin1String("delay")).toObject().value(QLatin1String("rtt")).toDouble();
        const double atNs =
            trip.value(QLatin1String("timestamps")).toObject().value(QLatin1String("client")).toObject().value(QLatin1String("receive")).toObject().value(QLatin1String("wall")).toDouble();
        if (rttNs > 0 && atNs > 0) { // a lost one has neither
            end.pings.push_back({static_cast<std::int64_t>(atNs / 1e6), rttNs / 1e6});
        }
    }
    return end;
}

} // namespace

QStringList toolCommand(const LoadRequest& request, double seconds, const QString& file) {
    const QString length = QString::number(static_cast<int>(std::ceil(seconds + kHeadStart)));
    switch (request.tool) {
    case Tool::Irtt: {
        const bool v6 = request.host.contains(QLatin1Char(':'));
        const QString host = v6 && request.port != 0 ? QStringLiteral("[%1]").arg(request.host) : request.host;
        return {QStringLiteral("irtt"), QStringLiteral("client"), QStringLiteral("-Q"), QStringLiteral("-i"), QStringLiteral("100ms"), QStringLiteral("-d"), length + QLatin1Char('s'), QStringLiteral("-o"),
                QStringLiteral("-"), request.port == 0 ? host : QStringLiteral("%1:%2").arg(host).arg(request.port)};
    }
    case Tool::Flent:
        return {QStringLiteral("flent"), request.test, QStringLiteral("-H"), request.host, QStringLiteral("-l"), length, QStringLiteral("-o"), file};
    case Tool::Sink:
    case Tool::Iperf3:
        break;
    }
    return iperf3Arguments(request, length);
}

Result<LoadEnd> readToolOutput(Tool tool, const QByteArray& output, std::int64_t startedMs) {
    if (tool == Tool::Irtt) {
        return readIrtt(output);
    }
    Result<core::model::ExperimentRun> run = core::report::readRun(output.toStdString());
    if (!run) {
        return tl::unexpected(run.error());
    }
    LoadEnd end;
    end.busyPercent = run->generatorPercent;
    for (const core::model::ExperimentSample& sample : run->samples) {
        for (const core::model::RttCount& rtt : sample.rtts) {
            end.pings.insert(end.pings.end(), rtt.count, {startedMs + static_cast<std::int64_t>(sample.atS * 1000), rtt.ms});
        }
    }
    return end;
}

ToolLoad::ToolLoad(LoadRequest request)
    : request_(std::move(request)) {
    connect(&process_, &QProcess::finished, this, &ToolLoad::exited);
    connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            problem_ = Error{ErrorCode::NotFound, process_.program().toStdString() + " is not installed here, or cannot be started.", process_.errorString().toStdString()};
            exited();
        }
    });
}

ToolLoad::~ToolLoad() {
    process_.disconnect(this);
    process_.kill();
    process_.waitForFinished(500);
    if (auto waiting = std::exchange(waiting_, std::nullopt)) {
        waiting->resolve(fail(ErrorCode::Cancelled, "The load was ended."));
    }
}

QCoro::Task<Result<void>> ToolLoad::start(double seconds) {
    problem_.reset();
    settled_ = false;
    folder_.emplace();
    QStringList command = toolCommand(request_, seconds, folder_->filePath(QStringLiteral("flent.gz")));
    const QString program = command.takeFirst();
    process_.setWorkingDirectory(folder_->path());
    process_.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGTERM); }); // however this program ends
    startedMs_ = QDateTime::currentMSecsSinceEpoch();
    Completion<Result<void>> running;
    waiting_ = running;
    QTimer::singleShot(kSettleMs, this, [this] {
        settled_ = true;
        if (auto waiting = std::exchange(waiting_, std::nullopt)) {
            waiting->resolve({});
        }
    });
    process_.start(program, command);
    const Result<void> begun = co_await running;
    co_return begun;
}

// Whoever waits is told; one that ends in its first second has failed.
void ToolLoad::exited() {
    const QString file = folder_->filePath(QStringLiteral("flent.gz"));
    output_ = process_.readAllStandardOutput();
    if (request_.tool == Tool::Flent) {
        QFile written(file);
        output_ = written.open(QIODevice::ReadOnly) ? written.readAll() : QByteArray();
    }
    if (!problem_) {
        const Result<LoadEnd> end = readToolOutput(request_.tool, output_, startedMs_);
        const std::string said = QString::fromUtf8(process_.readAllStandardError()).trimmed().right(300).toStdString();
        if (!end) {
            problem_ = Error{ErrorCode::Io, process_.program().toStdString() + " did not measure.", said.empty() ? end.error().describe() : said};
        } else if (!settled_) {
            problem_ = Error{ErrorCode::Io, process_.program().toStdString() + " ended at once.", said};
        }
    }
    if (auto waiting = std::exchange(waiting_, std::nullopt)) {
        waiting->resolve(problem_ ? Result<void>(tl::unexpected(*problem_)) : Result<void>{});
    }
}

QCoro::Task<Result<LoadEnd>> ToolLoad::stop() {
    if (process_.state() != QProcess::NotRunning) {
        Completion<Result<void>> over;
        waiting_ = over;
        if (const Result<void> ended = co_await over; !ended) { // `this` may be gone then
            co_return tl::unexpected(ended.error());
        }
    }
    co_return problem_ ? Result<LoadEnd>(tl::unexpected(*problem_)) : readToolOutput(request_.tool, output_, startedMs_);
}

} // namespace core::load
