#include "core/doctor/flips.h"

#include "core/doctor/plan_facts.h"
#include "core/planner/fasttrack_plans.h"

#include <algorithm>

namespace core::doctor {
namespace {

using core::model::Flip;
using core::model::PathKind;
using core::model::Reason;
using core::model::Verdict;

bool has(const Verdict& verdict, std::string_view id) {
    return std::any_of(verdict.reasons.begin(), verdict.reasons.end(), [&](const Reason& r) { return r.id == id && r.blocking; });
}

Flip toFastTrack(const Facts& facts) {
    Flip flip;
    flip.to = {PathKind::FastTrack, {}};
    for (const auto& step : core::planner::addFastTrack(planFacts(facts)).steps) {
        flip.commands.push_back(step.commandLine);
    }
    flip.costs = {"mangle, filter and accounting see only the first packets of a connection"};
    if (facts.view.any("/queue/simple")) {
        flip.costs.emplace_back("simple queues no longer hold these connections");
    }
    if (facts.view.any("/ip/ipsec/policy")) {
        flip.costs.emplace_back("traffic of IPsec policies has to be accepted above the rule, or it passes the tunnel by");
    }
    if (facts.view.any("/ip/hotspot")) {
        flip.costs.emplace_back("hotspot users are no longer limited");
    }
    return flip;
}

struct Edit {
    const char* id;
    PathKind to;
    const char* command;
    const char* cost;
    bool blinks;
};

// One edit lifts one reason; the path it leads to holds if it was the only one.
constexpr Edit kEdits[] = {
    {"FT-ALLOWFP", PathKind::FastTrack, "/ip settings set allow-fast-path=yes", "none", false},
    {"BFP3", PathKind::FastTrack, "/interface bridge settings set use-ip-firewall=no",
     "IP firewall rules and queues no longer see bridged packets", false},
    {"BFP1", PathKind::FastPath, "/interface bridge settings set allow-fast-path=yes", "none", false},
    {"FT-CONNTRACK-OFF", PathKind::FastTrack, "/ip firewall connection tracking set enabled=auto",
     "connections are tracked, which costs CPU for each new one", false},
    {"L3-SWITCH-OFF", PathKind::L3Hw, "/interface ethernet switch set 0 l3-hw-offloading=yes",
     "firewall, NAT and queues no longer see what the chip routes", true},
};

} // namespace

std::vector<Flip> flipsOf(const Facts& facts, const Verdict& verdict) {
    std::vector<Flip> flips;
    if (has(verdict, "FT-SHADOWED") || (has(verdict, "FT-NORULE") && facts.tracks())) {
        Flip flip = toFastTrack(facts);
        if (!flip.commands.empty()) {
            flips.push_back(std::move(flip));
        }
    }
    for (const Edit& edit : kEdits) {
        if (has(verdict, edit.id)) {
            Flip flip;
            flip.to = {edit.to, {}};
            flip.commands = {edit.command};
            flip.blinksPorts = edit.blinks;
            if (std::string_view(edit.cost) != "none") {
                flip.costs = {edit.cost};
            }
            flips.push_back(std::move(flip));
        }
    }
    for (const Reason& reason : verdict.reasons) {
        if (reason.id == "BFP7" && reason.at) {
            flips.push_back({{PathKind::FastTrack, {}},
                             {"/interface bridge set [find dhcp-snooping=yes] dhcp-snooping=no"},
                             {"a foreign DHCP server on a port is no longer stopped"},
                             true});
        }
        if (reason.id == "HW-VLAN" && reason.at) {
            flips.push_back({{PathKind::Switch, {}},
                             {"/interface bridge set [find vlan-filtering=yes] vlan-filtering=no"},
                             {"the VLANs have to be set up in /interface ethernet switch instead"},
                             true});
        }
        if (reason.id == "HW-OFF" && reason.at && !verdict.from.empty()) {
            flips.push_back({{PathKind::Switch, {}},
                             {"/interface bridge port set [find hw=no bridge!=none] hw=yes"},
                             {"bridge filter rules no longer see these frames"},
                             true});
        }
    }
    return flips;
}

} // namespace core::doctor
