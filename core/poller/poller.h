// Asks a router for its counters, over and over, on the session it is given.
//
//   Poller poller(session, clock, kSecond);
//   QObject::connect(&poller, &Poller::sampled, …);
//   poller.start();
//
// A round starts `interval` after the last one began, or at once when that one took longer; rounds never overlap. A menu the router
// does not have, or refuses, is not asked again in this session. The session must outlive the poller, or end before it does.
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/link/session.h"
#include "core/model/counter_sample.h"
#include "core/poller/questions.h"

#include <QCoroTask>
#include <QObject>
#include <QTimer>
#include <optional>
#include <vector>

namespace core::poller {

// What a round cost.
struct RoundCost {
    int values = 0;                  // property values the router sent
    core::base::Nanos roundTrip = 0; // first request to last answer
};

class Poller : public QObject {
    Q_OBJECT
public:
    Poller(core::link::Session& session, const core::base::Clock& clock, core::base::Nanos interval, QObject* parent = nullptr);

    void start();

Q_SIGNALS:
    void sampled(const core::model::CounterSample& sample, const core::poller::RoundCost& cost);
    // Nothing more will come: the connection is gone or stalled, or the router does not show its interfaces.
    void failed(const core::base::Error& error);

private:
    struct Asked {
        Question question;
        std::optional<core::link::Answer> last; // of those not asked each round
        bool dropped = false;
    };
    QCoro::Task<void> round();
    void scheduleNext(core::base::Nanos begun);

    core::link::Session& session_;
    const core::base::Clock& clock_;
    core::base::Nanos interval_;
    std::vector<Asked> asked_;
    QTimer timer_;
    int round_ = 0;
};

} // namespace core::poller
