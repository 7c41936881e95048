#include "core/doctor/routes.h"

#include "core/routeros/config/values.h"

namespace core::doctor {
namespace {

std::string_view tableOf(const Line& route) {
    return route.value("routing-table", route.value("routing-mark", "main"));
}

} // namespace

bool mainHasDefault(const Facts& facts) {
    for (const Line& route : facts.view.enabled("/ip/route")) {
        const std::string_view to = route.value("dst-address", "0.0.0.0/0");
        if (tableOf(route) == "main" && (to == "0.0.0.0/0" || to.empty())) {
            return true;
        }
    }
    for (const std::string_view menu : {"/ip/dhcp-client", "/interface/pppoe-client", "/interface/lte"}) {
        for (const Line& client : facts.view.enabled(menu)) {
            if (client.yes("add-default-route", menu == "/ip/dhcp-client")) {
                return true;
            }
        }
    }
    return false;
}

Match ruledTable(const Facts& facts, const Flow& flow) {
    Match match = Match::No;
    for (const Line& rule : facts.view.enabled("/routing/rule")) {
        if (rule.value("table", "main") == "main" || !rule.value("action", "lookup").starts_with("lookup")) {
            continue;
        }
        Match here = Match::Yes;
        if (rule.has("src-address")) {
            here = both(here, matchAddress(rule.value("src-address"), flow.source));
        }
        if (rule.has("dst-address")) {
            here = both(here, matchAddress(rule.value("dst-address"), flow.destination));
        }
        if (rule.has("interface")) {
            here = both(here, matchIf(rule.value("interface") == flow.in));
        }
        match = either(match, here);
    }
    return match;
}

std::optional<Line> policyLine(const Facts& facts, const Flow& flow) {
    for (const Line& rule : facts.view.enabled("/ip/firewall/mangle")) {
        if (rule.value("action") == "mark-routing" && flow.marks.routing.count(std::string(rule.value("new-routing-mark"))) != 0) {
            return rule;
        }
    }
    for (const Line& rule : facts.view.enabled("/routing/rule")) {
        if (rule.value("table", "main") != "main") {
            return rule;
        }
    }
    return std::nullopt;
}

std::vector<Line> routesOf(const Facts& facts, std::string_view table) {
    std::vector<Line> out = facts.view.enabled("/ip/route");
    std::erase_if(out, [&](const Line& route) { return tableOf(route) != table; });
    return out;
}

const Interface* containerOf(const Facts& facts, const Line& route) {
    const std::string_view gateway = route.value("gateway");
    const auto address = core::routeros::config::parseIpv4(gateway);
    for (const auto& [name, interface] : facts.topology.all()) {
        if (interface.type != InterfaceType::Veth || !interface.line) {
            continue;
        }
        const auto own = core::routeros::config::parseIpv4WithLength(interface.line->value("address"));
        const bool inside = own && address && (*address & (own->length == 0 ? 0 : ~0U << (32 - own->length))) == own->network();
        if (gateway == name || inside) {
            return &interface;
        }
    }
    return nullptr;
}

} // namespace core::doctor
