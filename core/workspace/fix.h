// The doctor's fixes as plans, for a file or a running router: see core/fixes/fix.h.
//
//   Result<std::vector<FixOffer>> offers = fixesOfFile("site.rsc", "");
//   Result<PlannedFix> fix = planFixOfFile({.file = "site.rsc", .finding = "fasttrack-rule-missing"});
//   if (!fix->blanks.empty()) …                  ask, and again with `fill`
//
// Pure but for reading the file and the product's resources; any thread.
#pragma once

#include "core/base/result.h"
#include "core/model/finding.h"
#include "core/model/plan.h"

#include <map>
#include <string>
#include <vector>

namespace core::workspace {

struct LiveConfig;
struct Examination;

// Words only the administrator knows, by their name.
using FixFill = std::map<std::string, std::string, std::less<>>;

struct FixOrder {
    std::string file{};
    std::string board{};   // model; empty: what the configuration says
    std::string finding{}; // id
    FixFill fill{};
};

struct FixBlank {
    std::string name, meaning;
};

struct PlannedFix {
    core::model::Plan plan;
    std::vector<FixBlank> blanks; // to be filled in before there is a plan
};

// Errors: those of the file; NotFound for a board or a finding that is not known. A plan that cannot be made is an answer.
[[nodiscard]] core::base::Result<PlannedFix> planFixOfFile(const FixOrder& order);
[[nodiscard]] core::base::Result<PlannedFix> planFixOf(const LiveConfig& live, const FixOrder& order);
// Of what was read before; `live`: null for a file's. `name` is how the plan calls it.
[[nodiscard]] core::base::Result<PlannedFix> planFixOf(const Examination& of, const LiveConfig* live, const std::string& name, const FixOrder& order);

// A finding, and whether there is a fix of it.
struct FixOffer {
    core::model::Finding finding;
    bool fixable = false;
};
[[nodiscard]] core::base::Result<std::vector<FixOffer>> fixesOfFile(const std::string& file, const std::string& board);
[[nodiscard]] core::base::Result<std::vector<FixOffer>> fixesOf(const LiveConfig& live, const std::string& board);

// Whether planFix…() can make a plan of it.
[[nodiscard]] bool isFixable(const core::model::Finding& finding);

} // namespace core::workspace
