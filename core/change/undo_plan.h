// The way back of a change that was kept, as a plan of its own: weeks later, when others may have changed the router since.
//
//   Result<UndoPlan> undo = co_await planUndo(session, sent);
//   show(undo->conflicts);               // "/queue tree, down: max-limit was set to 50M since; it becomes 90M."
//   ChangeRun::create(undo->plan, …)     // with a preflight, a way back and a deadline like any other
//
// Made of the difference between what was and what the change left, compared with what is: an item is found by its id, else by its comment
// or name. What is gone already, or as it was already, needs no step. What was changed since is a conflict: it is told, and taken back all
// the same when the plan is applied.
#pragma once

#include "core/base/result.h"
#include "core/change/sent_change.h"
#include "core/link/session.h"

#include <QCoroTask>
#include <map>

namespace core::change {

struct UndoPlan {
    core::model::Plan plan;
    std::vector<std::string> conflicts; // a sentence each
};

// Pure. `rows`: every menu of the change, whole.
UndoPlan undoPlanOf(const SentChange& sent, const std::map<std::string, std::vector<core::model::Row>>& rows);

QCoro::Task<core::base::Result<UndoPlan>> planUndo(core::link::Session& session, SentChange sent);

} // namespace core::change
