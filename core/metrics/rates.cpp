#include "core/metrics/rates.h"

#include "core/metrics/counter_step.h"
#include "core/metrics/fast_split.h"
#include "core/metrics/port_split.h"

#include <algorithm>

namespace core::metrics {
namespace {

using core::base::BitRate;
using core::base::Nanos;
using core::base::PacketRate;
using core::model::Counter;
using core::model::CounterSample;
using core::model::InterfaceCounters;
using core::model::InterfaceRates;
using core::model::PathKind;
using core::model::PathShare;
using core::model::RateSample;

const InterfaceCounters* findSame(const CounterSample& sample, const InterfaceCounters& wanted) {
    const auto it = std::find_if(sample.interfaces.begin(), sample.interfaces.end(), [&wanted](const InterfaceCounters& i) {
        return wanted.id.empty() ? i.name == wanted.name : i.id == wanted.id;
    });
    return it == sample.interfaces.end() ? nullptr : &*it;
}

bool isHardwarePort(const InterfaceCounters& interface) {
    return interface.type == "ether";
}

std::optional<BitRate> bitRate(Counter octets, Nanos elapsed) {
    return octets ? std::optional(core::base::rateOf(*octets, elapsed)) : std::nullopt;
}

std::optional<PacketRate> packetRate(Counter packets, Nanos elapsed) {
    return packets ? std::optional(PacketRate{static_cast<double>(*packets) * 1e9 / static_cast<double>(elapsed)}) : std::nullopt;
}

// wire − (driver + FCS), as a rate; absent unless all three are there.
std::optional<BitRate> switchedRate(Counter wire, Counter driverOctets, Counter driverPackets, Nanos elapsed) {
    if (!wire || !driverOctets || !driverPackets) {
        return std::nullopt;
    }
    const std::uint64_t cpu = *driverOctets + 4 * *driverPackets;
    return core::base::rateOf(*wire > cpu ? *wire - cpu : 0, elapsed);
}

std::optional<PacketRate> droppedRate(const InterfaceCounters& moved, Nanos elapsed) {
    Counter sum;
    for (const Counter& drops : {moved.rxDrop, moved.txDrop, moved.txQueueDrop}) {
        if (drops) {
            sum = sum.value_or(0) + *drops;
        }
    }
    return packetRate(sum, elapsed);
}

InterfaceRates describe(const InterfaceCounters& interface) {
    InterfaceRates rates;
    rates.name = interface.name;
    rates.type = interface.type;
    rates.bridge = interface.bridge;
    rates.running = interface.running;
    rates.disabled = interface.disabled;
    rates.hwOffload = interface.hwOffload;
    return rates;
}

void fillRates(InterfaceRates& rates, const InterfaceCounters& moved, Nanos elapsed) {
    rates.rx = bitRate(moved.rxByte, elapsed);
    rates.tx = bitRate(moved.txByte, elapsed);
    rates.fpRx = bitRate(moved.fpRxByte, elapsed);
    rates.fpTx = bitRate(moved.fpTxByte, elapsed);
    rates.switchedRx = switchedRate(moved.wireRxByte, moved.driverRxByte, moved.driverRxPacket, elapsed);
    rates.switchedTx = switchedRate(moved.wireTxByte, moved.driverTxByte, moved.driverTxPacket, elapsed);
    rates.rxPackets = packetRate(moved.rxPacket, elapsed);
    rates.txPackets = packetRate(moved.txPacket, elapsed);
    rates.dropped = droppedRate(moved, elapsed);
}

PathShare toShare(const PortSplit& port, const FastSplit& fast, Nanos elapsed) {
    const double perSecond = 8e9 / static_cast<double>(elapsed);
    PathShare share;
    const auto add = [&share, perSecond](PathKind kind, double octets) {
        share.byPath[static_cast<std::size_t>(kind)].bps += octets * perSecond;
    };
    if (port.hardwareKind) {
        add(*port.hardwareKind, port.hardware);
    } else {
        share.unattributed.bps += port.hardware * perSecond;
    }
    add(PathKind::FastPath, port.fast * fast.fastPath);
    add(PathKind::FastTrack, port.fast * fast.fastTrack);
    add(PathKind::Slow, port.slow);
    share.unattributed.bps += (port.fast * fast.unattributed + port.unknownCpu) * perSecond;
    share.total.bps = port.total() * perSecond;
    share.totalPackets.pps = port.packets * 1e9 / static_cast<double>(elapsed);
    return share;
}

void addTo(PathShare& sum, const PathShare& part) {
    for (std::size_t i = 0; i < sum.byPath.size(); ++i) {
        sum.byPath[i] += part.byPath[i];
    }
    sum.unattributed += part.unattributed;
    sum.total += part.total;
    sum.totalPackets += part.totalPackets;
}

} // namespace

RateSample rates(const CounterSample& before, const CounterSample& after) {
    RateSample sample;
    sample.at = after.at;
    const Nanos elapsed = after.at - before.at;
    if (elapsed <= 0) {
        return sample;
    }

    struct Port {
        std::size_t index; // in sample.interfaces
        PortSplit split;
    };
    std::vector<Port> ports;
    double fpOctets = 0;
    double fpPackets = 0;
    bool anyHardwarePort = false;
    for (const InterfaceCounters& interface : after.interfaces) {
        sample.interfaces.push_back(describe(interface));
        anyHardwarePort |= isHardwarePort(interface);
        const InterfaceCounters* earlier = findSame(before, interface);
        const auto moved = earlier != nullptr ? interfaceStep(*earlier, interface) : std::nullopt;
        if (!moved) {
            continue;
        }
        fillRates(sample.interfaces.back(), *moved, elapsed);
        checkFastAgainstTotal(*moved, elapsed, sample.inconsistent);
        if (!isHardwarePort(interface)) {
            continue;
        }
        if (auto split = portSplit(*moved, after.l3HwOffloading.value_or(false), elapsed, sample.inconsistent)) {
            fpOctets += split->fpOctets;
            fpPackets += split->fpPackets;
            ports.push_back({sample.interfaces.size() - 1, *split});
        }
    }
    if (anyHardwarePort && ports.empty()) {
        return sample;
    }

    sample.elapsed = elapsed;
    const FastSplit fast = fastSplit(before, after, fpOctets, fpPackets);
    for (const Port& port : ports) {
        const PathShare share = toShare(port.split, fast, elapsed);
        sample.interfaces[port.index].paths = share;
        addTo(sample.paths, share);
    }
    return sample;
}

} // namespace core::metrics
