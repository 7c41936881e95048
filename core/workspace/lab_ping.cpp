#include "core/workspace/lab_ping.h"

#include <QPointer>
#include <charconv>

namespace core::workspace {

using core::base::Result;
using core::link::Answer;
using core::model::Request;
using core::model::Row;

namespace {

std::optional<double> milliseconds(const Row& row, std::string_view name) {
    const auto text = row.get(name);
    double value = 0;
    if (!text || std::from_chars(text->data(), text->data() + text->size(), value).ec != std::errc()) {
        return std::nullopt;
    }
    return value;
}

} // namespace

PingTimes slowestPing(const std::vector<Row>& traffic) {
    PingTimes slowest;
    for (const Row& flow : traffic) {
        const auto p99 = milliseconds(flow, "rtt-p99");
        if (flow.value("kind") == "ping" && p99 && (!slowest.p99Ms || *p99 > *slowest.p99Ms)) {
            slowest = {milliseconds(flow, "rtt-p50"), p99};
        }
    }
    return slowest;
}

LabPing::LabPing(core::link::Session& session, QObject* parent)
    : QObject(parent)
    , session_(session) {
    connect(&timer_, &QTimer::timeout, this, [this] { ask(); });
    timer_.start(std::chrono::seconds(1));
    ask();
}

QCoro::Task<void> LabPing::ask() {
    if (asking_) {
        co_return;
    }
    asking_ = true;
    const QPointer<LabPing> self(this);
    Request print{"/pathscope/traffic", "print", {{".proplist", "name,kind,rtt-p50,rtt-p99"}}, {}, {}};
    const Result<Answer> answer = co_await session_.request(std::move(print));
    if (!self) {
        co_return;
    }
    asking_ = false;
    if (answer) {
        times_ = slowestPing(answer->rows);
    } else {
        timer_.stop(); // an agent without traffic, or the session ends
    }
}

} // namespace core::workspace
