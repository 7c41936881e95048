// /interface/bridge/filter and nat.
#include "agent/control/tree/compile_context.h"
#include "core/routeros/config/values.h"

#include <array>
#include <utility>

namespace agent::control {

namespace config = core::routeros::config;
using namespace agent::dataplane;

namespace {

template <class T, std::size_t N> using Words = std::array<std::pair<std::string_view, T>, N>;

constexpr Words<BridgeRuleAction, 12> kActions{{
    {"accept", BridgeRuleAction::Accept},
    {"drop", BridgeRuleAction::Drop},
    {"jump", BridgeRuleAction::Jump},
    {"return", BridgeRuleAction::Return},
    {"passthrough", BridgeRuleAction::Passthrough},
    {"log", BridgeRuleAction::Log},
    {"mark-packet", BridgeRuleAction::MarkPacket},
    {"set-priority", BridgeRuleAction::SetPriority},
    {"src-nat", BridgeRuleAction::SrcNat},
    {"dst-nat", BridgeRuleAction::DstNat},
    {"redirect", BridgeRuleAction::Redirect},
    {"arp-reply", BridgeRuleAction::ArpReply},
}};
// EtherTypes by RouterOS's names.
constexpr Words<std::uint16_t, 11> kMacProtocols{{
    {"ip", 0x0800},
    {"arp", 0x0806},
    {"rarp", 0x8035},
    {"vlan", 0x8100},
    {"service-vlan", 0x88a8},
    {"ipx", 0x8137},
    {"ipv6", 0x86dd},
    {"mpls-unicast", 0x8847},
    {"mpls-multicast", 0x8848},
    {"pppoe-discovery", 0x8863},
    {"pppoe", 0x8864},
}};
constexpr Words<PacketType, 4> kPacketTypes{{
    {"host", PacketType::Host},
    {"broadcast", PacketType::Broadcast},
    {"multicast", PacketType::Multicast},
    {"other-host", PacketType::OtherHost},
}};
constexpr Words<std::uint16_t, 2> kArpOpcodes{{{"request", 1}, {"reply", 2}}};

template <class T, std::size_t N> std::optional<T> lookUp(const Words<T, N>& table, std::string_view word) {
    for (const auto& [name, value] : table) {
        if (name == word) {
            return value;
        }
    }
    return std::nullopt;
}

std::optional<std::uint16_t> numberUpTo(std::string_view text, std::uint64_t last) {
    const auto number = config::parseNumber(text);
    return number && *number <= last ? std::optional(static_cast<std::uint16_t>(*number)) : std::nullopt;
}

std::optional<std::uint16_t> etherType(std::string_view text) {
    const auto named = lookUp(kMacProtocols, text);
    return named ? named : numberUpTo(text, 0xffff);
}

// "02:00:00:00:00:01" or "02:00:00:00:00:00/FF:00:00:00:00:00"
std::optional<MacPattern> macPattern(std::string_view text) {
    const std::size_t slash = text.find('/');
    const auto mac = config::parseMac(text.substr(0, slash));
    const auto mask = slash == std::string_view::npos ? std::optional(std::array<std::uint8_t, 6>{255, 255, 255, 255, 255, 255})
                                                      : config::parseMac(text.substr(slash + 1));
    return mac && mask ? std::optional(MacPattern{{*mac}, {*mask}}) : std::nullopt;
}

std::optional<Ipv4Prefix> prefix(std::string_view text) {
    const auto address = config::parseIpv4WithLength(text);
    return address ? std::optional(Ipv4Prefix{address->network(), address->length}) : std::nullopt;
}

std::optional<std::vector<PortRange>> ports(std::string_view text) {
    std::vector<PortRange> out;
    for (const std::string_view part : config::splitList(text)) {
        const auto interval = config::parsePorts(part);
        if (!interval) {
            return std::nullopt;
        }
        out.push_back({interval->first, interval->last});
    }
    return out;
}

// Reads matchers of one rule; what it cannot resolve makes the rule invalid.
class BridgeMatchReader {
public:
    BridgeMatchReader(CompileContext& context, const Item& rule) : context_(context), rule_(rule) {}

    BridgeRuleMatch read() {
        BridgeRuleMatch m;
        const auto single = [this](std::string_view name) {
            const auto index = context_.interface(name);
            return index ? std::optional(std::vector<IfIndex>{*index}) : std::nullopt;
        };
        const auto list = [this](std::string_view name) { return context_.interfaceList(name); };
        take("in-interface", m.inPort, single);
        take("out-interface", m.outPort, single);
        take("in-bridge", m.inBridge, single);
        take("out-bridge", m.outBridge, single);
        take("in-interface-list", m.inPortList, list);
        take("out-interface-list", m.outPortList, list);
        take("in-bridge-list", m.inBridgeList, list);
        take("out-bridge-list", m.outBridgeList, list);
        take("src-mac-address", m.srcMac, macPattern);
        take("dst-mac-address", m.dstMac, macPattern);
        take("mac-protocol", m.macProtocol, etherType);
        take("vlan-id", m.vlanId, [](auto text) { return numberUpTo(text, 4095); });
        take("vlan-encap", m.vlanEncap, etherType);
        take("vlan-priority", m.vlanPriority, octet);
        take("src-address", m.srcAddress, prefix);
        take("dst-address", m.dstAddress, prefix);
        take("ip-protocol", m.ipProtocol, [](auto text) { return config::parseProtocol(text); });
        take("src-port", m.srcPort, ports);
        take("dst-port", m.dstPort, ports);
        take("arp-opcode", m.arpOpcode, [](auto text) { return lookUp(kArpOpcodes, text); });
        take("arp-src-address", m.arpSrcAddress, prefix);
        take("arp-dst-address", m.arpDstAddress, prefix);
        take("packet-mark", m.packetMark, [this](auto text) { return std::optional(context_.numbering.mark(text)); });
        take("packet-type", m.packetType, [](auto text) { return lookUp(kPacketTypes, text); });
        return m;
    }
    [[nodiscard]] bool valid() const { return valid_; }

private:
    static std::optional<std::uint8_t> octet(std::string_view text) {
        const auto number = numberUpTo(text, 7);
        return number ? std::optional(static_cast<std::uint8_t>(*number)) : std::nullopt;
    }
    template <class T, class Parse> void take(std::string_view property, Match<T>& into, Parse parse) {
        std::string_view text = rule_.value(property);
        if (text.empty()) {
            return;
        }
        into.negate = text.starts_with('!');
        text.remove_prefix(into.negate ? 1 : 0);
        into.value = parse(text);
        valid_ = valid_ && into.value.has_value();
    }

    CompileContext& context_;
    const Item& rule_;
    bool valid_ = true;
};

// The address an action writes. False: the action needs one and has none.
bool readMac(const Item& rule, BridgeRuleConfig& out) {
    const std::string_view property = out.action == BridgeRuleAction::SrcNat     ? "to-src-mac-address"
                                      : out.action == BridgeRuleAction::DstNat   ? "to-dst-mac-address"
                                      : out.action == BridgeRuleAction::ArpReply ? "to-arp-reply-mac-address"
                                                                                 : "";
    if (property.empty()) {
        return true;
    }
    const auto mac = config::parseMac(rule.value(property));
    if (mac) {
        out.toMac = Mac{*mac};
    }
    return mac.has_value();
}

std::vector<BridgeRuleConfig> compileRules(CompileContext& context, std::string_view menu) {
    std::vector<BridgeRuleConfig> out;
    for (const Item* rule : context.tree.items(menu)) {
        if (!rule->enabled()) {
            continue;
        }
        BridgeMatchReader reader(context, *rule);
        BridgeRuleConfig compiled;
        compiled.uid = rule->id;
        compiled.chain = rule->value("chain");
        compiled.match = reader.read();
        compiled.action = lookUp(kActions, rule->value("action")).value_or(BridgeRuleAction::Accept);
        compiled.jumpTarget = rule->value("jump-target");
        compiled.passthrough = rule->value("passthrough", "true") == "true";
        compiled.newPriority = static_cast<std::uint8_t>(config::parseNumber(rule->value("new-priority")).value_or(0) & 7u);
        compiled.log = config::parseBoolean(rule->value("log")).value_or(false);
        compiled.logPrefix = rule->value("log-prefix");
        if (compiled.action == BridgeRuleAction::MarkPacket) {
            compiled.newMark = context.numbering.mark(rule->value("new-packet-mark"));
        }
        if (!readMac(*rule, compiled) || !reader.valid()) {
            context.invalid.insert(rule->id);
            continue;
        }
        out.push_back(std::move(compiled));
    }
    return out;
}

} // namespace

void compileBridgeRules(CompileContext& context) {
    BridgeSettingsConfig& settings = context.out.bridgeSettings;
    settings.filter = compileRules(context, "/interface/bridge/filter");
    settings.nat = compileRules(context, "/interface/bridge/nat");
    settings.hasFilterOrNat = !settings.filter.empty() || !settings.nat.empty();
}

} // namespace agent::control
