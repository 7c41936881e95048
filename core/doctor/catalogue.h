// Every id the doctor may utter: findings with their severity, and the reasons of a verdict. Each has a page docs/diagnostics/<id>.md.
// Immutable; any thread.
#pragma once

#include "core/base/result.h"
#include "core/model/finding.h"

#include <string>
#include <string_view>
#include <vector>

namespace core::doctor {

struct CatalogueEntry {
    std::string_view id;
    core::model::Severity severity = core::model::Severity::Advice; // of findings
    std::string_view title;
    bool reason = false; // says why a path is taken; never a finding
};

[[nodiscard]] const std::vector<CatalogueEntry>& catalogue();
[[nodiscard]] const CatalogueEntry* findEntry(std::string_view id);

// The page of an id. NotFound says how to list the ids there are.
[[nodiscard]] core::base::Result<std::string> explain(std::string_view id);

} // namespace core::doctor
