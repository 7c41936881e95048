// What stands around the route tables: static ARP, routing rules, VRFs.
#include "agent/control/tree/compile_context.h"
#include "core/routeros/config/values.h"

#include <array>
#include <utility>

namespace agent::control {

namespace config = core::routeros::config;
using namespace agent::dataplane;

namespace {

using Action = RoutingRuleConfig::Action;
constexpr std::array<std::pair<std::string_view, Action>, 4> kActions{{{"lookup", Action::Lookup},
                                                                       {"lookup-only-in-table", Action::LookupOnlyInTable},
                                                                       {"drop", Action::Drop},
                                                                       {"unreachable", Action::Unreachable}}};

std::optional<Action> actionOf(std::string_view word) {
    for (const auto& [name, action] : kActions) {
        if (name == word) {
            return action;
        }
    }
    return word.empty() ? std::optional(Action::Lookup) : std::nullopt;
}

void compileStaticArp(CompileContext& context) {
    for (const Item* item : context.tree.items("/ip/arp")) {
        if (!item->enabled()) {
            continue;
        }
        StaticArpConfig arp;
        arp.uid = item->id;
        const auto interface = context.interface(item->value("interface"));
        const auto address = config::parseIpv4(item->value("address"));
        const auto mac = config::parseMac(item->value("mac-address"));
        if (!interface || !address || !mac) {
            context.invalid.insert(item->id);
            continue;
        }
        arp.interface = *interface;
        arp.address = *address;
        arp.mac = Mac{*mac};
        arp.published = item->isTrue("published");
        context.out.arp.push_back(arp);
    }
}

// False when the text is there but cannot be read.
bool readPrefix(const Item& item, std::string_view property, std::optional<Ipv4Prefix>& into) {
    const std::string_view text = item.value(property);
    if (text.empty()) {
        return true;
    }
    const auto prefix = config::parseIpv4WithLength(text);
    if (prefix) {
        into = Ipv4Prefix{prefix->network(), prefix->length};
    }
    return prefix.has_value();
}

void compileRules(CompileContext& context) {
    for (const Item* item : context.tree.items("/routing/rule")) {
        if (!item->enabled()) {
            continue;
        }
        RoutingRuleConfig rule;
        rule.uid = item->id;
        bool valid = readPrefix(*item, "src-address", rule.source) && readPrefix(*item, "dst-address", rule.destination);
        if (const std::string_view name = item->value("interface"); !name.empty()) {
            const auto interface = context.interface(name);
            rule.interface = interface.value_or(kNoInterface);
            valid = valid && interface;
        }
        if (const std::string_view mark = item->value("routing-mark"); !mark.empty()) {
            rule.routingMark = context.routingTable(mark);
        }
        const auto action = actionOf(item->value("action"));
        rule.action = action.value_or(Action::Lookup);
        rule.table = context.routingTable(item->value("table", "main"));
        if (!valid || !action) {
            context.invalid.insert(item->id);
            continue;
        }
        context.out.routingRules.push_back(rule);
    }
}

void compileVrfs(CompileContext& context) {
    for (const Item* item : context.tree.items("/ip/vrf")) {
        if (!item->enabled() || item->value("name") == "main") { // the one every router shows
            continue;
        }
        VrfConfig vrf;
        vrf.uid = item->id;
        vrf.table = context.routingTable(item->value("name"));
        for (const std::string_view name : config::splitList(item->value("interfaces"))) {
            if (const auto interface = context.interface(name)) {
                vrf.interfaces.push_back(*interface);
            } else if (const auto list = context.interfaceList(name)) {
                vrf.interfaces.insert(vrf.interfaces.end(), list->begin(), list->end());
            }
        }
        context.out.vrfs.push_back(std::move(vrf));
    }
}

} // namespace

ArpMode arpModeOf(std::string_view word) {
    constexpr std::array<std::pair<std::string_view, ArpMode>, 5> modes{{{"enabled", ArpMode::Enabled},
                                                                         {"disabled", ArpMode::Disabled},
                                                                         {"reply-only", ArpMode::ReplyOnly},
                                                                         {"proxy-arp", ArpMode::ProxyArp},
                                                                         {"local-proxy-arp", ArpMode::LocalProxyArp}}};
    for (const auto& [name, mode] : modes) {
        if (name == word) {
            return mode;
        }
    }
    return ArpMode::Enabled;
}

MarkId CompileContext::routingTable(std::string_view name) const { return name == "main" ? MarkId{0} : numbering.mark(name); }

void compileRouting(CompileContext& context) {
    compileStaticArp(context);
    compileRules(context);
    compileVrfs(context);
    const Item& hardware = context.tree.settings("/interface/ethernet/switch/l3hw-settings");
    context.out.fastTrackHw = hardware.value("fasttrack-hw", "true") != "false";
    const Item& settings = context.tree.settings("/ip/settings");
    const std::string_view filter = settings.value("rp-filter");
    context.out.ip.rpFilter = filter == "strict" ? RpFilter::Strict : filter == "loose" ? RpFilter::Loose : RpFilter::No;
    context.out.ip.multipathHash = settings.value("ipv4-multipath-hash-policy").starts_with("l4") ? MultipathHash::L4 : MultipathHash::L3;
}

} // namespace agent::control
