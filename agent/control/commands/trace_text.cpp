#include "agent/control/commands/trace_text.h"

#include "agent/dataplane/conntrack/connection_entry.h"
#include "agent/dataplane/fib/next_hop.h"
#include "agent/dataplane/pipeline/packet_ledger.h"
#include "agent/dataplane/queueing/admission.h"
#include "core/model/path_kind.h"
#include "core/routeros/config/values.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace agent::control {

using core::model::Row;
using core::routeros::config::formatIpv4;
using core::routeros::config::formatMac;
using core::routeros::config::formatProtocol;
using dataplane::FastRefusal;
using dataplane::TraceDecision;
using dataplane::TraceEvent;
using dataplane::TraceStage;

namespace {

std::string_view stageName(TraceStage stage) {
    constexpr std::array<std::string_view, 18> names{"ingress", "switch", "vlan",    "bridge", "fast-path", "fasttrack",
                                                     "raw",     "conntrack", "mangle", "dst-nat", "routing", "filter",
                                                     "src-nat", "copy",   "queue",   "local",  "egress",    "drop"};
    return names[static_cast<std::size_t>(stage)];
}

std::string endpoint(std::uint32_t address, std::uint16_t port, bool hasPort) {
    return formatIpv4(address) + (hasPort ? ":" + std::to_string(port) : std::string());
}

std::string secondsText(core::base::Nanos span) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.6f", static_cast<double>(span) / 1e9);
    return text.data();
}

std::string stateText(std::uint8_t bits) {
    constexpr std::array<std::string_view, 5> names{"established", "related", "new", "invalid", "untracked"};
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if ((bits >> i & 1u) != 0) {
            text += (text.empty() ? "" : ",") + std::string(names[i]);
        }
    }
    return text.empty() ? "none" : text;
}

// The menu of a connection's or a rule's stage.
std::string menuOf(TraceStage stage) {
    switch (stage) {
    case TraceStage::Raw: return "/ip/firewall/raw";
    case TraceStage::Mangle: return "/ip/firewall/mangle";
    case TraceStage::Filter: return "/ip/firewall/filter";
    default: return "/ip/firewall/nat";
    }
}

} // namespace

std::string packetText(const TraceEvent& e) {
    const bool ports = (e.flags & dataplane::kHasPorts) != 0;
    std::string text;
    if ((e.flags & dataplane::kIsIpv4) != 0) {
        text = formatProtocol(e.protocol) + " " + endpoint(e.src, e.sport, ports) + " > " + endpoint(e.dst, e.dport, ports) + " ttl " +
               std::to_string(e.ttl);
    } else {
        std::array<std::uint8_t, 6> destination, source;
        std::copy_n(e.link.begin(), 6, destination.begin());
        std::copy_n(e.link.begin() + 6, 6, source.begin());
        text = ((e.flags & dataplane::kIsArp) != 0 ? "arp " : "frame ") + formatMac(source) + " > " + formatMac(destination);
    }
    if (e.vlan != 0) {
        text += " vlan " + std::to_string(e.vlan);
    }
    return text + ", " + std::to_string(e.length) + " octets";
}

std::string TraceText::interface(dataplane::IfIndex index) const {
    return std::string(context_.config.compiled().interfaceName(index));
}

std::string TraceText::outInterface(const TraceEvent& e) const {
    const dataplane::EngineConfig& config = *context_.config.compiled().config;
    dataplane::IfIndex at = e.interface;
    std::uint16_t vlan = e.vlan;
    const auto port = std::find_if(config.bridgePorts.begin(), config.bridgePorts.end(), [&](const auto& p) { return p.interface == e.interface; });
    if (port != config.bridgePorts.end()) {
        at = port->bridge;
        const auto bridge = std::find_if(config.bridges.begin(), config.bridges.end(), [&](const auto& b) { return b.interface == at; });
        vlan = vlan == 0 && bridge != config.bridges.end() && bridge->vlanFiltering ? port->pvid : vlan;
    }
    for (std::size_t i = 0; vlan != 0 && i < config.interfaces.size(); ++i) {
        const dataplane::InterfaceConfig& candidate = config.interfaces[i];
        if (candidate.type == dataplane::InterfaceType::Vlan && candidate.parent == at && candidate.vlanId == vlan) {
            return candidate.name;
        }
    }
    return interface(at);
}

TraceText::Said TraceText::sayRule(const TraceEvent& e) const {
    Said said;
    said.menu = menuOf(e.stage);
    const Item* rule = context_.tree().find(said.menu, e.item);
    if (!rule) {
        said.decision = "rule";
        said.text = "a rule that is no longer there";
        return said;
    }
    said.item = formatId(e.item);
    const std::vector<const Item*> all = context_.tree().items(said.menu);
    const auto number = static_cast<std::size_t>(std::find(all.begin(), all.end(), rule) - all.begin());
    said.decision = rule->value("action").empty() ? "accept" : std::string(rule->value("action"));
    said.text = "rule " + std::to_string(number) + ", chain " + std::string(rule->value("chain"));
    for (const std::string_view mark : {"new-packet-mark", "new-connection-mark", "new-routing-mark", "reject-with", "jump-target"}) {
        if (!rule->value(mark).empty()) {
            said.text += ", " + std::string(mark) + "=" + std::string(rule->value(mark));
        }
    }
    if (!rule->value("comment").empty()) {
        said.text += " (" + std::string(rule->value("comment")) + ")";
    }
    return said;
}

TraceText::Said TraceText::sayConnection(const TraceEvent& e) const {
    Said said{stateText(e.code), "/ip/firewall/connection", e.item != 0 ? formatId(e.item) : std::string(), {}};
    said.text = e.item == 0 ? "no connection" : "connection " + formatId(e.item);
    if ((e.value & dataplane::kFastTracked) != 0) {
        said.text += ", fasttracked: this packet is one of those that still go the slow way";
    }
    if (e.item != 0 && (e.value & dataplane::kConfirmed) == 0) {
        said.text += ", its first packet";
    }
    return said;
}

TraceText::Said TraceText::sayRoute(const TraceEvent& e) const {
    constexpr std::array<std::string_view, 8> kinds{"no-route", "local",     "broadcast",   "connected",
                                                    "gateway",  "blackhole", "unreachable", "prohibit"};
    Said said{std::string(kinds[e.code % kinds.size()]), "/ip/route", {}, "to " + formatIpv4(e.dst)};
    if (e.interface != dataplane::kNoInterface) {
        said.text += " by " + interface(e.interface);
    }
    if (e.value != 0) {
        said.text += " via " + formatIpv4(e.value);
    }
    return said;
}

TraceText::Said TraceText::sayTranslation(const TraceEvent& e) const {
    const bool source = e.stage == TraceStage::SrcNat;
    Said said = e.decision == TraceDecision::Rule ? sayRule(e) : Said{"translated", {}, {}, "as the connection's first packet was"};
    const bool ports = (e.flags & dataplane::kHasPorts) != 0;
    said.text += ": " + formatIpv4(e.value) + " becomes " + (source ? endpoint(e.src, e.sport, ports) : endpoint(e.dst, e.dport, ports));
    return said;
}

TraceText::Said TraceText::sayQueue(const TraceEvent& e) const {
    const bool global = e.interface == dataplane::kNoInterface;
    Said said;
    said.menu = global ? "/queue/tree" : "/queue/interface";
    said.decision = e.decision == TraceDecision::No                                                  ? "dropped"
                    : e.code == static_cast<std::uint8_t>(dataplane::Admission::Direct) ? "direct"
                                                                                        : "queued";
    said.text = global ? "global tree and simple queues" : "queue of " + interface(e.interface);
    return said;
}

TraceText::Said TraceText::say(const TraceEvent& e) const {
    const bool yes = e.decision == TraceDecision::Yes;
    switch (e.stage) {
    case TraceStage::Ingress: return {"received", "/interface", {}, "in by " + interface(e.interface) + ": " + packetText(e)};
    case TraceStage::Switch: return {yes ? "forwarded" : "to-cpu", "/interface/ethernet/switch", {}, yes ? "the switch chip forwards it" : "the switch chip hands it to the CPU"};
    case TraceStage::Vlan: return {"up", "/interface", {}, "to " + interface(e.interface)};
    case TraceStage::Bridge:
        return {e.interface == dataplane::kNoInterface ? "flood" : "forward", "/interface/bridge/host", {},
                (e.interface == dataplane::kNoInterface ? std::string("no known port") : "to " + interface(e.interface)) +
                    (e.value != 0 ? ", vlan " + std::to_string(e.value) : std::string())};
    case TraceStage::FastPath: return {yes ? "yes" : "no", {}, {}, std::string(yes ? "taken by the fast path handler" : refusalText(static_cast<FastRefusal>(e.code)))};
    case TraceStage::FastTrack:
        return {yes ? "yes" : "no", yes ? "/ip/firewall/connection" : "", yes && e.item != 0 ? formatId(e.item) : std::string(),
                std::string(yes ? "taken by the FastTrack handler: rules, mangle and simple queues are skipped" : refusalText(static_cast<FastRefusal>(e.code)))};
    case TraceStage::Raw:
    case TraceStage::Mangle:
    case TraceStage::Filter: return sayRule(e);
    case TraceStage::Conntrack: return sayConnection(e);
    case TraceStage::DstNat:
    case TraceStage::SrcNat: return sayTranslation(e);
    case TraceStage::Routing: return sayRoute(e);
    case TraceStage::Copy: return {"made", {}, {}, "another packet is made of it or about it; it is told under the same number"};
    case TraceStage::Queue: return sayQueue(e);
    case TraceStage::Local: return {"consumed", {}, {}, "for the router itself, or replaced by its fragments"};
    case TraceStage::Egress: return {"sent", "/interface", {}, "out by " + interface(e.interface) + ": " + packetText(e)};
    case TraceStage::Drop: return {std::string(dataplane::dropReasonName(static_cast<dataplane::DropReason>(e.code))), {}, {}, "lost: " + packetText(e)};
    }
    return {};
}

Row TraceText::row(const TraceEvent& e) {
    if (!began_) {
        began_ = e.time;
    }
    const bool decided = e.stage == TraceStage::Switch ? e.decision == TraceDecision::Yes
                                                       : e.stage > TraceStage::FastTrack || e.decision == TraceDecision::Yes;
    if (decided && e.stage >= TraceStage::Switch) {
        paths_[e.packet] = e.path;
    }
    Said said = say(e);
    Row row{{"time", secondsText(e.time - *began_)}, {"packet", std::to_string(e.packet)},     {"step", std::to_string(e.step)},
            {"stage", std::string(stageName(e.stage))}, {"decision", std::move(said.decision)}, {"menu", std::move(said.menu)},
            {"item", std::move(said.item)},             {"text", std::move(said.text)}};
    const auto path = paths_.find(e.packet);
    row.set("out-interface", e.stage == TraceStage::Egress ? outInterface(e) : std::string());
    row.set("interface", e.interface == dataplane::kNoInterface ? std::string() : interface(e.interface));
    row.set("path", path == paths_.end() ? std::string() : std::string(core::model::pathId(path->second)));
    return row;
}

} // namespace agent::control
