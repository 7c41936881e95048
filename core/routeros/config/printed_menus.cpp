// What is asked of a router whose configuration is read; see printed_config.h.
#include "core/routeros/config/printed_config.h"
#include "core/routeros/config/schema.h"
#include "core/routeros/config/written.h"

#include <algorithm>
#include <array>

namespace core::routeros::config {

namespace {

using core::model::Request;

// No bearing on the path of a packet, and either full of secrets or without end.
constexpr std::array<std::string_view, 20> kLeftOut{"/interface",
                                                    "/interface/bridge/mdb",
                                                    "/interface/ethernet/switch/host",
                                                    "/ip/arp",
                                                    "/ip/dhcp-server/lease",
                                                    "/ip/dns/static",
                                                    "/ip/hotspot/user",
                                                    "/ip/ipsec/identity",
                                                    "/radius",
                                                    "/snmp",
                                                    "/snmp/community",
                                                    "/system/clock",
                                                    "/system/identity",
                                                    "/system/resource/irq",
                                                    "/system/scheduler",
                                                    "/system/script",
                                                    "/tool/netwatch",
                                                    "/user",
                                                    "/user/group",
                                                    "/user/ssh-keys"};

bool isLeftOut(const Menu& menu) {
    return menu.kind == MenuKind::ReadOnly || menu.path.starts_with("/user/") || menu.path.starts_with("/pathscope/") ||
           std::find(kLeftOut.begin(), kLeftOut.end(), menu.path) != kLeftOut.end();
}

// Menus the schema does not have, with what of them tells about paths.
struct Beyond {
    std::string_view path, properties;
    bool settings = false;
};
constexpr std::array<Beyond, 11> kBeyond{{
    {"/interface/mesh", "name"},
    {"/interface/bridge/calea", "chain,action"},
    {"/interface/eoipv6", "name,local-address,remote-address,tunnel-id"},
    {"/interface/gre6", "name,local-address,remote-address"},
    {"/interface/l2tp-client", "name,connect-to,allow-fast-path,use-ipsec"},
    {"/interface/wifi/datapath", "name,bridge,vlan-id,traffic-processing"},
    {"/interface/wireless", "name,default-name,mode,bridge-mode,vlan-mode,vlan-id"},
    {"/ip/accounting", "enabled", true},
    {"/ip/kid-control", "name,rate-limit,tur-rate-limit"},
    {"/ppp/profile", "name,rate-limit,queue-type,parent-queue,change-tcp-mss"},
    {"/ppp/secret", "name,service,profile"},
}};

constexpr std::string_view kFlags = ".id,dynamic,invalid,disabled,comment,builtin,default";

bool counts(std::string_view path) {
    return path.starts_with("/ip/firewall/") || path.starts_with("/ipv6/firewall/") || path == "/queue/tree" || path == "/queue/simple" ||
           path == "/interface/bridge/filter" || path == "/interface/bridge/nat";
}

// Query words of the tables that can be without end: those which are not dynamic, "-" none of the words before.
std::vector<std::string> queriesOf(std::string_view path) {
    if (path == "/ip/route") {
        return {"dynamic=true", "#!", "dst-address=0.0.0.0/0", "#|"};
    }
    if (path == "/ipv6/route") {
        return {"dynamic=true", "#!", "dst-address=::/0", "#|"};
    }
    if (path == "/ip/firewall/address-list" || path == "/ipv6/firewall/address-list") {
        return {"dynamic=true", "#!"};
    }
    return {};
}

PrintedMenu printed(std::string_view path, std::string properties, int major) {
    PrintedMenu out;
    out.path = std::string(path);
    out.request.menu = std::string(major == 6 ? menuIn6(path) : path);
    out.request.verb = "print";
    out.request.arguments = {{".proplist", std::move(properties)}};
    out.request.queries = queriesOf(path);
    return out;
}

PrintedMenu printed(const Menu& menu, int major) {
    std::string properties(menu.kind == MenuKind::Settings ? std::string_view() : kFlags);
    bool secrets = false;
    const auto append = [&](std::string_view name) { properties += (properties.empty() ? "" : ",") + std::string(name); };
    for (const Property& property : menu.properties) {
        if (isSensitive(&property, property.name)) {
            secrets = true;
        } else if (property.name != "comment" && property.name != "disabled") {
            append(property.name);
            if (const auto old = attributeIn6(menu.path, property.name, "true"); major == 6 && old.name != property.name) {
                append(old.name);
            }
        }
    }
    if (counts(menu.path) && menu.kind != MenuKind::Settings) {
        append("bytes");
    }
    if (menu.path == "/tool/sniffer" || menu.path == "/tool/traffic-generator") {
        append("running"); // either turns fast paths off while it does
    }
    PrintedMenu out = printed(menu.path, std::move(properties), major);
    out.settings = menu.kind == MenuKind::Settings;
    out.given = menu.kind == MenuKind::Fixed;
    out.secrets = secrets;
    return out;
}

} // namespace

std::vector<PrintedMenu> printedMenus(int major) {
    std::vector<PrintedMenu> out;
    for (const Menu& menu : menus()) {
        if (!isLeftOut(menu)) {
            out.push_back(printed(menu, major));
        }
    }
    for (const Beyond& beyond : kBeyond) {
        if (findMenu(beyond.path)) {
            continue;
        }
        out.push_back(printed(beyond.path,
                              beyond.settings ? std::string(beyond.properties) : std::string(kFlags) + "," + std::string(beyond.properties),
                              major));
        out.back().settings = beyond.settings;
        out.back().secrets = beyond.path.starts_with("/ppp/") || beyond.path.ends_with("-client") || beyond.path == "/interface/wireless";
    }
    return out;
}

Request interfacesRequest() {
    return {"/interface", "print", {{".proplist", ".id,name,default-name,type,dynamic,disabled,comment"}}, {}, {}};
}

} // namespace core::routeros::config
