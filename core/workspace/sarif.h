// A diagnosis as SARIF 2.1.0 (OASIS Static Analysis Results Interchange Format), which code review and CI tools read.
//
// One run, one artifact (the configuration file), one result per finding: level error (critical), warning, note (advice); what is right
// has kind "pass". A result's location is its first line of evidence, the others are related locations; the remedy is in the message
// and, as commands, in properties.remedy and properties.inverse.
#pragma once

#include "core/model/finding.h"

#include <string>

namespace core::workspace {

[[nodiscard]] std::string diagnosisSarif(const core::model::Diagnosis& diagnosis);

} // namespace core::workspace
