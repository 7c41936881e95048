// What a plan does to paths and findings, by the doctor's two diagnoses. Pure; any thread.
#pragma once

#include "core/model/finding.h"
#include "core/model/plan.h"

namespace core::fixes {

// Fills in plan.paths (the directions whose steady path changes), plan.expectation and notes: what the fix costs, whether the finding stands
// all the same, and which others come up.
void expect(const core::model::Diagnosis& now, const core::model::Diagnosis& then, const core::model::Finding& finding, core::model::Plan& plan);

} // namespace core::fixes
