#include "core/doctor/live_traffic.h"

#include <algorithm>
#include <set>

namespace core::doctor {
namespace {

using core::model::ConfigRef;
using core::model::Finding;
using core::model::PathKind;
using core::model::Reason;

constexpr int kDeepest = 8; // VLAN in VLAN, PPPoE on it: no router stacks higher

void collect(const Facts& facts, std::string_view name, std::set<std::string>& out, int depth) {
    const Interface* at = facts.topology.find(name);
    if (at == nullptr || depth > kDeepest) {
        return;
    }
    if (at->type == InterfaceType::Ethernet || at->type == InterfaceType::Wireless) {
        out.insert(at->name);
    } else if (at->type == InterfaceType::Bridge) {
        for (const Interface* port : facts.topology.portsOf(at->name)) {
            collect(facts, port->name, out, depth + 1);
        }
    } else if (!at->slaves.empty()) {
        for (const std::string& slave : at->slaves) {
            collect(facts, slave, out, depth + 1);
        }
    } else if (!at->parent.empty()) {
        collect(facts, at->parent, out, depth + 1);
    }
}

bool sameLine(const ConfigRef& a, const ConfigRef& b) {
    return a.menu == b.menu && a.number == b.number && a.text == b.text;
}

// A reason keeps traffic where the finding says: it blames the same line, or, where a line is missing, it is of the same family.
bool blames(const Finding& finding, const Reason& reason) {
    if (!reason.blocking) {
        return false;
    }
    if (reason.at) {
        return std::any_of(finding.evidence.begin(), finding.evidence.end(), [&](const ConfigRef& at) { return sameLine(at, *reason.at); });
    }
    return finding.id.starts_with("fasttrack-") && reason.id.starts_with("FT-");
}

} // namespace

std::vector<std::string> portsUnder(const Facts& facts, std::string_view interface) {
    std::set<std::string> out;
    collect(facts, interface, out, 0);
    return {out.begin(), out.end()};
}

std::optional<Received> receivedBy(const LiveCounters& counters, const std::vector<std::string>& ports) {
    Received sum;
    for (const std::string& port : ports) {
        const LiveCounters::Interface* at = counters.find(port);
        if (at == nullptr || !at->cpuRx || !at->fpRx) {
            return std::nullopt;
        }
        sum.cpu += *at->cpuRx;
        sum.fast += std::min(*at->fpRx, *at->cpuRx);
    }
    return ports.empty() ? std::nullopt : std::optional(sum);
}

void weigh(const Facts& facts, const std::vector<Examined>& examined, std::vector<Finding>& findings) {
    for (Finding& finding : findings) {
        std::set<std::string> ports; // each counts once, however many pairs begin there
        for (const Examined& each : examined) {
            const auto& reasons = each.verdict.reasons;
            const bool held = each.verdict.steady.kind == PathKind::Slow &&
                              std::any_of(reasons.begin(), reasons.end(), [&](const Reason& reason) { return blames(finding, reason); });
            if (held) {
                const auto under = portsUnder(facts, each.pair.from);
                ports.insert(under.begin(), under.end());
            }
        }
        if (const auto received = receivedBy(*facts.counters, {ports.begin(), ports.end()})) {
            finding.heldBps = facts.counters->bitsPerSecond(received->cpu - received->fast);
        }
    }
}

} // namespace core::doctor
