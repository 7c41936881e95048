#include "agent/dataplane/l2/port_vlans.h"

#include <algorithm>

namespace agent::dataplane {

namespace {

constexpr std::uint16_t kLastVid = 4094; // 4095 is reserved (IEEE 802.1Q table 9-2)

bool names(const std::vector<IfIndex>& ports, IfIndex port) {
    return std::find(ports.begin(), ports.end(), port) != ports.end();
}

template <class Take> void forEachVid(const BridgeVlanConfig& row, Take take) {
    for (const VlanRange& range : row.vlans) {
        for (unsigned vid = range.first; vid <= std::min(range.last, kLastVid); ++vid) {
            take(vid);
        }
    }
}

} // namespace

PortVlans portVlans(const EngineConfig& config, IfIndex bridge, IfIndex port, std::uint16_t pvid, FrameTypes types, bool filtering) {
    PortVlans result;
    result.pvid = pvid & 0x0fffu;
    result.frameTypes = types;
    result.ingressFiltering = filtering;
    std::bitset<4096> tagged;
    for (const BridgeVlanConfig& row : config.bridgeVlans) {
        if (row.bridge != bridge) {
            continue;
        }
        const bool untags = names(row.untagged, port), tags = names(row.tagged, port);
        if (untags || tags) {
            forEachVid(row, [&](unsigned vid) {
                result.member.set(vid);
                result.untagged[vid] = result.untagged[vid] || untags;
                tagged[vid] = tagged[vid] || tags;
            });
        }
    }
    if (types != FrameTypes::OnlyVlanTagged && !tagged[result.pvid]) {
        result.member.set(result.pvid);
        result.untagged.set(result.pvid);
    }
    result.untagged &= ~tagged;
    return result;
}

} // namespace agent::dataplane
