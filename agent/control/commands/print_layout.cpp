#include "agent/control/commands/print_layout.h"

#include "agent/control/tree/menus.h"

#include <functional>
#include <map>
#include <mutex>
#include <string>

namespace agent::control {

namespace config = core::routeros::config;

namespace {

const PrintFlag kDynamic{'D', "dynamic", "DYNAMIC"};
const PrintFlag kDisabled{'X', "disabled", "DISABLED"};
const PrintFlag kInvalid{'I', "invalid", "INVALID"};
const PrintFlag kInactive{'I', "inactive", "INACTIVE"};
const PrintFlag kRunning{'R', "running", "RUNNING"};
const PrintFlag kSlave{'S', "slave", "SLAVE"};

using Layouts = std::map<std::string, PrintLayout, std::less<>>;

void addInterfaces(Layouts& all) {
    const std::vector<PrintColumn> counters{
        {"name"},          {"rx-byte", true}, {"tx-byte", true},       {"rx-packet", true}, {"tx-packet", true},
        {"rx-drop", true}, {"tx-drop", true}, {"tx-queue-drop", true}, {"rx-error", true},  {"tx-error", true}};
    all["/interface"] = {PrintForm::Table,
                         {kDynamic, kDisabled, kRunning, kSlave},
                         {{"name"}, {"type"}, {"actual-mtu", true}, {"l2mtu", true}, {"max-l2mtu", true}, {"mac-address"}},
                         counters};
    all["/interface/ethernet"] = {PrintForm::Table,
                                  {kDisabled, kRunning, kSlave},
                                  {{"name"}, {"mtu", true}, {"mac-address"}, {"arp"}, {"switch"}},
                                  {{"name"},
                                   {"driver-rx-byte", true},
                                   {"driver-rx-packet", true},
                                   {"driver-tx-byte", true},
                                   {"driver-tx-packet", true},
                                   {"rx-bytes", true},
                                   {"tx-bytes", true},
                                   {"rx-packet", true},
                                   {"tx-packet", true}}};
    all["/interface/ethernet/switch"] = {PrintForm::Table, {}, {{"name"}, {"type"}, {"l3-hw-offloading"}}, {}};
    all["/interface/ethernet/switch/port"] = {PrintForm::Table, {}, {{"name"}, {"switch"}, {"l3-hw-offloading"}, {"storm-rate", true}}, {}};
    all["/interface/bridge"] = {
        PrintForm::Detail, {kDynamic, kDisabled, kRunning}, {{"name"}, {"actual-mtu", true}, {"mac-address"}, {"protocol-mode"}}, {}};
    all["/interface/bridge/port"] = {PrintForm::Table, {kDisabled, kInactive, kDynamic, {'H', "hw-offload", "HW-OFFLOAD"}},
                                     {{"interface"}, {"bridge"}, {"hw"}, {"pvid", true}, {"priority"}, {"horizon"}}, {}};
    all["/interface/bridge/host"] = {PrintForm::Table,
                                     {kDisabled, kInvalid, kDynamic, {'L', "local", "LOCAL"}, {'E', "external", "EXTERNAL"}},
                                     {{"mac-address"}, {"vid", true}, {"on-interface"}, {"bridge"}},
                                     {}};
    all["/interface/bridge/vlan"] = {
        PrintForm::Table, {kDisabled, kDynamic}, {{"bridge"}, {"vlan-ids"}, {"current-tagged"}, {"current-untagged"}}, {}};
    all["/interface/vlan"] = {
        PrintForm::Table, {kDisabled, kRunning}, {{"name"}, {"mtu", true}, {"arp"}, {"vlan-id", true}, {"interface"}}, {}};
    all["/interface/list"] = {PrintForm::Table, {{'*', "builtin", "BUILTIN"}, kDynamic}, {{"name"}}, {}};
    all["/interface/list/member"] = {PrintForm::Table, {kDisabled, kDynamic}, {{"list"}, {"interface"}}, {}};
}

void addIp(Layouts& all) {
    all["/ip/address"] = {PrintForm::Table, {kDisabled, kInvalid, kDynamic}, {{"address"}, {"network"}, {"interface"}}, {}};
    all["/ip/arp"] = {
        PrintForm::Table,
        {kDisabled, kInvalid, {'H', "dhcp", "DHCP"}, kDynamic, {'P', "published", "PUBLISHED"}, {'C', "complete", "COMPLETE"}},
        {{"address"}, {"mac-address"}, {"interface"}},
        {}};
    all["/ip/route"] = {PrintForm::Table,
                        {kDynamic,
                         kDisabled,
                         kInactive,
                         {'A', "active", "ACTIVE"},
                         {'c', "connect", "CONNECT"},
                         {'s', "static", "STATIC"},
                         {'H', "hw-offloaded", "HW-OFFLOADED"}},
                        {{"dst-address"}, {"gateway"}, {"distance", true}},
                        {}};
    const std::vector<PrintFlag> rule{kDisabled, kInvalid, kDynamic};
    const std::vector<PrintColumn> ruleStats{{"chain"}, {"action"}, {"bytes", true}, {"packets", true}};
    for (const char* table :
         {"/ip/firewall/filter", "/ip/firewall/nat", "/ip/firewall/mangle", "/ip/firewall/raw", "/ipv6/firewall/filter"}) {
        all[table] = {PrintForm::Detail, rule, {{"chain"}, {"action"}}, ruleStats};
    }
    all["/ip/firewall/address-list"] = {
        PrintForm::Table, {kDisabled, kDynamic}, {{"list"}, {"address"}, {"creation-time"}, {"timeout"}}, {}};
    all["/ip/firewall/connection"] = {PrintForm::Table,
                                      {{'E', "expected", "EXPECTED"},
                                       {'S', "seen-reply", "SEEN-REPLY"},
                                       {'A', "assured", "ASSURED"},
                                       {'C', "confirmed", "CONFIRMED"},
                                       {'D', "dying", "DYING"},
                                       {'F', "fasttrack", "FASTTRACK"},
                                       {'H', "hw-offload", "HW-OFFLOAD"},
                                       {'s', "srcnat", "SRCNAT"},
                                       {'d', "dstnat", "DSTNAT"}},
                                      {{"protocol"}, {"src-address"}, {"dst-address"}, {"tcp-state"}, {"timeout"}},
                                      {}};
    all["/ip/service"] = {
        PrintForm::Table, {kDynamic, kDisabled, kInvalid}, {{"name"}, {"port", true}, {"address"}, {"certificate"}, {"tls-version"}}, {}};
}

void addQueues(Layouts& all) {
    all["/queue/tree"] = {PrintForm::Detail,
                          {kDisabled, kInvalid},
                          {{"name"}, {"parent"}, {"packet-mark"}, {"max-limit"}},
                          {{"name"},
                           {"parent"},
                           {"rate"},
                           {"packet-rate", true},
                           {"queued-bytes", true},
                           {"bytes", true},
                           {"packets", true},
                           {"dropped", true}}};
    all["/queue/simple"] = {PrintForm::Detail, {kDisabled, kInvalid, kDynamic}, {{"name"}, {"target"}, {"max-limit"}},
                            {{"name"}, {"rate"}, {"packet-rate"}, {"queued-bytes"}, {"bytes"}, {"packets"}, {"dropped"}}};
    all["/queue/type"] = {PrintForm::Detail, {{'*', "default", "DEFAULT"}}, {{"name"}, {"kind"}}, {}};
    all["/queue/interface"] = {PrintForm::Table, {}, {{"interface"}, {"queue"}, {"active-queue"}}, {}};
}

void addSystem(Layouts& all) {
    all["/system/resource/cpu"] = {PrintForm::Table, {}, {{"cpu"}, {"load"}, {"irq"}, {"disk"}}, {}};
    all["/system/package"] = {PrintForm::Table, {kDisabled, {'A', "available", "AVAILABLE"}}, {{"name"}, {"version"}}, {}};
    all["/system/history"] = {PrintForm::Table,
                              {{'U', "undoable", "UNDOABLE"}, {'R', "redoable", "REDOABLE"}, {'F', "floating-undo", "FLOATING-UNDO"}},
                              {{"action"}, {"by"}, {"policy"}, {"time"}},
                              {},
                              false};
    all["/user"] = {PrintForm::Table, {{'E', "expired", "EXPIRED"}, kDisabled}, {{"name"}, {"group"}, {"address"}, {"last-logged-in"}}, {}};
    all["/user/active"] = {
        PrintForm::Table, {{'R', "radius", "RADIUS"}, {'M', "by-romon", "BY-ROMON"}}, {{"when"}, {"name"}, {"address"}, {"via"}}, {}};
    all["/user/group"] = {PrintForm::Detail, {}, {{"name"}, {"policy"}}, {}};
    all["/user/ssh-keys"] = {PrintForm::Table, {}, {{"user"}, {"key-type"}, {"key-owner"}}, {}};
    all["/file"] = {PrintForm::Table, {}, {{"name"}, {"type"}, {"size", true}, {"last-modified"}}, {}};
    all["/log"] = {PrintForm::Table, {}, {{"time"}, {"topics"}, {"message"}}, {}, false};
    for (const char* record :
         {"/system/resource", "/system/routerboard", "/system/clock", "/safe-mode", "/pathscope/board", "/pathscope/scenario"}) {
        all[record] = {PrintForm::Record, {}, {}, {}, false};
    }
    all["/pathscope/unmodelled"] = {PrintForm::Table, {}, {{"menu"}, {"item"}, {"property"}, {"value"}, {"reason"}}, {}};
}

Layouts described() {
    Layouts all;
    addInterfaces(all);
    addIp(all);
    addQueues(all);
    addSystem(all);
    return all;
}

// A few properties that tell items apart fit a line; more are shown as a print detail shows them.
PrintLayout guessed(std::string_view path) {
    PrintLayout layout;
    const config::Menu* menu = knownMenu(path);
    if (menu && menu->kind == config::MenuKind::Settings) {
        layout.plain = PrintForm::Record;
        layout.numbered = false;
        return layout;
    }
    if (!menu) {
        layout.plain = PrintForm::Detail;
        return layout;
    }
    if (menu->find("disabled")) {
        layout.flags = {kDisabled, kInvalid, kDynamic};
    }
    for (const config::Property& property : menu->properties) {
        const bool shown = property.required || property.name == menu->key || property.name == "name";
        if (shown && layout.columns.size() < 6) {
            layout.columns.push_back({property.name, property.type == config::ValueType::Number});
        }
    }
    layout.plain = layout.columns.empty() ? PrintForm::Detail : PrintForm::Table;
    return layout;
}

} // namespace

const PrintLayout& printLayout(std::string_view menu) {
    static std::mutex guard;
    static Layouts all = described(); // a map: references stay good when others are added
    static const PrintLayout unknown = guessed({});
    const std::lock_guard lock(guard);
    if (const auto found = all.find(menu); found != all.end()) {
        return found->second;
    }
    // Only menus of the schema are remembered: names a client makes up must not fill the memory.
    return knownMenu(menu) ? all.emplace(std::string(menu), guessed(menu)).first->second : unknown;
}

} // namespace agent::control
