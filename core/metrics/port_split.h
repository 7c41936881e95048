// What a hardware port received in one interval, divided into hardware, CPU fast handlers and slow path.
//
//   wire       rx-bytes of /interface/ethernet (octets with FCS); without it rx-byte of /interface
//   CPU        driver-rx-byte + 4 · driver-rx-packet: the driver counts without the 4-octet FCS (IEEE 802.3, clause 3.2.9)
//   hardware   wire − CPU, less what the chip or the receive ring dropped. No driver counters: everything is CPU.
//   fast       fp-rx-byte + 4 · fp-rx-packet
//   slow       CPU − fast
//
// Which hardware path the hardware part is: layer 3 when the router offloads routes and the port is in no bridge; the switch when the port
// is in a bridge, has not lost its H flag, and routes are not offloaded or not for this port. A bridge port that may also route in hardware
// can be either, and no counter tells the two apart: unattributed.
//
// Wire and CPU are not counted at the same moment: up to a receive ring of frames lies between. That much of a difference is not taken for
// hardware traffic on a port that can have none, nor for a contradiction on any; more is unattributed, or reported.
#pragma once

#include "core/model/counter_sample.h"
#include "core/model/path_kind.h"
#include "core/model/path_share.h"

#include <optional>
#include <vector>

namespace core::metrics {

// Octets (with FCS where the counters allow to know it) of one interval.
struct PortSplit {
    double hardware = 0;
    std::optional<core::model::PathKind> hardwareKind; // Switch or L3Hw; absent: not known which
    double fast = 0;
    double slow = 0;
    double unknownCpu = 0; // reached the CPU of a router that has no fp counters
    double packets = 0;

    double fpOctets = 0; // as counted, without FCS
    double fpPackets = 0;

    [[nodiscard]] double total() const { return hardware + fast + slow + unknownCpu; }
};

// `moved` is the interface's counters as differences (interfaceStep). Absent when the port has no receive counter at all.
// Figures that contradict each other are appended to `inconsistent`; the larger one counts, nothing is cut off.
std::optional<PortSplit> portSplit(const core::model::InterfaceCounters& moved, bool l3HwOffloading, core::base::Nanos elapsed,
                                   std::vector<core::model::Inconsistency>& inconsistent);

// fp against total of the same table, both directions, any interface. Allows 0.1 % and two frames: the router does not
// read its counters in one instant.
void checkFastAgainstTotal(const core::model::InterfaceCounters& moved, core::base::Nanos elapsed,
                           std::vector<core::model::Inconsistency>& inconsistent);

} // namespace core::metrics
