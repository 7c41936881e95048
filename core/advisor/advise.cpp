#include "core/advisor/advise.h"

#include "core/advisor/bounds.h"
#include "core/advisor/pattern.h"
#include "core/base/format.h"

#include <algorithm>

namespace core::advisor {
namespace {

using core::base::BitRate;
using core::devices::Device;
using core::devices::L3Hw;
using core::model::BoardAdvice;
using core::model::SizingLeg;
using core::model::SizingNeed;
using core::model::Suits;

constexpr const char* kLineRate = "line rate of the chip's ports (vendor: L3 Hardware Offloading, and the port table)";

struct Ports {
    std::vector<double> speeds; // of every port, fastest first
    double onChips = 0;         // together, of those on a switch chip
    bool known = true;
};

Ports portsOf(const Device& device) {
    Ports out;
    for (const auto& group : device.ports) {
        const auto speed = portSpeed(group.speed);
        const int count = group.first && group.last ? *group.last - *group.first + 1 : 1;
        out.known = out.known && speed.has_value();
        for (int i = 0; speed && i < count; ++i) {
            out.speeds.push_back(speed->bps);
            out.onChips += group.chip == "cpu" ? 0 : speed->bps;
        }
    }
    std::sort(out.speeds.rbegin(), out.speeds.rend());
    return out;
}

SizingLeg inHardware(std::string what, BitRate needed, double capacity) {
    return {std::move(what), "l3hw", needed, BitRate{capacity}, BitRate{capacity}, {kLineRate}};
}

SizingLeg onCpu(std::string what, std::string path, std::string_view figure, BitRate needed,
                const std::vector<const core::devices::ThroughputFigure*>& figures) {
    Bounds bounds = boundsOf(figures, figure);
    return {std::move(what), std::move(path), needed, bounds.atLeast, bounds.atMost, std::move(bounds.sources)};
}

// A tree on each interface, beside FastTrack; or a simple queue for each user, without it, where that is known to carry more. The vendor
// measured 25 of them: fewer spread over fewer cores.
SizingLeg queued(const SizingNeed& need, const Device& device, const std::vector<const core::devices::ThroughputFigure*>& figures) {
    constexpr int kQueuesMeasured = 25;
    const BitRate line = need.down + need.up;
    SizingLeg tree = onCpu("internet", "queue", "queue", line, figures);
    const bool spared = need.interVlan.bps <= 0 || device.l3hw != L3Hw::None; // else the local networks would lose FastTrack too
    if (need.users < kQueuesMeasured || !spared) {
        return tree;
    }
    SizingLeg each = onCpu("internet", "slow", "user-queues", line, figures);
    return each.atLeast && (!tree.atLeast || *each.atLeast > *tree.atLeast) ? each : tree;
}

std::vector<SizingLeg> legsOf(const SizingNeed& need, const Device& device, const Ports& ports,
                              const std::vector<const core::devices::ThroughputFigure*>& figures) {
    std::vector<SizingLeg> legs;
    const BitRate line = need.down + need.up;
    if (device.l3hw == L3Hw::Full && !need.qos && !ports.speeds.empty()) {
        legs.push_back(inHardware("internet", line, 2 * ports.speeds.front()));
    } else if (need.qos) {
        legs.push_back(queued(need, device, figures));
    } else {
        legs.push_back(onCpu("internet", "fasttrack", "fasttrack", line, figures));
    }
    if (need.interVlan.bps > 0) {
        legs.push_back(device.l3hw != L3Hw::None ? inHardware("inter-vlan", need.interVlan, ports.onChips)
                                                 : onCpu("inter-vlan", "fasttrack", "fasttrack", need.interVlan, figures));
    }
    if (need.vpn != SizingNeed::Vpn::None) {
        const BitRate through = need.vpnRate.bps > 0 ? need.vpnRate : need.up;
        const bool wireguard = need.vpn == SizingNeed::Vpn::WireGuard;
        legs.push_back(onCpu("vpn", "slow", wireguard ? "wireguard" : "ipsec", through, figures));
    }
    return legs;
}

// Packets outside the tunnel that the CPU forwards share it: judged as one. The tunnel has figures of its own, taken with nothing beside
// it.
double cpuNeed(const std::vector<SizingLeg>& legs) {
    double sum = 0;
    for (const SizingLeg& leg : legs) {
        sum += leg.path != "l3hw" && leg.what != "vpn" ? leg.needed.bps : 0;
    }
    return sum;
}

void judge(BoardAdvice& advice) {
    const double shared = cpuNeed(advice.legs);
    advice.suits = Suits::Carries;
    for (const SizingLeg& leg : advice.legs) {
        const double needed = leg.path != "l3hw" && leg.what != "vpn" ? shared : leg.needed.bps;
        const bool enough = leg.atLeast && leg.atLeast->bps >= needed;
        if (leg.atMost && leg.atMost->bps < needed) {
            advice.suits = Suits::TooSmall;
            advice.why = leg.what + " by " + leg.path + ": " + core::base::formatBitRate({needed}) + " needed, " +
                         core::base::formatBitRate(*leg.atMost) + " at most";
            advice.headroom.reset();
            return;
        }
        if (!enough && advice.suits == Suits::Carries) {
            advice.suits = Suits::Unknown;
            advice.why = leg.what + " by " + leg.path + ": " +
                         (leg.atLeast ? core::base::formatBitRate({needed}) + " needed, measured no more than " +
                                            core::base::formatBitRate(*leg.atLeast) + "; what it can at most is not known"
                                      : std::string("not measured on this board"));
        }
        if (leg.atLeast && needed > 0) {
            advice.headroom = std::min(advice.headroom.value_or(leg.atLeast->bps / needed), leg.atLeast->bps / needed);
        }
    }
    if (advice.suits != Suits::Carries) {
        advice.headroom.reset();
    }
}

// One port to the provider and one to the users, each as fast as the line.
bool portsSuffice(const SizingNeed& need, const Ports& ports, BoardAdvice& advice) {
    const double line = std::max(need.down.bps, need.up.bps);
    if (!ports.known) {
        return true;
    }
    if (ports.speeds.size() < 2 || ports.speeds[1] < line) {
        const double second = ports.speeds.size() < 2 ? 0 : ports.speeds[1];
        advice.suits = Suits::TooSmall;
        advice.why = "ports: the line of " + core::base::formatBitRate({line}) + " needs two as fast, the second fastest here has " +
                     core::base::formatBitRate({second});
        return false;
    }
    return true;
}

} // namespace

std::vector<BoardAdvice> advise(const SizingNeed& need, const std::vector<Device>& devices, const core::devices::Throughput& throughput) {
    std::vector<BoardAdvice> out;
    for (const Device& device : devices) {
        BoardAdvice advice;
        advice.model = device.model;
        advice.names = device.names;
        const Ports ports = portsOf(device);
        advice.legs = legsOf(need, device, ports, throughput.of(device.model));
        if (portsSuffice(need, ports, advice)) {
            judge(advice);
        }
        addPattern(need, device, throughput.hardwareOf(device.model), advice);
        out.push_back(std::move(advice));
    }
    std::stable_sort(out.begin(), out.end(), [](const BoardAdvice& a, const BoardAdvice& b) {
        return a.suits != b.suits ? a.suits < b.suits : a.headroom.value_or(0) < b.headroom.value_or(0);
    });
    return out;
}

} // namespace core::advisor
