// What makes a Router go round: its connection, what runs while it is online, and what it remembers.
#pragma once

#include "core/base/clock.h"
#include "core/change/change_run.h"
#include "core/poller/identity.h"
#include "core/poller/poller.h"
#include "core/workspace/config_watch.h"
#include "core/workspace/connection.h"
#include "core/workspace/effect_meter.h"
#include "core/workspace/history.h"
#include "core/workspace/host_ping.h"
#include "core/workspace/lab_ping.h"
#include "core/workspace/queue_watch.h"
#include "core/workspace/router.h"

#include <functional>
#include <memory>
#include <vector>

namespace core::workspace {

struct Router::Private {
    Private(std::unique_ptr<Connection> connection, QString routerId, QString lab);
    ~Private();

    // Hooks the parts together; once, by the Router's constructor.
    void attach(Router* router);

    // One session's work.
    void startPolling();
    void stopPolling();
    QCoro::Task<void> readIdentity();
    void take(const core::model::CounterSample& sample, const core::poller::RoundCost& cost);

    void followRun();
    // Once the change has settled: keeps it, or takes it back.
    void guardRun();
    [[nodiscard]] std::vector<GuardPing> guardPings() const;
    // False: the counters of queues are still to come.
    bool watchQueues(bool settled);
    QCoro::Task<void> readQueues(std::optional<QueueCounters>& into);
    // Once a session stands: changes the journal still calls pending.
    QCoro::Task<void> lookAfterCrash();
    void refreshLink();
    void addEvent(const QString& text);
    [[nodiscard]] core::base::Result<core::link::Session*> session() const;

    // Gone from the first line of ~Router on. A coroutine that waits on the router's session is answered while the router is being
    // destroyed, when a QPointer to it still holds; it looks at this instead.
    std::shared_ptr<int> life = std::make_shared<int>(0);

    Router* q = nullptr;
    QString id;
    QString lab;
    core::base::SteadyClock clock;
    std::unique_ptr<Connection> connection;
    RouterState state;
    History history;
    EffectMeter effect;
    std::vector<Event> events;
    std::shared_ptr<core::change::ChangeRun> run; // the change under way: one at a time
    ChangeTerms terms;                            // of run
    core::base::Nanos changedAt = 0;              // when it was verified
    std::optional<GuardSide> guardBefore;         // what the guard holds it against
    std::unique_ptr<HostPing> guardPing;
    std::optional<QueueCounters> queuesSettled, queuesUntil; // read when the guard's seconds begin and end
    bool queuesAsked = false;
    bool announced = false;                       // it was told as an event
    std::optional<ChangeEnd> lastEnd;
    std::vector<std::function<void()>> whenRemoved; // answers what still waits for a change; the change itself goes on without us
    std::vector<core::change::SentChange> kept;   // of this session, newest last
    bool wasOnline = false;

    // While online; deleted by the event loop, because any of them may be what noticed the end.
    core::poller::Poller* poller = nullptr;
    ConfigWatch* watch = nullptr;
    LabPing* ping = nullptr;
};

} // namespace core::workspace
