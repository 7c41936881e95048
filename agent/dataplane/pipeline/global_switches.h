// The booleans that decide for the whole router which handlers may take packets. Pure function of the configuration, computed at
// every change: /ip/settings ipv4-fast-path-active, ipv4-fasttrack-active and /interface/bridge/settings bridge-fast-path-active.
#pragma once

#include "agent/dataplane/config/engine_config.h"

namespace agent::dataplane {

struct GlobalSwitches {
    bool connectionTracking = false; // enabled=yes, or auto with at least one firewall rule
    bool fastPath = false;           // IP fast path: nothing needs to see the packets
    bool fastTrack = false;          // the FastTrack handler may run; whether a connection is marked is its own matter
    bool fastTrackRule = false;      // a fasttrack-connection rule exists
    bool tracking6 = false, fastPath6 = false, fastTrack6 = false, fastTrackRule6 = false; // the same for IPv6
    bool tunnelFastPath = false;     // packets of tunnels with allow-fast-path go past the hooks, whatever rules there are
    bool bridgeFastPath = false;     // router-wide half; see bridgeFastPathOn()
};

GlobalSwitches computeGlobalSwitches(const EngineConfig& config);

// Bridge fast path of one bridge: dhcp-snooping must see every frame.
inline bool bridgeFastPathOn(const GlobalSwitches& switches, const BridgeConfig& bridge) {
    return switches.bridgeFastPath && !bridge.dhcpSnooping;
}

} // namespace agent::dataplane
