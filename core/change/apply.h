// Sends a plan step by step, and takes it back.
//
//   Result<AppliedChange> change = co_await core::change::apply(session, plan);
//   …
//   Result<std::vector<NewId>> undone = co_await core::change::undo(session, *change);
//
// A step that is refused ends the plan: what was sent before it is taken back, in reverse, and the error says which step it was, what
// the router said, and whether taking back worked. When the connection is lost in between nothing can be taken back; the error says that
// too. The session may end meanwhile; it must not be destroyed without being closed, which answers everything.
#pragma once

#include "core/base/result.h"
#include "core/change/applied_change.h"
#include "core/link/session.h"

#include <QCoroTask>

namespace core::change {

QCoro::Task<core::base::Result<AppliedChange>> apply(core::link::Session& session, core::model::Plan plan);

// Sends the inverses. An inverse that fails ends it; the error names it. Answers which items came back under another id.
QCoro::Task<core::base::Result<std::vector<NewId>>> undo(core::link::Session& session, AppliedChange change);

} // namespace core::change
