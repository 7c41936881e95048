#include "core/doctor/topology.h"

#include "core/routeros/config/values.h"

#include <algorithm>
#include <charconv>

namespace core::doctor {
namespace {

using core::routeros::config::splitList;

bool begins(std::string_view text, std::string_view with) {
    return text.substr(0, with.size()) == with;
}

InterfaceType typeOfMenu(std::string_view menu) {
    static const std::map<std::string_view, InterfaceType> types{
        {"/interface/ethernet", InterfaceType::Ethernet},
        {"/interface/bridge", InterfaceType::Bridge},
        {"/interface/vlan", InterfaceType::Vlan},
        {"/interface/bonding", InterfaceType::Bonding},
        {"/interface/vrrp", InterfaceType::Vrrp},
        {"/interface/pppoe-client", InterfaceType::Pppoe},
        {"/interface/wireguard", InterfaceType::WireGuard},
        {"/interface/eoip", InterfaceType::Tunnel},
        {"/interface/gre", InterfaceType::Tunnel},
        {"/interface/ipip", InterfaceType::Tunnel},
        {"/interface/vxlan", InterfaceType::Tunnel},
        {"/interface/l2tp-client", InterfaceType::Tunnel},
        {"/interface/ovpn-client", InterfaceType::OtherPpp},
        {"/interface/sstp-client", InterfaceType::OtherPpp},
        {"/interface/pptp-client", InterfaceType::OtherPpp},
        {"/interface/lte", InterfaceType::Lte},
        {"/interface/veth", InterfaceType::Veth},
        {"/interface/wireless", InterfaceType::Wireless},
        {"/interface/wifi", InterfaceType::Wireless},
        {"/interface/wifiwave2", InterfaceType::Wireless},
        {"/interface/eoipv6", InterfaceType::Tunnel},
        {"/interface/gre6", InterfaceType::Tunnel},
    };
    const auto found = types.find(menu);
    return found == types.end() ? InterfaceType::Other : found->second;
}

// RouterOS gives hardware these names.
InterfaceType typeOfName(std::string_view name) {
    for (const std::string_view wired : {"ether", "sfp", "qsfp", "combo"}) {
        if (begins(name, wired)) {
            return InterfaceType::Ethernet;
        }
    }
    for (const auto& [prefix, type] : {std::pair<std::string_view, InterfaceType>{"wlan", InterfaceType::Wireless},
                                       {"wifi", InterfaceType::Wireless},
                                       {"bridge", InterfaceType::Bridge},
                                       {"vlan", InterfaceType::Vlan},
                                       {"bond", InterfaceType::Bonding},
                                       {"pppoe", InterfaceType::Pppoe},
                                       {"wireguard", InterfaceType::WireGuard},
                                       {"lte", InterfaceType::Lte},
                                       {"veth", InterfaceType::Veth}}) {
        if (begins(name, prefix)) {
            return type;
        }
    }
    return InterfaceType::Other;
}

} // namespace

Topology::Topology(const ConfigView& view)
    : view_(view) {
    readInterfaces();
    readMentions();
    readRoles();
    guessRoles();
}

Interface& Topology::mention(std::string_view name) {
    const auto found = interfaces_.find(name);
    if (found != interfaces_.end()) {
        return found->second;
    }
    Interface made;
    made.name = made.defaultName = std::string(name);
    made.type = typeOfName(name);
    if (made.type == InterfaceType::Bridge) {
        bridgeOrder_.push_back(made.name);
    }
    return interfaces_.emplace(made.name, std::move(made)).first->second;
}

void Topology::readInterfaces() {
    for (const Line& line : view_.interfaces()) {
        std::string_view name = line.value("name", line.value("default-name"));
        if (name.empty()) {
            name = line.value(".selector");
        }
        if (name.empty() || begins(name, "[")) {
            continue;
        }
        Interface& made = mention(name);
        made.line = line;
        made.type = typeOfMenu(line.menu);
        if (made.type == InterfaceType::Bridge && std::find(bridgeOrder_.begin(), bridgeOrder_.end(), made.name) == bridgeOrder_.end()) {
            bridgeOrder_.push_back(made.name);
        }
        made.defaultName = std::string(line.value("default-name", name));
        made.disabled = line.disabled();
        made.parent = std::string(line.value("interface"));
        for (const std::string_view slave : splitList(line.value("slaves"))) {
            made.slaves.emplace_back(slave);
        }
        const std::string_view vlan = line.value("vlan-id");
        std::from_chars(vlan.data(), vlan.data() + vlan.size(), made.vlan);
    }
}

void Topology::readMentions() {
    for (const Line& line : view_.lines("/interface/bridge/port")) {
        if (line.value("interface").empty() || line.value("bridge") == "none") {
            continue;
        }
        mention(line.value("bridge"));
        Interface& port = mention(line.value("interface"));
        if (!line.disabled()) {
            port.bridge = std::string(line.value("bridge"));
            port.port = line;
            ports_[port.bridge].push_back(port.name);
        }
    }
    // A bridge's VLAN table names its ports too.
    for (const Line& line : view_.enabled("/interface/bridge/vlan")) {
        for (const std::string_view property : {"tagged", "untagged"}) {
            for (const std::string_view name : splitList(line.value(property))) {
                Interface& port = mention(name);
                if (port.type == InterfaceType::Ethernet && port.bridge.empty() && name != line.value("bridge")) {
                    port.bridge = std::string(line.value("bridge"));
                    ports_[port.bridge].push_back(port.name);
                }
            }
        }
    }
    // What VLANs, PPPoE clients and bonds stand on.
    for (const Line& line : view_.interfaces()) {
        for (const std::string_view name : splitList(line.value("slaves"))) {
            mention(name);
        }
        if (const std::string_view below = line.value("interface"); !below.empty()) {
            mention(below);
        }
    }
    for (const std::string_view menu : {"/ip/firewall/filter", "/ip/firewall/nat", "/ip/firewall/mangle"}) {
        for (const Line& line : view_.lines(menu)) {
            for (const std::string_view property : {"in-interface", "out-interface"}) {
                std::string_view name = line.value(property);
                if (begins(name, "!")) {
                    name.remove_prefix(1);
                }
                if (!name.empty() && name.substr(0, 4) != "all-") {
                    mention(name);
                }
            }
        }
    }
    for (const std::string_view menu :
         {"/ip/address", "/ip/dhcp-client", "/ip/dhcp-server", "/interface/list/member", "/interface/pppoe-server/server"}) {
        for (const Line& line : view_.lines(menu)) {
            if (const std::string_view name = line.value("interface"); !name.empty() && name != "all" && name != "none") {
                mention(name);
            }
        }
    }
    for (const Line& line : view_.lines("/queue/tree")) {
        const std::string_view parent = line.value("parent");
        if (!parent.empty() && parent != "global" && !view_.findBy("/queue/tree", "name", parent)) {
            mention(parent);
        }
    }
    for (const Line& line : view_.enabled("/ip/address")) {
        if (const auto address = core::routeros::config::parseIpv4WithLength(line.value("address"))) {
            const std::uint32_t first = address->network();
            const std::uint32_t hosts = address->length == 0 ? ~0U : address->length == 32 ? 0 : (~0U >> address->length);
            networks_.try_emplace(std::string(line.value("interface")), AddressRange{first, first | hosts});
        }
    }
}

const Interface* Topology::find(std::string_view name) const {
    const auto found = interfaces_.find(name);
    return found == interfaces_.end() ? nullptr : &found->second;
}

std::vector<const Interface*> Topology::portsOf(std::string_view bridge) const {
    std::vector<const Interface*> out;
    if (const auto found = ports_.find(bridge); found != ports_.end()) {
        for (const std::string& name : found->second) {
            out.push_back(find(name));
        }
    }
    return out;
}

std::vector<const Interface*> Topology::bridges() const {
    std::vector<const Interface*> out;
    for (const std::string& name : bridgeOrder_) {
        if (const Interface* bridge = find(name); bridge && bridge->type == InterfaceType::Bridge) {
            out.push_back(bridge);
        }
    }
    return out;
}

std::string Topology::bridgeUnder(std::string_view name) const {
    for (int depth = 0; depth < 4; ++depth) {
        const Interface* at = find(name);
        if (!at) {
            return {};
        }
        if (at->type == InterfaceType::Bridge) {
            return at->name;
        }
        if (!at->bridge.empty()) {
            return at->bridge;
        }
        name = at->parent;
    }
    return {};
}

std::optional<AddressRange> Topology::networkOf(std::string_view name) const {
    const auto found = networks_.find(name);
    return found == networks_.end() ? std::nullopt : std::optional<AddressRange>(found->second);
}

std::vector<std::string> Topology::membersOf(std::string_view list, int depth) const {
    std::vector<std::string> out;
    constexpr int kDepth = 8; // lists may include each other
    if (depth >= kDepth) {
        return out;
    }
    for (const Line& line : view_.enabled("/interface/list/member")) {
        if (line.value("list") == list) {
            out.emplace_back(line.value("interface"));
        }
    }
    for (const Line& line : view_.lines("/interface/list")) {
        if (line.value("name") == list) {
            for (const std::string_view included : splitList(line.value("include"))) {
                if (included != list) {
                    for (std::string& name : membersOf(included, depth + 1)) {
                        out.push_back(std::move(name));
                    }
                }
            }
        }
    }
    return out;
}

Match Topology::inList(std::string_view interface, std::string_view list) const {
    if (list == "all") {
        return Match::Yes;
    }
    if (list == "none") {
        return Match::No;
    }
    const auto members = membersOf(list);
    if (std::find(members.begin(), members.end(), interface) != members.end()) {
        return Match::Yes;
    }
    const bool role = list == "WAN" || list == "LAN";
    const bool shown = !members.empty() || (role && view_.any("/interface/list/member")); // who shows members of other lists would show these
    if (shown && interface != "LAN" && interface != "WAN") {
        return Match::No;
    }
    // Nobody is seen in it: a list of this role's name has the role's interfaces, any other list may be filled by PPP profiles.
    const bool wan = interface == "WAN" || std::find(wans_.begin(), wans_.end(), interface) != wans_.end();
    const bool lan = interface == "LAN" || std::find(lans_.begin(), lans_.end(), interface) != lans_.end();
    if (role) {
        return matchIf(list == "WAN" ? wan : lan);
    }
    return wan ? Match::No : Match::Part;
}

} // namespace core::doctor
