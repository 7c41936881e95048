#include "core/routeros/config/diff.h"

#include "core/routeros/config/defaults.h"
#include "core/routeros/config/diff_match.h"
#include "core/routeros/config/diff_order.h"
#include "core/routeros/config/schema.h"
#include "core/routeros/config/significant.h"

#include <algorithm>
#include <set>

namespace core::routeros::config {

namespace {

using Kind = DiffEntry::Kind;
const std::vector<Item> kNoRows;

const std::vector<Item>& rowsOf(const ConfigTree& tree, std::string_view menu) {
    const auto table = tree.tables().find(menu);
    return table == tree.tables().end() ? kNoRows : table->second;
}

const Item& settingsOf(const std::vector<Item>& rows, std::string_view menu) {
    const auto found = std::find_if(rows.begin(), rows.end(), [](const Item& item) { return item.id == 0; });
    return found == rows.end() ? defaultsOf(menu) : *found;
}

ItemId highestId(const ConfigTree& tree) {
    ItemId highest = tree.lastId();
    for (const auto& [menu, rows] : tree.tables()) {
        for (const Item& item : rows) {
            highest = std::max(highest, item.id);
        }
    }
    return highest;
}

Values copyOf(const SignificantValues& values) {
    Values out;
    for (const auto& [name, value] : values) {
        out.emplace(name, value);
    }
    return out;
}

class Differ {
public:
    Differ(const ConfigTree& from, const ConfigTree& to) : from_(from), to_(to), lastId_(std::max(highestId(from), highestId(to))) {}

    ConfigDiff run() {
        std::set<std::string_view> paths;
        for (const ConfigTree* tree : {&from_, &to_}) {
            for (const auto& [path, rows] : tree->tables()) {
                paths.insert(path);
            }
        }
        for (const std::string_view path : paths) {
            compare(path);
        }
        arrange(out_);
        return std::move(out_);
    }

private:
    void compare(std::string_view path) {
        path_ = path;
        menu_ = findMenu(path);
        const auto before = from_.tables().find(path);
        const auto after = to_.tables().find(path);
        if (before != from_.tables().end() && after != to_.tables().end() && before->second.sharesWith(after->second)) {
            return;
        }
        if (menu_ && menu_->kind == MenuKind::ReadOnly) {
            return;
        }
        compareSettings();
        const std::vector<Compared> from = rows(rowsOf(from_, path));
        const std::vector<Compared> to = rows(rowsOf(to_, path));
        const std::size_t entries = out_.entries.size();
        compareRows(from, to);
        if (out_.entries.size() == entries) {
            out_.orders.resize(std::min(out_.orders.size(), orders_));
        }
        orders_ = out_.orders.size();
    }

    void compareSettings() {
        const Item& from = settingsOf(rowsOf(from_, path_), path_);
        const Item& to = settingsOf(rowsOf(to_, path_), path_);
        addSet(significantValues(menu_, from, defaultsOf(path_)), significantValues(menu_, to, defaultsOf(path_)), from, 0);
    }

    // Built-in items about which nothing is said are on every router.
    std::vector<Compared> rows(const std::vector<Item>& items) const {
        std::vector<Compared> out;
        for (const Item& item : items) {
            Compared row{&item, significantValues(menu_, item, defaultsOf(path_)), identityOf(menu_, item)};
            const bool silent = isGiven(menu_, item) &&
                                std::all_of(row.values.begin(), row.values.end(), [&](const auto& value) { return namesItem(menu_, item, value.first); });
            if (item.id != 0 && !silent) {
                out.push_back(std::move(row));
            }
        }
        return out;
    }

    void compareRows(const std::vector<Compared>& from, const std::vector<Compared>& to) {
        const auto partners = matchItems(from, to);
        MenuOrder order{std::string(path_), {}, {}};
        for (const Item& item : rowsOf(from_, path_)) {
            if (item.id != 0) {
                order.from.push_back(item.id);
            }
        }
        std::set<ItemId> kept;
        std::vector<std::size_t> sequence;
        std::vector<ItemId> ids, added;
        for (std::size_t i = 0; i < to.size(); ++i) {
            if (partners[i]) {
                const Compared& old = from[*partners[i]];
                ids.push_back(old.item->id);
                kept.insert(old.item->id);
                sequence.push_back(*partners[i]);
                addSet(old.values, to[i].values, *old.item, old.item->id);
            } else {
                ids.push_back(++lastId_);
                added.push_back(lastId_);
                out_.entries.push_back(entry(Kind::Add, *to[i].item, lastId_));
                out_.entries.back().after = copyOf(to[i].values);
            }
        }
        for (const Compared& old : from) {
            if (!kept.contains(old.item->id)) {
                out_.entries.push_back(entry(Kind::Remove, *old.item, old.item->id));
                out_.entries.back().before = copyOf(old.values);
            }
        }
        if (isOrdered(path_)) {
            addMoves(from, sequence);
            order.to = std::move(ids);
        } else {
            std::set<ItemId> removed;
            for (const Compared& old : from) {
                if (!kept.contains(old.item->id)) {
                    removed.insert(old.item->id);
                }
            }
            std::copy_if(order.from.begin(), order.from.end(), std::back_inserter(order.to), [&](ItemId id) { return !removed.contains(id); });
            order.to.insert(order.to.end(), added.begin(), added.end());
        }
        out_.orders.push_back(std::move(order));
    }

    // Whatever is not in the longest run of items that kept their order has moved.
    void addMoves(const std::vector<Compared>& from, const std::vector<std::size_t>& sequence) {
        const auto rising = longestRising(sequence);
        for (std::size_t i = 0, next = 0; i < sequence.size(); ++i) {
            if (next < rising.size() && rising[next] == i) {
                ++next;
            } else {
                const Item& item = *from[sequence[i]].item;
                out_.entries.push_back(entry(Kind::Move, item, item.id));
            }
        }
    }

    void addSet(const SignificantValues& from, const SignificantValues& to, const Item& item, ItemId id) {
        Values before = copyOf(from);
        Values after = copyOf(to);
        for (auto old = before.begin(); old != before.end();) {
            const auto same = after.find(old->first);
            const bool equal = same != after.end() && same->second == old->second;
            if (equal) {
                after.erase(same);
            }
            old = equal ? before.erase(old) : std::next(old);
        }
        if (!before.empty() || !after.empty()) {
            out_.entries.push_back(entry(Kind::Set, item, id));
            out_.entries.back().before = std::move(before);
            out_.entries.back().after = std::move(after);
        }
    }

    [[nodiscard]] DiffEntry entry(Kind kind, const Item& item, ItemId id) const {
        DiffEntry out;
        out.kind = kind;
        out.menu = path_;
        out.id = id;
        out.comment = item.value("comment");
        if (id != 0 && !identityOf(menu_, item).empty()) {
            out.selector = selectorOf(menu_, item);
        }
        return out;
    }

    const ConfigTree& from_;
    const ConfigTree& to_;
    ItemId lastId_;
    std::string_view path_;
    const Menu* menu_ = nullptr;
    std::size_t orders_ = 0;
    ConfigDiff out_;
};

} // namespace

ConfigDiff diff(const ConfigTree& from, const ConfigTree& to) { return Differ(from, to).run(); }

ConfigDiff inverse(const ConfigDiff& changes) {
    ConfigDiff out = changes;
    for (DiffEntry& entry : out.entries) {
        std::swap(entry.before, entry.after);
        if (entry.kind == Kind::Add || entry.kind == Kind::Remove) {
            entry.kind = entry.kind == Kind::Add ? Kind::Remove : Kind::Add;
        }
        // What was renamed is known by its other name now.
        const Menu* menu = findMenu(entry.menu);
        const auto key = menu && !menu->key.empty() && entry.kind == Kind::Set ? entry.before.find(menu->key) : entry.before.end();
        if (key != entry.before.end() && !entry.selector.empty() && entry.selector.find("default-name=") == std::string::npos) {
            Item renamed;
            renamed.values.insert(*key);
            entry.selector = selectorOf(menu, renamed);
        }
    }
    for (MenuOrder& order : out.orders) {
        std::swap(order.from, order.to);
    }
    arrange(out);
    return out;
}

} // namespace core::routeros::config
