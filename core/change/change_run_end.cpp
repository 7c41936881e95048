// How a change ends: kept, taken back, or found out about after the connection was lost.
#include "core/change/change_run.h"
#include "core/change/pause.h"

namespace core::change {

using core::base::Result;
using core::link::Session;
using core::model::ChangeOutcome;
using core::model::Request;

namespace {

using namespace std::chrono_literals;

constexpr auto kLookAgain = 500ms;
// After the deadline: a router notices a lost safe-mode session late, and its clock counts in whole seconds.
constexpr auto kGrace = 45s;

const char* troubleOf(Standing standing) {
    return standing == Standing::New     ? "the change is still in force although nothing holds it any more"
           : standing == Standing::Mixed ? "some of its steps are in force and some are not"
                                         : "none of its steps can be told from what was before";
}

Request disarm() { return {"/system/scheduler", "remove", {{".id", "[find name=" + std::string(kEntryName) + "]"}}, {}, {}}; }

// The router runs the script itself within a second, whole, whatever happens to this connection.
Request hasten() { return {"/system/scheduler", "set", {{"numbers", std::string(kEntryName)}, {"interval", "1s"}}, {}, {}}; }

} // namespace

QCoro::Task<ChangeOutcome> ChangeRun::keep() {
    const auto self = shared_from_this();
    if (phase_ != Phase::Waiting) {
        co_return outcome_;
    }
    ticker_.stop();
    enter(Phase::Keeping);
    sent_.disarming = true;
    Result<void> done = co_await keepBody();
    if (done && !entry_.empty()) {
        Request remove{"/system/scheduler", "remove", {{".id", entry_}}, {}, {}};
        const Result<Answer> removed = co_await write(std::move(remove), std::string());
        done = removed ? Result<void>() : tl::unexpected(removed.error());
    }
    if (done && sent_.safeMode) {
        Request release{"/safe-mode", "release", {}, {}, {}};
        const Result<Answer> released = co_await write(std::move(release), std::string());
        done = released ? Result<void>() : tl::unexpected(released.error());
    }
    if (!done) {
        sent_.safeMode = sent_.safeMode && session_ && session_->isOpen();
    }
    std::string why = done ? std::string() : done.error().describe();
    const ChangeOutcome outcome = co_await settle(Wish::Keep, std::move(why));
    co_return outcome;
}

QCoro::Task<ChangeOutcome> ChangeRun::rollBack(std::string why) {
    const auto self = shared_from_this();
    if (phase_ != Phase::Waiting) {
        co_return outcome_;
    }
    ticker_.stop();
    enter(Phase::RollingBack);
    const ChangeOutcome outcome = co_await settle(Wish::TakeBack, std::move(why));
    co_return outcome;
}

QCoro::Task<ChangeOutcome> ChangeRun::conclude(Wish wish) {
    const auto self = shared_from_this();
    enter(wish == Wish::Keep ? Phase::Keeping : Phase::RollingBack);
    std::string why = wish == Wish::Keep ? "" : "Its program ended before it was kept.";
    const ChangeOutcome outcome = co_await settle(wish, std::move(why));
    co_return outcome;
}

QCoro::Task<void> ChangeRun::lost() {
    const auto self = shared_from_this();
    if (phase_ == Phase::Waiting) {
        ticker_.stop();
        enter(Phase::RollingBack);
        std::string why = "The connection that held the change was lost.";
        co_await settle(Wish::TakeBack, std::move(why));
    }
}

void ChangeRun::tick() {
    if (deadline_.hasExpired()) {
        rollBack("Nobody said in time to keep it.");
    } else if (onChange) {
        onChange();
    }
}

QCoro::Task<ChangeOutcome> ChangeRun::settle(Wish wish, std::string why) {
    const auto self = shared_from_this();
    if (session_) {
        session_->disconnect(&context_);
    }
    if (wish == Wish::TakeBack && armed_ && sent_.safeMode && session_ && session_->isOpen()) {
        Request unroll{"/safe-mode", "unroll", {}, {}, {}};
        co_await write(std::move(unroll), std::string());
    }
    // Safe mode that was not released or unrolled goes with its connection.
    session_.reset();
    if (!armed_) {
        const ChangeOutcome nothing = co_await over(ChangeOutcome::RolledBack, why);
        co_return nothing;
    }
    QDeadlineTimer patience(std::max<std::chrono::nanoseconds>(deadline_.remainingTimeAsDuration(), 0ns) + kGrace);
    std::string trouble = "the router could not be reached";
    bool hastened = false;
    for (bool first = true; first || !patience.hasExpired(); first = false) {
        if (!first) {
            co_await pauseFor(kLookAgain);
        }
        auto fresh = co_await services_.connect();
        if (!fresh) {
            trouble = fresh.error().describe();
            continue;
        }
        SentChange sent = sent_;
        const Result<Standing> standing = co_await standingOf(**fresh, std::move(sent));
        if (!standing) {
            trouble = standing.error().describe();
            continue;
        }
        if (*standing == Standing::Pending) {
            trouble = "the entry " + std::string(kEntryName) + " is still in /system/scheduler";
            session_ = std::move(*fresh);
            if (wish == Wish::Keep && !sent_.safeMode) {
                // A router that restarted may have forgotten its last seconds: what is not whole any more is taken back instead.
                SentChange whole = sent_;
                const Result<Standing> steps = co_await stepsOf(*session_, std::move(whole));
                if (!steps || *steps == Standing::Old || *steps == Standing::Mixed) {
                    wish = steps ? Wish::TakeBack : wish;
                    why = steps ? "The router has lost a part of it." : why;
                    session_.reset();
                    continue;
                }
                Request request = disarm();
                co_await write(std::move(request), std::string());
            } else if (wish == Wish::TakeBack && !hastened) {
                Request request = hasten();
                const Result<Answer> done = co_await write(std::move(request), std::string());
                hastened = done.has_value();
            }
            session_.reset();
            continue;
        }
        if (*standing == Standing::New && wish == Wish::Keep) {
            const ChangeOutcome kept = co_await over(ChangeOutcome::Kept, std::string());
            co_return kept;
        }
        if (*standing == Standing::Old) {
            const ChangeOutcome back = co_await over(ChangeOutcome::RolledBack, why);
            co_return back;
        }
        if (*standing == Standing::Unknown && wish == Wish::Keep && why.empty()) {
            std::string unseen = "Nothing of it can be seen on the router; every command was answered.";
            const ChangeOutcome kept = co_await over(ChangeOutcome::Kept, std::move(unseen));
            co_return kept;
        }
        if (*standing == Standing::Unknown && sent_.steps.empty()) {
            const ChangeOutcome back = co_await over(ChangeOutcome::RolledBack, why);
            co_return back;
        }
        trouble = troubleOf(*standing);
        // A safe mode that ends late shows as a change still in force: look again until the time is over.
    }
    std::string text = why + (why.empty() ? "" : " ") + "What became of the change is not known: " + trouble +
                       ". Compare the router with the commands of this change in the journal, and see its /log for \"pathscope\".";
    const ChangeOutcome unknown = co_await over(ChangeOutcome::Unknown, std::move(text));
    co_return unknown;
}

QCoro::Task<ChangeOutcome> ChangeRun::over(ChangeOutcome outcome, std::string detail) {
    outcome_ = outcome;
    detail_ = std::move(detail);
    const Result<void> ended = co_await services_.log->end(number_, outcome_, detail_);
    if (!ended) {
        detail_ += (detail_.empty() ? "" : " ") + ("The journal could not be told: " + ended.error().describe());
    }
    enter(Phase::Over);
    co_return outcome_;
}

} // namespace core::change
