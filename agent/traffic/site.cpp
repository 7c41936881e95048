#include "agent/traffic/site.h"

#include "agent/traffic/site_plugs.h"

#include <algorithm>
#include <optional>

namespace agent::traffic {
namespace {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using dataplane::EngineConfig;
using dataplane::IfIndex;
using dataplane::InterfaceConfig;
using dataplane::InterfaceType;
using dataplane::kNoInterface;

// RFC 5737: no real network has these addresses.
constexpr std::uint32_t kWanNetwork = 203u << 24 | 0u << 16 | 113u << 8;
constexpr std::uint32_t kPppoeServer = 198u << 24 | 51u << 16 | 100u << 8 | 1;
constexpr std::uint32_t kLanNetwork = 192u << 24 | 168u << 16 | 88u << 8;
constexpr std::uint32_t kFirstUid = 0xfff00000; // no item of a configuration gets this far

std::string dotted(std::uint32_t a) {
    return std::to_string(a >> 24) + "." + std::to_string(a >> 16 & 255u) + "." + std::to_string(a >> 8 & 255u) + "." + std::to_string(a & 255u);
}

class Finder {
public:
    Finder(const EngineConfig& config, const SiteRequest& request) : config_(config), request_(request), plugs_(config) {}

    Result<Site> find() {
        wan_ = wanInterface();
        plugs_.avoid(wan_);
        const IfIndex to = named(request_.to);
        const IfIndex from = named(request_.from, to);
        for (const auto& [interface, name, key] : {std::tuple{from, request_.from, "from"}, std::tuple{to, request_.to, "to"}}) {
            if (interface == kNoInterface) {
                return fail(ErrorCode::NotFound, std::string("traffic.") + key + ": the configuration has no network for " + name +
                                                     "; name one of its interfaces or interface lists (" + interfaceNames() + ")");
            }
        }
        if (from == to) {
            return fail(ErrorCode::NotFound, "traffic.to: " + request_.from + " and " + request_.to + " are the same network, " + nameOf(from) +
                                                 "; name another interface (" + interfaceNames() + ")");
        }
        for (auto [interface, place] : {std::pair{to, &site_.to}, std::pair{from, &site_.from}}) {
            if (!fill(interface, *place)) {
                return fail(ErrorCode::NotFound, "the network of " + nameOf(interface) +
                                                     " has no port of this board; choose a board that has its ports, or name another interface");
            }
            plugs_.take(place->port);
        }
        return std::move(site_);
    }

private:
    [[nodiscard]] const InterfaceConfig& at(IfIndex i) const { return config_.interfaces[i]; }
    [[nodiscard]] std::string nameOf(IfIndex i) const { return at(i).name; }
    [[nodiscard]] bool usable(IfIndex i) const { return plugs_.usable(i); }

    [[nodiscard]] std::string interfaceNames() const {
        std::string names;
        for (const InterfaceConfig& interface : config_.interfaces) {
            if (!interface.name.empty() && interface.type != InterfaceType::Loopback) {
                names += (names.empty() ? "" : ", ") + interface.name;
            }
        }
        return names;
    }
    [[nodiscard]] const dataplane::AddressConfig* addressOf(IfIndex interface) const {
        for (const auto& address : config_.addresses) {
            if (address.interface == interface && address.length < 32) {
                return &address;
            }
        }
        return nullptr;
    }
    [[nodiscard]] bool isMember(IfIndex interface) const {
        return std::any_of(config_.bridgePorts.begin(), config_.bridgePorts.end(), [&](const auto& p) { return p.interface == interface; });
    }

    // The interface an address is directly behind.
    [[nodiscard]] IfIndex behind(std::uint32_t address) const {
        for (const auto& own : config_.addresses) {
            if (usable(own.interface) && dataplane::Ipv4Prefix{own.address, own.length}.contains(address)) {
                return own.interface;
            }
        }
        return kNoInterface;
    }
    [[nodiscard]] const dataplane::RouteConfig* defaultRoute() const {
        const dataplane::RouteConfig* best = nullptr;
        for (const auto& route : config_.routes) {
            const IfIndex out = route.gateway ? behind(*route.gateway) : route.gatewayInterface;
            const bool candidate = route.destination.length == 0 && route.kind == dataplane::RouteKind::Unicast && route.table == 0 && usable(out);
            if (candidate && (best == nullptr || route.distance < best->distance)) {
                best = &route;
            }
        }
        return best;
    }

    [[nodiscard]] IfIndex wanInterface() const {
        if (const auto* route = defaultRoute()) {
            return route->gateway ? behind(*route->gateway) : route->gatewayInterface;
        }
        for (const auto& client : config_.pppoeClients) {
            if (usable(client.interface)) {
                return client.interface;
            }
        }
        for (const IfIndex interface : request_.dhcpClients) {
            if (usable(interface)) {
                return interface;
            }
        }
        if (const auto list = request_.lists.find("WAN"); list != request_.lists.end()) {
            for (const IfIndex interface : list->second) {
                if (usable(interface)) {
                    return interface;
                }
            }
        }
        for (const auto& rule : config_.firewall.nat) {
            const auto& out = rule.match.outInterface ? rule.match.outInterface : rule.match.outInterfaceList;
            if (rule.action == dataplane::RuleAction::Masquerade && out && !out.negate) {
                for (const IfIndex interface : *out.value) {
                    if (usable(interface)) {
                        return interface;
                    }
                }
            }
        }
        return kNoInterface;
    }

    // A network beside `other`: of the list LAN, else the numbered one most like a LAN, else whatever could be one.
    [[nodiscard]] IfIndex lanInterface(IfIndex other) const {
        const auto free = [&](IfIndex i) { return usable(i) && i != wan_ && i != other; };
        if (const auto list = request_.lists.find("LAN"); list != request_.lists.end()) {
            for (const IfIndex interface : list->second) {
                if (free(interface) && addressOf(interface) != nullptr) {
                    return interface;
                }
            }
        }
        for (const bool numbered : {true, false}) {
            for (const InterfaceType type : {InterfaceType::Bridge, InterfaceType::Vlan, InterfaceType::Bond, InterfaceType::Ether}) {
                for (std::size_t i = 0; i < config_.interfaces.size(); ++i) {
                    const auto interface = static_cast<IfIndex>(i);
                    if (free(interface) && at(interface).type == type && !isMember(interface) && plugs_.of(interface) &&
                        numbered == (addressOf(interface) != nullptr)) {
                        return interface;
                    }
                }
            }
        }
        return kNoInterface;
    }

    [[nodiscard]] IfIndex named(const std::string& name, IfIndex other = kNoInterface) const {
        for (std::size_t i = 0; i < config_.interfaces.size(); ++i) {
            if (at(static_cast<IfIndex>(i)).name == name) {
                return static_cast<IfIndex>(i);
            }
        }
        if (name == "WAN") {
            return wan_ != kNoInterface ? wan_ : lanInterface(lanInterface(other)); // no outside: another network of the inside
        }
        if (name == "LAN") {
            return lanInterface(other);
        }
        if (const auto list = request_.lists.find(name); list != request_.lists.end()) {
            for (const IfIndex interface : list->second) {
                if (usable(interface) && interface != other) {
                    return interface;
                }
            }
        }
        return kNoInterface;
    }

    bool fill(IfIndex interface, SitePlace& place) {
        const auto plugged = plugs_.of(interface);
        if (!plugged) {
            return false;
        }
        place.interface = interface;
        place.name = nameOf(interface);
        place.port = plugged->port;
        place.vlan = plugged->vlan;
        const bool outside = interface == wan_;
        if (const auto* client = plugs_.pppoeOf(interface)) {
            place.router = place.nextHop = kPppoeServer;
            place.prefix = 24;
            place.pppoeClient = kWanNetwork | 2;
            if (!client->addDefaultRoute && defaultRoute() == nullptr) {
                addRoute(interface, std::nullopt);
            }
            return true;
        }
        if (const auto* address = addressOf(interface)) {
            place.router = address->address;
            place.prefix = address->length;
        } else {
            std::uint32_t network = outside ? kWanNetwork : kLanNetwork;
            while (taken(network)) {
                network += 256;
            }
            place.router = network | (outside ? 2 : 1);
            place.prefix = 24;
            site_.addresses.push_back({kFirstUid + static_cast<std::uint32_t>(site_.addresses.size()), interface, place.router, place.prefix});
            site_.assumed.push_back(place.name + " has no address in this configuration; it is taken to have " + dotted(place.router) + "/24.");
        }
        if (outside) {
            const auto* route = defaultRoute();
            if (route != nullptr && route->gateway) {
                place.nextHop = *route->gateway;
            } else if (route == nullptr) {
                place.nextHop = place.host(0).address;
                addRoute(interface, place.nextHop);
            }
        }
        return true;
    }
    // Whether some network has, or was given, the first or second address of this one.
    [[nodiscard]] bool taken(std::uint32_t network) const {
        return behind(network | 1) != kNoInterface || behind(network | 2) != kNoInterface ||
               std::any_of(site_.addresses.begin(), site_.addresses.end(), [&](const auto& a) { return (a.address ^ network) < 256; });
    }
    void addRoute(IfIndex interface, std::optional<std::uint32_t> gateway) {
        dataplane::RouteConfig route;
        route.uid = kFirstUid + 0x1000;
        route.gateway = gateway;
        route.gatewayInterface = gateway ? kNoInterface : interface;
        site_.routes.push_back(route);
        site_.assumed.push_back("there is no default route in this configuration; it is taken to lead to " +
                                (gateway ? dotted(*gateway) + " on " : std::string()) + nameOf(interface) + ".");
    }

    const EngineConfig& config_;
    const SiteRequest& request_;
    IfIndex wan_ = kNoInterface;
    SitePlugs plugs_;
    Site site_;
};

} // namespace

HostSpec SitePlace::host(std::uint32_t n) const {
    HostSpec host;
    host.port = port;
    host.vlan = vlan;
    host.prefix = prefix;
    host.pppoeClient = n == 0 ? pppoeClient : 0;
    const std::uint32_t mask = dataplane::Ipv4Prefix{router, prefix}.mask();
    const std::uint32_t network = router & mask;
    if (nextHop != 0 && n == 0) {
        host.address = nextHop;
        return host;
    }
    // From .10 on where there is room, else from the first address on; in a /31 both are hosts (RFC 3021).
    std::uint32_t address = network + (prefix < 28 ? 10 : prefix == 31 ? 0 : 1);
    for (std::uint32_t left = nextHop != 0 ? n - 1 : n;; ++address) {
        if (address != router && address != nextHop && left-- == 0) {
            break;
        }
    }
    host.address = address;
    host.gateway = router;
    return host;
}

Result<Site> findSite(const EngineConfig& config, const SiteRequest& request) { return Finder(config, request).find(); }

dataplane::EngineConfig Site::completed(const dataplane::EngineConfig& config) const {
    dataplane::EngineConfig whole = config;
    whole.addresses.insert(whole.addresses.end(), addresses.begin(), addresses.end());
    whole.routes.insert(whole.routes.end(), routes.begin(), routes.end());
    return whole;
}

} // namespace agent::traffic
