#include "core/routeros/config/schema_tables.h"

#include <initializer_list>

namespace core::routeros::config {

namespace {

using enum ValueType;

// Properties every firewall table shares.
std::vector<Property> matchers(std::vector<std::string_view> actions) {
    std::vector<Property> properties{
        required(text("chain")),
        word("action", "accept", std::move(actions)),
        negatable(typed("src-address", AddressInterval)),
        negatable(typed("dst-address", AddressInterval)),
        negatable(text("src-address-list")),
        negatable(text("dst-address-list")),
        negatable(typed("protocol", Protocol)),
        negatable(list(typed("src-port", Ports))),
        negatable(list(typed("dst-port", Ports))),
        negatable(list(typed("port", Ports))),
        negatable(reference("in-interface", Target::Interface)),
        negatable(reference("out-interface", Target::Interface)),
        negatable(reference("in-interface-list", Target::InterfaceList)),
        negatable(reference("out-interface-list", Target::InterfaceList)),
        negatable(list(word("connection-state", {}, {"established", "related", "new", "invalid", "untracked"}))),
        negatable(list(word("connection-nat-state", {}, {"srcnat", "dstnat"}))),
        negatable(text("connection-mark")),
        negatable(text("packet-mark")),
        negatable(text("routing-mark")),
        list(word("tcp-flags", {}, {"fin", "syn", "rst", "psh", "ack", "urg", "!fin", "!syn", "!rst", "!psh", "!ack", "!urg"})),
        boolean("fragment", {}),
        negatable(text("icmp-options")),
        text("jump-target"),
        text("address-list"),
        orWord(typed("address-list-timeout", Duration), {"none-dynamic", "none-static"}),
        boolean("log", "false"),
        text("log-prefix", ""),
    };
    addItemProperties(properties);
    return properties;
}

// Raw sees packets before connection tracking: nothing about connections can be asked there.
std::vector<Property> rawMatchers() {
    std::vector<Property> properties = matchers({"accept", "add-dst-to-address-list", "add-src-to-address-list", "drop", "jump", "log", "notrack", "passthrough", "return"});
    std::erase_if(properties, [](const Property& p) { return p.name.starts_with("connection-") || p.name == "routing-mark"; });
    return properties;
}

void append(std::vector<Property>& to, std::initializer_list<Property> more) { to.insert(to.end(), more); }

} // namespace

std::vector<Menu> firewallMenus() {
    auto filter = matchers({"accept", "add-dst-to-address-list", "add-src-to-address-list", "drop", "fasttrack-connection", "jump", "log", "passthrough", "reject", "return"});
    append(filter, {word("reject-with", {},
                         {"icmp-network-unreachable", "icmp-host-unreachable", "icmp-port-unreachable", "icmp-admin-prohibited", "tcp-reset"}),
                    boolean("hw-offload", {})});

    auto nat = matchers({"accept", "add-dst-to-address-list", "add-src-to-address-list", "dst-nat", "jump", "log", "masquerade", "passthrough", "return", "src-nat"});
    append(nat, {typed("to-addresses", AddressInterval), typed("to-ports", Ports)});

    auto mangle = matchers({"accept", "add-dst-to-address-list", "add-src-to-address-list", "drop", "fasttrack-connection", "jump", "log", "mark-connection",
                            "mark-packet", "mark-routing", "passthrough", "return"});
    append(mangle, {text("new-packet-mark"), text("new-connection-mark"), text("new-routing-mark"), boolean("passthrough", "true")});

    std::vector<Property> addressList{required(text("list")), required(typed("address", AddressInterval)), typed("timeout", Duration)};
    addItemProperties(addressList);

    std::vector<Menu> menus;
    menus.push_back({"/ip/firewall/filter", MenuKind::Ordered, std::move(filter)});
    menus.push_back({"/ip/firewall/nat", MenuKind::Ordered, std::move(nat)});
    menus.push_back({"/ip/firewall/mangle", MenuKind::Ordered, std::move(mangle)});
    menus.push_back({"/ip/firewall/raw", MenuKind::Ordered, rawMatchers()});
    menus.push_back({"/ip/firewall/address-list", MenuKind::List, std::move(addressList)});
    menus.push_back({"/ip/firewall/connection", MenuKind::ReadOnly, {}});
    menus.push_back({"/ip/firewall/connection/tracking", MenuKind::Settings,
                     {word("enabled", "auto", {"auto", "yes", "no"}), typed("tcp-syn-sent-timeout", Duration, "5s"), typed("tcp-syn-received-timeout", Duration, "5s"),
                      typed("tcp-established-timeout", Duration, "1d"), typed("tcp-fin-wait-timeout", Duration, "10s"),
                      typed("tcp-close-wait-timeout", Duration, "10s"), typed("tcp-last-ack-timeout", Duration, "10s"),
                      typed("tcp-time-wait-timeout", Duration, "10s"), typed("tcp-close-timeout", Duration, "10s"), boolean("loose-tcp-tracking", "true"),
                      typed("udp-timeout", Duration, "30s"), typed("udp-stream-timeout", Duration, "3m"), typed("icmp-timeout", Duration, "10s"),
                      typed("generic-timeout", Duration, "10m")}});
    return menus;
}

} // namespace core::routeros::config
