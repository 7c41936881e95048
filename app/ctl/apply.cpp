#include "app/ctl/apply.h"

#include "core/workspace/plan_file.h"

#include <QEventLoop>
#include <QSocketNotifier>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace app::ctl {
namespace {

using core::base::ErrorCode;
using core::base::Result;
using core::model::ChangeOutcome;
using core::model::Plan;
using core::workspace::Router;

const char* wordOf(ChangeOutcome outcome) {
    return outcome == ChangeOutcome::Kept ? "kept" : outcome == ChangeOutcome::RolledBack ? "rolled-back" : "unknown";
}

void showPlan(const Plan& plan, const std::string& router) {
    std::fprintf(stderr, "%s, to be sent to %s:\n", plan.title.c_str(), router.c_str());
    for (const auto& note : plan.notes) {
        std::fprintf(stderr, "  # %s: %s\n", note.title.c_str(), note.text.c_str());
    }
    for (const core::model::Risk risk : core::workspace::risksOf(plan)) {
        std::fprintf(stderr, "  # %s\n", std::string(core::workspace::riskText(risk)).c_str());
    }
    for (const auto& step : plan.steps) {
        std::fprintf(stderr, "  %s\n", step.commandLine.c_str());
    }
}

bool agreed() {
    std::fputs("Send it? [y/N] ", stderr);
    std::string line;
    std::getline(std::cin, line);
    return line == "y" || line == "Y" || line == "yes";
}

enum class Word { Keep, RollBack, Over, Interrupted };

// Waits for a word on standard input (if it asks for one), the guard, the deadline, or a signal. An input that ends says roll back: nobody is there any more.
Word waitForWord(RouterDoor& door, Router& router, bool asks) {
    Word word = Word::Over;
    QEventLoop loop;
    QSocketNotifier input(STDIN_FILENO, QSocketNotifier::Read);
    input.setEnabled(asks);
    std::string typed;
    QObject::connect(&input, &QSocketNotifier::activated, &loop, [&] {
        char octet = 0;
        const auto got = ::read(STDIN_FILENO, &octet, 1);
        if (got == 1 && octet != '\n') {
            typed += octet;
            return;
        }
        if (got <= 0 || typed == "rollback") {
            word = Word::RollBack;
            loop.quit();
        } else if (typed == "keep") {
            word = Word::Keep;
            loop.quit();
        }
        typed.clear();
    });
    QObject::connect(&router, &Router::changeStateChanged, &loop, [&] {
        const auto pending = router.pendingChange();
        if (!pending) {
            loop.quit();
        } else if (asks && ::isatty(STDERR_FILENO) != 0) {
            std::fprintf(stderr, "\rIn force and verified. Type keep or rollback; the router takes it back in %d s.  ", pending->secondsLeft);
        }
    });
    QObject::connect(&door.interruptions(), &TerminationSignals::received, &loop, [&] {
        word = Word::Interrupted;
        loop.quit();
    });
    if (router.pendingChange()) {
        std::fputs(asks ? "In force and verified. Type keep or rollback.\n" : "In force and verified; looking at the throughput.\n", stderr);
        loop.exec();
    }
    return word;
}

int exitOf(const core::base::Error& error) {
    switch (error.code) {
    case ErrorCode::Cancelled: return kCutShort;
    case ErrorCode::InvalidInput: return kChangeUsage;
    case ErrorCode::NotFound: return kChangeUsage;
    default: return kAsBefore;
    }
}

} // namespace

int tellError(const core::base::Error& error, bool json) {
    if (json) {
        std::printf("%s\n", nlohmann::ordered_json{{"outcome", "refused"}, {"detail", error.describe()}}.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace).c_str());
    }
    std::fprintf(stderr, "pathscopectl: %s\n", error.describe().c_str());
    return exitOf(error);
}

int tellOutcome(ChangeOutcome outcome, const std::string& title, const std::string& detail, qint64 number, bool json) {
    if (json) {
        const nlohmann::ordered_json out{{"outcome", wordOf(outcome)}, {"title", title}, {"change", number}, {"detail", detail}};
        std::printf("%s\n", out.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace).c_str());
    } else {
        const char* said = outcome == ChangeOutcome::Kept ? "kept" : outcome == ChangeOutcome::RolledBack ? "the router is as before" : "what became of it is not known";
        std::printf("%s: %s.%s%s (change %lld)\n", title.c_str(), said, detail.empty() ? "" : " ", detail.c_str(), static_cast<long long>(number));
    }
    return outcome == ChangeOutcome::Kept ? kKept : outcome == ChangeOutcome::RolledBack ? kAsBefore : kNotKnown;
}

int applyPlan(RouterDoor& door, const Plan& plan, const ApplyTerms& terms) {
    const auto router = door.open();
    if (!router) {
        std::fprintf(stderr, "pathscopectl: %s\n", router.error().describe().c_str());
        return router.error().code == ErrorCode::InvalidInput ? kChangeUsage : router.error().code == ErrorCode::Cancelled ? kCutShort : kChangeNoRouter;
    }
    if (plan.steps.empty()) {
        std::printf("%s: nothing to send. %s\n", plan.title.c_str(), plan.obstacle.c_str());
        return plan.fulfilled ? kKept : kAsBefore;
    }
    showPlan(plan, (*router)->name().toStdString());
    if (!terms.yes && !agreed()) {
        std::fputs("Nothing was sent.\n", stderr);
        return kAsBefore;
    }
    const auto begun = door.apply(plan, {terms.confirmSeconds, terms.keep, terms.guard, terms.safeMode});
    const auto ended = [&] { return (*router)->lastChangeEnd().value_or(core::workspace::ChangeEnd()); };
    if (!begun) {
        if (begun.error().code == ErrorCode::Cancelled) {
            std::fputs("pathscopectl: interrupted; the router takes back by itself what it was sent.\n", stderr);
            return kCutShort;
        }
        const int code = tellError(begun.error(), terms.json);
        return ended().outcome == ChangeOutcome::RolledBack ? code : kNotKnown;
    }
    if (!terms.keep || (*router)->pendingChange()) {
        switch (waitForWord(door, **router, !terms.keep)) {
        case Word::Keep: door.keepChange(); break;
        case Word::RollBack: door.rollBackChange(); break;
        case Word::Over: break;
        case Word::Interrupted: door.rollBackChange(); break;
        }
    }
    const auto end = ended();
    return tellOutcome(end.outcome, plan.title, end.detail.toStdString(), end.number, terms.json);
}

int runApply(const ApplyOptions& options) {
    const auto plan = core::workspace::readPlanFile(QString::fromStdString(options.plan));
    if (!plan) {
        return tellError(plan.error(), false) == kCutShort ? kCutShort : kChangeUsage;
    }
    RouterDoor door(options.router);
    return applyPlan(door, *plan, {options.confirmSeconds, options.guard, options.keep, options.yes, options.json, options.safeMode});
}

} // namespace app::ctl
