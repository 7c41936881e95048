#include "core/doctor/pairs.h"

#include "core/doctor/bridge_path.h"
#include "core/routeros/config/values.h"

#include <algorithm>

namespace core::doctor {
namespace {

constexpr std::size_t kLans = 4, kWans = 3, kVlans = 4, kPorts = 6, kHosts = 2;

void addBothWays(std::vector<Pair>& out, Pair pair) {
    Pair back = pair;
    std::swap(back.from, back.to);
    std::swap(back.source, back.destination);
    out.push_back(std::move(pair));
    out.push_back(std::move(back));
}

void addBridged(const Facts& facts, std::vector<Pair>& out) {
    for (const Interface* bridge : facts.topology.bridges()) {
        // Ports of one kind (chip, reasons, VLANs) behave alike: one of each kind stands for all.
        std::vector<const Interface*> ports = facts.topology.portsOf(bridge->name);
        std::erase_if(ports, [](const Interface* port) { return port->disabled; });
        std::vector<std::string> seen;
        std::size_t taken = 0;
        for (std::size_t a = 0; a < ports.size() && taken < kPorts; ++a) {
            for (std::size_t b = a + 1; b < ports.size() && taken < kPorts; ++b) {
                if (!sameLayer2(facts, *ports[a], *ports[b])) {
                    continue;
                }
                const Offload left = offloadOf(facts, *ports[a]), right = offloadOf(facts, *ports[b]);
                const std::string kind = left.chip + (left.yes ? "+" : "-") + right.chip + (right.yes ? "+" : "-");
                if (ports.size() > 4 && std::find(seen.begin(), seen.end(), kind) != seen.end()) {
                    continue;
                }
                seen.push_back(kind);
                ++taken;
                addBothWays(out, {ports[a]->name, ports[b]->name, true, {}, {}, {}, Match::No});
            }
        }
    }
}

void addQueuedHosts(const Facts& facts, const std::string& lan, const std::string& wan, std::vector<Pair>& out) {
    std::size_t taken = 0;
    for (const Line& queue : facts.view.enabled("/queue/simple")) {
        const auto targets = core::routeros::config::splitList(queue.value("target"));
        const auto range = targets.empty() ? std::nullopt : addressRange(targets.front());
        if (range && taken < kHosts) {
            ++taken;
            Pair pair{lan, wan, false, range, {}, std::string(targets.front()), Match::No};
            addBothWays(out, pair);
        }
    }
}

void addPolicies(const Facts& facts, const std::string& lan, const std::string& wan, std::vector<Pair>& out) {
    std::size_t taken = 0;
    for (const Line& policy : facts.view.enabled("/ip/ipsec/policy")) {
        const auto from = addressRange(policy.value("src-address")), to = addressRange(policy.value("dst-address"));
        const bool tunnelled = !policy.yes("template") && policy.value("action", "encrypt") == "encrypt" && from && to;
        if (tunnelled && taken < kHosts) {
            ++taken;
            out.push_back({lan, wan, false, from, to, std::string(policy.value("dst-address")), Match::Yes});
        }
    }
}

} // namespace

std::string resolveEnd(const Facts& facts, std::string_view name) {
    const auto& names = name == "LAN" ? facts.topology.lans() : facts.topology.wans();
    return (name == "LAN" || name == "WAN") && !names.empty() ? names.front() : std::string(name);
}

Pair pairBetween(const Facts& facts, std::string_view from, std::string_view to) {
    Pair pair;
    pair.from = resolveEnd(facts, from);
    pair.to = resolveEnd(facts, to);
    const Interface* a = facts.topology.find(pair.from);
    const Interface* b = facts.topology.find(pair.to);
    pair.bridged = a && b && !a->bridge.empty() && a->bridge == b->bridge;
    if (!pair.bridged) {
        // A port's routed traffic is its bridge's.
        for (auto [end, at] : {std::pair{&pair.from, a}, std::pair{&pair.to, b}}) {
            if (at && !at->bridge.empty()) {
                *end = at->bridge;
            }
        }
    }
    return pair;
}

std::vector<Pair> pairsThatMatter(const Facts& facts) {
    std::vector<Pair> out;
    std::vector<std::string> lans = facts.topology.lans(), wans = facts.topology.wans();
    if (lans.empty()) {
        lans.emplace_back("LAN");
    }
    if (wans.empty()) {
        wans.emplace_back("WAN");
    }
    for (std::size_t l = 0; l < std::min(kLans, lans.size()); ++l) {
        for (std::size_t w = 0; w < std::min(kWans, wans.size()); ++w) {
            addBothWays(out, {lans[l], wans[w], false, {}, {}, {}, Match::No});
        }
    }
    std::size_t taken = 0;
    for (std::size_t a = 0; a < lans.size() && taken < kVlans; ++a) {
        for (std::size_t b = a + 1; b < lans.size() && taken < kVlans; ++b) {
            const Interface* left = facts.topology.find(lans[a]);
            const Interface* right = facts.topology.find(lans[b]);
            const bool stacked =
                left && right && (left->parent == lans[b] || right->parent == lans[a]) && !facts.topology.networkOf(lans[a]);
            if (!stacked) {
                ++taken;
                addBothWays(out, {lans[a], lans[b], false, {}, {}, {}, Match::No});
            }
        }
    }
    addBridged(facts, out);
    addQueuedHosts(facts, lans.front(), wans.front(), out);
    addPolicies(facts, lans.front(), wans.front(), out);
    return out;
}

} // namespace core::doctor
