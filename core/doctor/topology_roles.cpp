// Which interfaces lead to the provider and which to the users.
#include "core/doctor/topology.h"

#include "core/routeros/config/values.h"

#include <algorithm>
#include <cctype>

namespace core::doctor {
namespace {

void addOnce(std::vector<std::string>& names, std::string_view name) {
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) {
        names.emplace_back(name);
    }
}

bool has(const std::vector<std::string>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::string lower(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

// "ether1-WAN", "ether1-isp-a", "uplink", "ether1-gateway".
bool namedLikeProvider(std::string_view name) {
    const std::string text = lower(name);
    for (const std::string_view word : {"wan", "isp", "uplink", "internet", "gateway"}) {
        if (text.find(word) != std::string::npos) {
            return true;
        }
    }
    return false;
}

bool isDefaultRoute(const Line& route) {
    const std::string_view to = route.value("dst-address", "0.0.0.0/0");
    const std::string_view table = route.value("routing-table", route.value("routing-mark", "main"));
    return (to == "0.0.0.0/0" || to.empty()) && table == "main";
}

} // namespace

void Topology::readRoles() {
    for (const Line& rule : view_.enabled("/ip/firewall/nat")) {
        const std::string_view action = rule.value("action");
        if (rule.value("chain") == "srcnat" && (action == "masquerade" || action == "src-nat")) {
            const std::string_view out = rule.value("out-interface");
            if (!out.empty() && out.front() != '!') {
                addOnce(wans_, out);
            }
            const std::string_view list = rule.value("out-interface-list");
            if (!list.empty() && list.front() != '!') {
                for (const std::string& member : membersOf(list)) {
                    addOnce(wans_, member);
                }
            }
        }
    }
    for (const std::string& member : membersOf("WAN")) {
        addOnce(wans_, member);
    }
    for (const Line& route : view_.enabled("/ip/route")) {
        std::string_view gateway = route.value("gateway");
        if (const std::size_t at = gateway.find('%'); at != std::string_view::npos) {
            gateway = gateway.substr(at + 1);
        }
        if (!isDefaultRoute(route)) {
            // A line of several providers has its default routes in tables of its own.
            const Interface* via = find(gateway);
            if (via && via->type == InterfaceType::Pppoe) {
                addOnce(wans_, gateway);
            }
            continue;
        }
        if (find(gateway)) {
            addOnce(wans_, gateway);
        } else if (const auto address = core::routeros::config::parseIpv4(gateway)) {
            for (const auto& [name, network] : networks_) {
                if (*address >= network.first && *address <= network.last) {
                    addOnce(wans_, name);
                }
            }
        }
    }
    for (const Line& client : view_.enabled("/ip/dhcp-client")) {
        if (client.value("add-default-route", "yes") != "no" && client.value("add-default-route") != "false") {
            addOnce(wans_, client.value("interface"));
        }
    }
    for (const auto& [name, interface] : interfaces_) {
        if (!interface.disabled && (interface.type == InterfaceType::Pppoe || interface.type == InterfaceType::Lte) && interface.line) {
            addOnce(wans_, name);
        }
    }
    // VPN interfaces that masquerade are no provider's line when there is one.
    std::vector<std::string> lines;
    for (const std::string& name : wans_) {
        const Interface* wan = find(name);
        const bool tunnel = wan && (wan->type == InterfaceType::WireGuard || wan->type == InterfaceType::Veth ||
                                    wan->type == InterfaceType::Tunnel || wan->type == InterfaceType::OtherPpp);
        if (!tunnel) {
            lines.push_back(name);
        }
    }
    if (!lines.empty()) {
        wans_ = std::move(lines);
    }
}

void Topology::guessRoles() {
    if (wans_.empty()) {
        for (const auto& [name, interface] : interfaces_) {
            if (interface.bridge.empty() && interface.type != InterfaceType::Vlan && namedLikeProvider(name)) {
                addOnce(wans_, name);
            }
        }
        wanIsGuessed_ = true;
    }
    if (wans_.empty()) {
        // The first port is the provider's by factory, when it stands outside every bridge and something is done at it.
        if (const Interface* first = find("ether1"); first && first->bridge.empty() && !networkOf("ether1") && view_.any("/queue/tree")) {
            addOnce(wans_, "ether1");
        }
    }
    const auto layer3 = [&](std::string_view name) {
        const Interface* at = find(name);
        return at && at->bridge.empty() && !at->disabled;
    };
    for (const std::string& member : membersOf("LAN")) {
        if (layer3(member) && !has(wans_, member)) {
            addOnce(lans_, member);
        }
    }
    for (const std::string_view menu : {"/ip/dhcp-server", "/ip/address", "/ip/hotspot"}) {
        for (const Line& line : view_.enabled(menu)) {
            const std::string_view name = line.value("interface");
            if (layer3(name) && !has(wans_, name)) {
                addOnce(lans_, name);
            }
        }
    }
    for (const auto& [name, interface] : interfaces_) {
        const bool vlan = interface.type == InterfaceType::Vlan && interface.line && !has(wans_, name);
        const bool underPppoe = std::any_of(interfaces_.begin(), interfaces_.end(), [&n = name](const auto& other) {
            return other.second.type == InterfaceType::Pppoe && other.second.parent == n;
        });
        if (vlan && !underPppoe && layer3(name)) {
            addOnce(lans_, name);
        }
    }
    for (const Interface* bridge : bridges()) {
        if (!has(wans_, bridge->name) && (!portsOf(bridge->name).empty() || !bridge->line)) {
            addOnce(lans_, bridge->name);
        }
    }
    if (lans_.empty()) {
        for (const std::string_view menu : {"/ip/firewall/mangle", "/ip/firewall/filter"}) {
            for (const Line& rule : view_.enabled(menu)) {
                const std::string_view in = rule.value("in-interface");
                if (!in.empty() && in.front() != '!' && layer3(in) && !has(wans_, in) && rule.value("chain") != "input") {
                    addOnce(lans_, in);
                }
            }
        }
    }
    // Addresses and rules on tunnels: they are neither.
    std::erase_if(lans_, [&](const std::string& name) {
        const Interface* at = find(name);
        return at && (at->type == InterfaceType::WireGuard || at->type == InterfaceType::Veth || at->type == InterfaceType::Tunnel);
    });
}

} // namespace core::doctor
