// One router for a command that asks something and ends: connects, reads, and waits for it here, in an event loop of its own.
//
//   RouterDoor door(options.router);
//   const auto live = door.readConfig();
//   if (!live) … live.error().describe()
//
// What the user has to know on the way (a router seen for the first time, progress on a terminal) goes to standard error. SIGINT and
// SIGTERM end the waiting with Cancelled. Needs a QCoreApplication.
#pragma once

#include "app/ctl/router_options.h"
#include "app/ctl/signals.h"
#include "core/workspace/fasttracked.h"
#include "core/workspace/live_config.h"
#include "core/workspace/taken_walks.h"
#include "core/workspace/workspace.h"

namespace app::ctl {

class RouterDoor {
public:
    explicit RouterDoor(RouterOptions options)
        : options_(std::move(options)) {}

    // The router once it is online; the same one every time. Owned here. InvalidInput: no password; else what the connection said.
    core::base::Result<core::workspace::Router*> open();

    // SIGINT and SIGTERM, for commands that wait by themselves.
    [[nodiscard]] TerminationSignals& signals() { return signals_; }

    // Opens it if need be.
    core::base::Result<core::workspace::LiveConfig> readConfig();

    // The ways of packets there, waited for as long as `patience` (core/workspace/taken_walks.h).
    core::base::Result<core::model::TakenWalks> followPackets(const core::model::PathQuestion& question, std::chrono::seconds patience);

    // Changes (core/workspace/router.h). An interruption leaves what is pending to the router, which takes it back.
    core::base::Result<core::model::ChangeRecord> apply(const core::model::Plan& plan, core::workspace::ChangeTerms terms);
    core::base::Result<core::model::ChangeOutcome> keepChange();
    core::base::Result<core::model::ChangeOutcome> rollBackChange();
    core::base::Result<core::model::ChangeOutcome> concludeChange(qint64 number, bool keep);
    core::base::Result<core::model::Plan> planUndo(qint64 number);

    core::base::Result<core::workspace::FastTracked> fastTracked();

    [[nodiscard]] const TerminationSignals& interruptions() const { return signals_; }

private:
    core::base::Result<core::workspace::Router*> connected();
    template <class Answer, class Ask> core::base::Result<Answer> waitFor(Ask ask);

    RouterOptions options_;
    TerminationSignals signals_;
    core::workspace::Workspace workspace_;
    core::workspace::Router* router_ = nullptr;
};

} // namespace app::ctl
