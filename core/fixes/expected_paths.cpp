#include "core/fixes/expected_paths.h"

#include "core/fixes/sentence.h"

#include <algorithm>

namespace core::fixes {

using core::model::Diagnosis;
using core::model::Finding;
using core::model::Plan;
using core::model::PlanNote;
using core::model::Severity;
using core::model::Verdict;

namespace {

const Verdict* sameDirection(const Diagnosis& in, const Verdict& verdict) {
    const auto found = std::find_if(in.verdicts.begin(), in.verdicts.end(), [&](const Verdict& other) {
        return other.from == verdict.from && other.to == verdict.to && other.family == verdict.family && other.protocol == verdict.protocol;
    });
    return found == in.verdicts.end() ? nullptr : &*found;
}

bool has(const Diagnosis& in, const std::string& id) {
    return std::any_of(in.findings.begin(), in.findings.end(), [&](const Finding& finding) { return finding.id == id; });
}

} // namespace

void expect(const Diagnosis& now, const Diagnosis& then, const Finding& finding, Plan& plan) {
    for (const Verdict& verdict : now.verdicts) {
        const Verdict* after = sameDirection(then, verdict);
        if (after != nullptr && !(after->steady == verdict.steady)) {
            plan.paths.push_back({verdict.from, verdict.to, verdict.steady, after->steady});
        }
    }
    for (const std::string& cost : finding.costs) {
        plan.notes.push_back({PlanNote::Tone::Warning, "What it costs", sentence(cost)});
    }
    const bool stands = has(then, finding.id);
    if (stands) {
        plan.notes.push_back({PlanNote::Tone::Warning, "The finding stays", "After these steps the doctor still finds: " + sentence(finding.title)});
    }
    for (const Finding& other : then.findings) {
        if (other.severity != Severity::Healthy && other.severity != Severity::Advice && !has(now, other.id)) {
            plan.notes.push_back({PlanNote::Tone::Warning, "Then the doctor finds", sentence(other.title)});
        }
    }
    std::string gone;
    for (const Finding& other : now.findings) {
        if (other.severity != Severity::Healthy && other.id != finding.id && !has(then, other.id)) {
            gone += (gone.empty() ? "" : "; ") + other.title;
        }
    }
    if (!gone.empty()) {
        plan.notes.push_back({PlanNote::Tone::Good, "Settles as well", sentence(gone)});
    }
    if (!plan.paths.empty()) {
        const auto& first = plan.paths.front();
        plan.expectation = "Traffic from " + first.from + " to " + first.to + " changes from " + std::string(core::model::verdictPathId(first.now)) + " to " +
                           std::string(core::model::verdictPathId(first.then)) + ".";
    } else if (plan.expectation.empty()) {
        plan.expectation = stands ? "Paths stay as they are." : "The doctor no longer finds it; paths stay as they are.";
    }
}

} // namespace core::fixes
