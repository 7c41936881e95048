// print and getall of any menu: .proplist, queries, count-only, one item, static/dynamic, and interval as a stream.
#pragma once

#include "agent/control/commands/answer.h"
#include "agent/control/commands/context.h"

namespace agent::control {

// Trap "unknown parameter X" for an argument print does not have.
[[nodiscard]] Outcome<Answer> print(Context& context, const core::model::Request& request);

// The arguments print takes in a menu, sorted.
[[nodiscard]] std::vector<std::string_view> printArguments(std::string_view menu);

// Which properties a request wants; all of them without .proplist.
class PropertyList {
public:
    explicit PropertyList(const core::model::Request& request);
    [[nodiscard]] core::model::Row apply(const core::model::Row& row) const;

private:
    bool all_ = true;
    std::vector<std::string> names_;
};

// Value of an argument that is a span, e.g. interval; a trap when it is none. Nothing when the argument is absent.
[[nodiscard]] Outcome<std::optional<core::base::Nanos>> durationArgument(const core::model::Request& request, std::string_view name);

} // namespace agent::control
