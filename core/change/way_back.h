// The way back as a script the router runs by itself, kept in a scheduler entry while a change is pending. Pure.
//
//   rollbackScript(3, appliedOf(sent), &inFlight)
//
// Whatever of the steps has happened, the script leaves the router as it was: what was sent is taken back by its id, and the step that is
// on its way right now is taken back only if it arrived. Last it takes its own entry away. Commands that fail (somebody else took the item
// away) do not stop it; it counts them in the log. One entry of this name at a time is what keeps a router to one pending change: RouterOS
// refuses a second one.
#pragma once

#include "core/change/applied_change.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace core::change {

constexpr std::string_view kEntryName = "pathscope-rollback";

// A step that may or may not have arrived.
struct InFlight {
    core::model::PlanStep step;
    std::vector<std::string> present; // for an add: ids that have its marks already
};

// What an added item is found by when its id is not known yet: its comment, else its name, else the words of it that a router spells as
// they were sent (chain, action, interface …). Empty: it has none of these.
std::vector<core::model::Attribute> marksOf(const core::model::Request& add);

std::string rollbackScript(std::int64_t change, const AppliedChange& sent, const InFlight* inFlight);

} // namespace core::change
