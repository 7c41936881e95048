// One router: its link, its polling, its history, and the changes made to it. GUI thread; nothing here blocks.
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"
#include "core/model/walk_difference.h"
#include "core/workspace/change_state.h"
#include "core/workspace/router_state.h"

#include <QCoroTask>
#include <QObject>
#include <QString>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace core::change {
struct SentChange;
}

namespace core::workspace {

struct LiveConfig;
struct ReadingHooks;
struct FollowHooks;
struct LabTraffic;
struct FastTracked;

// The first tunings the Paths page offers.
enum class Tuning { AddFastTrack, RemoveFastTrack, QueuesOnInterfaces, QueuesOnGlobal, RemoveQueues };

class Router : public QObject {
    Q_OBJECT
public:
    ~Router() override;

    [[nodiscard]] QString id() const;   // stable while the workspace lives
    [[nodiscard]] QString name() const; // identity once known, else host
    [[nodiscard]] Endpoint endpoint() const;
    [[nodiscard]] bool isLab() const; // runs on an agent we started
    [[nodiscard]] QString labName() const;
    [[nodiscard]] const RouterState& state() const;

    // Newest last, at most an hour at one second. A gap is an entry whose elapsed is 0.
    [[nodiscard]] const std::deque<core::model::RateSample>& history() const;
    [[nodiscard]] const std::vector<Event>& events() const;

    // The configuration as it is now, for the doctor: live_config.h. Cancelled when the router is removed meanwhile.
    QCoro::Task<core::base::Result<LiveConfig>> readConfig();
    QCoro::Task<core::base::Result<LiveConfig>> readConfig(ReadingHooks hooks);

    // The ways packets take there now, for compareWalks(): taken_walks.h. Unsupported on a router that is no agent.
    QCoro::Task<core::base::Result<core::model::TakenWalks>> trace(core::model::PathQuestion question);
    QCoro::Task<core::base::Result<core::model::TakenWalks>> trace(core::model::PathQuestion question, FollowHooks hooks);

    // What a lab's traffic measures: lab_traffic.h. Refused on a router that is no agent.
    QCoro::Task<core::base::Result<LabTraffic>> labTraffic();

    // Connections that keep FastTrack whatever is changed: fasttracked.h. Takes a second.
    QCoro::Task<core::base::Result<FastTracked>> fastTracked();

    // Reads what the plan depends on and works it out; nothing is written. plan.obstacle says when it can't be made.
    QCoro::Task<core::base::Result<core::model::Plan>> plan(Tuning tuning);
    // Sends the steps of a plan the user saw, with a way back the router holds itself (core/change/change_run.h). Done when it is verified and
    // waits: keepChange(), or the router takes it back. An error says whether anything is left of it.
    QCoro::Task<core::base::Result<core::model::ChangeRecord>> apply(core::model::Plan plan);
    QCoro::Task<core::base::Result<core::model::ChangeRecord>> apply(core::model::Plan plan, ChangeTerms terms);
    // While one is under way or waits; changeStateChanged() comes every second then.
    [[nodiscard]] std::optional<PendingChange> pendingChange() const;
    [[nodiscard]] std::optional<ChangeEnd> lastChangeEnd() const;
    QCoro::Task<core::base::Result<core::model::ChangeOutcome>> keepChange();
    QCoro::Task<core::base::Result<core::model::ChangeOutcome>> rollBackChange();
    // What the journal calls this router: its address, or "lab:NAME".
    [[nodiscard]] QString journalName() const;
    // Of a change in the journal whose program is gone: keeps or takes back what the router still holds, and says what became of it.
    QCoro::Task<core::base::Result<core::model::ChangeOutcome>> concludeChange(qint64 number, bool keep);
    // The way back of a kept change, worked out from what the router is now; conflicts are notes of the plan.
    QCoro::Task<core::base::Result<core::model::Plan>> planUndo(qint64 number);
    QCoro::Task<core::base::Result<core::model::Plan>> planUndo(core::change::SentChange sent);
    [[nodiscard]] bool canUndo() const;
    [[nodiscard]] QString undoTitle() const;
    // About what undo() would send, as CLI lines; what it does send is worked out from what the router is then.
    [[nodiscard]] std::vector<std::string> undoLines() const;
    QCoro::Task<core::base::Result<void>> undo();
    [[nodiscard]] std::optional<ChangeEffect> lastEffect() const;

    void reconnectNow();
    // The user compared the new fingerprint of state().peerAlarm and trusts it from now on: connects again. Nothing without an alarm.
    void trustNewPeer();
    void disconnectFromRouter(); // stays in the list as Failed("closed")

Q_SIGNALS:
    void stateChanged();
    void sampleAdded();
    void eventAdded();
    void changeStateChanged(); // canUndo, lastEffect, pendingChange, lastChangeEnd

private:
    friend class Workspace;
    struct Private;
    explicit Router(std::unique_ptr<Private> d, QObject* parent);
    QCoro::Task<core::base::Result<void>> pingsBefore(std::string host);
    std::unique_ptr<Private> d_;
};

} // namespace core::workspace
