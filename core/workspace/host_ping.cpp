#include "core/workspace/host_ping.h"

#include <csignal>
#include <sys/prctl.h>

namespace core::workspace {

using core::base::Error;
using core::base::ErrorCode;
using core::base::Nanos;

namespace {

constexpr Nanos kEvery = core::base::kSecond / 5; // what ping allows everyone
constexpr std::uint32_t kMostPings = 100'000;

} // namespace

std::optional<PingLine> readPingLine(const QByteArray& line) {
    const qsizetype at = line.indexOf("icmp_seq=");
    if (at < 0) {
        return std::nullopt;
    }
    const auto numberAt = [&line](qsizetype from, auto convert) { return convert(line.mid(from, line.indexOf(' ', from) < 0 ? -1 : line.indexOf(' ', from) - from).trimmed()); };
    bool ok = false;
    const std::uint32_t number = numberAt(at + 9, [&ok](const QByteArray& text) { return text.toUInt(&ok); });
    if (!ok || number == 0 || number > kMostPings) {
        return std::nullopt;
    }
    const qsizetype time = line.indexOf("time=");
    if (time < 0) {
        return PingLine{number, std::nullopt}; // "no answer yet", "Destination Host Unreachable"
    }
    const double ms = numberAt(time + 5, [&ok](const QByteArray& text) { return text.toDouble(&ok); });
    return ok && ms >= 0 ? std::optional(PingLine{number, ms}) : std::nullopt;
}

HostPing::HostPing(const std::string& host, const core::base::Clock& clock, QObject* parent)
    : QObject(parent)
    , clock_(clock)
    , startedAt_(clock.now()) {
    connect(&process_, &QProcess::readyReadStandardOutput, this, &HostPing::read);
    connect(&process_, &QProcess::finished, this, [this, host] {
        problem_ = Error{ErrorCode::Unreachable, "ping to " + host + " ended.", QString::fromUtf8(process_.readAllStandardError()).trimmed().toStdString()};
    });
    connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            problem_ = Error{ErrorCode::NotFound, "ping is not installed here.", process_.errorString().toStdString()};
        }
    });
    process_.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGTERM); }); // however this program ends
    process_.start(QStringLiteral("ping"), {QStringLiteral("-n"), QStringLiteral("-O"), QStringLiteral("-i"), QStringLiteral("0.2"), QStringLiteral("--"), QString::fromStdString(host)});
}

HostPing::~HostPing() {
    process_.disconnect(this);
    process_.kill();
    process_.waitForFinished(500);
}

void HostPing::read() {
    while (process_.canReadLine()) {
        const auto line = readPingLine(process_.readLine());
        if (!line) {
            continue;
        }
        while (pings_.size() < line->number) {
            pings_.push_back({startedAt_ + static_cast<Nanos>(pings_.size()) * kEvery, std::nullopt});
        }
        if (line->ms) {
            pings_[line->number - 1].ms = line->ms;
        }
    }
}

} // namespace core::workspace
