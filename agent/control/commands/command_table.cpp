#include "agent/control/commands/command_table.h"

#include "agent/control/commands/capture.h"
#include "agent/control/commands/counters.h"
#include "agent/control/commands/files.h"
#include "agent/control/commands/find_get.h"
#include "agent/control/commands/history_commands.h"
#include "agent/control/commands/listen.h"
#include "agent/control/commands/monitor.h"
#include "agent/control/commands/monitor_l3hw.h"
#include "agent/control/commands/monitor_traffic.h"
#include "agent/control/commands/print.h"
#include "agent/control/commands/rows.h"
#include "agent/control/commands/scenario.h"
#include "agent/control/commands/scheduler.h"
#include "agent/control/commands/scripts.h"
#include "agent/control/commands/trace.h"
#include "agent/control/commands/users.h"
#include "agent/control/commands/write.h"
#include "agent/control/tree/load.h"
#include "agent/control/tree/menus.h"
#include "core/routeros/config/values.h"

#include <algorithm>
#include <array>

namespace agent::control {

namespace config = core::routeros::config;
using config::MenuKind;
using core::model::Request;

namespace {

const Policies kRead{Policy::Read};
const Policies kWrite{Policy::Write};
const Policies kUsers{Policy::Write, Policy::Policy};

// Handlers that do not care who asks.
template <Outcome<Answer> (*handler)(Context&, const Request&)>
Outcome<Answer> anyone(Context& context, const Caller&, const Request& request) {
    return handler(context, request);
}

// Commands of single menus.
const std::vector<Command>& singleCommands() {
    static const std::vector<std::string_view> monitor{"duration", "interval", "numbers", "once", "proplist"};
    static const std::vector<Command> table{
        {"", "export", kRead, Lock::Read, exportAll, kExportArguments},
        {"",
         "import",
         {Policy::Read, Policy::Write, Policy::Policy},
         Lock::Exclusive,
         importFile,
         {"dry-run", "file-name", "from-line", "verbose"}},
        {"", "password", {Policy::Password}, Lock::Write, changePassword, {"confirm-new-password", "new-password", "old-password"}},
        {"", "redo", kWrite, Lock::Exclusive, redo},
        {"", "undo", kWrite, Lock::Exclusive, undo},
        {"/file", "add", kWrite, Lock::Read, addFile, {"contents", "name"}},
        {"/file", "get", kRead, Lock::Read, getFile, {"numbers", "value-name"}},
        {"/file", "remove", kWrite, Lock::Read, removeFile, {"numbers"}},
        {"/file", "set", kWrite, Lock::Read, setFile, {"contents", "numbers"}},
        {"/interface",
         "monitor-traffic",
         kRead,
         Lock::Read,
         anyone<monitorTraffic>,
         {"duration", "interface", "interval", "once", "proplist"}},
        {"/interface", "reset-counters", kWrite, Lock::Read, anyone<resetInterfaceCounters>, {"numbers"}},
        {"/interface/ethernet", "monitor", kRead, Lock::Read, anyone<ethernetMonitor>, monitor},
        {"/interface/ethernet", "reset-counters", kWrite, Lock::Read, anyone<resetInterfaceCounters>, {"numbers"}},
        {"/interface/ethernet/switch", "monitor", kRead, Lock::Read, anyone<switchMonitor>, monitor},
        {"/interface/ethernet/switch/l3hw-settings", "monitor", kRead, Lock::Read, anyone<l3HwMonitor>, {"once", "interval"}},
        {"/ip/firewall/connection", "remove", kWrite, Lock::Read, anyone<removeConnections>, {"numbers"}},
        {"/ip/firewall/filter", "reset-counters", kWrite, Lock::Read, anyone<resetCounters>, {"numbers"}},
        {"/ip/firewall/filter", "reset-counters-all", kWrite, Lock::Read, anyone<resetAllCounters>},
        {"/ip/firewall/mangle", "reset-counters", kWrite, Lock::Read, anyone<resetCounters>, {"numbers"}},
        {"/ip/firewall/mangle", "reset-counters-all", kWrite, Lock::Read, anyone<resetAllCounters>},
        {"/ip/firewall/nat", "reset-counters", kWrite, Lock::Read, anyone<resetCounters>, {"numbers"}},
        {"/ip/firewall/nat", "reset-counters-all", kWrite, Lock::Read, anyone<resetAllCounters>},
        {"/ip/firewall/raw", "reset-counters", kWrite, Lock::Read, anyone<resetCounters>, {"numbers"}},
        {"/ip/firewall/raw", "reset-counters-all", kWrite, Lock::Read, anyone<resetAllCounters>},
        {"/ipv6/firewall/filter", "reset-counters", kWrite, Lock::Read, anyone<resetCounters>, {"numbers"}},
        {"/ipv6/firewall/mangle", "reset-counters", kWrite, Lock::Read, anyone<resetCounters>, {"numbers"}},
        {"/ipv6/firewall/raw", "reset-counters", kWrite, Lock::Read, anyone<resetCounters>, {"numbers"}},
        {"/pathscope/capture", "start", kWrite, Lock::Read, anyone<startCapture>, {"limit"}},
        {"/pathscope/capture", "stop", kWrite, Lock::Read, anyone<stopCapture>, {"file-name"}},
        {"/pathscope/scenario", "load", kWrite, Lock::Read, anyone<loadScenario>, {"lab"}},
        {"/pathscope/scenario", "start", kWrite, Lock::Read, anyone<startScenario>},
        {"/pathscope/scenario", "stop", kWrite, Lock::Read, anyone<stopScenario>},
        {"/pathscope", "trace", kRead, Lock::Read, anyone<trace>, kTraceArguments},
        {"/queue/simple", "reset-counters", kWrite, Lock::Read, anyone<resetQueueCounters>, {"numbers"}},
        {"/queue/simple", "reset-counters-all", kWrite, Lock::Read, anyone<resetAllQueueCounters>},
        {"/queue/tree", "reset-counters", kWrite, Lock::Read, anyone<resetQueueCounters>, {"numbers"}},
        {"/queue/tree", "reset-counters-all", kWrite, Lock::Read, anyone<resetAllQueueCounters>},
        {"/safe-mode", "get", kRead, Lock::Read, getSafeMode, {"value-name"}},
        {"/safe-mode", "release", kWrite, Lock::Exclusive, releaseSafeMode},
        {"/safe-mode", "take", kWrite, Lock::Exclusive, takeSafeMode, {"on-error"}},
        {"/safe-mode", "toggle", kWrite, Lock::Exclusive, toggleSafeMode},
        {"/safe-mode", "unroll", kWrite, Lock::Exclusive, unrollSafeMode},
        {"/system/backup", "load", kWrite, Lock::Read, refuseBackup, {"name", "password"}},
        {"/system/backup", "save", kRead, Lock::Read, refuseBackup, {"dont-encrypt", "encryption", "name", "password"}},
        {"/system/scheduler", "add", kWrite, Lock::Write, addScheduled},
        {"/system/script", "run", kRead, Lock::Read, runScript, {"numbers"}},
        {"/user", "add", kUsers, Lock::Write, addUser},
        {"/user", "disable", kUsers, Lock::Write, removeUser, {"numbers"}},
        {"/user", "set", kUsers, Lock::Write, setUser, {"numbers"}},
        {"/user", "remove", kUsers, Lock::Write, removeUser, {"numbers"}},
        {"/user/ssh-keys", "import", kUsers, Lock::Write, importKey, {"public-key-file", "user"}},
    };
    return table;
}

// The verbs a menu of this kind has beside print and its kin.
std::vector<std::string_view> writeVerbs(const config::Menu& menu) {
    std::vector<std::string_view> verbs;
    switch (menu.kind) {
    case MenuKind::ReadOnly: return {};
    case MenuKind::Settings: return {"set"};
    case MenuKind::Ordered: verbs = {"add", "comment", "move", "remove", "set", "unset"}; break;
    case MenuKind::List: verbs = {"add", "comment", "remove", "set", "unset"}; break;
    case MenuKind::Fixed: verbs = {"comment", "set", "unset"}; break;
    }
    if (menu.path == "/interface" || menu.find("disabled")) {
        verbs.insert(verbs.end(), {"disable", "enable"});
    }
    return verbs;
}

std::vector<std::string_view> argumentsOf(std::string_view verb) {
    if (verb == "add") {
        return {"place-before"};
    }
    if (verb == "comment") {
        return {"comment", "numbers"};
    }
    if (verb == "move") {
        return {"destination", "numbers"};
    }
    if (verb == "unset") {
        return {"numbers", "value-name"};
    }
    return {"numbers"};
}

bool contains(const std::vector<std::string_view>& list, std::string_view wanted) {
    return std::find(list.begin(), list.end(), wanted) != list.end();
}

bool hasRows(const Tree* tree, std::string_view menu) { return knownMenu(menu) || (tree && tree->tables().contains(menu)); }

// print and its kin on every menu that has rows, writes on every menu that has something to write.
std::optional<Command> generalCommand(const Tree* tree, std::string_view menu, std::string_view verb) {
    if (verb == "export") {
        return Command{menu, verb, kRead, Lock::Read, exportAll, kExportArguments};
    }
    if (!hasRows(tree, menu)) {
        return std::nullopt;
    }
    if (verb == "print" || verb == "getall") {
        return Command{menu, verb, kRead, Lock::Read, anyone<print>, printArguments(menu)};
    }
    if (verb == "listen") {
        return Command{menu, verb, kRead, Lock::Read, anyone<listen>};
    }
    const config::Menu* known = knownMenu(menu);
    const bool settings = known && known->kind == MenuKind::Settings;
    if (verb == "get") {
        return Command{
            menu,        verb,
            kRead,       Lock::Read,
            anyone<get>, settings ? std::vector<std::string_view>{"value-name"} : std::vector<std::string_view>{"numbers", "value-name"}};
    }
    if (verb == "find" && !settings) {
        return Command{menu, verb, kRead, Lock::Read, anyone<find>};
    }
    const Policies& needs = isPrivate(menu) ? kUsers : kWrite;
    if (!known) {
        const bool possible = verb == "remove" || verb == "set" || verb == "enable" || verb == "disable" || verb == "comment";
        return possible ? std::optional(Command{menu, verb, needs, Lock::Write, write, argumentsOf(verb)}) : std::nullopt;
    }
    return contains(writeVerbs(*known), verb) ? std::optional(Command{menu, verb, needs, Lock::Write, write, argumentsOf(verb)})
                                              : std::nullopt;
}

// The first segment of the path at which it leaves the tree of menus.
std::string firstUnknown(const Request& request) {
    std::string path;
    for (const std::string_view segment : config::splitList(std::string_view(request.menu).substr(request.menu.empty() ? 0 : 1), '/')) {
        path += "/" + std::string(segment);
        if (!isDirectory(path)) {
            return std::string(segment);
        }
    }
    return request.verb;
}

} // namespace

std::optional<Command> findCommand(const Tree* tree, std::string_view menu, std::string_view verb) {
    for (const Command& command : singleCommands()) {
        if (command.menu == menu && command.verb == verb) {
            return command;
        }
    }
    const bool kept = tree && tree->tables().contains(menu);
    return !menu.empty() && (kept || isDirectory(menu)) ? generalCommand(tree, menu, verb) : std::nullopt;
}

std::vector<Command> commandsOf(std::string_view menu) {
    static constexpr std::array<std::string_view, 14> general{"add",  "comment", "disable", "enable", "export", "find",  "get",
                                                              "listen", "move",  "print",   "remove", "set",    "unset", "getall"};
    std::vector<Command> out;
    for (const Command& command : singleCommands()) {
        if (command.menu == menu) {
            out.push_back(command);
        }
    }
    for (const std::string_view verb : general) {
        const bool listed = std::any_of(out.begin(), out.end(), [&](const Command& command) { return command.verb == verb; });
        if (const auto command = listed ? std::nullopt : findCommand(nullptr, menu, verb)) {
            out.push_back(*command);
        }
    }
    std::sort(out.begin(), out.end(), [](const Command& a, const Command& b) { return a.verb < b.verb; });
    return out;
}

Outcome<Answer> run(Context& context, const Caller& caller, const Request& request) {
    const std::optional<Command> command = findCommand(&context.tree(), request.menu, request.verb);
    if (!command) {
        return config::refuse(config::kMissing, "no such command or directory (" + firstUnknown(request) + ")");
    }
    if (!caller.user.policies.hasAll(command->needs)) {
        return config::refuse(config::kGeneral, "not enough permissions (9)");
    }
    return command->handler(context, caller, request);
}

} // namespace agent::control
