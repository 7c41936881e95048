#include "agent/control/tree/edit.h"

#include "agent/control/tree/checks.h"
#include "agent/control/tree/factory.h"
#include "agent/control/tree/menus.h"
#include "agent/control/tree/tree_names.h"
#include "core/routeros/config/schema.h"
#include "core/routeros/config/values.h"

#include <algorithm>

namespace agent::control {

namespace config = core::routeros::config;
using config::Menu;
using config::MenuKind;
using config::Property;
using config::refuse;

namespace {

// Items without a name get the first free one of these.
std::string_view namePrefix(std::string_view menu) {
    if (menu == "/interface/bridge") {
        return "bridge";
    }
    if (menu == "/interface/vlan") {
        return "vlan";
    }
    return menu == "/queue/tree" || menu == "/queue/simple" ? "queue" : std::string_view();
}

std::string freeName(const Tree& tree, std::string_view menu) {
    const std::string_view all = menu.starts_with("/interface/") ? std::string_view("/interface") : menu;
    for (int i = 1;; ++i) {
        std::string name = std::string(namePrefix(menu)) + std::to_string(i);
        if (!tree.findBy(all, "name", name)) {
            return name;
        }
    }
}

Outcome<void> unset(const Property& property, Item& item) {
    if (property.required) {
        return refuse(config::kArgument, "missing value(s) of argument(s) " + std::string(property.name));
    }
    if (property.fallback) {
        item.values[std::string(property.name)] = *property.fallback;
    } else {
        item.values.erase(std::string(property.name));
    }
    return {};
}

// Reads the properties into the item. Properties of the router's own making are as unknown to a client as misspelled ones.
Outcome<void> assign(const Tree& tree, const Menu& menu, Item& item, const Attributes& properties) {
    const TreeNames names(tree);
    for (const auto& [name, text] : properties) {
        const bool clear = name.starts_with('!');
        const std::string_view plain = clear ? std::string_view(name).substr(1) : std::string_view(name);
        const Property* property = menu.find(plain);
        if (!property || property->readOnly) {
            return refuse(config::kMissing, "unknown parameter " + std::string(plain));
        }
        const bool bare = !clear && property->bare && text.empty(); // "blackhole" alone says yes
        if (!bare && (clear || (text.empty() && !property->fallback && !property->required))) {
            if (auto done = unset(*property, item); !done) {
                return done;
            }
            continue;
        }
        auto value = config::canonical(*property, bare ? std::string_view("yes") : std::string_view(text), names);
        if (!value) {
            return tl::unexpected(value.error());
        }
        item.values.insert_or_assign(std::string(property->name), std::move(*value));
    }
    return {};
}

Outcome<void> requireAll(const Menu& menu, const Item& item) {
    for (const Property& property : menu.properties) {
        if (property.required && item.value(property.name).empty()) {
            return refuse(config::kArgument, "missing value(s) of argument(s) " + std::string(property.name));
        }
    }
    return {};
}

// Takes place-before out of the properties. On menus without order it is an unknown parameter, which assign() reports.
Outcome<std::optional<ItemId>> takePlaceBefore(const Tree& tree, const Menu& menu, Attributes& properties) {
    const auto at = std::find_if(properties.begin(), properties.end(), [](const auto& a) { return a.name == "place-before"; });
    if (at == properties.end() || menu.kind != MenuKind::Ordered) {
        return std::optional<ItemId>();
    }
    const std::string value = at->value;
    properties.erase(at);
    const auto ids = select(tree, menu.path, value);
    if (!ids) {
        return tl::unexpected(ids.error());
    }
    return ids->empty() ? std::optional<ItemId>() : std::optional(ids->front());
}

std::vector<Item>::iterator positionOf(std::vector<Item>& table, std::optional<ItemId> id) {
    return id ? std::find_if(table.begin(), table.end(), [&](const Item& item) { return item.id == *id; }) : table.end();
}

// The network of an address follows from the address unless it is given.
void deriveNetwork(Item& item, const Attributes& properties) {
    const auto given = [&](std::string_view name) {
        return std::any_of(properties.begin(), properties.end(), [&](const auto& a) { return a.name == name && !a.value.empty(); });
    };
    if (!given("network") && (given("address") || item.value("network").empty())) {
        if (const auto address = config::parseIpv4WithLength(item.value("address"))) {
            item.values["network"] = config::formatIpv4(address->network());
        }
    }
}

Outcome<void> finish(Tree& tree, const Menu& menu, Item& item, const Attributes& properties) {
    if (menu.path == "/ip/address") {
        deriveNetwork(item, properties);
    }
    if (auto complete = requireAll(menu, item); !complete) {
        return complete;
    }
    return check(tree, menu.path, item);
}

} // namespace

Outcome<std::vector<ItemId>> select(const Tree& tree, std::string_view menu, std::string_view numbers) {
    const Menu* schema = knownMenu(menu);
    const std::vector<const Item*> items = tree.items(menu);
    std::vector<ItemId> ids;
    for (const std::string_view text : config::splitList(numbers)) {
        const Item* found = nullptr;
        if (const auto id = parseId(text)) {
            found = tree.find(menu, *id);
        } else if (!schema->key.empty() && tree.findBy(menu, schema->key, text)) {
            found = tree.findBy(menu, schema->key, text);
        } else if (const auto index = config::parseNumber(text); index && *index < items.size()) {
            found = items[*index];
        }
        if (!found) {
            return refuse(config::kMissing, "no such item");
        }
        ids.push_back(found->id);
    }
    return ids;
}

Outcome<ItemId> add(Tree& tree, std::string_view path, const Attributes& given) {
    const Menu& menu = *knownMenu(path);
    Attributes properties = given;
    const auto before = takePlaceBefore(tree, menu, properties);
    if (!before) {
        return tl::unexpected(before.error());
    }
    Item item = itemWithDefaults(path);
    if (auto done = assign(tree, menu, item, properties); !done) {
        return tl::unexpected(done.error());
    }
    if (!namePrefix(path).empty() && item.value("name").empty()) {
        item.values["name"] = freeName(tree, path);
    }
    if (auto done = finish(tree, menu, item, properties); !done) {
        return tl::unexpected(done.error());
    }
    item.id = tree.nextId();
    const ItemId id = item.id;
    std::vector<Item>& table = tree.table(path);
    table.insert(positionOf(table, *before), std::move(item));
    return id;
}

Outcome<void> set(Tree& tree, std::string_view path, const std::vector<ItemId>& ids, const Attributes& properties) {
    const Menu& asked = *knownMenu(path);
    if (asked.kind == MenuKind::Settings) {
        return assign(tree, asked, tree.mutableSettings(path), properties);
    }
    for (const ItemId id : ids) {
        // What is set through /interface belongs to the menu of its kind, but only the common properties are known there.
        const std::string owner(tree.menuOf(id));
        const Menu& menu = *knownMenu(owner);
        Item item = *tree.mutableItem(id);
        const std::string oldName(item.value("name"));
        if (auto done = assign(tree, path == "/interface" ? asked : menu, item, properties); !done) {
            return done;
        }
        if (auto done = finish(tree, menu, item, properties); !done) {
            return done;
        }
        if (owner == "/queue/interface") {
            item.builtin = false; // which queue a port comes with differs by board: what was set is exported, whatever it is
        }
        const std::string newName(item.value("name"));
        *tree.mutableItem(id) = std::move(item);
        if (menu.key == "name" && newName != oldName) {
            retarget(tree, owner, oldName, newName);
        }
    }
    return {};
}

Outcome<void> remove(Tree& tree, std::string_view, const std::vector<ItemId>& ids) {
    for (const ItemId id : ids) {
        const std::string owner(tree.menuOf(id));
        const Item item = *tree.mutableItem(id);
        if (item.builtin) {
            return refuse(config::kGeneral, "failure: can not remove builtin");
        }
        std::vector<Item>& table = tree.table(owner);
        table.erase(positionOf(table, id));
        if (knownMenu(owner)->key == "name") {
            retarget(tree, owner, item.value("name"), formatId(id));
        }
    }
    return {};
}

Outcome<void> move(Tree& tree, std::string_view path, const std::vector<ItemId>& ids, std::optional<ItemId> destination) {
    std::vector<Item>& table = tree.table(path);
    for (const ItemId id : ids) {
        if (destination == id) {
            continue;
        }
        const auto from = positionOf(table, id);
        Item item = std::move(*from);
        table.erase(from);
        table.insert(positionOf(table, destination), std::move(item));
    }
    return {};
}

} // namespace agent::control
