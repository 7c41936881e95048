#include "core/routeros/config/diff_order.h"

#include "core/routeros/config/schema.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace core::routeros::config {

namespace {

using Kind = DiffEntry::Kind;
using Places = std::unordered_map<ItemId, std::size_t>;

Places placesOf(const std::vector<ItemId>& ids) {
    Places out;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        out.emplace(ids[i], i);
    }
    return out;
}

std::size_t placeIn(const Places& places, ItemId id) {
    const auto found = places.find(id);
    return found == places.end() ? 0 : found->second;
}

// Unknown menus behind the known ones, kept statements behind everything.
std::size_t rankOf(std::string_view path) {
    const Menu* menu = findMenu(path);
    if (menu) {
        return static_cast<std::size_t>(menu - menus().data());
    }
    return path.empty() ? std::numeric_limits<std::size_t>::max() : menus().size();
}

struct MenuPlaces {
    Places from, to;
    std::unordered_map<ItemId, ItemId> next; // of everything that comes or moves: the next item that does neither
};

MenuPlaces placesOf(const MenuOrder& order, const std::unordered_set<ItemId>& moved) {
    MenuPlaces out{placesOf(order.from), placesOf(order.to), {}};
    ItemId next = 0;
    for (auto id = order.to.rbegin(); id != order.to.rend(); ++id) {
        const bool stays = out.from.contains(*id) && !moved.contains(*id);
        out.next.emplace(*id, next);
        next = stays ? *id : next;
    }
    return out;
}

} // namespace

bool isOrdered(std::string_view menu) {
    const Menu* schema = findMenu(menu);
    return schema && schema->kind == MenuKind::Ordered;
}

void arrange(ConfigDiff& changes) {
    std::unordered_set<ItemId> moved;
    for (const DiffEntry& entry : changes.entries) {
        if (entry.kind == Kind::Move) {
            moved.insert(entry.id);
        }
    }
    std::unordered_map<std::string_view, MenuPlaces> menus;
    for (const MenuOrder& order : changes.orders) {
        menus.emplace(order.menu, placesOf(order, moved));
    }
    // Where an entry stands: removals first, backwards; then by menu and place.
    using Key = std::tuple<bool, std::size_t, std::string, std::size_t, Kind>;
    std::vector<std::pair<Key, std::size_t>> sorted;
    for (std::size_t i = 0; i < changes.entries.size(); ++i) {
        DiffEntry& entry = changes.entries[i];
        const MenuPlaces none;
        const auto found = menus.find(entry.menu);
        const MenuPlaces& places = found == menus.end() ? none : found->second;
        entry.number = placeIn(places.from, entry.id);
        const bool placed = isOrdered(entry.menu) && (entry.kind == Kind::Add || entry.kind == Kind::Move);
        const auto next = placed ? places.next.find(entry.id) : places.next.end();
        entry.next = next == places.next.end() ? 0 : next->second;
        entry.nextNumber = entry.next == 0 ? 0 : placeIn(places.from, entry.next);
        const bool remove = entry.kind == Kind::Remove;
        const std::size_t rank = rankOf(entry.menu);
        sorted.push_back({{!remove, remove ? std::numeric_limits<std::size_t>::max() - rank : rank, entry.menu,
                           entry.id == 0 ? 0 : 1 + placeIn(remove ? places.from : places.to, entry.id), entry.kind}, i});
    }
    std::sort(sorted.begin(), sorted.end());
    std::vector<DiffEntry> entries;
    entries.reserve(sorted.size());
    for (const auto& [key, index] : sorted) {
        entries.push_back(std::move(changes.entries[index]));
    }
    changes.entries = std::move(entries);
    std::sort(changes.orders.begin(), changes.orders.end(), [](const MenuOrder& a, const MenuOrder& b) { return a.menu < b.menu; });
}

} // namespace core::routeros::config
