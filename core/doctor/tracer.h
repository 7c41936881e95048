// Follows a packet through the configuration: every stage in RouterOS's order (vendor's Packet Flow page), the decision there and the line
// that made it, and where the way forks because a condition holds for a part of the traffic only.
//
//   const auto trace = tracePath(patient, table, {.from = "bridge", .to = "ether1", .protocol = "tcp", .destinationPort = 443});
//   for (const core::model::WalkStep& step : trace->later.steps) …     step.stage, step.decision, step.at
//
// Stages have the names that the running agent's /pathscope/trace uses, so that the two can be laid side by side. The paths are those of
// verdicts.h. Pure, any thread.
#pragma once

#include "core/base/result.h"
#include "core/doctor/diagnose.h"
#include "core/model/packet_walk.h"

namespace core::doctor {

// `question` needs both ends; "LAN" and "WAN" are the first interface of that role. NotFound names an end the configuration does not have.
[[nodiscard]] core::base::Result<core::model::PathTrace> tracePath(const Patient& patient, const std::vector<core::devices::Device>& table,
                                                                   const core::model::PathQuestion& question);

// What comes back: the first packet, before anything has marked the connection (what it meets decides whether one is ever established), and one of the later.
struct Answers {
    core::model::PacketWalk first, later;
};
[[nodiscard]] core::base::Result<Answers> traceAnswers(const Patient& patient, const std::vector<core::devices::Device>& table,
                                                       const core::model::PathQuestion& question);

} // namespace core::doctor
