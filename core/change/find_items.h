// Sends one write, looking its items up first when it says "[find name=value]" (see core/planner/steps.h, onFound).
#pragma once

#include "core/base/result.h"
#include "core/link/session.h"

#include <QCoroTask>

namespace core::change {

// Items that vanish between being found and being written are passed over; finding none is a success. The answer of a looked-up write is
// empty.
QCoro::Task<core::base::Result<core::link::Answer>> sendWrite(core::link::Session& session, core::model::Request request);

} // namespace core::change
