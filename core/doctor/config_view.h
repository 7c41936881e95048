// The configuration as the doctor reads it: lines with their place, so that everything said can be traced to one.
//
//   for (const Line& rule : view.enabled("/ip/firewall/filter"))
//       if (rule.value("action") == "accept") … view.ref(rule)
//
// A file names hardware by `set`; what it sets counts as there. Keeps a reference: what was loaded must outlive the view. Pure.
#pragma once

#include "core/model/config_ref.h"
#include "core/routeros/config/load.h"

#include <string>
#include <string_view>
#include <vector>

namespace core::doctor {

using core::routeros::config::ConfigTree;
using core::routeros::config::Item;

// "true" and "yes" are true.
[[nodiscard]] bool isYes(std::string_view value);

struct Line {
    const Item* item = nullptr;
    std::string_view menu;  // lives as long as the tree
    std::size_t number = 0; // position in its menu

    [[nodiscard]] std::string_view value(std::string_view name, std::string_view otherwise = {}) const {
        return item->value(name, otherwise);
    }
    [[nodiscard]] bool has(std::string_view name) const { return item->get(name).has_value(); }
    [[nodiscard]] bool yes(std::string_view name, bool otherwise = false) const {
        const auto value = item->get(name);
        return value ? isYes(*value) : otherwise;
    }
    [[nodiscard]] bool disabled() const { return yes("disabled"); }
    bool operator==(const Line& other) const { return item == other.item; }
};

class ConfigView {
public:
    explicit ConfigView(const core::routeros::config::LoadedConfig& loaded)
        : tree_(loaded.tree)
        , places_(loaded.places) {}

    // Every line of a menu in its order, and those that are not disabled.
    [[nodiscard]] std::vector<Line> lines(std::string_view menu) const;
    [[nodiscard]] std::vector<Line> enabled(std::string_view menu) const;
    [[nodiscard]] bool any(std::string_view menu) const; // an enabled line
    // First line whose property has this value.
    [[nodiscard]] std::optional<Line> findBy(std::string_view menu, std::string_view property, std::string_view value) const;
    // Lines of every interface menu.
    [[nodiscard]] std::vector<Line> interfaces() const;

    // Whether the text gives this property a value that is not RouterOS's own.
    [[nodiscard]] static bool isSet(const Line& line, std::string_view name);

    // Of a settings menu; `otherwise` where neither the text nor the schema says.
    [[nodiscard]] std::string_view setting(std::string_view menu, std::string_view name, std::string_view otherwise = {}) const;
    [[nodiscard]] bool settingYes(std::string_view menu, std::string_view name, bool otherwise = false) const;

    [[nodiscard]] core::model::ConfigRef ref(const Line& line) const;
    [[nodiscard]] core::model::ConfigRef settingRef(std::string_view menu, std::string_view name) const;

    [[nodiscard]] const ConfigTree& tree() const { return tree_; }

private:
    const ConfigTree& tree_;
    const core::routeros::config::Places& places_;
};

} // namespace core::doctor
