#include "agent/control/tree/patch.h"

#include "agent/control/tree/menus.h"
#include "core/routeros/script/quoting.h"

#include <algorithm>
#include <unordered_map>

namespace agent::control {

using core::routeros::config::ItemTable;

namespace {

std::vector<ItemId> idsIn(const ItemTable& table) {
    std::vector<ItemId> ids;
    ids.reserve(table.size());
    for (const Item& item : table) {
        ids.push_back(item.id);
    }
    return ids;
}

void compare(const std::string& menu, const ItemTable& before, const ItemTable& after, Patch& patch) {
    std::unordered_map<ItemId, const Item*> old;
    old.reserve(before.size());
    for (const Item& item : before) {
        old.emplace(item.id, &item);
    }
    for (const Item& item : after) {
        const auto was = old.find(item.id);
        if (was == old.end()) {
            patch.items.push_back({menu, item.id, std::nullopt, item});
            continue;
        }
        if (!(*was->second == item)) {
            patch.items.push_back({menu, item.id, *was->second, item});
        }
        old.erase(was);
    }
    for (const Item& item : before) {
        if (old.contains(item.id)) {
            patch.items.push_back({menu, item.id, item, std::nullopt});
        }
    }
    std::vector<ItemId> from = idsIn(before), to = idsIn(after);
    if (from != to) {
        patch.orders.push_back({menu, std::move(from), std::move(to)});
    }
}

void applyItem(Tree& tree, const std::string& menu, ItemId id, const std::optional<Item>& wanted) {
    std::vector<Item>& table = tree.table(menu);
    const auto at = std::find_if(table.begin(), table.end(), [&](const Item& item) { return item.id == id; });
    if (!wanted) {
        if (at != table.end()) {
            table.erase(at);
        }
    } else if (at != table.end()) {
        *at = *wanted;
    } else {
        table.push_back(*wanted);
    }
}

// Items the order does not name stay behind those it does.
void applyOrder(Tree& tree, const std::string& menu, const std::vector<ItemId>& order) {
    std::unordered_map<ItemId, std::size_t> rank;
    for (std::size_t i = 0; i < order.size(); ++i) {
        rank.emplace(order[i], i);
    }
    const auto rankOf = [&](const Item& item) {
        const auto found = rank.find(item.id);
        return found == rank.end() ? order.size() : found->second;
    };
    std::vector<Item>& table = tree.table(menu);
    std::stable_sort(table.begin(), table.end(), [&](const Item& a, const Item& b) { return rankOf(a) < rankOf(b); });
}

bool isSecret(std::string_view menu, std::string_view property) {
    const core::routeros::config::Menu* known = knownMenu(menu);
    const core::routeros::config::Property* found = known ? known->find(property) : nullptr;
    return found && found->sensitive;
}

std::string valuesText(std::string_view menu, const Item& item, const Item* unlike) {
    std::string out;
    for (const auto& [name, value] : item.values) {
        if (!isSecret(menu, name) && (!unlike || unlike->get(name) != std::string_view(value))) {
            out += " " + name + "=" + core::routeros::script::quote(value);
        }
    }
    if (unlike) {
        for (const auto& [name, value] : unlike->values) {
            out += item.get(name) ? std::string() : " !" + name;
        }
    }
    return out;
}

std::string commandFor(const ItemChange& change, const std::optional<Item>& from, const std::optional<Item>& to) {
    const std::string id = change.id == 0 ? std::string() : " " + formatId(change.id);
    if (!from) {
        return change.menu + "/add" + valuesText(change.menu, *to, nullptr);
    }
    return to ? change.menu + "/set" + id + valuesText(change.menu, *to, &*from) : change.menu + "/remove" + id;
}

} // namespace

Patch patchBetween(const Tree& before, const Tree& after) {
    static const ItemTable none;
    Patch patch;
    for (const auto& [menu, table] : after.tables()) {
        const auto found = before.tables().find(menu);
        const ItemTable& old = found == before.tables().end() ? none : found->second;
        if (!old.sharesWith(table)) {
            compare(menu, old, table, patch);
        }
    }
    for (const auto& [menu, table] : before.tables()) {
        if (!after.tables().contains(menu)) {
            compare(menu, table, none, patch);
        }
    }
    return patch;
}

void applyPatch(Tree& tree, const Patch& patch, Direction direction) {
    const bool back = direction == Direction::Back;
    for (const ItemChange& change : patch.items) {
        applyItem(tree, change.menu, change.id, back ? change.before : change.after);
    }
    for (const OrderChange& order : patch.orders) {
        applyOrder(tree, order.menu, back ? order.before : order.after);
    }
}

std::string describePatch(const Patch& patch, Direction direction) {
    const bool back = direction == Direction::Back;
    std::string out;
    for (const ItemChange& change : patch.items) {
        const std::optional<Item>& from = back ? change.after : change.before;
        const std::optional<Item>& to = back ? change.before : change.after;
        out += (out.empty() ? "" : "\n") + commandFor(change, from, to);
    }
    for (const OrderChange& order : patch.orders) {
        const bool sameItems = order.before.size() == order.after.size();
        out += sameItems ? (out.empty() ? "" : "\n") + order.menu + "/move" : std::string();
    }
    return out;
}

} // namespace agent::control
