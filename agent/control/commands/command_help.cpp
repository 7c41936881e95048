#include "agent/control/commands/command_help.h"

#include "agent/control/commands/command_table.h"
#include "agent/control/tree/menus.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace agent::control {

namespace config = core::routeros::config;

namespace {

using Help = std::pair<std::string_view, std::string_view>;

constexpr std::array<Help, 33> kVerbs{{
    {"add", "Create a new item"},
    {"comment", "Set the comment of items"},
    {"disable", "Disable items"},
    {"enable", "Enable items"},
    {"export", "Print the configuration as a script"},
    {"find", "Find items by value"},
    {"get", "Get the value of a property"},
    {"getall", "Print all items"},
    {"import", "Run a configuration script"},
    {"listen", "Follow changes"},
    {"load", "Load"},
    {"monitor", "Show the state again and again"},
    {"monitor-traffic", "Show the traffic of interfaces"},
    {"move", "Change the order of items"},
    {"print", "Print values of items"},
    {"redo", "Redo what was undone"},
    {"password", "Change your password"},
    {"release", "Leave safe mode and keep the changes"},
    {"remove", "Remove items"},
    {"run", "Run a script"},
    {"reset-counters", "Reset the counters of items"},
    {"reset-counters-all", "Reset all counters of the menu"},
    {"save", "Save"},
    {"set", "Change properties of items"},
    {"start", "Start"},
    {"stop", "Stop"},
    {"take", "Take safe mode"},
    {"toggle", "Take or release safe mode"},
    {"trace", "Follow packets through the router, stage by stage"},
    {"undo", "Undo the last change"},
    {"unroll", "Undo the changes made in safe mode"},
    {"unset", "Take a property away"},
    {"quit", "End the session"},
}};

constexpr std::array<Help, 26> kMenus{{
    {"/file", "Files of the router"},
    {"/interface", "Interfaces"},
    {"/interface/bridge", "Bridges"},
    {"/interface/bridge/port", "Ports of bridges"},
    {"/interface/ethernet", "Ethernet ports"},
    {"/interface/ethernet/switch", "Switch chips"},
    {"/interface/list", "Lists of interfaces"},
    {"/interface/vlan", "VLANs"},
    {"/ip", "IP"},
    {"/ip/address", "Addresses"},
    {"/ip/arp", "ARP"},
    {"/ip/firewall", "Firewall"},
    {"/ip/firewall/connection", "Tracked connections"},
    {"/ip/firewall/filter", "Filter rules"},
    {"/ip/firewall/mangle", "Marking rules"},
    {"/ip/firewall/nat", "Address translation"},
    {"/ip/route", "Routes"},
    {"/log", "Log"},
    {"/pathscope", "What only this agent has"},
    {"/queue", "Queues"},
    {"/queue/simple", "Simple queues"},
    {"/queue/tree", "Queue trees"},
    {"/safe-mode", "Safe mode"},
    {"/system", "System"},
    {"/system/history", "Changes that can be undone"},
    {"/user", "Users"},
}};

constexpr std::array<Help, 16> kArguments{{
    {".id", "Items"},
    {"as-value", "Give the result as a value"},
    {"comment", "Short description"},
    {"count-only", "Only how many there are"},
    {"destination", "Item in front of which to move"},
    {"detail", "Every property"},
    {"disabled", "Whether the item is disabled"},
    {"file", "Name of a file"},
    {"follow", "Go on printing changes"},
    {"interval", "Print again and again"},
    {"numbers", "Items: names, ids or numbers of a print"},
    {"once", "Print once"},
    {"place-before", "Item in front of which to add"},
    {"proplist", "Properties to print"},
    {"terse", "One line an item"},
    {"where", "Condition"},
}};

template <std::size_t N> std::string_view lookUp(const std::array<Help, N>& table, std::string_view name) {
    for (const auto& [key, text] : table) {
        if (key == name) {
            return text;
        }
    }
    return {};
}

bool takesProperties(std::string_view verb) { return verb == "add" || verb == "set" || verb == "find"; }

} // namespace

std::vector<std::string> childMenus(std::string_view menu) {
    const std::string prefix = std::string(menu) + "/";
    std::set<std::string> names;
    for (const config::Menu* known : knownMenus()) {
        if (known->path.starts_with(prefix)) {
            const std::string_view rest = known->path.substr(prefix.size());
            names.emplace(rest.substr(0, rest.find('/')));
        }
    }
    return {names.begin(), names.end()};
}

std::vector<std::string> verbs(std::string_view menu) {
    std::set<std::string> names;
    for (const Command& command : commandsOf(menu)) {
        names.emplace(command.verb);
    }
    names.erase("getall"); // another name for print, for the API only
    if (menu.empty()) {
        names.insert("quit");
    }
    return {names.begin(), names.end()};
}

std::vector<std::string> argumentNames(std::string_view menu, std::string_view verb) {
    const auto command = findCommand(nullptr, menu, verb);
    if (!command) {
        return {};
    }
    std::set<std::string> names(command->arguments.begin(), command->arguments.end());
    const config::Menu* known = knownMenu(menu);
    if (known && takesProperties(verb)) {
        for (const config::Property& property : known->properties) {
            if (!property.readOnly || verb == "find") {
                names.emplace(property.name);
            }
        }
    }
    if (verb == "add" && known && known->kind != config::MenuKind::Ordered) {
        names.erase("place-before");
    }
    if (verb == "set" && known && known->kind == config::MenuKind::Settings) {
        names.erase("numbers");
    }
    return {names.begin(), names.end()};
}

std::vector<std::string> argumentWords(std::string_view menu, std::string_view verb, std::string_view argument) {
    const config::Menu* known = knownMenu(menu);
    const config::Property* property = known && takesProperties(verb) ? known->find(argument) : nullptr;
    if (!property) {
        return {};
    }
    std::set<std::string> words(property->words.begin(), property->words.end());
    if (property->type == config::ValueType::Boolean) {
        words.insert({"no", "yes"});
    }
    return {words.begin(), words.end()};
}

std::string_view helpText(std::string_view menu, std::string_view verb, std::string_view argument) {
    if (!argument.empty()) {
        return lookUp(kArguments, argument);
    }
    return verb.empty() ? lookUp(kMenus, menu) : lookUp(kVerbs, verb);
}

} // namespace agent::control
