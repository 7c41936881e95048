// The sizing advisor: which boards carry a line, on which path, with what headroom, by what configuration.
//
//   const auto boards = advise({.down = {1e9}, .up = {500e6}, .qos = true}, devices, throughput);
//   boards.front().model, .headroom, .legs, .pattern
//
// Only measured figures count. A path that was never measured on a board is bounded by those that were (FastTrack is no slower than 25
// filter rules on the slow path and no faster than the fast path); where the bounds do not decide, the board is Unknown and says which
// figure is missing. Traffic that the CPU forwards shares the CPU: its legs are judged together. Ports have to be fast enough too.
// Boards that carry it first, those with least to spare among them first; then the unknown ones, then the too small. Pure; any thread.
#pragma once

#include "core/devices/device_table.h"
#include "core/devices/throughput.h"
#include "core/model/advice.h"

namespace core::advisor {

[[nodiscard]] std::vector<core::model::BoardAdvice>
advise(const core::model::SizingNeed& need, const std::vector<core::devices::Device>& devices, const core::devices::Throughput& throughput);

} // namespace core::advisor
