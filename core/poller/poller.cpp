#include "core/poller/poller.h"

#include <QPointer>
#include <algorithm>

namespace core::poller {

using core::base::ErrorCode;
using core::base::Nanos;
using core::base::Result;
using core::link::Answer;

Poller::Poller(core::link::Session& session, const core::base::Clock& clock, Nanos interval, QObject* parent)
    : QObject(parent)
    , session_(session)
    , clock_(clock)
    , interval_(interval) {
    for (Question& question : questions()) {
        asked_.push_back({std::move(question), std::nullopt, false});
    }
    timer_.setSingleShot(true);
    timer_.setTimerType(Qt::PreciseTimer);
    connect(&timer_, &QTimer::timeout, this, [this] { round(); });
}

void Poller::start() {
    timer_.start(0);
}

void Poller::scheduleNext(Nanos begun) {
    const Nanos left = std::max<Nanos>(0, begun + interval_ - clock_.now());
    timer_.start(static_cast<int>(left / core::base::kMillisecond));
}

QCoro::Task<void> Poller::round() {
    const QPointer<Poller> self(this);
    const Nanos begun = clock_.now();
    // Everything is on its way before the first answer is waited for.
    std::vector<std::pair<std::size_t, QCoro::Task<Result<Answer>>>> tasks;
    for (std::size_t i = 0; i < asked_.size(); ++i) {
        if (!asked_[i].dropped && round_ % asked_[i].question.everyRounds == 0) {
            tasks.emplace_back(i, session_.request(asked_[i].question.request));
        }
    }
    ++round_;

    core::model::CounterSample sample;
    RoundCost cost;
    for (auto& [index, task] : tasks) {
        Result<Answer> answer = co_await task;
        if (!self) {
            co_return;
        }
        Asked& asked = asked_[index];
        if (answer) {
            if (asked.question.essential) {
                sample.at = clock_.now();
            }
            for (const auto& row : answer->rows) {
                cost.values += static_cast<int>(row.attributes().size());
            }
            asked.last = std::move(*answer);
        } else if (answer.error().code == ErrorCode::Refused && !asked.question.essential) {
            asked.dropped = true;
            asked.last.reset();
        } else {
            if (answer.error().code != ErrorCode::Cancelled) {
                Q_EMIT failed(answer.error());
            }
            co_return;
        }
    }
    for (const Asked& asked : asked_) {
        if (asked.last) {
            asked.question.apply(*asked.last, sample);
        }
    }
    cost.roundTrip = clock_.now() - begun;
    scheduleNext(begun);
    Q_EMIT sampled(sample, cost);
}

} // namespace core::poller
