#include "agent/control/tree/checks.h"

#include "core/routeros/config/values.h"

#include <algorithm>
#include <array>
#include <utility>

namespace agent::control {

namespace config = core::routeros::config;
using config::Outcome;
using config::refuse;

namespace {

Outcome<void> failure(std::string text) { return refuse(config::kGeneral, "failure: " + std::move(text)); }

// Another item of `menu` that has the same values of these properties. The one most items differ in comes first.
bool hasTwin(const Tree& tree, std::string_view menu, const Item& item, std::initializer_list<std::string_view> properties) {
    const auto isTwin = [&](const Item& other) {
        return other.id != item.id &&
               std::all_of(properties.begin(), properties.end(), [&](std::string_view p) { return other.get(p) == item.get(p); });
    };
    if (menu == "/interface") {
        const auto all = tree.items(menu);
        return std::any_of(all.begin(), all.end(), [&](const Item* other) { return isTwin(*other); });
    }
    const auto table = tree.tables().find(menu);
    return table != tree.tables().end() && std::any_of(table->second.begin(), table->second.end(), isTwin);
}

Outcome<void> checkName(const Tree& tree, std::string_view menu, const Item& item) {
    if (item.value("name").empty()) {
        return refuse(config::kArgument, "invalid value for argument name");
    }
    if (hasTwin(tree, menu, item, {"name"})) {
        return failure(menu == "/interface" ? "already have interface with such name" : "already have such name");
    }
    return {};
}

Outcome<void> checkBridgePort(const Tree& tree, const Item& item) {
    if (item.value("bridge") == item.value("interface")) {
        return failure("bridge can not be its own port");
    }
    if (hasTwin(tree, "/interface/bridge/port", item, {"interface"})) {
        return failure("device already added as bridge port");
    }
    return {};
}

// A VLAN may stand on a VLAN, but never, over any number of steps, on itself.
Outcome<void> checkVlan(const Tree& tree, const Item& item) {
    std::string parent(item.value("interface"));
    for (int depth = 0; depth < 64; ++depth) {
        if (parent == item.value("name")) {
            return failure("interface loop");
        }
        const Item* below = tree.findBy("/interface/vlan", "name", parent);
        if (!below) {
            return {};
        }
        parent = below->value("interface");
    }
    return failure("interface loop");
}

Outcome<void> checkTreeQueue(const Tree& tree, const Item& item) {
    std::string parent(item.value("parent"));
    for (int depth = 0; depth < 64; ++depth) {
        if (parent == item.value("name")) {
            return failure("queue loop");
        }
        const Item* above = tree.findBy("/queue/tree", "name", parent);
        if (!above) {
            return {};
        }
        parent = above->value("parent");
    }
    return failure("queue loop");
}

Outcome<void> checkRoute(const Item& item) {
    if (item.value("gateway").empty() && !item.isTrue("blackhole")) {
        return refuse(config::kArgument, "missing value(s) of argument(s) gateway");
    }
    return {};
}

// Actions that need an argument.
Outcome<void> checkRuleAction(const Item& rule) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> needs{{
        {"jump", "jump-target"},
        {"mark-packet", "new-packet-mark"},
        {"mark-connection", "new-connection-mark"},
        {"mark-routing", "new-routing-mark"},
        {"add-src-to-address-list", "address-list"},
        {"add-dst-to-address-list", "address-list"},
    }};
    for (const auto& [action, argument] : needs) {
        if (rule.value("action") == action && rule.value(argument).empty()) {
            return failure(std::string(argument) + " must be set for action=" + std::string(action));
        }
    }
    return {};
}

// Ports and flags exist in some protocols only.
Outcome<void> checkRuleProtocol(const Item& rule) {
    const std::string_view protocol = rule.value("protocol");
    const bool hasPorts = protocol == "tcp" || protocol == "udp" || protocol == "dccp" || protocol == "sctp";
    for (const std::string_view ports : {"src-port", "dst-port", "port", "to-ports"}) {
        if (rule.get(ports) && !hasPorts) {
            return failure("ports can be specified if proto is tcp, udp, udp-lite, dccp, sctp");
        }
    }
    if (rule.get("tcp-flags") && protocol != "tcp") {
        return failure("tcp-flags can be specified if proto is tcp");
    }
    if (rule.get("icmp-options") && protocol != "icmp") {
        return failure("icmp-options can be specified if proto is icmp");
    }
    return {};
}

Outcome<void> checkNat(const Item& rule) {
    const std::string_view chain = rule.value("chain");
    const std::string_view action = rule.value("action");
    if (chain == "dstnat" && (action == "masquerade" || action == "src-nat")) {
        return failure("action " + std::string(action) + " is not possible in dstnat chain");
    }
    if (chain == "srcnat" && action == "dst-nat") {
        return failure("action dst-nat is not possible in srcnat chain");
    }
    return {};
}

Outcome<void> checkRule(std::string_view menu, const Item& rule) {
    if (auto done = checkRuleAction(rule); !done) {
        return done;
    }
    if (auto done = checkRuleProtocol(rule); !done) {
        return done;
    }
    return menu == "/ip/firewall/nat" ? checkNat(rule) : Outcome<void>();
}

} // namespace

Outcome<void> check(const Tree& tree, std::string_view menu, const Item& item) {
    if (std::ranges::find(interfaceKinds(), menu) != interfaceKinds().end()) {
        if (auto done = checkName(tree, "/interface", item); !done) {
            return done;
        }
        return menu == "/interface/vlan" ? checkVlan(tree, item) : Outcome<void>();
    }
    if (menu == "/interface/bridge/port") {
        return checkBridgePort(tree, item);
    }
    if (menu == "/user" && hasTwin(tree, menu, item, {"name"})) {
        return failure("user with the same name already exists");
    }
    if (menu == "/interface/list" || menu == "/user/group" || menu == "/queue/type" || menu == "/queue/simple" || menu == "/system/scheduler" ||
        menu == "/system/script") {
        return checkName(tree, menu, item);
    }
    if (menu == "/interface/list/member" && hasTwin(tree, menu, item, {"interface", "list"})) {
        return failure("already have such entry");
    }
    if (menu == "/ip/address" && hasTwin(tree, menu, item, {"address", "interface"})) {
        return failure("already have such address");
    }
    if (menu == "/ip/firewall/address-list") {
        return hasTwin(tree, menu, item, {"address", "list"}) ? failure("already have such entry") : Outcome<void>();
    }
    if (menu == "/ip/route") {
        return checkRoute(item);
    }
    if (menu == "/queue/tree") {
        if (auto done = checkName(tree, menu, item); !done) {
            return done;
        }
        return checkTreeQueue(tree, item);
    }
    return menu.starts_with("/ip/firewall/") ? checkRule(menu, item) : Outcome<void>();
}

} // namespace agent::control
