// Making the changes of a diff: on a tree, as requests, as text.
#include "core/routeros/config/defaults.h"
#include "core/routeros/config/diff.h"
#include "core/routeros/config/diff_order.h"
#include "core/routeros/config/schema.h"
#include "core/routeros/config/significant.h"
#include "core/routeros/config/written.h"
#include "core/routeros/script/printer.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace core::routeros::config {

namespace {

using core::model::Request;
using Kind = DiffEntry::Kind;

struct MenuChanges {
    std::vector<const DiffEntry*> entries;
    const MenuOrder* order = nullptr;
};

std::map<std::string_view, MenuChanges> byMenu(const ConfigDiff& changes) {
    std::map<std::string_view, MenuChanges> out;
    for (const DiffEntry& entry : changes.entries) {
        out[entry.menu].entries.push_back(&entry);
    }
    for (const MenuOrder& order : changes.orders) {
        out[order.menu].order = &order;
    }
    return out;
}

core::base::Result<void> checkItems(const ConfigTree& tree, std::string_view menu, const MenuChanges& changes) {
    std::unordered_set<ItemId> there;
    if (const auto table = tree.tables().find(menu); table != tree.tables().end()) {
        for (const Item& item : table->second) {
            there.insert(item.id);
        }
    }
    for (const DiffEntry* entry : changes.entries) {
        if (entry->id != 0 && there.contains(entry->id) == (entry->kind == Kind::Add)) {
            return core::base::fail(core::base::ErrorCode::InvalidInput, std::string(menu) + " item " + formatId(entry->id) +
                                                                             (entry->kind == Kind::Add ? " is there already" : " is not there") +
                                                                             "; make the changes on the configuration they were worked out for");
        }
    }
    return {};
}

void setValues(Item& item, const DiffEntry& entry) {
    const Item& defaults = defaultsOf(entry.menu);
    for (const auto& [name, value] : entry.before) {
        if (entry.after.contains(name)) {
            continue;
        }
        const auto fallback = defaults.values.find(name);
        const auto defaultName = name == "name" ? item.get("default-name") : std::nullopt;
        if (defaultName) {
            item.values[name] = std::string(*defaultName);
        } else if (fallback != defaults.values.end()) {
            item.values[name] = fallback->second;
        } else {
            item.values.erase(name);
        }
    }
    for (const auto& [name, value] : entry.after) {
        item.values[name] = value;
    }
}

Item addedItem(const DiffEntry& entry) {
    const Menu* menu = findMenu(entry.menu);
    Item item = itemWithDefaults(entry.menu);
    item.id = entry.id;
    for (const auto& [name, value] : entry.after) {
        item.values[name] = value;
    }
    if (const auto name = item.get("default-name"); name && !entry.after.contains("name")) {
        item.values["name"] = std::string(*name);
    }
    item.builtin = isGiven(menu, item);
    return item;
}

void applyTo(ConfigTree& tree, std::string_view menu, const MenuChanges& changes) {
    std::vector<Item>& table = tree.table(menu);
    std::unordered_set<ItemId> gone;
    std::unordered_map<ItemId, const DiffEntry*> sets;
    for (const DiffEntry* entry : changes.entries) {
        if (entry->kind == Kind::Remove) {
            gone.insert(entry->id);
        } else if (entry->kind == Kind::Set) {
            sets.emplace(entry->id, entry);
        } else if (entry->kind == Kind::Add) {
            table.push_back(addedItem(*entry));
            tree.useUpTo(entry->id);
        }
    }
    std::erase_if(table, [&](const Item& item) { return item.id != 0 && gone.contains(item.id); });
    const auto isSettings = [](const Item& item) { return item.id == 0; };
    if (sets.contains(0) && std::none_of(table.begin(), table.end(), isSettings)) {
        table.insert(table.begin(), itemWithDefaults(menu));
    }
    for (Item& item : table) {
        if (const auto set = sets.find(item.id); set != sets.end()) {
            setValues(item, *set->second);
        }
    }
    if (!changes.order || !isOrdered(menu)) {
        return;
    }
    std::unordered_map<ItemId, std::size_t> places;
    for (const ItemId id : changes.order->to) {
        places.emplace(id, places.size() + 1);
    }
    // Built-in items nobody speaks of stay in front.
    const auto placeOf = [&](const Item& item) {
        const auto place = places.find(item.id);
        return place == places.end() ? 0 : place->second;
    };
    std::stable_sort(table.begin(), table.end(), [&](const Item& a, const Item& b) { return placeOf(a) < placeOf(b); });
}

// Names and values of a write, as a router takes them.
std::vector<core::model::Attribute> attributesOf(const DiffEntry& entry) {
    const Menu* menu = findMenu(entry.menu);
    std::vector<core::model::Attribute> out;
    const bool isKey = entry.kind == Kind::Add && !entry.selector.empty();
    const auto writable = [&](std::string_view name) {
        const Property* property = menu ? menu->find(name) : nullptr;
        return !name.starts_with('.') && !(property && property->readOnly) && !(isKey && name == "default-name");
    };
    for (const auto& [name, value] : entry.kind == Kind::Set ? entry.before : Values()) {
        if (entry.after.contains(name) || !writable(name)) {
            continue;
        }
        const Property* property = menu ? menu->find(name) : nullptr;
        if (property && property->fallback) {
            out.push_back({name, writtenValue(property, *property->fallback)});
        } else {
            out.push_back({"!" + name, {}});
        }
    }
    for (const auto& [name, value] : entry.after) {
        if (writable(name)) {
            out.push_back({name, writtenValue(menu ? menu->find(name) : nullptr, value)});
        }
    }
    std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return out;
}

// An item that is always there comes by being set.
bool isSetOfGiven(const DiffEntry& entry) {
    const Menu* menu = findMenu(entry.menu);
    return entry.kind == Kind::Add && (entry.after.contains(kSelector) || entry.after.contains("default-name") || (menu && menu->kind == MenuKind::Fixed));
}

std::string verbOf(const DiffEntry& entry) {
    switch (entry.kind) {
    case Kind::Add: return isSetOfGiven(entry) ? "set" : "add";
    case Kind::Remove: return "remove";
    case Kind::Move: return "move";
    case Kind::Set: break;
    }
    return "set";
}

std::string lineOf(const DiffEntry& entry) {
    if (entry.menu.empty()) {
        const Values& values = entry.kind == Kind::Add ? entry.after : entry.before;
        return (entry.kind == Kind::Add ? "" : "# no longer: ") + (values.empty() ? std::string() : values.begin()->second);
    }
    const Menu* menu = findMenu(entry.menu);
    const std::string number = entry.selector.empty() ? std::to_string(entry.number) : entry.selector;
    std::string line = script::printMenu(entry.menu) + " " + verbOf(entry);
    if (entry.id != 0 && (entry.kind != Kind::Add || isSetOfGiven(entry))) {
        line += " " + number;
    }
    if (entry.kind == Kind::Move) {
        return line + (entry.next == 0 ? "" : " destination=" + std::to_string(entry.nextNumber));
    }
    if (entry.kind == Kind::Remove) {
        return line;
    }
    for (const auto& [name, value] : attributesOf(entry)) {
        const Property* property = menu ? menu->find(name) : nullptr;
        line += " " + (name.starts_with('!') ? name : writtenArgument(verbOf(entry), property, name, value));
    }
    return line + (entry.kind == Kind::Add && entry.next != 0 ? " place-before=" + std::to_string(entry.nextNumber) : "");
}

} // namespace

core::base::Result<void> applyDiff(ConfigTree& tree, const ConfigDiff& changes) {
    const auto menus = byMenu(changes);
    for (const auto& [menu, part] : menus) {
        if (auto there = checkItems(tree, menu, part); !there) {
            return there;
        }
    }
    for (const auto& [menu, part] : menus) {
        applyTo(tree, menu, part);
    }
    return {};
}

std::vector<Request> toRequests(const ConfigDiff& changes) {
    std::vector<Request> out;
    for (const DiffEntry& entry : changes.entries) {
        if (entry.menu.empty()) {
            continue; // statements that were only kept
        }
        Request request;
        request.menu = entry.menu;
        request.verb = verbOf(entry);
        if (entry.kind == Kind::Move) {
            request.arguments.push_back({"numbers", formatId(entry.id)});
            if (entry.next != 0) {
                request.arguments.push_back({"destination", formatId(entry.next)});
            }
        } else if (isSetOfGiven(entry)) {
            request.arguments.push_back({"numbers", entry.selector});
        } else if (entry.kind != Kind::Add && entry.id != 0) {
            request.arguments.push_back({".id", formatId(entry.id)});
        }
        if (entry.kind == Kind::Add || entry.kind == Kind::Set) {
            for (core::model::Attribute& attribute : attributesOf(entry)) {
                request.arguments.push_back(std::move(attribute));
            }
        }
        if (entry.kind == Kind::Add && entry.next != 0) {
            request.arguments.push_back({"place-before", formatId(entry.next)});
        }
        out.push_back(std::move(request));
    }
    return out;
}

std::string describe(const ConfigDiff& changes) {
    std::string out;
    for (const DiffEntry& entry : changes.entries) {
        out += lineOf(entry) + "\n";
    }
    return out;
}

} // namespace core::routeros::config
