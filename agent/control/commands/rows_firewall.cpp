// /ip/firewall: rules with their counters, the dummy rules that show FastTrack, address lists, tracking.
#include "agent/control/commands/rows.h"
#include "core/base/format.h"
#include "core/routeros/config/values.h"

#include <string>

namespace agent::control {

using core::model::Row;
using core::routeros::config::formatIpv4;

namespace {

// Rows the router makes by itself; out of the way of configured items' ids.
constexpr ItemId kDummyRule = 0xFFFFFF00;
constexpr ItemId kDynamicEntry = 0x20000000;

// While there are fasttracked connections these rows show what passed by the firewall; all of them show the same.
void appendDummyRules(Context& context, std::initializer_list<const char*> chains, Rows& rows) {
    if (context.engine.connectionCounts().fastTracked == 0) {
        return;
    }
    const dataplane::BytesPackets passed = context.engine.globalState().fastTrack;
    ItemId id = kDummyRule;
    for (const char* chain : chains) {
        rows.push_back({{".id", formatId(id++)}, {"chain", chain}, {"action", "passthrough"}, {"bytes", std::to_string(passed.bytes)},
                        {"packets", std::to_string(passed.packets)}, {"invalid", "false"}, {"dynamic", "true"}, {"disabled", "false"},
                        {"comment", "special dummy rule to show fasttrack counters"}});
    }
}

void appendRules(Context& context, std::string_view menu, Rows& rows) {
    const std::vector<const Item*> items = context.tree().items(menu);
    const auto counters = context.engine.ruleCounters(idsOf(items));
    for (std::size_t i = 0; i < items.size(); ++i) {
        Row row = configRow(menu, *items[i]);
        row.set("bytes", std::to_string(counters[i].bytes));
        row.set("packets", std::to_string(counters[i].packets));
        row.set("invalid", boolText(context.config.compiled().invalid.contains(items[i]->id)));
        row.set("dynamic", "false");
        rows.push_back(std::move(row));
    }
}

Rows rules(Context& context, std::string_view menu, std::initializer_list<const char*> dummies = {}) {
    Rows rows;
    appendDummyRules(context, dummies, rows);
    appendRules(context, menu, rows);
    return rows;
}

void appendTraffic(Row& row, std::string_view prefix, const dataplane::BytesPackets& all, const dataplane::BytesPackets& fast) {
    const std::string name(prefix);
    row.set(name + "-packets", std::to_string(all.packets));
    row.set(name + "-bytes", std::to_string(all.bytes));
    row.set(name + "-fasttrack-packets", std::to_string(fast.packets));
    row.set(name + "-fasttrack-bytes", std::to_string(fast.bytes));
}

Row connectionRow(const Context& context, const dataplane::ConnectionInfo& c) {
    constexpr std::uint8_t tcp = 6, udp = 17, icmp = 1;
    const bool ports = c.protocol == tcp || c.protocol == udp;
    Row row{{".id", formatId(c.id)}, {"protocol", core::routeros::config::formatProtocol(c.protocol)}};
    const auto end = [&](std::string_view name, std::uint32_t address, std::uint16_t port) {
        row.set(std::string(name) + "-address", formatIpv4(address));
        if (ports) {
            row.set(std::string(name) + "-port", std::to_string(port));
        }
    };
    end("src", c.src, c.srcPort);
    end("dst", c.dst, c.dstPort);
    end("reply-src", c.replySrc, c.replySrcPort);
    end("reply-dst", c.replyDst, c.replyDstPort);
    if (c.protocol == icmp) {
        row.set("icmp-id", std::to_string(c.srcPort));
    }
    appendConnectionState(row, context, c);
    return row;
}

} // namespace

Rows ruleRows(Context& context, std::string_view menu) {
    Rows rows;
    appendRules(context, menu, rows);
    return rows;
}

void appendConnectionState(Row& row, const Context& context, const dataplane::ConnectionInfo& c) {
    if (!c.tcpState.empty()) {
        row.set("tcp-state", std::string(c.tcpState));
    }
    row.set("timeout", core::base::formatRouterOsDuration(c.timeout / core::base::kSecond * core::base::kSecond));
    const auto& marks = context.config.compiled().config->marks;
    if (c.mark != 0 && c.mark < marks.size()) {
        row.set("connection-mark", marks[c.mark]);
    }
    appendTraffic(row, "orig", c.orig, c.origFastTrack);
    appendTraffic(row, "repl", c.repl, c.replFastTrack);
    row.set("expected", boolText(c.expected));
    if (c.announcedBy == dataplane::Helper::Ftp || c.announcedBy == dataplane::Helper::Sip) {
        row.set("connection-type", c.announcedBy == dataplane::Helper::Ftp ? "ftp" : "sip");
    }
    row.set("seen-reply", boolText(c.seenReply));
    row.set("assured", boolText(c.assured));
    row.set("confirmed", boolText(c.confirmed));
    row.set("dying", boolText(c.dying));
    row.set("fasttrack", boolText(c.fastTrack));
    row.set("hw-offload", boolText(c.hwOffload));
    row.set("srcnat", boolText(c.srcNat));
    row.set("dstnat", boolText(c.dstNat));
}

Rows filterRows(Context& context) { return rules(context, "/ip/firewall/filter", {"forward"}); }
Rows mangleRows(Context& context) { return rules(context, "/ip/firewall/mangle", {"prerouting", "forward", "postrouting"}); }
Rows natRows(Context& context) { return rules(context, "/ip/firewall/nat"); }
Rows rawRows(Context& context) { return rules(context, "/ip/firewall/raw"); }

Rows bridgeFilterRows(Context& context) { return rules(context, "/interface/bridge/filter"); }
Rows bridgeNatRows(Context& context) { return rules(context, "/interface/bridge/nat"); }

Rows addressListRows(Context& context) {
    Rows rows;
    for (const Item* item : context.tree().items("/ip/firewall/address-list")) {
        Row row = configRow("/ip/firewall/address-list", *item);
        row.set("dynamic", "false");
        rows.push_back(std::move(row));
    }
    ItemId id = kDynamicEntry;
    const auto& lists = context.config.compiled().config->firewall.addressLists;
    for (const dataplane::DynamicListEntry& entry : context.engine.dynamicListEntries()) {
        Row row{{".id", formatId(++id)},
                {"list", entry.list < lists.size() ? lists[entry.list].name : std::string()},
                {"address", formatIpv4(entry.address)}};
        if (entry.timeoutLeft > 0) {
            row.set("timeout", core::base::formatRouterOsDuration(entry.timeoutLeft / core::base::kSecond * core::base::kSecond));
        }
        row.set("dynamic", "true");
        row.set("disabled", "false");
        rows.push_back(std::move(row));
    }
    return rows;
}

Rows connectionRows(Context& context) {
    Rows rows;
    for (const dataplane::ConnectionInfo& connection : context.engine.connections()) {
        rows.push_back(connectionRow(context, connection));
    }
    return rows;
}

Rows trackingRows(Context& context) {
    Row row = configRow("/ip/firewall/connection/tracking", context.tree().settings("/ip/firewall/connection/tracking"));
    const std::string total = std::to_string(context.engine.connectionCounts().total);
    row.set("active-ipv4", context.engine.globalState().connectionTracking ? "yes" : "no");
    row.set("max-entries", std::to_string(context.config.compiled().config->tracking.maxEntries));
    row.set("total-entries", total);
    row.set("total-ip4-entries", total);
    return {row};
}

} // namespace agent::control
