#include "core/metrics/port_split.h"

#include "core/base/format.h"

#include <algorithm>
#include <string>

namespace core::metrics {
namespace {

using core::model::Counter;
using core::model::Inconsistency;
using core::model::InterfaceCounters;
using core::model::PathKind;

constexpr double kFcs = 4;
constexpr double kTwoFrames = 3036;  // 2 · 1518
constexpr double kRing = 1024;       // frames; the receive rings of all queues of a port
constexpr double kSameTable = 0.001; // counters of one row
constexpr double kOtherTable = 0.02; // counters of two prints, read some milliseconds apart

double value(Counter counter) {
    return static_cast<double>(counter.value_or(0));
}

bool exceeds(double part, double whole, double tolerance) {
    return part > whole * (1 + tolerance) + kTwoFrames;
}

std::string rateText(double octets, core::base::Nanos elapsed) {
    return core::base::formatBitRate({octets * 8e9 / static_cast<double>(elapsed)});
}

Inconsistency contradiction(const InterfaceCounters& port, std::string_view part, double partOctets, std::string_view whole,
                            double wholeOctets, core::base::Nanos elapsed) {
    return {port.name, std::string(part) + " " + rateText(partOctets, elapsed) + " exceeds " + std::string(whole) + " " +
                           rateText(wholeOctets, elapsed)};
}

void checkDirection(const InterfaceCounters& moved, std::string_view fpName, Counter fp, std::string_view totalName, Counter total,
                    core::base::Nanos elapsed, std::vector<Inconsistency>& out) {
    if (fp && total && exceeds(value(fp), value(total), kSameTable)) {
        out.push_back(contradiction(moved, fpName, value(fp), totalName, value(total), elapsed));
    }
}

// What a chip may do with frames that arrive on the port.
struct HardwarePaths {
    bool routes = false;
    bool switches = false;

    [[nodiscard]] std::optional<PathKind> only() const {
        if (routes == switches) {
            return std::nullopt;
        }
        return routes ? PathKind::L3Hw : PathKind::Switch;
    }
    [[nodiscard]] bool none() const { return !routes && !switches; }
};

// A port outside any bridge that is kept from routing in hardware can still take part in hardware FastTrack, which is layer 3 as well.
HardwarePaths hardwarePaths(const InterfaceCounters& port, bool l3HwOffloading) {
    if (port.bridge.empty()) {
        return {l3HwOffloading, false};
    }
    return {l3HwOffloading && port.l3HwOffload.value_or(true), port.hwOffload.value_or(true)};
}

// What may lie in the receive ring between the wire's counter and the driver's.
double onItsWay(double wire, double packets) {
    const double mean = packets > 0 ? wire / packets : kTwoFrames / 2;
    return kOtherTable * wire + kRing * mean;
}

// Octets the chip or the receive ring threw away: they are on the wire's counter and took no path.
double droppedOctets(const InterfaceCounters& moved, double packets, double beyondCpu) {
    const double drops = std::max(value(moved.wireRxDrop), value(moved.rxDrop));
    const double beyondCpuPackets = packets - value(moved.driverRxPacket);
    if (drops <= 0 || beyondCpu <= 0) {
        return 0;
    }
    if (beyondCpuPackets > 0) {
        return beyondCpu * std::min(1.0, drops / beyondCpuPackets);
    }
    // The port counts no packets: take the mean size of those that reached the CPU, or the shortest frame.
    const double mean = value(moved.driverRxPacket) > 0 ? value(moved.driverRxByte) / value(moved.driverRxPacket) + kFcs : 64;
    return std::min(beyondCpu, drops * mean);
}

} // namespace

void checkFastAgainstTotal(const InterfaceCounters& moved, core::base::Nanos elapsed, std::vector<Inconsistency>& inconsistent) {
    checkDirection(moved, "fp-rx", moved.fpRxByte, "rx", moved.rxByte, elapsed, inconsistent);
    checkDirection(moved, "fp-tx", moved.fpTxByte, "tx", moved.txByte, elapsed, inconsistent);
}

std::optional<PortSplit> portSplit(const InterfaceCounters& moved, bool l3HwOffloading, core::base::Nanos elapsed,
                                   std::vector<Inconsistency>& inconsistent) {
    const Counter wireCounter = moved.wireRxByte ? moved.wireRxByte : moved.rxByte;
    if (!wireCounter) {
        return std::nullopt;
    }
    PortSplit split;
    const double wire = value(wireCounter);
    split.packets = value(moved.wireRxPacket ? moved.wireRxPacket : moved.rxPacket);

    double cpu = wire;
    const bool hasDriver = moved.driverRxByte && moved.driverRxPacket && moved.wireRxByte;
    if (hasDriver) {
        cpu = value(moved.driverRxByte) + kFcs * value(moved.driverRxPacket);
        const double between = onItsWay(wire, split.packets);
        if (cpu - wire > between) {
            inconsistent.push_back(contradiction(moved, "driver-rx", cpu, "wire rx", wire, elapsed));
        }
        const double beyondCpu = std::max(0.0, wire - cpu);
        const HardwarePaths paths = hardwarePaths(moved, l3HwOffloading);
        split.hardware = beyondCpu - droppedOctets(moved, split.packets, beyondCpu);
        split.hardwareKind = paths.only();
        if (paths.none() && split.hardware <= between) {
            split.hardware = 0; // the CPU counts it in the next interval
        }
    }
    if (!moved.fpRxByte) {
        split.unknownCpu = cpu;
        return split;
    }

    split.fpOctets = value(moved.fpRxByte);
    split.fpPackets = value(moved.fpRxPacket);
    split.fast = split.fpOctets + kFcs * split.fpPackets;
    if (!hasDriver && split.fast > cpu) {
        split.fast = split.fpOctets; // a virtual port: its rx-byte has no FCS either
    }
    if (split.fast <= cpu) {
        split.slow = cpu - split.fast;
        return split;
    }
    if (exceeds(split.fast, cpu, kOtherTable)) {
        const bool reported = std::any_of(inconsistent.begin(), inconsistent.end(), [&moved](const Inconsistency& seen) {
            return seen.interface == moved.name && seen.what.starts_with("fp-rx ");
        });
        if (!reported) {
            inconsistent.push_back(contradiction(moved, "fp-rx", split.fast, "CPU rx", cpu, elapsed));
        }
    } else {
        split.fast = cpu; // only the moment between the two reads
    }
    return split;
}

} // namespace core::metrics
