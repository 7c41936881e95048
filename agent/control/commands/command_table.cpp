#include "agent/control/commands/command_table.h"

#include "agent/control/commands/listen.h"
#include "agent/control/commands/monitor.h"
#include "agent/control/commands/monitor_traffic.h"
#include "agent/control/commands/print.h"
#include "agent/control/commands/rows.h"
#include "agent/control/commands/scenario.h"
#include "agent/control/commands/write.h"
#include "agent/control/tree/load.h"
#include "core/routeros/config/schema.h"
#include "core/routeros/config/values.h"

#include <array>

namespace agent::control {

namespace config = core::routeros::config;
using core::model::Request;

namespace {

using Handler = Outcome<Answer> (*)(Context&, const Request&);

struct Command {
    std::string_view menu;
    std::string_view verb;
    Policy policy;
    Handler handler;
};

// Commands of single menus. What every menu has comes below, in generalCommand().
constexpr std::array<Command, 15> kCommands{{
    {"/interface", "monitor-traffic", Policy::Read, monitorTraffic},
    {"/interface/ethernet", "monitor", Policy::Read, ethernetMonitor},
    {"/interface/ethernet/switch", "monitor", Policy::Read, switchMonitor},
    {"/ip/firewall/connection", "remove", Policy::Write, removeConnections},
    {"/ip/firewall/filter", "reset-counters", Policy::Write, resetCounters},
    {"/ip/firewall/nat", "reset-counters", Policy::Write, resetCounters},
    {"/ip/firewall/mangle", "reset-counters", Policy::Write, resetCounters},
    {"/ip/firewall/raw", "reset-counters", Policy::Write, resetCounters},
    {"/ip/firewall/filter", "reset-counters-all", Policy::Write, resetAllCounters},
    {"/ip/firewall/nat", "reset-counters-all", Policy::Write, resetAllCounters},
    {"/ip/firewall/mangle", "reset-counters-all", Policy::Write, resetAllCounters},
    {"/ip/firewall/raw", "reset-counters-all", Policy::Write, resetAllCounters},
    {"/pathscope/scenario", "load", Policy::Write, loadScenario},
    {"/pathscope/scenario", "start", Policy::Write, startScenario},
    {"/pathscope/scenario", "stop", Policy::Write, stopScenario},
}};

// print and its kin on every menu that has rows, writes on every menu that has something to write.
std::optional<Command> generalCommand(std::string_view menu, std::string_view verb) {
    if (verb == "print" || verb == "getall") {
        return rowSource(menu) ? std::optional(Command{menu, verb, Policy::Read, print}) : std::nullopt;
    }
    if (verb == "listen") {
        return rowSource(menu) ? std::optional(Command{menu, verb, Policy::Read, listen}) : std::nullopt;
    }
    return isWrite(verb) ? std::optional(Command{menu, verb, Policy::Write, write}) : std::nullopt;
}

std::optional<Command> findCommand(std::string_view menu, std::string_view verb) {
    for (const Command& command : kCommands) {
        if (command.menu == menu && command.verb == verb) {
            return command;
        }
    }
    return config::findMenu(menu) ? generalCommand(menu, verb) : std::nullopt;
}

bool isDirectory(std::string_view path) {
    for (const config::Menu& menu : config::menus()) {
        if (menu.path == path || (menu.path.starts_with(path) && menu.path[path.size()] == '/')) {
            return true;
        }
    }
    return false;
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

Outcome<Answer> run(Context& context, const User& user, const Request& request) {
    const std::optional<Command> command = findCommand(request.menu, request.verb);
    if (!command) {
        return config::refuse(config::kMissing, "no such command or directory (" + firstUnknown(request) + ")");
    }
    if (!user.may(command->policy)) {
        return config::refuse(config::kGeneral, "not enough permissions (9)");
    }
    return command->handler(context, request);
}

} // namespace agent::control
