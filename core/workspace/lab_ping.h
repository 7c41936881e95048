// Round-trip times of a lab's pings, read from the agent's own /pathscope/traffic once a second. Only for agents: no router has that menu.
#pragma once

#include "core/link/session.h"

#include <QCoroTask>
#include <QObject>
#include <QTimer>
#include <optional>

namespace core::workspace {

struct PingTimes {
    std::optional<double> p50Ms, p99Ms; // of the slowest ping; absent when none is measured
};

PingTimes slowestPing(const std::vector<core::model::Row>& traffic);

class LabPing : public QObject {
    Q_OBJECT
public:
    explicit LabPing(core::link::Session& session, QObject* parent = nullptr);
    [[nodiscard]] const PingTimes& times() const { return times_; }

private:
    QCoro::Task<void> ask();

    core::link::Session& session_;
    QTimer timer_;
    bool asking_ = false;
    PingTimes times_;
};

} // namespace core::workspace
