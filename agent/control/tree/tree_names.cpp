#include "agent/control/tree/tree_names.h"

#include "agent/control/tree/menus.h"
#include "core/routeros/config/values.h"

#include <algorithm>

namespace agent::control {

namespace config = core::routeros::config;
using config::Target;

namespace {

bool isInterfaceMenu(std::string_view menu) { return std::ranges::find(interfaceKinds(), menu) != interfaceKinds().end(); }

// Whether a reference of this kind can name an item of this menu.
bool canName(Target target, std::string_view menu) {
    switch (target) {
    case Target::Nothing: return false;
    case Target::Interface:
    case Target::Gateway:
    case Target::QueueTarget: return isInterfaceMenu(menu);
    case Target::Bridge: return menu == "/interface/bridge";
    case Target::InterfaceList: return menu == "/interface/list";
    case Target::QueueType: return menu == "/queue/type";
    case Target::TreeParent: return isInterfaceMenu(menu) || menu == "/queue/tree";
    }
    return false;
}

// Replaces each name in "!a,b", "a/b" or "10.0.0.1%a" that equals `from`.
std::string replaceNames(std::string_view value, std::string_view from, std::string_view to) {
    std::string out;
    while (true) {
        const std::size_t end = value.find_first_of("!,/%");
        const std::string_view name = value.substr(0, end);
        out += name == from ? to : name;
        if (end == std::string_view::npos) {
            return out;
        }
        out += value[end];
        value.remove_prefix(end + 1);
    }
}

const std::vector<config::Property> kNoProperties;

// Takes a table for itself only when something in it changes.
void replaceIn(Tree& tree, const std::string& path, std::string_view property, std::string_view from, std::string_view to) {
    const auto& items = tree.tables().find(path)->second;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const auto value = items[i].get(property);
        if (!value || value->find(from) == std::string_view::npos) {
            continue;
        }
        if (std::string replaced = replaceNames(*value, from, to); replaced != *value) {
            tree.table(path)[i].values.insert_or_assign(std::string(property), std::move(replaced));
        }
    }
}

} // namespace

std::optional<std::string> TreeNames::nameIn(std::string_view menu, std::string_view text) const {
    const auto id = parseId(text);
    const Item* item = id ? tree_.find(menu, *id) : tree_.findBy(menu, "name", text);
    return item ? std::optional(std::string(item->value("name"))) : std::nullopt;
}

std::optional<std::string> TreeNames::gateway(std::string_view text) const {
    const std::size_t percent = text.find('%');
    if (config::parseIpv4(text.substr(0, percent))) {
        if (percent == std::string_view::npos) {
            return std::string(text);
        }
        const auto interface = nameIn("/interface", text.substr(percent + 1));
        return interface ? std::optional(std::string(text.substr(0, percent + 1)) + *interface) : std::nullopt;
    }
    return nameIn("/interface", text);
}

std::optional<std::string> TreeNames::resolve(Target target, std::string_view text) const {
    switch (target) {
    case Target::Nothing: return std::nullopt;
    case Target::Interface: return nameIn("/interface", text);
    case Target::Bridge: return nameIn("/interface/bridge", text);
    case Target::InterfaceList: return nameIn("/interface/list", text);
    case Target::QueueType: return nameIn("/queue/type", text);
    case Target::TreeParent: {
        if (text == "global") {
            return std::string(text);
        }
        auto interface = nameIn("/interface", text);
        return interface ? interface : nameIn("/queue/tree", text);
    }
    case Target::Gateway: return gateway(text);
    case Target::QueueTarget: {
        if (const auto prefix = config::parseIpv4WithLength(text)) {
            return config::formatIpv4(prefix->network()) + "/" + std::to_string(prefix->length);
        }
        return nameIn("/interface", text);
    }
    }
    return std::nullopt;
}

void retarget(Tree& tree, std::string_view menu, std::string_view from, std::string_view to) {
    std::vector<std::string> menus; // table() may not be called while the tables are walked
    for (const auto& [path, table] : tree.tables()) {
        menus.push_back(path);
    }
    for (const std::string& path : menus) {
        const config::Menu* schema = knownMenu(path);
        for (const config::Property& property : schema ? schema->properties : kNoProperties) {
            if (property.type == config::ValueType::Reference && canName(property.target, menu)) {
                replaceIn(tree, path, property.name, from, to);
            }
        }
    }
}

} // namespace agent::control
