// Every fix the doctor names, as a plan: steps with their way back, what they cost, and the paths before and after.
//
//   for (const Finding& finding : diagnosis.findings) if (isFixable(finding)) …
//   Fix fix = planFix(patient, *table, names, {.finding = "fasttrack-rule-missing"});
//   if (!fix.blanks.empty()) ask(fix.blanks);                                      and again with `fill`
//   else if (fix.plan.steps.empty()) show(fix.plan.obstacle, fix.plan.alternatives);
//
// The plan is tried on a copy of the configuration: `paths` are the doctor's verdicts before and after, and a note says when the finding would
// still stand or another would come up. A finding that does not apply (any more) makes a plan that is `fulfilled`: a second run changes nothing.
// A configuration in a file gets commands that find items by name or number, a running router those by its ids (core/doctor/item_names.h).
//
// Most fixes are the remedy the doctor gives (core/fixes/remedy_steps.h). A missing FastTrack rule is placed by core/planner, and trees on
// global become trees on interfaces by core/qos. Pure; any thread; twice the time of a diagnosis.
#pragma once

#include "core/devices/device_table.h"
#include "core/doctor/diagnose.h"
#include "core/doctor/item_names.h"
#include "core/fixes/blanks.h"
#include "core/model/plan.h"

#include <string>
#include <string_view>
#include <vector>

namespace core::fixes {

// A word only the administrator knows.
struct Blank {
    std::string name;    // "PUBLIC-ADDRESS"
    std::string meaning; // "The fixed public address of this router"
};

struct FixRequest {
    std::string finding; // id
    Fill fill{};
};

struct Fix {
    core::model::Plan plan; // id "fix:<finding>"
    std::vector<Blank> blanks; // to be filled in before there is a plan; `plan.obstacle` says so too
};

[[nodiscard]] Fix planFix(const core::doctor::Patient& patient, const std::vector<core::devices::Device>& table, const core::doctor::ItemNames& names,
                          const FixRequest& request);

// Whether a fix of this finding can be planned at all.
[[nodiscard]] bool isFixable(const core::model::Finding& finding);

} // namespace core::fixes
