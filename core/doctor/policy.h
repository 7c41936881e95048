// Expectations about paths, held against a configuration: the gate in front of a change.
//
//   const auto expected = parseExpectations("LAN->WAN: fasttrack\nvlan10->vlan20: l3hw or better\n", "policy.txt");
//   for (const core::model::Checked& checked : checkPolicy(patient, table, *expected)) …    checked.met
//
// Pure, any thread.
#pragma once

#include "core/base/result.h"
#include "core/doctor/diagnose.h"
#include "core/model/expectation.h"

#include <string_view>
#include <vector>

namespace core::doctor {

//   expectation = FROM "->" TO [PROTOCOL ["/" PORT]] ":" PATH ["or better"]
//   PATH        = "switch" / "l3hw" / "fast-path" / "fasttrack" / "slow"
// Errors name what was read and what would have been right.
[[nodiscard]] core::base::Result<core::model::Expectation> parseExpectation(std::string_view text);
// One a line; '#' starts a comment. `name` stands in errors, with the line.
[[nodiscard]] core::base::Result<std::vector<core::model::Expectation>> parseExpectations(std::string_view text, std::string_view name);

// A pair that is not in the configuration is not met. A verdict that depends on something counts as what it says, and the note names
// what on: whoever wants certainty looks at `certainty`.
[[nodiscard]] std::vector<core::model::Checked> checkPolicy(const Patient& patient, const std::vector<core::devices::Device>& table,
                                                            const std::vector<core::model::Expectation>& expectations);

} // namespace core::doctor
