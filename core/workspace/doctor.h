// The doctor for those who have a file and no router: reads an export, knows the boards, diagnoses.
//
//   const auto diagnosis = core::workspace::diagnoseFile({.file = "export.rsc"});
//
// Pure but for reading the file and the product's resources; any thread. Takes milliseconds for a normal export; a screen still asks
// from another thread, for there are exports of 20 000 lines.
#pragma once

#include "core/base/result.h"
#include "core/model/expectation.h"
#include "core/model/finding.h"
#include "core/model/packet_walk.h"
#include "core/model/walk_difference.h"

#include <string>
#include <string_view>
#include <vector>

namespace core::workspace {

struct LiveConfig;

struct DoctorRequest {
    std::string file;
    std::string board; // model; empty: what the export says
    core::model::PathQuestion question;
};

[[nodiscard]] core::base::Result<core::model::Diagnosis> diagnoseFile(const DoctorRequest& request);

// The same for text that was pasted; `source` names it.
[[nodiscard]] core::base::Result<core::model::Diagnosis> diagnoseText(std::string_view text, const DoctorRequest& request);

// The same for what was read from a running router (live_config.h); its counters and running tools are looked at too. `board`: as above.
[[nodiscard]] core::base::Result<core::model::Diagnosis> diagnoseLive(const LiveConfig& live, const core::model::PathQuestion& question,
                                                                      const std::string& board = {});

// Holds the file against expectations (core/doctor/policy.h says how they are written): those given, then those of a file, when one is
// named. In the same order.
[[nodiscard]] core::base::Result<std::vector<core::model::Checked>>
checkFile(const DoctorRequest& request, const std::vector<std::string>& expectations, const std::string& expectationsFile);

// Follows a packet through the file; the question needs both ends. NotFound when the configuration has no such interface.
[[nodiscard]] core::base::Result<core::model::PathTrace> traceFile(const DoctorRequest& request);

// The same through the configuration of a running router.
[[nodiscard]] core::base::Result<core::model::PathTrace> traceLive(const LiveConfig& live, const core::model::PathQuestion& question,
                                                                   const std::string& board = {});
// What was predicted beside what a packet did there (Router::trace): core/doctor/trace_difference.h.
[[nodiscard]] core::model::WalkDifference compareWalks(const core::model::PacketWalk& predicted, const core::model::PacketWalk& taken);

// The page of one diagnostic, and "id  title" of all there are.
[[nodiscard]] core::base::Result<std::string> explainDiagnostic(std::string_view id);
[[nodiscard]] std::vector<std::string> diagnosticList();

} // namespace core::workspace
