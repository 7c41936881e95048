// Which items a write means, and making those that are not there.
#include "core/routeros/config/defaults.h"
#include "core/routeros/config/lenient_writer.h"
#include "core/routeros/config/significant.h"
#include "core/routeros/config/values.h"
#include "core/routeros/script/parser.h"
#include "core/routeros/script/printer.h"
#include "core/routeros/script/quoting.h"

#include <algorithm>
#include <unordered_set>

namespace core::routeros::config {

namespace {

bool isNumber(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool isFindText(std::string_view text) { return text.starts_with("[ find "); }

std::string findText(const script::Find& find) {
    std::string out = "[ find ";
    for (const core::model::Attribute& condition : find.conditions) {
        out += condition.name + "=" + script::quote(condition.value) + " ";
    }
    return out + "]";
}

// The conditions of such a text.
std::vector<core::model::Attribute> conditionsOf(std::string_view menu, std::string_view text) {
    const auto commands = script::parseScript(script::printMenu(menu) + " set " + std::string(text), "");
    if (!commands || commands->size() != 1 || commands->front().arguments.size() != 1) {
        return {};
    }
    const auto& value = commands->front().arguments.front().value;
    return value && value->find ? value->find->conditions : std::vector<core::model::Attribute>();
}

class AsWritten final : public Names {
public:
    [[nodiscard]] std::optional<std::string> resolve(Target, std::string_view text) const override { return std::string(text); }
};

// The conditions with their values as they are stored.
std::vector<core::model::Attribute> storedConditions(const Menu* schema, std::vector<core::model::Attribute> conditions) {
    for (core::model::Attribute& condition : conditions) {
        const Property* property = schema ? schema->find(condition.name) : nullptr;
        if (property) {
            if (auto value = canonical(*property, condition.value, AsWritten())) {
                condition.value = std::move(*value);
            }
        }
    }
    return conditions;
}

template <class Visit> void forEachRow(const ConfigTree& tree, std::string_view menu, Visit visit) {
    const auto in = [&](std::string_view path) {
        if (const auto table = tree.tables().find(path); table != tree.tables().end()) {
            for (const Item& item : table->second) {
                visit(item);
            }
        }
    };
    in(menu);
    if (menu == "/interface") {
        for (const std::string_view kind : interfaceKinds()) {
            in(kind);
        }
    }
}

} // namespace

std::string resolveFind(const ConfigTree& tree, std::string_view menu, const script::Find& find) {
    const std::string text = findText(find);
    const auto conditions = storedConditions(findMenu(menu), find.conditions);
    std::string ids;
    forEachRow(tree, menu, [&](const Item& item) {
        const bool matches = std::all_of(conditions.begin(), conditions.end(), [&](const auto& condition) { return item.value(condition.name) == condition.value; });
        if (matches || item.get(kSelector) == text) {
            ids += (ids.empty() ? "" : ",") + formatId(item.id);
        }
    });
    return ids.empty() && !find.conditions.empty() ? text : ids;
}

std::string LenientWriter::resolve(std::string_view menu, const script::Find& find) {
    if (!indexed(menu) || find.conditions.empty() || find.conditions.front().value.empty()) {
        return resolveFind(tree_, menu, find);
    }
    const std::string text = findText(find);
    const auto conditions = storedConditions(findMenu(menu), find.conditions);
    std::vector<ItemId> ids = index_.find(menu, conditions.front().name, conditions.front().value);
    std::erase_if(ids, [&](ItemId id) {
        const auto place = index_.placeOf(menu, id);
        const Item* item = place ? &*(tree_.tables().find(menu)->second.begin() + static_cast<std::ptrdiff_t>(*place)) : nullptr;
        return !item || !std::all_of(conditions.begin(), conditions.end(), [&](const auto& condition) { return item->value(condition.name) == condition.value; });
    });
    const auto& selected = index_.find(menu, kSelector, text);
    ids.insert(ids.end(), selected.begin(), selected.end());
    std::string out;
    for (const ItemId id : ids) {
        out += (out.empty() ? "" : ",") + formatId(id);
    }
    return out.empty() ? text : out;
}

std::vector<ItemId> LenientWriter::select(std::string_view numbers, bool create) {
    if (isFindText(numbers)) {
        return {selectOne(numbers, create)};
    }
    std::vector<ItemId> ids;
    if (kind_ == Tree::OfRouter && numbers.find(',') != std::string_view::npos && numbers.starts_with('*')) {
        // A find's answer can be as long as the list: one walk for all of them.
        std::unordered_set<ItemId> meant;
        for (const std::string_view part : splitList(numbers)) {
            meant.insert(parseId(part).value_or(0));
        }
        forEachRow(tree_, at_.menu, [&](const Item& item) {
            if (meant.contains(item.id)) {
                ids.push_back(item.id);
            }
        });
        return ids;
    }
    for (const std::string_view part : splitList(numbers)) {
        ids.push_back(selectOne(part, create));
    }
    return ids;
}

// 0 when there is no such item.
ItemId LenientWriter::selectOne(std::string_view text, bool create) {
    if (kind_ == Tree::OfRouter) {
        if (const auto id = parseId(text)) {
            ItemId known = 0;
            forEachRow(tree_, at_.menu, [&](const Item& item) { known = item.id == *id ? *id : known; });
            return known;
        }
    }
    ItemId id = byName(text);
    if (id == 0 && isNumber(text)) {
        id = byPlace(text);
    }
    return id == 0 && create ? this->create(text) : id;
}

ItemId LenientWriter::byName(std::string_view text) {
    const std::string_view key = at_.schema && !at_.schema->key.empty() ? at_.schema->key : std::string_view("name");
    if (indexed(at_.menu)) {
        const auto& selected = index_.find(at_.menu, kSelector, text);
        if (!selected.empty()) {
            return selected.front();
        }
        const auto& named = index_.find(at_.menu, key, text);
        return named.empty() ? 0 : named.front();
    }
    ItemId found = 0;
    forEachRow(tree_, at_.menu, [&](const Item& item) {
        const bool named = item.get(kSelector) == text || item.get(key) == text;
        found = found == 0 && named && item.id != 0 ? item.id : found;
    });
    return found;
}

// In the tree of a text a number means an item of the text only while the router's own items are not named by numbers too.
ItemId LenientWriter::byPlace(std::string_view text) const {
    const auto number = parseNumber(text);
    std::vector<ItemId> rows;
    bool othersByNumber = false;
    forEachRow(tree_, at_.menu, [&](const Item& item) {
        othersByNumber = othersByNumber || isNumber(item.value(kSelector));
        if (!item.absent && item.id != 0) {
            rows.push_back(item.id);
        }
    });
    const bool countable = kind_ == Tree::OfRouter || (at_.schema && at_.schema->kind != MenuKind::Fixed && !othersByNumber);
    return countable && number && *number < rows.size() ? rows[*number] : 0;
}

// An item the tree has not: hardware, something built in, or what the text takes for granted. Only what names an item by its key
// or its place makes one in a menu whose items are all added.
ItemId LenientWriter::create(std::string_view text) {
    Item item = itemWithDefaults(at_.menu);
    const std::string_view key = at_.schema ? at_.schema->key : std::string_view();
    const auto set = [&](std::string_view name, std::string_view value) { item.values.insert_or_assign(std::string(name), std::string(value)); };
    if (isFindText(text)) {
        const auto conditions = conditionsOf(at_.menu, text);
        const std::string_view first = conditions.size() == 1 ? std::string_view(conditions.front().name) : std::string_view();
        if (first == "default-name" && at_.schema) {
            set("default-name", conditions.front().value);
            set("name", conditions.front().value);
        } else if (!key.empty() && first == key) {
            set(key, conditions.front().value);
        } else if (!at_.schema || at_.schema->kind == MenuKind::Fixed || first == "default") {
            set(kSelector, text);
        } else {
            return 0;
        }
    } else if (isNumber(text) || text.starts_with('*') || key.empty()) {
        set(kSelector, text);
    } else {
        set(key, text);
    }
    item.id = tree_.nextId();
    item.builtin = kind_ == Tree::OfText;
    item.absent = kind_ == Tree::OfRouter;
    const ItemId id = item.id;
    std::vector<Item>& table = tree_.table(at_.menu);
    table.push_back(std::move(item));
    index_.appended(at_.menu, table.back());
    return id;
}

} // namespace core::routeros::config
