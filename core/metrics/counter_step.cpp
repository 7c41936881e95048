#include "core/metrics/counter_step.h"

#include <array>

namespace core::metrics {
namespace {

using core::model::Counter;
using core::model::InterfaceCounters;

constexpr std::uint64_t kWord = 1ull << 32;
constexpr std::uint64_t kQuarter = kWord / 4;

constexpr std::array kCounters{
    &InterfaceCounters::rxByte,         &InterfaceCounters::txByte,         &InterfaceCounters::rxPacket,
    &InterfaceCounters::txPacket,       &InterfaceCounters::rxDrop,         &InterfaceCounters::txDrop,
    &InterfaceCounters::txQueueDrop,    &InterfaceCounters::fpRxByte,       &InterfaceCounters::fpTxByte,
    &InterfaceCounters::fpRxPacket,     &InterfaceCounters::fpTxPacket,     &InterfaceCounters::wireRxByte,
    &InterfaceCounters::wireTxByte,     &InterfaceCounters::wireRxPacket,   &InterfaceCounters::wireTxPacket,
    &InterfaceCounters::wireRxDrop,     &InterfaceCounters::driverRxByte,   &InterfaceCounters::driverTxByte,
    &InterfaceCounters::driverRxPacket, &InterfaceCounters::driverTxPacket,
};

} // namespace

CounterStep counterStep(Counter before, Counter after) {
    if (!before || !after) {
        return {};
    }
    if (*after >= *before) {
        return {*after - *before, false};
    }
    const bool wrapped = *before < kWord && *before >= kWord - kQuarter && *after < kQuarter;
    if (wrapped) {
        return {*after + kWord - *before, false};
    }
    return {std::nullopt, true};
}

std::optional<InterfaceCounters> interfaceStep(const InterfaceCounters& before, const InterfaceCounters& after) {
    InterfaceCounters moved = after;
    for (const auto counter : kCounters) {
        const CounterStep step = counterStep(before.*counter, after.*counter);
        if (step.reset) {
            return std::nullopt;
        }
        moved.*counter = step.moved;
    }
    return moved;
}

} // namespace core::metrics
