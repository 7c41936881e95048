// What became of a change: looked up on the router, never assumed.
//
//   Result<Standing> now = co_await standingOf(session, sent);
//
// Pending: the entry that brings the router back is still there. Else every step that can be seen is compared: New, all of them are in
// force; Old, none is; Mixed, some are; Unknown, none can be seen (only lookups, or values that were changed once more).
#pragma once

#include "core/base/result.h"
#include "core/change/sent_change.h"
#include "core/link/session.h"

#include <QCoroTask>

namespace core::change {

enum class Standing { Pending, Old, New, Mixed, Unknown };

QCoro::Task<core::base::Result<Standing>> standingOf(core::link::Session& session, SentChange sent);
// The same without looking for the entry.
QCoro::Task<core::base::Result<Standing>> stepsOf(core::link::Session& session, SentChange sent);

// Whether one step is in force, by the rows of its menu in their order; nothing when that cannot be told. Pure.
std::optional<bool> isInForce(const core::model::PlanStep& step, const SentStep* sent, const std::vector<std::string>& present,
                              const std::vector<core::model::Row>& rows);

} // namespace core::change
