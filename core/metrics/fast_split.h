// How the packets that took a CPU fast handler divide into fast path and FastTrack.
//
// Per interface RouterOS counts only "fp"; which handler it was is known for the router as a whole, from the counters of
// /ip/settings (octets of the IPv4 packet, so an Ethernet header of 14 octets is added for each packet) and of
// /interface/bridge/settings (octets of the frame). A bridge may also count frames that are routed afterwards, so it explains
// only what the IP counters leave over. What nobody explains beyond 2 % is unattributed: the two tables are read
// a few milliseconds apart, and that much is only the time between.
#pragma once

#include "core/model/counter_sample.h"

namespace core::metrics {

// Parts of the fp octets of all hardware ports; they sum to 1.
struct FastSplit {
    double fastPath = 0;
    double fastTrack = 0;
    double unattributed = 1;
};

// fpOctets (without FCS) and fpPackets: what all hardware ports together received by a fast handler between the samples.
// A packet count of 0 means it is not known; then octets are compared.
FastSplit fastSplit(const core::model::CounterSample& before, const core::model::CounterSample& after, double fpOctets, double fpPackets);

} // namespace core::metrics
