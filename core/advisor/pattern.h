// The configuration a recommendation rests on, as commands, and what there is to know about it. Pure.
#pragma once

#include "core/devices/device_table.h"
#include "core/devices/throughput.h"
#include "core/model/advice.h"

namespace core::advisor {

// Fills in pattern and notes from the legs. WAN, LAN and TUNNEL stand for the router's own interfaces.
void addPattern(const core::model::SizingNeed& need, const core::devices::Device& device,
                const core::devices::HardwareConnections* hardware, core::model::BoardAdvice& advice);

} // namespace core::advisor
