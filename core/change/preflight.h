// What is looked at before anything is written: may this user, does the plan still fit this router, is there a way back, may the way in be
// cut. Reads only, a handful of small questions.
//
//   Result<Preflight> look = co_await preflight(session, plan, {.user = "admin"});
//   if (!look->mayGo()) … look->blockers
//
// Blockers end it; warnings are told. What a router does not show (an older version lacks /safe-mode and device-mode) is no fault.
#pragma once

#include "core/base/result.h"
#include "core/link/session.h"
#include "core/model/plan.h"

#include <QCoroTask>

namespace core::change {

struct PreflightQuestion {
    std::string user;
    std::int64_t confirmSeconds = 180;
};

struct Preflight {
    std::vector<std::string> blockers, warnings;
    std::string identity, version;
    bool scheduler = true;  // an entry can bring the router back
    bool safeMode = false;  // the router has it, and nobody holds it
    [[nodiscard]] bool mayGo() const { return blockers.empty(); }
};

QCoro::Task<core::base::Result<Preflight>> preflight(core::link::Session& session, core::model::Plan plan, PreflightQuestion question);

// Steps that may end the way the router is reached by, or have to do with who may log in; a sentence each. Pure.
std::vector<std::string> lockoutRisks(const core::model::Plan& plan);

// More writes than this in safe mode and RouterOS drops it without a word: the change is then secured by the scheduler alone.
constexpr std::size_t kSafeModeWrites = 100;

} // namespace core::change
