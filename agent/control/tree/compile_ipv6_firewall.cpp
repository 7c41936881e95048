// /ipv6/firewall: its rules are rewritten as rules of IPv4 and go the same way. Prefixes become ranges of the numbers addresses have in
// the engine (config/ipv6.h), icmpv6 becomes icmp, lists get names of their own.
#include "agent/control/tree/compile_context.h"
#include "agent/control/tree/ipv6_values.h"

#include <algorithm>
#include <array>

namespace agent::control {

namespace config = core::routeros::config;
using namespace agent::dataplane;

namespace {

constexpr std::array<std::string_view, 2> kAddresses{"src-address", "dst-address"};
constexpr std::array<std::string_view, 3> kLists{"src-address-list", "dst-address-list", "address-list"};
constexpr std::string_view kAddressList = "/ipv6/firewall/address-list";
constexpr std::array<std::string_view, 3> kTables{"/ipv6/firewall/raw", "/ipv6/firewall/filter", "/ipv6/firewall/mangle"};

std::string_view withoutNot(std::string_view text) { return text.starts_with('!') ? text.substr(1) : text; }

std::optional<Ipv6Prefix> prefixOf(std::string_view text) {
    const auto prefix = config::parseIpv6WithLength(text);
    return prefix ? std::optional(Ipv6Prefix{engineAddress(prefix->address), prefix->length}) : std::nullopt;
}

// Where the parts of the address space begin: at each prefix somebody speaks of, and behind it.
std::vector<Ipv6Address> partsOf(const CompileContext& context) {
    std::vector<Ipv6Address> parts{Ipv6Address{}};
    const auto note = [&](std::string_view text) {
        if (const auto prefix = prefixOf(text)) {
            parts.push_back(prefix->first());
            parts.push_back(prefix->last().next()); // behind the last address of all: :: again
        }
    };
    for (const std::string_view table : kTables) {
        for (const Item* rule : context.tree.items(table)) {
            for (const std::string_view property : kAddresses) {
                note(withoutNot(rule->value(property)));
            }
        }
    }
    for (const Item* item : context.tree.items(kAddressList)) {
        note(item->value("address"));
    }
    std::sort(parts.begin(), parts.end());
    parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
    return parts;
}

std::optional<Ipv4Range> numbersOf(const std::vector<Ipv6Address>& parts, std::string_view text) {
    const auto prefix = prefixOf(text);
    if (!prefix || parts.size() > kMaxParts) {
        return std::nullopt;
    }
    const auto partOf = [&](const Ipv6Address& a) {
        return static_cast<std::uint32_t>(std::upper_bound(parts.begin(), parts.end(), a) - parts.begin() - 1);
    };
    return Ipv4Range{partOf(prefix->first()) << kPartShift, partOf(prefix->last()) << kPartShift | ((1u << kPartShift) - 1)};
}

std::string listName(std::string_view name) { return "ipv6:" + std::string(name); }

// "128", "128:0": echo types as they are in IPv4.
std::string icmpOptions(std::string_view text) {
    const std::string_view type = text.substr(0, text.find(':'));
    return type == "128" ? "8:0" : type == "129" ? "0:0" : std::string(text);
}

// Nothing when an address cannot be read.
std::optional<Item> asIpv4(const std::vector<Ipv6Address>& parts, const Item& rule) {
    Item out = rule;
    out.values.erase("log"); // a log line could not say the addresses
    const auto rewrite = [&](std::string_view property, auto change) {
        const auto found = out.values.find(property);
        if (found == out.values.end() || found->second.empty()) {
            return true;
        }
        const bool negated = found->second.starts_with('!');
        const std::optional<std::string> text = change(withoutNot(found->second));
        found->second = (negated ? "!" : "") + text.value_or("");
        return text.has_value();
    };
    bool readable = true;
    for (const std::string_view property : kAddresses) {
        readable = rewrite(property, [&](std::string_view text) -> std::optional<std::string> {
            const auto numbers = numbersOf(parts, text);
            return numbers ? std::optional(config::formatIpv4(numbers->first) + "-" + config::formatIpv4(numbers->last)) : std::nullopt;
        }) && readable;
    }
    for (const std::string_view property : kLists) {
        rewrite(property, [](std::string_view text) { return std::optional(listName(text)); });
    }
    rewrite("protocol", [](std::string_view text) { return std::optional(std::string(text == "icmpv6" || text == "58" ? "icmp" : text)); });
    rewrite("icmp-options", [](std::string_view text) { return std::optional(icmpOptions(text)); });
    if (const auto with = out.values.find("reject-with"); with != out.values.end()) {
        with->second = with->second == "icmp-address-unreachable" ? "icmp-host-unreachable"
                       : with->second == "icmp-no-route"          ? "icmp-network-unreachable"
                                                                  : with->second;
    }
    return readable ? std::optional(std::move(out)) : std::nullopt;
}

std::vector<RuleConfig> table(CompileContext& context, const std::vector<Ipv6Address>& parts, std::string_view menu) {
    std::vector<Item> rules;
    for (const Item* rule : context.tree.items(menu)) {
        if (!rule->enabled()) {
            continue;
        }
        if (auto rewritten = asIpv4(parts, *rule)) {
            rules.push_back(std::move(*rewritten));
        } else {
            context.invalid.insert(rule->id);
        }
    }
    std::vector<const Item*> pointers;
    for (const Item& rule : rules) {
        pointers.push_back(&rule);
    }
    return compileRules(context, pointers);
}

} // namespace

void compileIpv6Firewall(CompileContext& context) {
    Ipv6Config& out = context.out.ipv6;
    out.parts = partsOf(context);
    out.firewall.raw = table(context, out.parts, kTables[0]);
    out.firewall.filter = table(context, out.parts, kTables[1]);
    out.firewall.mangle = table(context, out.parts, kTables[2]);
    std::vector<std::pair<std::uint32_t, Ipv4Range>> listed;
    for (const Item* item : context.tree.items(kAddressList)) {
        const auto numbers = numbersOf(out.parts, item->value("address"));
        if (item->enabled() && numbers) {
            listed.emplace_back(context.numbering.addressList(listName(item->value("list"))), *numbers);
        }
    }
    if (out.parts.size() > kMaxParts) { // rules were left out above; addresses need some part
        out.parts.resize(1);
    }
    out.firewall.addressLists.resize(context.numbering.addressLists.size());
    for (std::size_t i = 0; i < out.firewall.addressLists.size(); ++i) {
        out.firewall.addressLists[i].name = context.numbering.addressLists[i];
    }
    for (const auto& [list, range] : listed) {
        out.firewall.addressLists[list].entries.push_back(range);
    }
}

} // namespace agent::control
