// What a command gives back: rows, then !done with perhaps ret=; or a stream that gives rows from now on.
#pragma once

#include "agent/control/commands/stream.h"
#include "core/model/request.h"
#include "core/routeros/config/outcome.h"

#include <memory>
#include <vector>

namespace agent::control {

struct Answer {
    std::vector<core::model::Row> rows;
    core::model::Row done;
    std::unique_ptr<Stream> stream;
    bool tellsEmpty = false; // a print: !empty when there are no rows
};

using core::routeros::config::Outcome;

} // namespace agent::control
