#include "agent/dataplane/pipeline/global_switches.h"

#include <algorithm>

namespace agent::dataplane {

namespace {

bool tracks(TrackingEnabled enabled, const FirewallConfig& firewall) {
    switch (enabled) {
    case TrackingEnabled::Yes:
        return true;
    case TrackingEnabled::No:
        return false;
    case TrackingEnabled::Auto:
        return !firewall.empty();
    }
    return false;
}

bool hasGlobalTree(const QueueConfig& queues) {
    return std::any_of(queues.tree.begin(), queues.tree.end(), [](const TreeQueueConfig& q) { return q.global; });
}

bool hasFastTrackRule(const std::vector<RuleConfig>& rules) {
    return std::any_of(rules.begin(), rules.end(), [](const RuleConfig& r) { return r.action == RuleAction::FastTrackConnection; });
}

} // namespace

GlobalSwitches computeGlobalSwitches(const EngineConfig& c) {
    const PathSwitches& s = c.switches;
    GlobalSwitches result;
    result.connectionTracking = tracks(c.tracking.enabled, c.firewall);

    // What a running tool or a mesh wants to see stops every handler alike.
    const bool watched = s.mesh || s.sniffer || s.torch || s.macScan || s.ipScan;
    result.fastPath = c.ip.allowFastPath && c.firewall.empty() && !result.connectionTracking && c.queues.simple.empty() &&
                      !hasGlobalTree(c.queues) && !watched && !s.vrf && c.vrfs.empty() && !s.hotspot && !s.ipsecPolicy;
    // Independent of rules, queues, VRFs, hotspot and IPsec policies: FastTrack goes past them.
    result.fastTrack = c.ip.allowFastPath && result.connectionTracking && !watched && !s.trafficGenerator;
    const Ipv6Config& v6 = c.ipv6;
    result.tracking6 = v6.enabled && tracks(c.tracking.enabled, v6.firewall);
    result.fastPath6 = v6.enabled && v6.allowFastPath && v6.firewall.empty() && !result.tracking6 && c.queues.simple.empty() &&
                       !hasGlobalTree(c.queues) && !watched && !s.hotspot && !s.ipsecPolicy;
    result.fastTrack6 = v6.allowFastPath && result.tracking6 && !watched && !s.trafficGenerator;
    result.fastTrackRule6 = hasFastTrackRule(v6.firewall.filter) || hasFastTrackRule(v6.firewall.mangle);
    result.tunnelFastPath = c.ip.allowFastPath && !watched;
    result.fastTrackRule = hasFastTrackRule(c.firewall.filter) || hasFastTrackRule(c.firewall.mangle);
    result.bridgeFastPath = c.bridgeSettings.allowFastPath && !c.bridgeSettings.hasFilterOrNat && !c.bridgeSettings.useIpFirewall &&
                            !s.mesh && !s.sniffer && !s.torch && !s.trafficGenerator;
    return result;
}

} // namespace agent::dataplane
