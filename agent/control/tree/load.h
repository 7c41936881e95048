// Runs a script of writes (a lab's .rsc, a user's --config) on a tree.
//
//   auto done = loadScript(live, text, "config.rsc");
//   if (!done) … "config.rsc:12:5: input does not match any value of interface"
#pragma once

#include "agent/control/tree/live_config.h"
#include "core/base/result.h"

#include <string_view>

namespace agent::control {

// Something in a configuration file that was not taken as it was written.
struct LoadRemark {
    std::string where; // "config.rsc:12:5"
    std::string text;
};

// All of it or, on the first error, nothing. InvalidInput names file, line and column of the command.
[[nodiscard]] core::base::Result<void> loadScript(LiveConfig& live, std::string_view text, std::string_view fileName);

// One write (add, set, remove, enable, disable, comment, move, unset) as a request asks for it; `created` gets an add's id.
[[nodiscard]] Outcome<void> applyWrite(Tree& tree, const core::model::Request& request, ItemId* created = nullptr);

// Whether applyWrite knows this verb.
[[nodiscard]] bool isWrite(std::string_view verb);

} // namespace agent::control
