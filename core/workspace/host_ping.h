// A host pinged from this computer, five times a second, by the system's ping. GUI thread.
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/workspace/change_guard.h"

#include <QByteArray>
#include <QObject>
#include <QProcess>
#include <optional>
#include <vector>

namespace core::workspace {

// A line of ping's output (iputils, -n -O): a ping that was answered, or one that was not in time. Absent: another line. Pure.
struct PingLine {
    std::uint32_t number = 0;
    std::optional<double> ms;
};
[[nodiscard]] std::optional<PingLine> readPingLine(const QByteArray& line);

class HostPing : public QObject {
    Q_OBJECT
public:
    HostPing(const std::string& host, const core::base::Clock& clock, QObject* parent = nullptr);
    ~HostPing() override;

    // In the order they were sent, up to now. One that is late counts as lost until it comes.
    [[nodiscard]] const std::vector<GuardPing>& pings() const { return pings_; }
    // Why there are none: no such host, no ping installed.
    [[nodiscard]] const std::optional<core::base::Error>& problem() const { return problem_; }

private:
    void read();

    const core::base::Clock& clock_;
    QProcess process_;
    core::base::Nanos startedAt_ = 0;
    std::vector<GuardPing> pings_;
    std::optional<core::base::Error> problem_;
};

} // namespace core::workspace
