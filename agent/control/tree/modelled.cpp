#include "agent/control/tree/modelled.h"

#include "agent/control/tree/menus.h"
#include "core/routeros/config/values.h"

#include <algorithm>
#include <array>

namespace agent::control {

namespace config = core::routeros::config;
using config::Menu;
using config::Property;

namespace {

constexpr std::string_view kIgnored = "the engine does without it";
constexpr std::string_view kNotAsked = "the engine cannot ask about this: not in force";
constexpr std::string_view kNoAction = "the engine has no such action: not in force";
constexpr std::string_view kNoMenu = "nothing in the engine works by this menu";
constexpr std::string_view kUnknown = "no RouterOS release is known to have this";
constexpr std::string_view kAbsent = "this board has no such hardware";
constexpr std::string_view kBadValue = "not a value of this property: not in force";
constexpr std::string_view kStatement = "a statement that is no plain write: kept, not run";
constexpr std::string_view kInterfaceOnly = "the engine goes by the state of the interface only";
constexpr std::string_view kPathOnly = "what it does to the bridge's path only: the engine inspects nothing and knows one type of tag";
constexpr std::string_view kAsXor = "the engine spreads by hash, as balance-xor";
constexpr std::string_view kOuterHash = "the engine hashes the outer headers";
constexpr std::string_view kNoIke =
    "the engine negotiates no IPsec keys (IKE) and sends nothing in the clear that was to be encrypted: not in force";
constexpr std::string_view kModelledEsp =
    "no keys are negotiated (IKE): what a policy matches costs what ESP costs and goes on as it is, and is dropped where a port is real";
constexpr std::string_view kDnsName = "a name: the engine resolves none";

// What is done by properties the engine does not have.
enum class Rest { Ignored, Matchers };

struct Honoured {
    std::string_view menu;
    std::string_view properties; // separated by blanks
    Rest rest = Rest::Ignored;
};

#define RULE_PROPERTIES                                                                                                                    \
    "chain action src-address dst-address src-address-list dst-address-list protocol src-port dst-port port in-interface out-interface "   \
    "in-interface-list out-interface-list packet-mark tcp-flags fragment icmp-options jump-target address-list address-list-timeout log "  \
    "log-prefix comment disabled src-address-type dst-address-type src-mac-address in-bridge-port out-bridge-port in-bridge-port-list "    \
    "out-bridge-port-list content dscp hotspot ipsec-policy ipv4-options limit dst-limit nth packet-size per-connection-classifier psd "   \
    "random tcp-mss time tls-host ttl "
#define CONNECTION_PROPERTIES                                                                                                              \
    "connection-state connection-nat-state connection-mark routing-mark connection-bytes connection-limit connection-rate "                \
    "connection-type layer7-protocol "

#define BRIDGE_RULE_PROPERTIES                                                                                                             \
    "chain action jump-target new-packet-mark new-priority passthrough in-interface in-bridge out-interface out-bridge in-interface-list " \
    "out-interface-list in-bridge-list out-bridge-list src-mac-address dst-mac-address mac-protocol src-address dst-address src-port "     \
    "dst-port ip-protocol packet-mark packet-type arp-opcode arp-src-address arp-dst-address vlan-id vlan-encap vlan-priority log "        \
    "log-prefix comment disabled "
#define TUNNEL_PROPERTIES                                                                                                                  \
    "name mtu local-address remote-address allow-fast-path dont-fragment clamp-tcp-mss dscp keepalive comment disabled "

constexpr auto kMenus = std::to_array<Honoured>({
    {"/interface", "name mtu l2mtu comment disabled"},
    {"/interface/ethernet", "name default-name mtu l2mtu mac-address orig-mac-address arp switch comment disabled"},
    {"/interface/ethernet/switch", "name type l3-hw-offloading"},
    {"/interface/ethernet/switch/port", "name switch l3-hw-offloading"},
    {"/interface/ethernet/switch/l3hw-settings", "fasttrack-hw"},
    {"/interface/bridge", "name mtu arp ageing-time protocol-mode fast-forward igmp-snooping vlan-filtering dhcp-snooping auto-mac admin-mac "
                          "priority pvid frame-types ingress-filtering ra-guard dhcpv6-snooping ether-type membership-interval "
                          "querier-interval comment disabled"},
    {"/interface/bridge/port",
     "bridge interface hw horizon pvid priority unknown-unicast-flood unknown-multicast-flood broadcast-flood frame-types ingress-filtering "
     "learn trusted fast-leave multicast-router comment disabled"},
    {"/interface/bridge/vlan", "bridge vlan-ids tagged untagged comment disabled"},
    {"/interface/bridge/settings", "use-ip-firewall use-ip-firewall-for-vlan allow-fast-path"},
    {"/interface/bridge/filter", BRIDGE_RULE_PROPERTIES, Rest::Matchers},
    {"/interface/bridge/nat", BRIDGE_RULE_PROPERTIES "to-src-mac-address to-dst-mac-address to-arp-reply-mac-address", Rest::Matchers},
    {"/interface/bridge/mdb", "group interface bridge vid comment disabled"},
    {"/interface/bonding", "name mtu forced-mac-address slaves mode primary min-links transmit-hash-policy comment disabled"},
    {"/interface/vlan", "name mtu arp vlan-id interface l3-hw-offloading use-service-tag comment disabled"},
    {"/interface/gre", TUNNEL_PROPERTIES},
    {"/interface/ipip", TUNNEL_PROPERTIES},
    {"/interface/eoip", TUNNEL_PROPERTIES "tunnel-id mac-address "},
    {"/interface/wireguard", "name mtu listen-port private-key comment disabled"},
    {"/interface/wireguard/peers", "name interface public-key preshared-key allowed-address endpoint-address endpoint-port "
                                   "persistent-keepalive responder comment disabled"},
    {"/interface/pppoe-client",
     "name interface user password service-name ac-name max-mtu max-mru add-default-route default-route-distance "
     "keepalive-timeout comment disabled"},
    {"/interface/list", "name include exclude comment"},
    {"/interface/list/member", "list interface comment disabled"},
    {"/ip/address", "address network interface comment disabled"},
    {"/ip/route", "dst-address gateway blackhole distance scope target-scope routing-table pref-src check-gateway "
                  "suppress-hw-offload comment disabled"},
    {"/ip/ipsec/policy", "src-address dst-address src-port dst-port protocol action template disabled comment group tunnel"},
    {"/ip/settings", "ip-forward arp-timeout allow-fast-path rp-filter ipv4-multipath-hash-policy"},
    {"/ip/firewall/filter", RULE_PROPERTIES CONNECTION_PROPERTIES "reject-with hw-offload",
     Rest::Matchers},
    {"/ip/firewall/nat", RULE_PROPERTIES CONNECTION_PROPERTIES "to-addresses to-ports same-not-by-dst randomise-ports",
     Rest::Matchers},
    {"/ip/firewall/mangle",
     RULE_PROPERTIES CONNECTION_PROPERTIES "new-packet-mark new-connection-mark new-routing-mark passthrough new-mss new-dscp new-ttl route-dst",
     Rest::Matchers},
    {"/ip/firewall/raw", RULE_PROPERTIES, Rest::Matchers},
    {"/ip/firewall/service-port", "name ports sip-timeout disabled"},
    {"/ip/firewall/layer7-protocol", "name regexp comment"},
    {"/ip/firewall/address-list", "list address timeout comment disabled"},
    {"/ip/firewall/connection/tracking",
     "enabled tcp-syn-sent-timeout tcp-syn-received-timeout tcp-established-timeout tcp-fin-wait-timeout tcp-close-wait-timeout "
     "tcp-last-ack-timeout tcp-time-wait-timeout tcp-close-timeout tcp-max-retrans-timeout tcp-unacked-timeout loose-tcp-tracking "
     "liberal-tcp-tracking udp-timeout udp-stream-timeout icmp-timeout generic-timeout"},
    {"/queue/tree",
     "name parent packet-mark limit-at queue priority max-limit burst-limit burst-threshold burst-time bucket-size comment disabled"},
    {"/queue/simple",
     "name target dst parent packet-marks limit-at max-limit burst-limit burst-threshold burst-time bucket-size priority queue total-limit-at "
     "total-max-limit total-burst-limit total-burst-threshold total-burst-time total-bucket-size total-priority total-queue comment disabled"},
    {"/queue/type", "name kind pfifo-limit bfifo-limit fq-codel-limit fq-codel-flows fq-codel-quantum fq-codel-target fq-codel-interval "
                    "fq-codel-memlimit fq-codel-ecn fq-codel-ce-threshold mq-pfifo-limit red-limit red-min-threshold red-max-threshold "
                    "red-burst red-avg-packet sfq-perturb sfq-allot pcq-rate pcq-limit pcq-classifier pcq-total-limit pcq-burst-rate "
                    "pcq-burst-threshold pcq-burst-time pcq-src-address-mask pcq-dst-address-mask pcq-src-address6-mask "
                    "pcq-dst-address6-mask codel-limit codel-interval codel-target codel-ecn codel-ce-threshold cake-bandwidth "
                    "cake-overhead cake-mpu cake-atm cake-overhead-scheme cake-rtt cake-rtt-scheme cake-diffserv cake-flowmode cake-nat "
                    "cake-wash cake-ack-filter cake-memlimit"},
    {"/queue/interface", "interface queue default-queue"},
    {"/routing/table", "name fib comment disabled"},
    {"/ipv6/address", "address interface eui-64 comment disabled"},
    {"/ipv6/route", "dst-address gateway blackhole distance scope target-scope comment disabled"},
    {"/ipv6/settings", "disable-ipv6 forward allow-fast-path disable-link-local-address"},
    {"/ipv6/firewall/filter",
     "chain action jump-target src-address dst-address src-address-list dst-address-list protocol src-port dst-port port in-interface "
     "out-interface in-interface-list out-interface-list packet-mark connection-state connection-mark tcp-flags icmp-options comment disabled reject-with",
     Rest::Matchers},
    {"/ipv6/firewall/mangle",
     "chain action jump-target src-address dst-address src-address-list dst-address-list protocol src-port dst-port port in-interface "
     "out-interface in-interface-list out-interface-list packet-mark connection-state connection-mark tcp-flags icmp-options comment disabled "
     "new-packet-mark new-connection-mark passthrough",
     Rest::Matchers},
    {"/ipv6/firewall/raw",
     "chain action jump-target src-address dst-address src-address-list dst-address-list protocol src-port dst-port port in-interface "
     "out-interface in-interface-list out-interface-list packet-mark connection-state connection-mark tcp-flags icmp-options comment disabled",
     Rest::Matchers},
    {"/ipv6/firewall/address-list", "list address comment disabled"},
    {"/routing/rule", "src-address dst-address interface routing-mark action table comment disabled"},
    {"/ip/vrf", "name interfaces comment disabled"},
    {"/ip/arp", "address interface mac-address published comment disabled"},
    {"/system/identity", "name"},
});

#undef BRIDGE_RULE_PROPERTIES
#undef RULE_PROPERTIES
#undef CONNECTION_PROPERTIES
#undef TUNNEL_PROPERTIES

// Properties the engine does not have, and what an item is that has them.
struct Exception {
    std::string_view menu, property;
    std::string_view harmless; // values, separated by blanks, under which the item works as if the property were not there; "*": all
    std::string_view reason = kNotAsked;
};

constexpr auto kExceptions = std::to_array<Exception>({
    {"/interface/gre", "ipsec-secret", "", kNoIke},
    {"/interface/ipip", "ipsec-secret", "", kNoIke},
    {"/interface/eoip", "ipsec-secret", "", kNoIke},
    {"/ip/ipsec/policy", "peer", "*", kModelledEsp},
    {"/queue/simple", "time", ""},
    {"/ip/route", "vrf-interface", ""},
    {"/ip/route", "type", "unicast blackhole unreachable prohibit"},
    {"/ip/route", "unreachable", "true yes"},
    {"/ip/route", "prohibit", "true yes"},
    {"/ipv6/address", "from-pool", ""},
    {"/ipv6/route", "routing-table", "main"},
    {"/ipv6/route", "vrf-interface", ""},
    {"/ipv6/firewall/filter", "log", "*"}, // the rule works, nothing is written
    {"/ipv6/firewall/filter", "log-prefix", "*"},
    {"/ipv6/firewall/mangle", "log", "*"},
    {"/ipv6/firewall/mangle", "log-prefix", "*"},
    {"/ipv6/firewall/raw", "log", "*"},
    {"/ipv6/firewall/raw", "log-prefix", "*"},
    {"/ipv6/firewall/address-list", "timeout", ""},
    {"/routing/rule", "min-prefix", ""},
    {"/routing/rule", "chain", ""},
    {"/routing/rule", "realm", ""},
    {"/routing/rule", "vrf", ""},
});

// Words the engine knows where RouterOS has more.
struct Words {
    std::string_view menu, property, words;
    std::string_view reason;
    bool inForce;
};

constexpr auto kWords = std::to_array<Words>({
    {"/interface/bridge", "ra-guard", "false no", kPathOnly, true},
    {"/interface/bridge", "dhcpv6-snooping", "false no", kPathOnly, true},
    {"/interface/bridge", "ether-type", "0x8100", kPathOnly, true},
    {"/queue/type", "pcq-classifier", "src-address dst-address src-port dst-port", kIgnored, true},
    {"/interface/bonding", "mode", "802.3ad active-backup balance-rr balance-xor broadcast", kAsXor, true},
    {"/interface/bonding", "transmit-hash-policy", "layer-2 layer-2-and-3 layer-3-and-4", kOuterHash, true},
    {"/ip/firewall/filter", "action",
     "accept add-dst-to-address-list add-src-to-address-list drop fasttrack-connection jump log passthrough reject return tarpit",
     kNoAction, false},
    {"/ip/firewall/nat", "action",
     "accept add-dst-to-address-list add-src-to-address-list dst-nat jump log masquerade netmap passthrough redirect return same "
     "src-nat",
     kNoAction, false},
    {"/ip/firewall/mangle", "action",
     "accept add-dst-to-address-list add-src-to-address-list change-dscp change-mss change-ttl clear-df drop fasttrack-connection jump log "
     "mark-connection mark-packet mark-routing passthrough return route strip-ipv4-options",
     kNoAction, false},
    {"/ip/firewall/raw", "action", "accept add-dst-to-address-list add-src-to-address-list drop jump log notrack passthrough return",
     kNoAction, false},
    {"/ipv6/firewall/filter", "action", "accept drop fasttrack-connection jump passthrough reject return", kNoAction, false},
    {"/ipv6/firewall/mangle", "action", "accept fasttrack-connection jump mark-connection mark-packet passthrough return", kNoAction, false},
    {"/ipv6/firewall/raw", "action", "accept drop jump notrack passthrough return", kNoAction, false},
    {"/ipv6/firewall/filter", "reject-with", "icmp-no-route icmp-admin-prohibited icmp-address-unreachable icmp-port-unreachable", kNotAsked,
     false},
    {"/ip/route", "check-gateway", "none", kInterfaceOnly, true},
    {"/ip/firewall/filter", "reject-with",
     "icmp-network-unreachable icmp-host-unreachable icmp-port-unreachable icmp-admin-prohibited tcp-reset "
     "icmp-protocol-unreachable icmp-net-prohibited icmp-host-prohibited",
     kNotAsked, false},
});

bool hasWord(std::string_view words, std::string_view word) {
    const auto all = config::splitList(words, ' ');
    return std::find(all.begin(), all.end(), word) != all.end();
}

const Honoured* honouredIn(std::string_view menu) {
    const auto found = std::find_if(kMenus.begin(), kMenus.end(), [&](const Honoured& entry) { return entry.menu == menu; });
    return found == kMenus.end() ? nullptr : &*found;
}

// Names are looked at by compile(), which knows what there is.
class AnyName final : public config::Names {
public:
    [[nodiscard]] std::optional<std::string> resolve(config::Target, std::string_view text) const override { return std::string(text); }
};

bool isDefault(const Property* property, std::string_view value) {
    return property && (property->fallback ? *property->fallback == value : value.empty() || value == "false" || value == "no");
}

// A property that is honoured, with a value that may not be.
std::optional<Unmodelled> honouredValue(std::string_view menu, const Property& property, std::string_view value) {
    for (const Words& entry : kWords) {
        if (entry.menu == menu && entry.property == property.name) {
            const auto values = property.name == "pcq-classifier" ? config::splitList(value) : std::vector<std::string_view>{value};
            const bool all = std::all_of(values.begin(), values.end(), [&](std::string_view word) { return hasWord(entry.words, word); });
            return all ? std::nullopt
                       : std::optional(Unmodelled{std::string(property.name), std::string(value), entry.reason, entry.inForce});
        }
    }
    if (menu == "/ip/firewall/address-list" && property.name == "address" && !config::parseIpv4Interval(value)) {
        return Unmodelled{"address", std::string(value), kDnsName, false};
    }
    const bool tunnel = menu == "/interface/gre" || menu == "/interface/ipip" || menu == "/interface/eoip";
    if (tunnel && property.name == "remote-address" && !value.empty() && !config::parseIpv4(value)) {
        return Unmodelled{"remote-address", std::string(value), kDnsName, false};
    }
    if (menu == "/interface/wireguard/peers" && property.name == "endpoint-address" && !value.empty() && !config::parseIpv4(value)) {
        return Unmodelled{"endpoint-address", std::string(value), kDnsName, true}; // the peer can still speak first
    }
    if (value.empty() || property.type == config::ValueType::Text || config::canonical(property, value, AnyName())) {
        return std::nullopt;
    }
    return Unmodelled{std::string(property.name), std::string(value), kBadValue, false};
}

Unmodelled otherProperty(const Honoured& entry, const Property* property, std::string_view name, std::string_view value) {
    for (const Exception& exception : kExceptions) {
        if (exception.menu == entry.menu && exception.property == name) {
            const bool harmless = exception.harmless == "*" || hasWord(exception.harmless, value);
            return {std::string(name), std::string(value), harmless && exception.reason == kNotAsked ? kIgnored : exception.reason,
                    harmless};
        }
    }
    const bool stops = entry.rest == Rest::Matchers;
    return {std::string(name), std::string(value), stops ? kNotAsked : property ? kIgnored : kUnknown, !stops};
}

} // namespace

bool isModelled(std::string_view menu) {
    return honouredIn(menu) || isPrivate(menu) || menu.starts_with("/pathscope/") ||
           (knownMenu(menu) && knownMenu(menu)->kind == config::MenuKind::ReadOnly);
}

std::vector<Unmodelled> unmodelledIn(std::string_view path, const Item& item) {
    std::vector<Unmodelled> out;
    if (item.absent) {
        out.push_back({{}, std::string(item.value("default-name", item.value("name"))), kAbsent, false});
    }
    if (path.empty()) {
        out.push_back({{}, std::string(item.value(".script")), kStatement, false});
        return out;
    }
    if (isPrivate(path) || (item.builtin && path == "/queue/type")) {
        return out;
    }
    const Honoured* entry = honouredIn(path);
    const Menu* menu = knownMenu(path);
    if (!entry) {
        const bool changed = std::any_of(item.values.begin(), item.values.end(), [&](const auto& value) {
            return !isDefault(menu ? menu->find(value.first) : nullptr, value.second);
        });
        if (changed && !item.builtin) {
            out.push_back({{}, {}, menu ? kNoMenu : kUnknown, true});
        }
        return out;
    }
    for (const auto& [name, value] : item.values) {
        const Property* property = menu->find(name);
        if (property && hasWord(entry->properties, name)) {
            if (auto what = honouredValue(path, *property, value)) {
                out.push_back(std::move(*what));
            }
        } else if (!isDefault(property, value) && !name.starts_with('.')) {
            out.push_back(otherProperty(*entry, property, name, value));
        }
    }
    return out;
}

void OutOfForce::update(const Tree& tree) {
    items_.clear();
    for (const auto& [menu, table] : tree.tables()) {
        Looked& looked = looked_[menu];
        if (!looked.table.sharesWith(table)) {
            looked.table = table;
            looked.out.clear();
            for (const Item& item : table) {
                const auto found = unmodelledIn(menu, item);
                if (std::any_of(found.begin(), found.end(), [](const Unmodelled& what) { return !what.inForce; })) {
                    looked.out.push_back(item.id);
                }
            }
        }
        items_.insert(looked.out.begin(), looked.out.end());
    }
    items_.erase(0);
}

Tree OutOfForce::inForce(const Tree& tree) const {
    Tree out = tree;
    for (const auto& [menu, looked] : looked_) {
        if (!looked.out.empty()) {
            std::erase_if(out.table(menu), [&](const Item& item) { return items_.contains(item.id); });
        }
    }
    return out;
}

} // namespace agent::control
