#include "agent/control/tree/load.h"

#include "agent/control/tree/menus.h"
#include "core/routeros/config/load.h"
#include "core/routeros/config/values.h"
#include "core/routeros/script/lexer.h"
#include "core/routeros/script/parser.h"

#include <algorithm>
#include <array>

namespace agent::control {

namespace config = core::routeros::config;
namespace script = core::routeros::script;
using config::MenuKind;
using config::refuse;
using core::base::Result;
using core::model::Request;

namespace {

std::string lastSegment(std::string_view path) { return std::string(path.substr(path.rfind('/') + 1)); }

// Everything but what says which item is meant.
Attributes propertiesOf(const Request& request) {
    Attributes out;
    for (const auto& argument : request.arguments) {
        if (argument.name != ".id" && argument.name != "numbers") {
            out.push_back(argument);
        }
    }
    return out;
}

Outcome<std::vector<ItemId>> targets(const Tree& tree, const Request& request) {
    const auto id = request.argument(".id");
    const auto numbers = id ? id : request.argument("numbers");
    if (!numbers || numbers->empty()) {
        // [find] that found nothing is no error: there is nothing to do.
        return numbers ? Outcome<std::vector<ItemId>>(std::vector<ItemId>())
                       : refuse(config::kMissing, "missing value(s) of argument(s) numbers");
    }
    return select(tree, request.menu, *numbers);
}

Outcome<void> applyMove(Tree& tree, const Request& request, const std::vector<ItemId>& ids) {
    const auto destination = request.argument("destination");
    if (!destination || destination->empty()) {
        return move(tree, request.menu, ids, std::nullopt);
    }
    const auto before = select(tree, request.menu, *destination);
    return before ? move(tree, request.menu, ids, before->front()) : tl::unexpected(before.error());
}

// unset value-name=a,b
Outcome<void> applyUnset(Tree& tree, const Request& request, const std::vector<ItemId>& ids) {
    const auto name = request.argument("value-name");
    return name ? set(tree, request.menu, ids, {{"!" + std::string(*name), {}}})
                : refuse(config::kMissing, "missing value(s) of argument(s) value-name");
}

// Which verbs a menu of this kind has.
bool allows(MenuKind kind, std::string_view verb) {
    switch (kind) {
    case MenuKind::ReadOnly: return false;
    case MenuKind::Settings: return verb == "set";
    case MenuKind::Fixed: return verb != "add" && verb != "move" && verb != "remove";
    case MenuKind::List: return verb != "move";
    case MenuKind::Ordered: return true;
    }
    return false;
}

bool canBeDisabled(const config::Menu& menu) { return menu.path == "/interface" || menu.find("disabled"); }

Result<std::string> matchingIds(const Tree& tree, std::string_view menu, const script::Find& find) {
    std::string ids;
    for (const Item* item : tree.items(menu)) {
        const bool matches = std::all_of(find.conditions.begin(), find.conditions.end(), [&](const auto& condition) {
            const std::string_view value = item->value(condition.name);
            return value == condition.value || (condition.value == "yes" && value == "true") ||
                   (condition.value == "no" && value == "false");
        });
        if (matches) {
            ids += (ids.empty() ? "" : ",") + formatId(item->id);
        }
    }
    return ids;
}

// Items of a menu nobody knows: they can be changed as they are, but not added to.
Outcome<void> writeKept(Tree& tree, const Request& request) {
    const auto id = request.argument(".id");
    const auto numbers = id ? id : request.argument("numbers");
    for (const std::string_view text : config::splitList(numbers.value_or(std::string_view()))) {
        const auto parsed = parseId(text);
        if (!parsed || !tree.find(request.menu, *parsed)) {
            return refuse(config::kMissing, "no such item");
        }
    }
    if (!numbers || request.verb == "add" || request.verb == "move") {
        return refuse(config::kMissing, "no such command or directory (" + lastSegment(request.menu) + ")");
    }
    std::vector<config::LoadNote> notes;
    config::applyLeniently(tree, request, {}, notes);
    return {};
}

} // namespace

bool isWrite(std::string_view verb) {
    constexpr std::array<std::string_view, 8> verbs{"add", "set", "remove", "enable", "disable", "comment", "move", "unset"};
    return std::find(verbs.begin(), verbs.end(), verb) != verbs.end();
}

Outcome<void> applyWrite(Tree& tree, const Request& request, ItemId* created) {
    const config::Menu* menu = knownMenu(request.menu);
    if (!menu && tree.tables().contains(request.menu)) {
        return writeKept(tree, request);
    }
    if (!menu) {
        return refuse(config::kMissing, "no such command or directory (" + lastSegment(request.menu) + ")");
    }
    const bool toggles = request.verb == "enable" || request.verb == "disable";
    if (!isWrite(request.verb) || !allows(menu->kind, request.verb) || (toggles && !canBeDisabled(*menu))) {
        return refuse(config::kMissing, "no such command or directory (" + request.verb + ")");
    }
    if (request.verb == "add") {
        const auto id = add(tree, request.menu, propertiesOf(request));
        if (id && created) {
            *created = *id;
        }
        return id ? Outcome<void>() : tl::unexpected(id.error());
    }
    if (menu->kind == MenuKind::Settings) {
        return set(tree, request.menu, {}, propertiesOf(request));
    }
    const auto ids = targets(tree, request);
    if (!ids) {
        return tl::unexpected(ids.error());
    }
    if (request.verb == "remove") {
        return remove(tree, request.menu, *ids);
    }
    if (request.verb == "move") {
        return applyMove(tree, request, *ids);
    }
    if (request.verb == "unset") {
        return applyUnset(tree, request, *ids);
    }
    if (toggles) {
        return set(tree, request.menu, *ids, {{"disabled", request.verb == "disable" ? "yes" : "no"}});
    }
    return set(tree, request.menu, *ids, propertiesOf(request)); // set, comment
}

Result<void> loadScript(LiveConfig& live, std::string_view text, std::string_view fileName) {
    const auto commands = script::parseScript(text, fileName);
    if (!commands) {
        return tl::unexpected(commands.error());
    }
    core::base::Error error;
    const auto done = live.apply([&](Tree& tree) -> Outcome<void> {
        const auto find = [&](std::string_view menu, const script::Find& wanted) { return matchingIds(tree, menu, wanted); };
        for (const script::Command& command : *commands) {
            const auto request = script::toRequest(command, fileName, find);
            if (!request) {
                error = request.error();
                return refuse(config::kGeneral, error.text);
            }
            if (auto written = applyWrite(tree, *request); !written) {
                error = script::errorAt(fileName, command.at, written.error().message);
                return written;
            }
        }
        return {};
    });
    if (!done) {
        return tl::unexpected(error);
    }
    return {};
}

} // namespace agent::control
