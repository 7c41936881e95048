#include "core/routeros/config/significant.h"

#include "core/routeros/config/written.h"
#include "core/routeros/script/quoting.h"

#include <algorithm>

namespace core::routeros::config {

namespace {

bool isDigits(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

bool namesItem(const Menu* menu, const Item& item, std::string_view name) {
    if (item.values.contains(kSelector)) {
        return name == kSelector;
    }
    if (item.values.contains("default-name")) {
        return name == "default-name";
    }
    return menu && !menu->key.empty() && name == menu->key;
}

SignificantValues significantValues(const Menu* menu, const Item& item, const Item& base) {
    SignificantValues out;
    const std::string_view defaultName = item.value("default-name");
    for (const auto& [name, value] : item.values) {
        if (!namesItem(menu, item, name)) {
            const Property* property = menu ? menu->find(name) : nullptr;
            const bool foundOut = (property && property->readOnly) || (name == "name" && !defaultName.empty() && value == defaultName);
            const auto fallback = base.values.find(name);
            if (foundOut || (fallback != base.values.end() && fallback->second == value)) {
                continue;
            }
        }
        out.emplace_back(name, value);
    }
    return out;
}

std::string_view identityOf(const Menu* menu, const Item& item) {
    if (const auto selector = item.get(kSelector)) {
        return *selector;
    }
    if (const auto defaultName = item.get("default-name")) {
        return *defaultName;
    }
    return item.value(menu ? menu->key : std::string_view("name"));
}

bool isGiven(const Menu* menu, const Item& item) {
    return item.builtin || item.absent || item.values.contains(kSelector) || (menu && menu->kind == MenuKind::Fixed && !identityOf(menu, item).empty());
}

std::string selectorOf(const Menu* menu, const Item& item) {
    if (const auto selector = item.get(kSelector)) {
        return writtenSelector(*selector);
    }
    if (const auto name = item.get("default-name")) {
        return "[ find default-name=" + script::quote(*name) + " ]";
    }
    const std::string_view key = menu && !menu->key.empty() ? menu->key : std::string_view("name");
    const std::string_view value = item.value(key);
    const bool misread = isDigits(value) || value.starts_with('*') || value.starts_with('[') || value.find(',') != std::string_view::npos;
    if (menu && menu->kind == MenuKind::Fixed && !misread) {
        return writtenSelector(value);
    }
    return "[ find " + std::string(key) + "=" + script::quote(value) + " ]";
}

} // namespace core::routeros::config
