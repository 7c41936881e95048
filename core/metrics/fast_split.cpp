#include "core/metrics/fast_split.h"

#include "core/metrics/counter_step.h"

#include <algorithm>

namespace core::metrics {
namespace {

using core::model::Counter;
using core::model::CounterSample;

constexpr double kEthernetHeader = 14; // IEEE 802.3, clause 3.1.1: two addresses and a type
constexpr double kSkew = 0.02;
constexpr double kSlackPackets = 4; // in flight between the two reads; matters only when hardly anything moves

struct Moved {
    double octets = 0;
    double packets = 0;
};

double moved(Counter before, Counter after) {
    return static_cast<double>(counterStep(before, after).moved.value_or(0));
}

Moved movedIp(Counter bytes0, Counter bytes1, Counter packets0, Counter packets1) {
    const double packets = moved(packets0, packets1);
    return {moved(bytes0, bytes1) + kEthernetHeader * packets, packets};
}

Moved movedFrames(Counter bytes0, Counter bytes1, Counter packets0, Counter packets1) {
    return {moved(bytes0, bytes1), moved(packets0, packets1)};
}

} // namespace

FastSplit fastSplit(const CounterSample& a, const CounterSample& b, double fpOctets, double fpPackets) {
    const Moved track = movedIp(a.fastTrackByte, b.fastTrackByte, a.fastTrackPacket, b.fastTrackPacket);
    const Moved path = movedIp(a.fastPathByte, b.fastPathByte, a.fastPathPacket, b.fastPathPacket);
    const Moved bridgePath = movedFrames(a.bridgeFastPathByte, b.bridgeFastPathByte, a.bridgeFastPathPacket, b.bridgeFastPathPacket);
    const Moved forward =
        movedFrames(a.bridgeFastForwardByte, b.bridgeFastForwardByte, a.bridgeFastForwardPacket, b.bridgeFastForwardPacket);
    const Moved bridged{bridgePath.octets + forward.octets, bridgePath.packets + forward.packets};

    const bool byPackets = fpPackets > 0 && track.packets + path.packets + bridged.packets > 0;
    const auto amount = [byPackets](const Moved& m) { return byPackets ? m.packets : m.octets; };
    const double whole = byPackets ? fpPackets : fpOctets;
    const double routed = amount(track) + amount(path);
    const double onlyBridged = std::min(amount(bridged), std::max(0.0, whole - routed));
    const double bridgedOctets = amount(bridged) > 0 ? bridged.octets * onlyBridged / amount(bridged) : 0;

    const double octets = track.octets + path.octets + bridgedOctets;
    if (whole <= 0 || octets <= 0) {
        return {};
    }
    double open = std::max(0.0, whole - routed - onlyBridged);
    if (open <= kSkew * whole || (byPackets && open <= kSlackPackets)) {
        open = 0;
    }
    const double explained = 1 - open / whole;
    FastSplit split;
    split.fastTrack = explained * track.octets / octets;
    split.fastPath = explained * (path.octets + bridgedOctets) / octets;
    split.unattributed = 1 - explained;
    return split;
}

} // namespace core::metrics
