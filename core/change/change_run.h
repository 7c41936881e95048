// One change from the look beforehand to its end: kept, rolled back, or unknown with what to check. Never a claim.
//
//   auto run = ChangeRun::create(plan, {.router = "branch", .user = "admin"}, {connect, log});
//   run->onChange = [&] { show(run->phase(), run->secondsLeft()); };
//   Result<void> begun = co_await run->start();     // looks, arms the way back on the router, sends, verifies over a new connection
//   …                                               // now it waits: for keep(), rollBack(), or the deadline
//   ChangeOutcome outcome = co_await run->keep();
//
// The router itself holds the way back from before the first write until keep(): a scheduler entry that takes back what was sent and then
// itself, and safe mode as well where the session can hold it (RouterOS 7.18, over the API). Whatever happens here (a crash, a cut cable)
// the router is as before at the deadline at the latest. The outcome is looked up on the router over a new connection afterwards.
//
// Errors of start(): nothing was changed, or it was taken back; the text says which, detail() what to check. The run makes connections of
// its own and leaves those of others alone; it keeps itself alive until it is over. One thread, with an event loop; nothing blocks.
#pragma once

#include "core/base/completion.h"
#include "core/change/change_log.h"
#include "core/change/own_session.h"
#include "core/change/preflight.h"
#include "core/change/sent_change.h"
#include "core/change/standing.h"
#include "core/change/way_back.h"

#include <QDeadlineTimer>
#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>

namespace core::change {

struct RunTerms {
    std::string router; // as the journal calls it
    std::string user;   // who logs in
    std::int64_t confirmSeconds = 180;
    bool useSafeMode = true;
};

struct RunServices {
    // A new session that is logged in.
    std::function<QCoro::Task<core::base::Result<OwnSession>>()> connect;
    std::shared_ptr<ChangeLog> log;
};

class ChangeRun : public std::enable_shared_from_this<ChangeRun> {
public:
    enum class Phase { Looking, Arming, Applying, Verifying, Waiting, Keeping, RollingBack, Over };

    static std::shared_ptr<ChangeRun> create(core::model::Plan plan, RunTerms terms, RunServices services);
    // One whose program is gone, from what the log kept of it: only for conclude().
    static std::shared_ptr<ChangeRun> adopt(std::int64_t number, SentChange sent, RunTerms terms, RunServices services);
    ~ChangeRun();

    QCoro::Task<core::base::Result<void>> start();
    // Only while Waiting; else answers what the outcome is by now.
    QCoro::Task<core::model::ChangeOutcome> keep();
    QCoro::Task<core::model::ChangeOutcome> rollBack(std::string why);
    enum class Wish { Keep, TakeBack };
    // Keeps or takes back what the router still holds, and finds out what became of it. At most 45 seconds.
    QCoro::Task<core::model::ChangeOutcome> conclude(Wish wish);

    [[nodiscard]] Phase phase() const { return phase_; }
    [[nodiscard]] core::model::ChangeOutcome outcome() const { return outcome_; }
    [[nodiscard]] const std::string& detail() const { return detail_; } // why it ended so, and what to check
    [[nodiscard]] const std::vector<std::string>& warnings() const { return look_.warnings; }
    [[nodiscard]] int secondsLeft() const;
    [[nodiscard]] int confirmSeconds() const { return static_cast<int>(terms_.confirmSeconds); }
    [[nodiscard]] std::int64_t number() const { return number_; }         // in the log; 0: not begun
    [[nodiscard]] std::size_t stepsSent() const { return sent_.steps.size(); }
    [[nodiscard]] const SentChange& sent() const { return sent_; }
    [[nodiscard]] bool heldBySafeMode() const { return sent_.safeMode; }
    [[nodiscard]] bool heldByScheduler() const { return !entry_.empty(); }

    std::function<void()> onChange; // phase, outcome or seconds

private:
    ChangeRun(core::model::Plan plan, RunTerms terms, RunServices services);

    using Answer = core::link::Answer;
    QCoro::Task<core::base::Result<void>> open();
    QCoro::Task<core::base::Result<void>> backUp();
    QCoro::Task<core::base::Result<void>> arm();
    QCoro::Task<core::base::Result<void>> send(std::size_t step);
    QCoro::Task<core::base::Result<void>> verify();
    QCoro::Task<void> readBack();
    // Writes it down, sends it, writes the answer down.
    QCoro::Task<core::base::Result<Answer>> write(core::model::Request request, std::string inverse);
    QCoro::Task<core::base::Result<void>> keepBody();
    QCoro::Task<core::base::Result<InFlight>> inFlight(std::size_t step);
    QCoro::Task<core::base::Result<void>> giveUp(core::base::Error error);

    // Connects anew until the router says what became of it.
    QCoro::Task<core::model::ChangeOutcome> settle(Wish wish, std::string why);
    QCoro::Task<core::model::ChangeOutcome> over(core::model::ChangeOutcome outcome, std::string detail);
    QCoro::Task<void> lost();
    void enter(Phase phase);
    void tick();

    RunTerms terms_;
    RunServices services_;
    Preflight look_;
    SentChange sent_;
    OwnSession session_;
    QObject context_; // of connections to the session
    QTimer ticker_;
    QDeadlineTimer deadline_;
    Phase phase_ = Phase::Looking;
    core::model::ChangeOutcome outcome_ = core::model::ChangeOutcome::Pending;
    std::string detail_, entry_; // .id of the scheduler entry
    std::int64_t number_ = 0;
    bool armed_ = false;
};

} // namespace core::change
