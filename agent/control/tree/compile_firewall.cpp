// Firewall rules, address lists, connection tracking.
#include "agent/control/tree/compile_context.h"
#include "agent/control/tree/compile_matchers.h"
#include "core/routeros/config/values.h"

#include <array>
#include <utility>

namespace agent::control {

namespace config = core::routeros::config;
using namespace agent::dataplane;

namespace {

constexpr std::array<std::pair<std::string_view, RuleAction>, 27> kActions{{
    {"accept", RuleAction::Accept},
    {"drop", RuleAction::Drop},
    {"reject", RuleAction::Reject},
    {"jump", RuleAction::Jump},
    {"return", RuleAction::Return},
    {"passthrough", RuleAction::Passthrough},
    {"log", RuleAction::Log},
    {"fasttrack-connection", RuleAction::FastTrackConnection},
    {"notrack", RuleAction::NoTrack},
    {"mark-packet", RuleAction::MarkPacket},
    {"mark-connection", RuleAction::MarkConnection},
    {"mark-routing", RuleAction::MarkRouting},
    {"add-src-to-address-list", RuleAction::AddSrcToAddressList},
    {"add-dst-to-address-list", RuleAction::AddDstToAddressList},
    {"masquerade", RuleAction::Masquerade},
    {"src-nat", RuleAction::SrcNat},
    {"dst-nat", RuleAction::DstNat},
    {"redirect", RuleAction::Redirect},
    {"netmap", RuleAction::Netmap},
    {"same", RuleAction::Same},
    {"change-mss", RuleAction::ChangeMss},
    {"change-dscp", RuleAction::ChangeDscp},
    {"change-ttl", RuleAction::ChangeTtl},
    {"strip-ipv4-options", RuleAction::StripIpv4Options},
    {"clear-df", RuleAction::ClearDf},
    {"route", RuleAction::Route},
    {"tarpit", RuleAction::Tarpit},
}};
constexpr std::array<std::pair<std::string_view, RejectWith>, 8> kRejects{{
    {"icmp-network-unreachable", RejectWith::IcmpNetworkUnreachable}, {"icmp-host-unreachable", RejectWith::IcmpHostUnreachable},
    {"icmp-port-unreachable", RejectWith::IcmpPortUnreachable}, {"icmp-admin-prohibited", RejectWith::IcmpAdminProhibited},
    {"tcp-reset", RejectWith::TcpReset}, {"icmp-protocol-unreachable", RejectWith::IcmpProtocolUnreachable},
    {"icmp-net-prohibited", RejectWith::IcmpNetProhibited}, {"icmp-host-prohibited", RejectWith::IcmpHostProhibited},
}};
constexpr std::array<std::pair<std::string_view, std::uint8_t>, 5> kStates{{
    {"established", kStateEstablished},
    {"related", kStateRelated},
    {"new", kStateNew},
    {"invalid", kStateInvalid},
    {"untracked", kStateUntracked},
}};
constexpr std::array<std::pair<std::string_view, std::uint8_t>, 2> kNatStates{{{"srcnat", kNatStateSrc}, {"dstnat", kNatStateDst}}};
constexpr std::array<std::pair<std::string_view, std::uint8_t>, 6> kTcpFlags{
    {{"fin", 1}, {"syn", 2}, {"rst", 4}, {"psh", 8}, {"ack", 16}, {"urg", 32}}};

template <class Table>
auto lookUp(const Table& table, std::string_view word) -> std::optional<std::decay_t<decltype(table.front().second)>> {
    for (const auto& [name, value] : table) {
        if (name == word) {
            return value;
        }
    }
    return std::nullopt;
}

template <class Table> std::uint8_t bitsOf(const Table& table, std::string_view words) {
    std::uint8_t bits = 0;
    for (const std::string_view word : config::splitList(words)) {
        bits |= lookUp(table, word).value_or(std::uint8_t{0});
    }
    return bits;
}

// Reads matchers of one rule; what it cannot resolve makes the rule invalid.
class MatchReader {
public:
    MatchReader(CompileContext& context, const Item& rule) : context_(context), rule_(rule) {}

    RuleMatch read() {
        RuleMatch m;
        take("src-address", m.srcAddress, [this](auto text) { return range(text); });
        take("dst-address", m.dstAddress, [this](auto text) { return range(text); });
        take("src-address-list", m.srcAddressList, [this](auto text) { return std::optional(context_.numbering.addressList(text)); });
        take("dst-address-list", m.dstAddressList, [this](auto text) { return std::optional(context_.numbering.addressList(text)); });
        take("protocol", m.protocol, [](auto text) { return config::parseProtocol(text); });
        take("src-port", m.srcPort, ports);
        take("dst-port", m.dstPort, ports);
        take("port", m.anyPort, ports);
        take("in-interface", m.inInterface, [this](auto text) { return single(text); });
        take("out-interface", m.outInterface, [this](auto text) { return single(text); });
        take("in-interface-list", m.inInterfaceList, [this](auto text) { return context_.interfaceList(text); });
        take("out-interface-list", m.outInterfaceList, [this](auto text) { return context_.interfaceList(text); });
        take("connection-state", m.connectionState, [](auto text) { return std::optional(bitsOf(kStates, text)); });
        take("connection-nat-state", m.connectionNatState, [](auto text) { return std::optional(bitsOf(kNatStates, text)); });
        take("connection-mark", m.connectionMark, [this](auto text) { return std::optional(context_.numbering.mark(text)); });
        take("packet-mark", m.packetMark, [this](auto text) { return std::optional(context_.numbering.mark(text)); });
        take("routing-mark", m.routingMark, [this](auto text) { return std::optional(context_.numbering.mark(text)); });
        if (rule_.value("icmp-options").find(':') == std::string_view::npos) { // with a code: one of the rarer matchers
            take("icmp-options", m.icmpType, icmpType);
        }
        if (auto more = readMoreMatchers(context_, rule_)) {
            m.more = std::move(*more);
        } else {
            valid_ = false;
        }
        m.fragment = rule_.isTrue("fragment");
        readTcpFlags(m);
        return m;
    }

    [[nodiscard]] bool valid() const { return valid_; }

private:
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

    static std::optional<Ipv4Range> range(std::string_view text) {
        const auto interval = config::parseIpv4Interval(text);
        return interval ? std::optional(Ipv4Range{interval->first, interval->last}) : std::nullopt;
    }

    static std::optional<std::vector<PortRange>> ports(std::string_view text) {
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

    static std::optional<std::uint8_t> icmpType(std::string_view text) {
        const auto type = config::parseNumber(text);
        return type && *type < 256 ? std::optional(static_cast<std::uint8_t>(*type)) : std::nullopt;
    }

    [[nodiscard]] std::optional<std::vector<IfIndex>> single(std::string_view name) const {
        const auto index = context_.interface(name);
        return index ? std::optional(std::vector<IfIndex>{*index}) : std::nullopt;
    }

    void readTcpFlags(RuleMatch& m) const {
        for (const std::string_view flag : config::splitList(rule_.value("tcp-flags"))) {
            const bool clear = flag.starts_with('!');
            (clear ? m.tcpFlagsClear : m.tcpFlagsSet) |= lookUp(kTcpFlags, flag.substr(clear ? 1 : 0)).value_or(std::uint8_t{0});
        }
    }

    CompileContext& context_;
    const Item& rule_;
    bool valid_ = true;
};

// change-mss, change-dscp, change-ttl, route. False: the new value cannot be read.
bool readChange(const Item& rule, RuleConfig& out) {
    switch (out.action) {
    case RuleAction::ChangeMss: {
        const std::string_view text = rule.value("new-mss");
        const auto mss = config::parseNumber(text);
        out.change.mss = mss && *mss <= 65535 ? std::optional(static_cast<std::uint16_t>(*mss)) : std::nullopt;
        return out.change.mss || text == "clamp-to-pmtu";
    }
    case RuleAction::ChangeDscp: {
        const auto dscp = config::parseNumber(rule.value("new-dscp"));
        out.change.dscp = static_cast<std::uint8_t>(dscp.value_or(0));
        return dscp && *dscp < 64;
    }
    case RuleAction::ChangeTtl: { // "set:64", "increment:1", "decrement:1"
        constexpr std::array<std::pair<std::string_view, TtlChange>, 3> kWays{
            {{"set", TtlChange::Set}, {"increment", TtlChange::Increment}, {"decrement", TtlChange::Decrement}}};
        const std::string_view text = rule.value("new-ttl");
        const std::size_t colon = text.find(':');
        const auto way = lookUp(kWays, text.substr(0, colon));
        const auto ttl = config::parseNumber(text.substr(colon == std::string_view::npos ? text.size() : colon + 1));
        out.change.ttlChange = way.value_or(TtlChange::Set);
        out.change.ttl = static_cast<std::uint8_t>(ttl.value_or(0));
        return way && ttl && *ttl < 256 && (*ttl > 0 || *way != TtlChange::Set);
    }
    case RuleAction::Route: {
        const auto gateway = config::parseIpv4(rule.value("route-dst"));
        out.change.routeDst = gateway.value_or(0);
        return gateway && *gateway != 0;
    }
    default: return true;
    }
}

void readAction(CompileContext& context, const Item& rule, RuleConfig& out) {
    out.action = lookUp(kActions, rule.value("action")).value_or(RuleAction::Accept);
    out.jumpTarget = rule.value("jump-target");
    out.rejectWith = lookUp(kRejects, rule.value("reject-with")).value_or(RejectWith::IcmpNetworkUnreachable);
    out.passthrough = rule.value("passthrough", "true") == "true";
    switch (out.action) {
    case RuleAction::MarkPacket: out.newMark = context.numbering.mark(rule.value("new-packet-mark")); break;
    case RuleAction::MarkConnection: out.newMark = context.numbering.mark(rule.value("new-connection-mark")); break;
    case RuleAction::MarkRouting:
        // The table "main" is what packets without a routing mark use.
        out.newMark = rule.value("new-routing-mark") == "main" ? MarkId{0} : context.numbering.mark(rule.value("new-routing-mark"));
        break;
    case RuleAction::AddSrcToAddressList:
    case RuleAction::AddDstToAddressList:
        out.addressList = context.numbering.addressList(rule.value("address-list"));
        out.addressListTimeout = config::parseDuration(rule.value("address-list-timeout")).value_or(0);
        break;
    default: break;
    }
    if (const auto to = config::parseIpv4Interval(rule.value("to-addresses"))) {
        out.toAddresses = Ipv4Range{to->first, to->last};
    }
    if (const auto to = config::parsePorts(rule.value("to-ports"))) {
        out.toPorts = PortRange{to->first, to->last};
    }
    out.sameNotByDst = rule.isTrue("same-not-by-dst");
    out.randomisePorts = rule.isTrue("randomise-ports");
    out.log = rule.isTrue("log");
    out.logPrefix = rule.value("log-prefix");
    out.hwOffload = rule.isTrue("hw-offload");
}

void compileAddressLists(CompileContext& context) {
    for (const Item* item : context.tree.items("/ip/firewall/address-list")) {
        const std::uint32_t list = context.numbering.addressList(item->value("list"));
        auto& lists = context.out.firewall.addressLists;
        lists.resize(std::max<std::size_t>(lists.size(), context.numbering.addressLists.size()));
        const auto interval = config::parseIpv4Interval(item->value("address"));
        if (item->enabled() && interval) {
            lists[list].entries.push_back({interval->first, interval->last});
        }
    }
    // Lists that only rules speak of exist too, empty.
    context.out.firewall.addressLists.resize(context.numbering.addressLists.size());
    for (std::size_t i = 0; i < context.numbering.addressLists.size(); ++i) {
        context.out.firewall.addressLists[i].name = context.numbering.addressLists[i];
    }
}

std::vector<std::uint16_t> portsOf(const Item& service, std::vector<std::uint16_t> usual) {
    std::vector<std::uint16_t> ports;
    for (const std::string_view text : config::splitList(service.value("ports"))) {
        if (const auto interval = config::parsePorts(text)) {
            ports.push_back(interval->first);
        }
    }
    return ports.empty() ? usual : ports;
}

// The other helpers RouterOS has are kept and never listen.
void compileServicePorts(CompileContext& context) {
    ServicePorts& out = context.out.firewall.servicePorts;
    if (const Item* ftp = context.tree.findBy("/ip/firewall/service-port", "name", "ftp")) {
        out.ftp = ftp->enabled();
        out.ftpPorts = portsOf(*ftp, {21});
    }
    if (const Item* sip = context.tree.findBy("/ip/firewall/service-port", "name", "sip")) {
        out.sip = sip->enabled();
        out.sipPorts = portsOf(*sip, {5060, 5061});
        out.sipTimeout = config::parseDuration(sip->value("sip-timeout")).value_or(out.sipTimeout);
    }
}

} // namespace

std::vector<RuleConfig> compileRules(CompileContext& context, const std::vector<const Item*>& rules) {
    std::vector<RuleConfig> out;
    for (const Item* rule : rules) {
        if (!rule->enabled()) {
            continue;
        }
        MatchReader reader(context, *rule);
        RuleConfig compiled;
        compiled.uid = rule->id;
        compiled.chain = rule->value("chain");
        compiled.match = reader.read();
        if (!reader.valid()) {
            context.invalid.insert(rule->id);
            continue;
        }
        readAction(context, *rule, compiled);
        if (!readChange(*rule, compiled)) {
            context.invalid.insert(rule->id);
            continue;
        }
        out.push_back(std::move(compiled));
    }
    return out;
}

void compileFirewall(CompileContext& context) {
    context.out.firewall.raw = compileRules(context, context.tree.items("/ip/firewall/raw"));
    context.out.firewall.filter = compileRules(context, context.tree.items("/ip/firewall/filter"));
    context.out.firewall.nat = compileRules(context, context.tree.items("/ip/firewall/nat"));
    context.out.firewall.mangle = compileRules(context, context.tree.items("/ip/firewall/mangle"));
    compileAddressLists(context);
    compileServicePorts(context);
}

void compileTracking(CompileContext& context) {
    const Item& settings = context.tree.settings("/ip/firewall/connection/tracking");
    TrackingConfig& out = context.out.tracking;
    const std::string_view enabled = settings.value("enabled");
    out.enabled = enabled == "yes" ? TrackingEnabled::Yes : enabled == "no" ? TrackingEnabled::No : TrackingEnabled::Auto;
    out.looseTcpTracking = settings.isTrue("loose-tcp-tracking");
    out.liberalTcpTracking = settings.isTrue("liberal-tcp-tracking");
    const std::array<std::pair<std::string_view, core::base::Nanos*>, 14> timeouts{{
        {"tcp-syn-sent-timeout", &out.tcpSynSent},
        {"tcp-syn-received-timeout", &out.tcpSynReceived},
        {"tcp-established-timeout", &out.tcpEstablished},
        {"tcp-fin-wait-timeout", &out.tcpFinWait},
        {"tcp-close-wait-timeout", &out.tcpCloseWait},
        {"tcp-last-ack-timeout", &out.tcpLastAck},
        {"tcp-time-wait-timeout", &out.tcpTimeWait},
        {"tcp-close-timeout", &out.tcpClose},
        {"tcp-max-retrans-timeout", &out.tcpMaxRetrans},
        {"tcp-unacked-timeout", &out.tcpUnacked},
        {"udp-timeout", &out.udp},
        {"udp-stream-timeout", &out.udpStream},
        {"icmp-timeout", &out.icmp},
        {"generic-timeout", &out.generic},
    }};
    for (const auto& [property, into] : timeouts) {
        *into = config::parseDuration(settings.value(property)).value_or(*into);
    }
}

} // namespace agent::control
