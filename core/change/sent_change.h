// What of a plan has reached a router, step by step: enough to take it back now, after a crash, or weeks later. Pure.
//
//   SentChange sent{.plan = plan};
//   sent.steps.push_back({"*1F", {}});             // the first step was answered
//   appliedOf(sent).record.inverses                // what takes it back, last step first
//   Result<SentChange> again = readSent(writeSent(sent));
#pragma once

#include "core/base/result.h"
#include "core/change/applied_change.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::change {

struct SentStep {
    std::string id;         // of the item: what an add was answered, else what the command names; empty: none, or looked up
    core::model::Row after; // of the item, the properties the command wrote, as read back; empty: not read
};

struct SentChange {
    core::model::Plan plan;
    std::vector<SentStep> steps; // of plan.steps, the first ones
    std::optional<std::vector<std::string>> present; // the next step may be on its way: ids that have its marks already (see InFlight)
    bool safeMode = false;       // held while it was under way
    bool disarming = false;      // "keep" was under way: it may be in force for good
};

// Arguments that say which item, or where: ".id", "numbers", "destination", "place-before".
[[nodiscard]] bool saysWhere(std::string_view argument);

// Adds the way back of one answered step in front of those before it.
void remember(AppliedChange& change, const core::model::PlanStep& step, const std::string& id);

AppliedChange appliedOf(const SentChange& sent);

// As JSON, for the journal. Reading trusts nothing: InvalidInput with the place.
std::string writeSent(const SentChange& sent);
core::base::Result<SentChange> readSent(std::string_view text);

} // namespace core::change
