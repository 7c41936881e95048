#include "core/routeros/config/lenient_writer.h"

#include "core/routeros/config/defaults.h"
#include "core/routeros/config/significant.h"
#include "core/routeros/config/values.h"
#include "core/routeros/config/written.h"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace core::routeros::config {

namespace {

using core::model::Request;
using Kind = LoadNote::Kind;

// A text may name what another part of the router has: every name is taken.
class AnyName final : public Names {
public:
    [[nodiscard]] std::optional<std::string> resolve(Target target, std::string_view text) const override {
        if (target == Target::QueueTarget) {
            if (const auto prefix = parseIpv4WithLength(text)) {
                return formatIpv4(prefix->network()) + "/" + std::to_string(prefix->length);
            }
        }
        return std::string(text);
    }
};

bool isWrite(std::string_view verb) {
    constexpr std::array<std::string_view, 8> verbs{"add", "set", "remove", "enable", "disable", "comment", "move", "unset"};
    return std::find(verbs.begin(), verbs.end(), verb) != verbs.end();
}

// Arguments that say which item is meant, or where it goes.
bool isPlace(std::string_view name) {
    return name == ".id" || name == "numbers" || name == "place-before" || name == "destination";
}

std::unordered_set<ItemId> setOf(const std::vector<ItemId>& ids) { return {ids.begin(), ids.end()}; }

std::vector<Item>::iterator positionOf(std::vector<Item>& table, ItemId id) {
    return id == 0 ? table.end() : std::find_if(table.begin(), table.end(), [&](const Item& item) { return item.id == id; });
}

// The network of an address follows from the address unless it is given.
void deriveNetwork(Item& item) {
    if (item.value("network").empty()) {
        if (const auto address = parseIpv4WithLength(item.value("address"))) {
            item.values["network"] = formatIpv4(address->network());
        }
    }
}

} // namespace

bool LenientWriter::write(Request request, script::Position at, const Found& found) {
    modernise(request);
    at_ = {request.menu, findMenu(request.menu), at};
    if (!isWrite(request.verb)) {
        note(Kind::NotApplied, {}, "'" + request.verb + "' changes no configuration");
        return false;
    }
    if (at_.schema && at_.schema->kind == MenuKind::ReadOnly) {
        note(Kind::NotApplied, {}, request.menu + " has nothing that can be written");
        return false;
    }
    if (!at_.schema && unknownMenus_.insert(request.menu).second) {
        note(Kind::UnknownMenu, {}, request.menu + " is not known here; it is kept as it is");
    }
    if (request.verb == "add") {
        return add(request, found.place);
    }
    const auto id = request.argument(".id");
    const auto numbers = id ? id : request.argument("numbers");
    if ((at_.schema && at_.schema->kind == MenuKind::Settings) || (!at_.schema && !numbers && !found.items && request.verb == "set")) {
        return setSettings(request);
    }
    if (found.items) {
        return change(request, *found.items, found.place);
    }
    if (!numbers) {
        note(Kind::NotApplied, {}, "'" + request.verb + "' does not say which item it means");
        return false;
    }
    return change(request, select(*numbers, request.verb != "remove" && request.verb != "move"), found.place);
}

bool LenientWriter::add(const Request& request, std::optional<ItemId> place) {
    Item item = itemWithDefaults(at_.menu);
    assignAll(at_.schema, item, request);
    if (at_.menu == "/ip/address") {
        deriveNetwork(item);
    }
    item.id = tree_.nextId();
    const ItemId before = place ? *place : placeIn(request, "place-before");
    std::vector<Item>& table = tree_.table(at_.menu);
    if (before != 0) {
        table.insert(positionOf(table, before), std::move(item));
        index_.rearranged(at_.menu);
    } else {
        table.push_back(std::move(item));
        index_.appended(at_.menu, table.back());
    }
    return true;
}

bool LenientWriter::setSettings(const Request& request) {
    std::vector<Item>& table = tree_.table(at_.menu);
    const auto settings = std::find_if(table.begin(), table.end(), [](const Item& item) { return item.id == 0; });
    const std::size_t index = settings == table.end() ? 0 : static_cast<std::size_t>(settings - table.begin());
    if (settings == table.end()) {
        table.insert(table.begin(), itemWithDefaults(at_.menu));
        index_.rearranged(at_.menu);
    }
    assignAll(at_.schema, table[index], request);
    return true;
}

bool LenientWriter::change(const Request& request, std::vector<ItemId> ids, std::optional<ItemId> place) {
    std::erase(ids, 0u);
    if (ids.empty()) {
        note(Kind::NotApplied, {}, "nothing here is what '" + request.verb + "' means");
        return true; // as on a router where it finds nothing
    }
    if (request.verb == "remove") {
        return remove(ids);
    }
    return request.verb == "move" ? move(request, ids, place) : setAll(request, ids);
}

bool LenientWriter::remove(const std::vector<ItemId>& ids) {
    const auto gone = setOf(ids);
    const auto removeFrom = [&](std::string_view menu) {
        std::erase_if(tree_.table(menu), [&](const Item& item) { return gone.contains(item.id); });
        index_.rearranged(menu);
    };
    removeFrom(at_.menu);
    if (at_.menu == "/interface") {
        for (const std::string_view kind : interfaceKinds()) {
            removeFrom(kind);
        }
    }
    return true;
}

ItemId LenientWriter::placeIn(const Request& request, std::string_view argument) {
    const auto text = request.argument(argument);
    return text && !text->empty() ? selectOne(*text, false) : 0;
}

bool LenientWriter::move(const Request& request, const std::vector<ItemId>& ids, std::optional<ItemId> place) {
    const ItemId before = place ? *place : placeIn(request, "destination");
    std::vector<Item>& table = tree_.table(at_.menu);
    for (const ItemId id : ids) {
        const auto from = positionOf(table, id);
        if (id == before || from == table.end()) {
            continue;
        }
        Item item = std::move(*from);
        table.erase(from);
        table.insert(positionOf(table, before), std::move(item));
    }
    index_.rearranged(at_.menu);
    return true;
}

bool LenientWriter::setAll(const Request& request, const std::vector<ItemId>& ids) {
    if (indexed(at_.menu)) {
        for (const ItemId id : ids) {
            if (const auto place = index_.placeOf(at_.menu, id)) {
                setOne(request, at_.schema, at_.menu, tree_.table(at_.menu)[*place]);
            }
        }
        return true;
    }
    const auto meant = setOf(ids);
    const auto setIn = [&](std::string_view menu, const Menu* schema) {
        const auto table = tree_.tables().find(menu);
        if (table == tree_.tables().end() || std::none_of(table->second.begin(), table->second.end(), [&](const Item& item) { return meant.contains(item.id); })) {
            return;
        }
        for (Item& item : tree_.table(menu)) {
            if (meant.contains(item.id)) {
                setOne(request, schema, menu, item);
            }
        }
    };
    setIn(at_.menu, at_.schema);
    if (at_.menu == "/interface") {
        for (const std::string_view kind : interfaceKinds()) {
            setIn(kind, findMenu(kind));
        }
    }
    return true;
}

void LenientWriter::setOne(const Request& request, const Menu* schema, std::string_view menu, Item& item) {
    const auto set = [&](std::string_view name, std::string_view text) {
        assign(schema, item, name, text);
        index_.changed(menu, name.starts_with('!') ? name.substr(1) : name);
    };
    if (request.verb == "enable" || request.verb == "disable") {
        set("disabled", request.verb == "disable" ? "yes" : "no");
    } else if (request.verb == "unset") {
        for (const std::string_view name : splitList(request.argument("value-name").value_or(""))) {
            set("!" + std::string(name), {});
        }
    } else {
        for (const auto& [name, value] : request.arguments) {
            if (!isPlace(name)) {
                set(name, value);
            }
        }
    }
}

void LenientWriter::assignAll(const Menu* schema, Item& item, const Request& request) {
    for (const auto& [name, value] : request.arguments) {
        if (!isPlace(name)) {
            assign(schema, item, name, value);
        }
    }
}

void LenientWriter::assign(const Menu* schema, Item& item, std::string_view name, std::string_view text) {
    const bool clear = name.starts_with('!');
    name.remove_prefix(clear ? 1 : 0);
    const Property* property = schema ? schema->find(name) : nullptr;
    if (schema && !property) {
        note(Kind::UnknownProperty, name, at_.menu + " has no property '" + std::string(name) + "'; it is kept as it is");
    }
    if ((item.builtin || item.absent) && text.empty() && schema && name == schema->key) {
        note(Kind::BadValue, name, "an item that is always there must keep its " + std::string(name));
        return;
    }
    if (property && property->bare && text.empty()) {
        text = "yes";
    }
    if (clear || (property && text.empty() && !property->fallback && !property->required)) {
        if (property && property->fallback) {
            item.values.insert_or_assign(std::string(name), std::string(*property->fallback));
        } else if (const auto value = item.values.find(name); value != item.values.end()) {
            item.values.erase(value);
        }
        return;
    }
    std::string value(text);
    if (property) {
        if (auto read = canonical(*property, text, AnyName())) {
            value = std::move(*read);
        } else {
            note(Kind::BadValue, name, read.error().message + " (" + std::string(text) + "); it is kept as it is");
        }
    }
    item.values.insert_or_assign(std::string(name), std::move(value));
}

void LenientWriter::note(Kind kind, std::string_view property, std::string text) {
    notes_.push_back({kind, at_.at, at_.menu, std::string(property), std::move(text)});
}

} // namespace core::routeros::config
