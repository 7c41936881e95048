#include "core/doctor/config_view.h"

#include "core/routeros/config/schema.h"
#include "core/routeros/script/quoting.h"

namespace core::doctor {
namespace {

using core::model::ConfigRef;

std::string shown(std::string_view value) {
    return value == "true" ? "yes" : value == "false" ? "no" : core::routeros::script::quote(value);
}

// How an item that is set, not added, is meant.
std::string selector(const Item& item) {
    if (const auto written = item.get(".selector")) {
        return std::string(*written);
    }
    if (const auto hardware = item.get("default-name")) {
        return "[ find default-name=" + std::string(*hardware) + " ]";
    }
    return std::string(item.value("name"));
}

std::string text(std::string_view menu, const Item& item) {
    const auto* schema = core::routeros::config::findMenu(menu);
    const bool settings = item.id == 0 || (schema && schema->kind == core::routeros::config::MenuKind::Settings);
    const bool given = !settings && (item.absent || item.builtin);
    const std::string selected = given ? selector(item) : std::string();
    std::string out = settings ? "set" : given ? "set " + selected : "add";
    for (const auto& [name, value] : item.values) {
        const auto* property = schema ? schema->find(name) : nullptr;
        // Exports write the action of a rule even where it is the usual one.
        const bool standard = property && name != "action" && (property->fallback == std::string_view(value) || property->readOnly);
        const bool secret = property && property->sensitive;
        const bool ownName = given && name == "name" && value == item.value("default-name");
        if (!standard && !secret && !ownName && name != ".selector" && !(given && (name == "default-name" || value == selected))) {
            out += " " + name + "=" + shown(value);
        }
    }
    return out;
}

} // namespace

bool isYes(std::string_view value) {
    return value == "true" || value == "yes";
}

std::vector<Line> ConfigView::lines(std::string_view menu) const {
    std::vector<Line> out;
    const auto table = tree_.tables().find(menu);
    if (table == tree_.tables().end()) {
        return out;
    }
    out.reserve(table->second.size());
    for (const Item& item : table->second) {
        out.push_back({&item, table->first, places_.numberOf(item.id, out.size())});
    }
    return out;
}

std::vector<Line> ConfigView::enabled(std::string_view menu) const {
    std::vector<Line> out = lines(menu);
    std::erase_if(out, [](const Line& line) { return line.disabled() || line.yes("invalid"); });
    return out;
}

bool ConfigView::any(std::string_view menu) const {
    return !enabled(menu).empty();
}

std::optional<Line> ConfigView::findBy(std::string_view menu, std::string_view property, std::string_view value) const {
    const auto table = tree_.tables().find(menu);
    if (table == tree_.tables().end()) {
        return std::nullopt;
    }
    std::size_t number = 0;
    for (const Item& item : table->second) {
        if (item.get(property) == value) {
            return Line{&item, table->first, places_.numberOf(item.id, number)};
        }
        ++number;
    }
    return std::nullopt;
}

std::vector<Line> ConfigView::interfaces() const {
    std::vector<Line> out;
    for (const std::string_view kind : core::routeros::config::interfaceKinds()) {
        const auto part = lines(kind);
        out.insert(out.end(), part.begin(), part.end());
    }
    return out;
}

bool ConfigView::isSet(const Line& line, std::string_view name) {
    const auto value = line.item->get(name);
    const auto* schema = core::routeros::config::findMenu(line.menu);
    const auto* property = schema ? schema->find(name) : nullptr;
    return value && !(property && property->fallback == *value);
}

std::string_view ConfigView::setting(std::string_view menu, std::string_view name, std::string_view otherwise) const {
    const auto table = tree_.tables().find(menu);
    if (table != tree_.tables().end()) {
        for (const Item& item : table->second) {
            if (const auto value = item.get(name)) {
                return *value;
            }
        }
    }
    if (const auto* schema = core::routeros::config::findMenu(menu)) {
        if (const auto* property = schema->find(name); property && property->fallback) {
            return *property->fallback;
        }
    }
    return otherwise;
}

bool ConfigView::settingYes(std::string_view menu, std::string_view name, bool otherwise) const {
    const std::string_view value = setting(menu, name);
    return value.empty() ? otherwise : isYes(value);
}

ConfigRef ConfigView::ref(const Line& line) const {
    const bool settings = line.item->id == 0;
    return {std::string(line.menu), settings ? std::nullopt : std::optional<std::size_t>(line.number), text(line.menu, *line.item),
            places_.lineOf(line.menu, line.item->id)};
}

ConfigRef ConfigView::settingRef(std::string_view menu, std::string_view name) const {
    return {std::string(menu), std::nullopt, "set " + std::string(name) + "=" + shown(setting(menu, name)), places_.lineOf(menu, 0)};
}

} // namespace core::doctor
