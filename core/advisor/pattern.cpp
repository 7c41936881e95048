#include "core/advisor/pattern.h"

#include <algorithm>

namespace core::advisor {
namespace {

using core::model::BoardAdvice;
using core::model::SizingLeg;
using core::model::SizingNeed;

// Queues have to be the narrowest place, or the queue builds up in the provider's equipment.
constexpr double kBelowTheLine = 0.95;

std::string limit(core::base::BitRate line) {
    return std::to_string(static_cast<long long>(line.bps * kBelowTheLine / 1e6)) + "M";
}

bool uses(const BoardAdvice& advice, std::string_view path) {
    return std::any_of(advice.legs.begin(), advice.legs.end(), [&](const SizingLeg& leg) { return leg.path == path; });
}

bool hasQueueForEachUser(const BoardAdvice& advice) {
    return std::any_of(advice.legs.begin(), advice.legs.end(),
                       [](const SizingLeg& leg) { return leg.what == "internet" && leg.path == "slow"; });
}

} // namespace

void addPattern(const SizingNeed& need, const core::devices::Device& device, const core::devices::HardwareConnections* hardware,
                BoardAdvice& advice) {
    const bool routesInHardware = uses(advice, "l3hw");
    if (routesInHardware) {
        advice.pattern.push_back("/interface ethernet switch set 0 l3-hw-offloading=yes");
        advice.pattern.push_back("/interface ethernet switch port set [find name=WAN] l3-hw-offloading=no");
        advice.notes.push_back("what the chip routes passes the firewall by: between networks that must be kept apart use switch rules, or "
                               "leave that port to the CPU");
    }
    if (need.vpn == SizingNeed::Vpn::IPsec) {
        advice.pattern.push_back("/ip firewall filter add chain=forward action=accept ipsec-policy=in,ipsec");
        advice.pattern.push_back("/ip firewall filter add chain=forward action=accept ipsec-policy=out,ipsec");
        advice.notes.push_back("these two stand above the FastTrack rule: FastTracked packets pass IPsec policies by");
    }
    if (need.vpn == SizingNeed::Vpn::WireGuard) {
        advice.pattern.push_back(
            "/ip firewall filter add chain=forward action=accept connection-state=established,related in-interface=TUNNEL");
        advice.pattern.push_back(
            "/ip firewall filter add chain=forward action=accept connection-state=established,related out-interface=TUNNEL");
        advice.notes.push_back(
            "the tunnel's connections stay away from FastTrack: with it users measured unsteady WireGuard throughput (forum 1121307)");
    }
    const bool inHardware = device.l3hw == core::devices::L3Hw::Full && routesInHardware;
    const bool each = hasQueueForEachUser(advice);
    if (!each) {
        advice.pattern.push_back(
            std::string("/ip firewall filter add chain=forward action=fasttrack-connection connection-state=established,related") +
            (inHardware ? " hw-offload=yes" : ""));
    }
    advice.pattern.push_back("/ip firewall filter add chain=forward action=accept connection-state=established,related,untracked");
    advice.pattern.push_back("/ip firewall filter add chain=forward action=drop connection-state=invalid");
    if (inHardware && hardware != nullptr) {
        advice.notes.push_back("the chip holds " + hardware->fastTracked + " FastTracked connections and " + hardware->nat +
                               " NAT entries; the busiest stay there, the CPU's FastTrack carries the rest" +
                               (need.users > 0 ? " (how many " + std::to_string(need.users) + " users open is not known)" : ""));
    }
    if (need.qos) {
        advice.pattern.push_back("/queue type add name=fq kind=fq-codel");
    }
    if (each) {
        advice.pattern.push_back("/queue simple add name=USER target=ADDRESS queue=fq/fq max-limit=" + limit(need.up) + "/" +
                                 limit(need.down));
        advice.notes.push_back("one such queue for each user, and no FastTrack rule: FastTracked packets pass simple queues by");
        advice.notes.push_back(
            "measured with 25 queues on all cores. They hold each user, not all together: one queue for everybody is worked by one core");
    } else if (need.qos) {
        advice.pattern.push_back("/queue tree add name=upload parent=WAN packet-mark=no-mark queue=fq max-limit=" + limit(need.up));
        advice.pattern.push_back("/queue tree add name=download parent=LAN packet-mark=no-mark queue=fq max-limit=" + limit(need.down));
        advice.notes.push_back("trees on interfaces work with FastTrack; parent=global and simple queues do not see FastTracked packets. "
                               "What the chip forwards meets no queue");
    }
}

} // namespace core::advisor
