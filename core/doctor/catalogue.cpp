#include "core/doctor/catalogue.h"

#include "core/base/resources.h"

#include <algorithm>

namespace core::doctor {
namespace {

using enum core::model::Severity;

const std::vector<CatalogueEntry> kEntries{
    // --- FastTrack: the rule ----------------------------------------------------------------------
    {"fasttrack-rule-missing", Warning, "No rule puts established connections on FastTrack"},
    {"fasttrack-rule-shadowed", Warning, "The FastTrack rule never sees a packet"},
    {"fasttrack-excludes-marked-connections", Warning, "FastTrack leaves out nearly every connection, because nearly every one is marked"},
    {"fasttrack-matcher-direction", Advice, "The FastTrack rule names one direction only, which does no harm"},
    {"interface-list-missing-vlan", Warning, "VLANs are missing from an interface list the rules ask for"},
    {"fasttrack-inactive-cause-unknown", Advice, "FastTrack is inactive, and this does not show why"},
    {"fasttrack-shown-by-dummy-rules", Advice, "The dummy rules show counters, not whether FastTrack is active"},
    {"ip-fast-path-disabled", Warning, "Fast path and FastTrack are switched off for the whole router"},
    {"ipv6-fasttrack-rule-missing", Warning, "IPv6 has no FastTrack rule"},
    {"version-no-ipv6-fasttrack", Advice, "This RouterOS has no FastTrack for IPv6"},
    // --- FastTrack against other features ---------------------------------------------------------
    {"queue-simple-bypassed-by-fasttrack", Critical, "Simple queues do not hold FastTracked connections"},
    {"queue-tree-global-bypassed-by-fasttrack", Critical, "Queue trees on global do not see FastTracked packets"},
    {"queue-dynamic-bypassed-by-fasttrack", Critical, "Rate limits handed out at login do not hold FastTracked connections"},
    {"fasttrack-disabled-for-qos", Warning, "FastTrack was switched off for queues that could do with it"},
    {"ipsec-connections-fasttracked", Critical, "FastTracked connections pass the IPsec policy by"},
    {"fasttrack-pbr-main-table-only", Critical, "FastTrack ignores the routing tables this traffic is meant for"},
    {"accounting-blind-by-fasttrack", Advice, "Counting per device misses FastTracked packets"},
    {"vpn-output-never-fasttracked", Advice, "What a tunnel sends always takes the slow path"},
    // --- queues -----------------------------------------------------------------------------------
    {"qos-interface-tree-ok", Healthy, "Queue trees on interfaces work together with FastTrack"},
    {"qos-interface-tree-no-traffic-hw-bridge", Warning, "The queue tree may move no byte: hardware bridge without bridge fast path"},
    {"queue-packet-mark-mismatch", Warning, "Marked packets leave without being shaped"},
    {"queue-marks-rule-disabled", Warning, "The queue waits for marks that only disabled rules set"},
    {"queue-cake-bandwidth-without-max-limit", Warning, "cake-bandwidth without max-limit does not hold the rate"},
    {"queue-cake-nat-on-download", Advice, "cake-nat on a download queue was reported to ruin latency"},
    {"ipv6-missing-from-qos-marks", Warning, "IPv6 is missing from the marks the queues wait for"},
    {"queue-simple-many", Warning, "Hundreds of simple queues are walked through for every packet"},
    {"queue-target-on-bridge-port", Warning, "A simple queue aims at a port of a bridge and sees nothing"},
    {"queue-algorithm-cpu-budget", Advice, "cake at this rate runs into the end of a core"},
    {"queue-cpu-exceeds-device", Warning, "Shaping at this rate is more than the board's CPU can do"},
    {"tx-queue-drops", Warning, "Bursts are dropped at the interface the tunnel leaves by"},
    {"tunnel-egress-queue-hardware-only", Advice, "The interface a tunnel leaves by has no software queue"},
    // --- bridges ----------------------------------------------------------------------------------
    {"bridge-second-on-same-chip", Warning, "A second bridge on the same switch chip is not offloaded"},
    {"bridge-vlan-filtering-chip-unsupported", Warning, "This switch chip does not keep VLAN filtering: the CPU bridges"},
    {"bridge-dhcp-snooping-disables-fastpath", Warning, "dhcp-snooping turns bridge fast path off, and FastTrack with it"},
    {"bridge-use-ip-firewall", Warning, "Every bridged packet goes through the IP firewall"},
    {"bridge-hw-disabled-by-config", Advice, "Ports are kept off the switch chip by hw=no"},
    {"traffic-crosses-switch-chips", Advice, "One bridge over several switch chips: the CPU carries what goes between them"},
    {"switch-cpu-uplink-limit", Advice, "The link between switch chip and CPU is the limit"},
    {"bonding-mode-no-hw", Warning, "A bond of this mode is not offloaded"},
    {"bonding-single-flow-hash", Advice, "One flow uses one link of a bond"},
    {"vlan-on-bridge-slave", Warning, "A VLAN interface stands on a port of a bridge"},
    {"l2mtu-too-small", Critical, "Long frames are dropped: L2MTU is too small"},
    {"switch-buffer-speed-mismatch", Advice, "A fast port overruns the chip's buffer towards a slow one"},
    {"hw-offload-stale-after-link-retrain", Warning, "Ports show H, but their frames go to the CPU"},
    // --- L3 hardware offloading -------------------------------------------------------------------
    {"healthy-l3hw", Healthy, "VLANs are routed in the switch chip"},
    {"l3hw-vlan-on-port", Warning, "A VLAN on a port or bond is not routed in hardware"},
    {"l3hw-bridge-not-vlan-member", Warning, "The bridge is no member of a VLAN that should be routed"},
    {"l3hw-multiple-bridges", Warning, "Only one bridge can be routed in hardware"},
    {"l3hw-port-on-other-chip", Advice, "A port of the bridge does not hang on the chip that routes"},
    {"l3hw-switch-level-off", Warning, "Hardware routing is switched off at the switch"},
    {"l3hw-route-table-partial", Advice, "Only a part of the routes fits into the chip"},
    {"l3hw-bypasses-firewall-nat", Critical, "Hardware routing goes past the firewall"},
    {"l3hw-chip-no-fasttrack-offload", Advice, "This chip cannot take FastTracked connections"},
    {"l3hw-duplicate-fdb", Advice, "Hardware routing on access ports doubles host entries"},
    {"counter-h-flag-not-proof", Advice, "Flag H of a route is no proof that the chip has it"},
    // --- CPU, NAT, tunnels ------------------------------------------------------------------------
    {"pcc-mangle-on-switch-cpu", Warning, "Connections are balanced by the CPU of a switch"},
    {"device-switch-as-router", Warning, "A switch is used as a router"},
    {"layer7-regex-in-path", Warning, "Patterns are searched for in every connection"},
    {"hotspot-active", Advice, "Hotspot keeps its users on the slow path"},
    {"sniffer-running-disables-fastpath", Critical, "A running tool keeps everything on the slow path"},
    {"capsman-central-forwarding", Advice, "Wireless traffic is carried to this router's CPU"},
    {"nat-masquerade-ppp-churn", Warning, "Masquerade on a router whose interfaces come and go"},
    {"conntrack-without-need", Advice, "Connections are tracked although nothing here asks about them"},
    {"conntrack-table-near-limit", Warning, "The connection table is nearly full"},
    {"tunnel-crypto-cpu-bound", Advice, "The tunnel is as fast as one core can encrypt"},
    {"ipsec-single-core", Advice, "IPsec loads one core of this board"},
    {"ipsec-hw-reorder", Advice, "The crypto engine may reorder packets"},
    {"vpn-in-container-userspace", Warning, "A VPN in a container carries the traffic"},
    {"cpu-frequency-auto", Advice, "The CPU changes its clock under load"},
    {"chr-single-rx-queue", Advice, "A virtual port with one receive queue uses one core"},
    {"container-raw-socket-or-promisc", Advice, "A container on the bridge may cost its fast path"},
    {"link-speed-limit", Advice, "The port's speed is the limit, not the path"},
    // --- measurement, false alarms, advice --------------------------------------------------------
    {"counter-fp-greater-than-total", Advice, "Fast path counters are larger than the totals"},
    {"counter-fp-zero-on-virtual", Advice, "Virtual interfaces count no fast path"},
    {"live-path-differs", Warning, "The counters do not show the predicted path"},
    {"live-queue-counts-nothing", Warning, "Traffic leaves by the interface and its queue tree counts none"},
    {"measurement-on-dut", Advice, "The router measures itself"},
    {"false-alarm-control-plane-core", Healthy, "One busy core is the routing protocol, not forwarding"},
    {"false-alarm-speed-artifact", Healthy, "speed=100Mbps on a negotiating port means nothing"},
    {"advice-invalid-property", Warning, "Settings that RouterOS does not have"},
    {"advice-wrong-claim", Advice, "A claim that the facts do not bear out"},
    {"diagnosis-contested", Advice, "Published opinions differ"},
    {"unresolved", Advice, "The cause is not known"},
    {"management-open-to-wan", Critical, "The router can be managed from the provider's side"},
};

struct ReasonTitle {
    std::string_view id, title;
};

constexpr ReasonTitle kReasons[] = {
    {"FP1", "allow-fast-path is off"},
    {"FP2", "firewall rules exist"},
    {"FP3", "connection tracking is active"},
    {"FP4", "simple queues, or queue trees on global"},
    {"FP5", "mesh or metarouter"},
    {"FP6", "sniffer or torch runs"},
    {"FP7", "IP accounting is on (RouterOS 6)"},
    {"FP8", "a VRF exists"},
    {"FP9", "hotspot is on"},
    {"FP10", "IPsec policies exist"},
    {"FP11", "mac-scan or ip-scan runs"},
    {"FP12", "the route cache is off (RouterOS 6)"},
    {"FP13", "an interface without fast path"},
    {"FP14", "a software queue at the interface"},
    {"BFP1", "bridge fast path is off"},
    {"BFP2", "bridge filter or NAT rules exist"},
    {"BFP3", "bridged packets go through the IP firewall"},
    {"BFP4", "mesh or metarouter"},
    {"BFP5", "sniffer, torch or traffic generator runs"},
    {"BFP6", "VLAN filtering before RouterOS 7.2"},
    {"BFP7", "DHCP snooping"},
    {"BFP8", "priority-tagged frames"},
    {"FT-NORULE", "no FastTrack rule matches"},
    {"FT-SHADOWED", "a rule above takes the packets"},
    {"FT-V6-VERSION", "IPv6 before RouterOS 7.18"},
    {"FT-PROTO", "neither TCP nor UDP"},
    {"FT-CONNTRACK-OFF", "connection tracking is off"},
    {"FT-ALLOWFP", "allow-fast-path is off"},
    {"FT-BRIDGE-FP-OFF", "bridge fast path is off"},
    {"FT-SNIFFER", "the sniffer runs"},
    {"FT-TORCH", "torch runs"},
    {"FT-TGEN", "the traffic generator runs"},
    {"FT-SCAN", "a scan runs"},
    {"FT-MESH", "mesh or metarouter"},
    {"FT-TABLE", "traffic of another routing table"},
    {"FT-IPSEC-LEAK", "traffic of an IPsec policy"},
    {"FT-IFTYPE", "an interface without fast path"},
    {"FT-NOTRACK", "packets are not tracked"},
    {"FT-HW-NOCHIP", "no chip takes the connection"},
    {"FT-HW-FULL", "the chip's connection table is full"},
    {"FT-HW-RULE-NO", "the rule says hw-offload=no"},
    {"L3-NODEVICE", "this board cannot route in hardware"},
    {"L3-SWITCH-OFF", "hardware routing is off at the switch"},
    {"L3-PORT-IN-OFF", "hardware routing is off at the port packets come in by"},
    {"L3-PORT-OUT-OFF", "hardware routing is off at the port packets leave by"},
    {"L3-VLAN-ON-PORT", "the VLAN stands on a port or bond"},
    {"L3-BRIDGE-NOT-TAGGED", "the bridge is no tagged member of the VLAN"},
    {"L3-SECOND-BRIDGE", "not the bridge of the chip"},
    {"L3-SUPPRESS", "the route is kept out of the chip"},
    {"L3-PARTIAL", "the prefix is too short for the full table"},
    {"L3-VRF", "a table the chip does not route"},
    {"L3-ACL-REDIRECT", "a switch rule sends it to the CPU"},
    {"L3-MTU-PROFILES", "more than eight different MTUs"},
    {"L3-MAC-PREFIX", "MAC addresses too far apart"},
    {"L3-QINQ", "stacked VLANs"},
    {"L3-MCAST", "multicast"},
    {"L3-BONDMODE", "a bond of this mode"},
    {"L3-IPV6-OFF", "IPv6 routing in hardware is off"},
    {"L3-VRRP", "VRRP"},
    {"L3-MLAG", "MLAG"},
    {"L3-STATE-ERR", "the chip reports an error"},
    {"L3-VLAN-FLAG", "hardware routing is off at the VLAN"},
    {"HW-OFF", "hw=no"},
    {"HW-NOCHIP", "the port is wired to the CPU"},
    {"HW-DIFFCHIP", "ports of different chips"},
    {"HW-SECONDBRIDGE", "the chip has another bridge"},
    {"HW-VLAN", "VLAN filtering on a chip without it"},
    {"HW-MSTP", "MSTP on a chip without it"},
    {"HW-IGMP", "IGMP snooping on a chip without it"},
    {"HW-DHCPSNOOP", "DHCP snooping on a chip without it"},
    {"HW-ARPINSP", "ARP inspection on a chip without it"},
    {"HW-BOND", "a bond the chip does not keep"},
    {"HW-HORIZON", "horizon"},
    {"HW-TAGSTACK", "tag stacking on a chip without it"},
    {"HW-ETHERTYPE", "another ether-type"},
    {"HW-PPE-RSTP", "the chip takes no bridge"},
    {"HW-IFTYPE", "no port of a switch chip"},
    {"Q-GLOBAL", "queue trees on global"},
    {"Q-SIMPLE", "simple queues"},
    {"Q-IFTREE", "a queue tree on the interface"},
    {"Q-IFQUEUE", "the interface's own queue"},
    {"Q-MARKED-ESCAPE", "marked packets no leaf takes"},
    {"Q-HWEGRESS-HTB", "interface queue under an offloaded port"},
    {"Q-HW-BYPASS", "the chip forwards past the queues"},
};

} // namespace

const std::vector<CatalogueEntry>& catalogue() {
    static const std::vector<CatalogueEntry> all = [] {
        std::vector<CatalogueEntry> out = kEntries;
        for (const ReasonTitle& reason : kReasons) {
            out.push_back({reason.id, Advice, reason.title, true});
        }
        return out;
    }();
    return all;
}

const CatalogueEntry* findEntry(std::string_view id) {
    const auto& all = catalogue();
    const auto found = std::find_if(all.begin(), all.end(), [&](const CatalogueEntry& entry) { return entry.id == id; });
    return found == all.end() ? nullptr : &*found;
}

core::base::Result<std::string> explain(std::string_view id) {
    using core::base::ErrorCode;
    if (!findEntry(id)) {
        return core::base::fail(ErrorCode::NotFound, "There is no diagnostic \"" + std::string(id) +
                                                         "\"; `pathscopectl doctor --explain list` names those there are.");
    }
    const auto dir = core::base::resourceDir();
    if (!dir) {
        return tl::unexpected(dir.error());
    }
    return core::base::readFile(*dir / "diagnostics" / (std::string(id) + ".md"));
}

} // namespace core::doctor
