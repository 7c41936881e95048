// Whether what a plan relies on still stands: somebody may have changed the router since the plan was made.
//
//   Result<std::vector<std::string>> gone = co_await unmetNeeds(session, plan);
//   // {"Step 2: the queue type \"pathscope-fq-codel\" is there already."}; empty: nothing drifted
//
// Each menu is asked for once, and only for what the needs name.
#pragma once

#include "core/base/result.h"
#include "core/link/session.h"
#include "core/model/plan.h"

#include <QCoroTask>

namespace core::change {

QCoro::Task<core::base::Result<std::vector<std::string>>> unmetNeeds(core::link::Session& session, core::model::Plan plan);

// "yes" and "true" are one value, absent and empty too.
bool sameValue(std::string_view one, std::string_view other);

// Whether the need is met by these rows of its menu. Needs in words are. Pure.
bool isMet(const core::model::Precondition& need, const std::vector<core::model::Row>& rows);

} // namespace core::change
