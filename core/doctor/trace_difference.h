// The walk the doctor predicts beside the one a packet took on a running agent.
//
//   const WalkDifference difference = compareWalks(trace.later, taken.later.value());
//   for (const AlignedStage& stage : difference.stages) …      stage.match, stage.text
//
// Stages are laid side by side in order; one that only one side mentions is a difference when it decides something. What decides nothing is
// no difference: the chip that hands a frame to the CPU, a VLAN climbed, a table in which no rule matched, a rule that only counts or jumps, the
// queue every interface has. Where the prediction forks either way is right. Pure, any thread.
#pragma once

#include "core/model/walk_difference.h"

namespace core::doctor {

[[nodiscard]] core::model::WalkDifference compareWalks(const core::model::PacketWalk& predicted, const core::model::PacketWalk& taken);

} // namespace core::doctor
