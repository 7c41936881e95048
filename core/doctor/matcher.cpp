#include "core/doctor/matcher.h"

#include "core/routeros/config/values.h"

#include <algorithm>
#include <array>

namespace core::doctor {
namespace {

using core::routeros::config::splitList;

using Names = std::map<std::string, Match, std::less<>>;

struct Asked {
    std::string_view value; // without its "!"
    const Flow& flow;
    const MatchContext& context;
};

Match matchMark(std::string_view mark, const Names& marks) {
    if (mark == "no-mark") {
        return negated(anyOf(marks));
    }
    const auto found = marks.find(mark);
    return found == marks.end() ? Match::No : found->second;
}

Match matchRoutingMark(const Asked& asked) {
    return matchMark(asked.value == "main" ? "no-mark" : asked.value, asked.flow.marks.routing);
}

Match matchPorts(std::string_view list, std::uint16_t port) {
    if (port == 0) {
        return Match::Part;
    }
    for (const std::string_view part : splitList(list)) {
        const auto ports = core::routeros::config::parsePorts(part);
        if (ports && port >= ports->first && port <= ports->last) {
            return Match::Yes;
        }
    }
    return Match::No;
}

Match matchState(const Asked& asked) {
    for (const std::string_view state : splitList(asked.value)) {
        if (state == asked.flow.state) {
            return Match::Yes;
        }
    }
    return Match::No;
}

// "in,ipsec", "out,none"
Match matchIpsec(const Asked& asked) {
    const auto parts = splitList(asked.value);
    if (parts.size() != 2) {
        return Match::Part;
    }
    const Match through = parts[0] == "in" ? asked.flow.ipsecIn : asked.flow.ipsecOut;
    return parts[1] == "ipsec" ? through : negated(through);
}

Match matchAddressType(const Asked& asked) {
    for (const std::string_view type : splitList(asked.value)) {
        if (type == "unicast") {
            return Match::Yes;
        }
    }
    return Match::No; // forwarded unicast traffic is neither local nor broadcast nor multicast
}

// How much of this traffic a rule of one chain of the NAT table translates, by its first packets.
Match translatedBy(std::string_view chain, const Flow& opening, const MatchContext& context) {
    Match most = Match::No;
    for (const Line& rule : context.view.enabled(context.addressFamilyIpv6 ? "/ipv6/firewall/nat" : "/ip/firewall/nat")) {
        const std::string_view action = rule.value("action", "accept");
        if (rule.value("chain") != chain || action == "log" || action == "passthrough" || action == "return") {
            continue;
        }
        if (rule.has("connection-nat-state")) {
            return Match::Part; // it would ask itself
        }
        const Match match = action == "jump" ? both(Match::Part, matchRule(rule, opening, context).match) : matchRule(rule, opening, context).match;
        if (action == "accept" && match == Match::Yes) {
            break;
        }
        most = action == "accept" ? most : either(most, match);
        if (match == Match::Yes) {
            break;
        }
    }
    return most;
}

// Which end opened an established connection is not known: either may have.
Match matchConnectionNat(const Asked& asked) {
    Match any = Match::No;
    for (const std::string_view wanted : splitList(asked.value)) {
        const bool source = wanted == "srcnat";
        if (source && asked.flow.state == "new") {
            continue; // decided when the packet has passed every other rule
        }
        Flow there = asked.flow, back = asked.flow.reversed();
        there.state = back.state = "new";
        if (!source) {
            there.destination.reset(); // it was another one before
            back.destination.reset();
        }
        any = either(any, translatedBy(wanted, there, asked.context));
        any = asked.flow.state == "new" ? any : either(any, translatedBy(wanted, back, asked.context));
    }
    return any;
}

struct Condition {
    std::string_view name;
    Match (*holds)(const Asked&);
};

const Condition kConditions[] = {
    {"in-interface", [](const Asked& a) { return matchIf(a.value == a.flow.in || a.value == "all"); }},
    {"out-interface", [](const Asked& a) { return matchIf(a.value == a.flow.out || a.value == "all"); }},
    {"in-interface-list", [](const Asked& a) { return a.context.topology.inList(a.flow.in, a.value); }},
    {"out-interface-list", [](const Asked& a) { return a.context.topology.inList(a.flow.out, a.value); }},
    {"src-address", [](const Asked& a) { return a.context.addressFamilyIpv6 ? Match::Part : matchAddress(a.value, a.flow.source); }},
    {"dst-address", [](const Asked& a) { return a.context.addressFamilyIpv6 ? Match::Part : matchAddress(a.value, a.flow.destination); }},
    {"src-address-list",
     [](const Asked& a) { return a.context.addressFamilyIpv6 ? Match::Part : a.context.lists.holds(a.value, a.flow.source); }},
    {"dst-address-list",
     [](const Asked& a) { return a.context.addressFamilyIpv6 ? Match::Part : a.context.lists.holds(a.value, a.flow.destination); }},
    {"protocol", [](const Asked& a) { return matchIf(a.value == a.flow.protocol); }},
    {"dst-port", [](const Asked& a) { return matchPorts(a.value, a.flow.destinationPort); }},
    {"src-port", [](const Asked& a) { return matchPorts(a.value, a.flow.sourcePort); }},
    {"port", [](const Asked& a) { return either(matchPorts(a.value, a.flow.destinationPort), matchPorts(a.value, a.flow.sourcePort)); }},
    {"connection-state", matchState},
    {"connection-mark", [](const Asked& a) { return matchMark(a.value, a.flow.marks.connection); }},
    {"packet-mark", [](const Asked& a) { return matchMark(a.value, a.flow.marks.packet); }},
    {"routing-mark", matchRoutingMark},
    {"ipsec-policy", matchIpsec},
    {"dst-address-type", matchAddressType},
    {"src-address-type", matchAddressType},
    {"connection-nat-state", matchConnectionNat},
    {"fragment", [](const Asked& a) { return isYes(a.value) ? Match::No : Match::Yes; }},
};

// What a rule does, not whether it matches.
bool isAction(std::string_view name) {
    static constexpr std::array names{
        std::string_view("action"),
        std::string_view("chain"),
        std::string_view("comment"),
        std::string_view("disabled"),
        std::string_view("hw-offload"),
        std::string_view("jump-target"),
        std::string_view("log"),
        std::string_view("log-prefix"),
        std::string_view("passthrough"),
        std::string_view("place-before"),
        std::string_view("new-mss"),
        std::string_view("new-ttl"),
        std::string_view("new-dscp"),
        std::string_view("new-priority"),
        std::string_view("reject-with"),
        std::string_view("address-list"),
        std::string_view("route-dst"),
        std::string_view("to-addresses"),
        std::string_view("to-ports"),
        std::string_view("dynamic"),
        std::string_view("invalid"),
        std::string_view("bytes"),
        std::string_view("packets"),
        std::string_view("sniff-target"),
        std::string_view("sniff-target-port"),
        std::string_view("sniff-id"),
        std::string_view("randomise-ports"),
        std::string_view("same-not-by-dst"),
        std::string_view("socksify-service"),
        std::string_view("address-list-timeout"),
        std::string_view("new-connection-mark"),
        std::string_view("new-packet-mark"),
        std::string_view("new-routing-mark"),
    };
    return std::find(names.begin(), names.end(), name) != names.end() || name.substr(0, 1) == ".";
}

Match holds(std::string_view name, std::string_view value, const Flow& flow, const MatchContext& context) {
    const bool inverted = !value.empty() && value.front() == '!';
    if (inverted) {
        value.remove_prefix(1);
    }
    for (const Condition& condition : kConditions) {
        if (condition.name == name) {
            const Match match = condition.holds({value, flow, context});
            return inverted ? negated(match) : match;
        }
    }
    return Match::Part; // limit, content, time …: known of a packet only
}

} // namespace

std::optional<AddressRange> addressRange(std::string_view text) {
    const auto interval = core::routeros::config::parseIpv4Interval(text);
    return interval ? std::optional<AddressRange>({interval->first, interval->last}) : std::nullopt;
}

Match matchAddress(std::string_view text, const std::optional<AddressRange>& range) {
    const auto wanted = addressRange(text);
    if (!wanted) {
        return Match::Part; // a name, resolved by the router
    }
    if (wanted->first == 0 && wanted->last == ~0U) {
        return Match::Yes;
    }
    if (!range) {
        return Match::Part;
    }
    if (range->last < wanted->first || range->first > wanted->last) {
        return Match::No;
    }
    return range->first >= wanted->first && range->last <= wanted->last ? Match::Yes : Match::Part;
}

MatchAnswer matchRule(const Line& rule, const Flow& flow, const MatchContext& context) {
    MatchAnswer answer;
    for (const auto& [name, value] : rule.item->values) {
        if (isAction(name) || value.empty()) {
            continue;
        }
        const Match match = holds(name, value, flow, context);
        if (match < answer.match) {
            answer.match = match;
            answer.why = name + "=" + value;
        }
    }
    return answer;
}

} // namespace core::doctor
