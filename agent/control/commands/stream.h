// A command that goes on answering until it is cancelled: monitor-traffic, listen, print with interval.
#pragma once

#include "core/base/units.h"
#include "core/model/request.h"

#include <optional>
#include <vector>

namespace agent::control {

class Stream {
public:
    virtual ~Stream() = default;
    // Appends the rows that are due at `now`. False: the command has ended by itself.
    virtual bool poll(core::base::Nanos now, std::vector<core::model::Row>& rows) = 0;
    // When to poll next; nothing: whenever something happened on the router.
    [[nodiscard]] virtual std::optional<core::base::Nanos> due() const = 0;
    // Whether rows may be lost when the reader is slow: the next ones replace them.
    [[nodiscard]] virtual bool lossy() const { return true; }
};

} // namespace agent::control
