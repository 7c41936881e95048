#include "core/workspace/live_counters.h"

#include "core/metrics/counter_step.h"

#include <algorithm>

namespace core::workspace {

namespace {

std::optional<double> octets(core::model::Counter counter) {
    return counter ? std::optional(static_cast<double>(*counter)) : std::nullopt;
}

} // namespace

core::doctor::LiveCounters countedBetween(const core::model::CounterSample& before, const core::model::CounterSample& after) {
    core::doctor::LiveCounters out;
    out.elapsed = after.at - before.at;
    for (const core::model::InterfaceCounters& now : after.interfaces) {
        const auto then =
            std::find_if(before.interfaces.begin(), before.interfaces.end(), [&](const auto& i) { return i.name == now.name; });
        const auto moved = then == before.interfaces.end() ? std::nullopt : core::metrics::interfaceStep(*then, now);
        if (moved) {
            // Ports of a switch chip count the wire; what reached the CPU is the driver's count.
            out.interfaces[now.name] = {octets(moved->driverRxByte ? moved->driverRxByte : moved->rxByte), octets(moved->fpRxByte),
                                        octets(moved->driverTxByte ? moved->driverTxByte : moved->txByte), octets(moved->fpTxByte)};
        }
    }
    out.fastTrack = octets(core::metrics::counterStep(before.fastTrackByte, after.fastTrackByte).moved);
    out.fastTrackActive = after.fastTrackActive;
    return out;
}

} // namespace core::workspace
