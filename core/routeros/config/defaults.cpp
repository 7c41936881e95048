#include "core/routeros/config/defaults.h"

#include "core/routeros/config/schema.h"

namespace core::routeros::config {

Item itemWithDefaults(std::string_view menu) { return defaultsOf(menu); }

const Item& defaultsOf(std::string_view menu) {
    static const std::map<std::string_view, Item> all = [] {
        std::map<std::string_view, Item> out;
        for (const Menu& each : menus()) {
            Item& item = out[each.path];
            for (const Property& property : each.properties) {
                if (property.fallback) {
                    item.values.emplace(property.name, *property.fallback);
                }
            }
        }
        return out;
    }();
    static const Item none;
    const auto found = all.find(menu);
    return found == all.end() ? none : found->second;
}

} // namespace core::routeros::config
