// Why a packet was not for a fast handler, in words.
#include "agent/control/commands/trace_text.h"

namespace agent::control {

using dataplane::FastRefusal;

std::string_view refusalText(FastRefusal why) {
    switch (why) {
    case FastRefusal::None: return "taken";
    case FastRefusal::AllowFastPathOff: return "allow-fast-path=no in /ip/settings";
    case FastRefusal::ConnectionTracking: return "connection tracking is active";
    case FastRefusal::FirewallRules: return "there are firewall rules";
    case FastRefusal::SimpleQueues: return "there are simple queues";
    case FastRefusal::GlobalTree: return "there is a queue tree with parent=global";
    case FastRefusal::Tool: return "a tool that wants to see every packet is running";
    case FastRefusal::Vrf: return "there is a VRF";
    case FastRefusal::Hotspot: return "a hotspot is active";
    case FastRefusal::IpsecPolicy: return "there are IPsec policies";
    case FastRefusal::NoTracking: return "connection tracking is off";
    case FastRefusal::ForwardOff: return "ip-forward=no in /ip/settings";
    case FastRefusal::NotRouted: return "not a packet to be routed";
    case FastRefusal::NotIpv4: return "not IPv4";
    case FastRefusal::Malformed: return "its header is damaged";
    case FastRefusal::IpOptions: return "it has IP options";
    case FastRefusal::GroupAddress: return "broadcast or multicast";
    case FastRefusal::TimeToLive: return "its time to live ends here";
    case FastRefusal::BridgeFastPathOff: return "it came by a bridge whose fast path is off";
    case FastRefusal::NoRoute: return "not forwarded: no route, or for the router itself";
    case FastRefusal::NoNeighbour: return "the MAC address of the next hop is not known";
    case FastRefusal::TooLong: return "longer than the MTU of the way out";
    case FastRefusal::SlowInterface: return "the way out is not capable of fast path";
    case FastRefusal::NotTcpUdp: return "neither TCP nor UDP";
    case FastRefusal::Fragment: return "a fragment";
    case FastRefusal::TcpFlags: return "opens or closes its connection (SYN, FIN or RST)";
    case FastRefusal::NoConnection: return "no connection yet";
    case FastRefusal::NotMarked: return "its connection is not marked by fasttrack-connection, or this packet is a sample";
    case FastRefusal::Sampled: return "one of the packets that go the slow way to keep the connection alive";
    case FastRefusal::NothingMarked: return "no connection is marked by fasttrack-connection";
    case FastRefusal::BridgeSettingOff: return "allow-fast-path=no in /interface/bridge/settings";
    case FastRefusal::BridgeFilter: return "there are bridge filter or nat rules";
    case FastRefusal::UseIpFirewall: return "use-ip-firewall=yes in /interface/bridge/settings";
    case FastRefusal::DhcpSnooping: return "dhcp-snooping=yes on the bridge";
    case FastRefusal::SourceUnknown: return "the bridge had not seen its source on this port";
    case FastRefusal::DestinationUnknown: return "the bridge does not know where its destination is";
    case FastRefusal::PriorityTag: return "it has a priority tag";
    case FastRefusal::SplitHorizon: return "the port it is for is in the same horizon";
    }
    return {};
}

} // namespace agent::control
